"""Sums of products of float32 in the order of PyTorch's library, for small matrices and vectors.

A product of two matrices adds up each cell in one chain: its terms in order, each multiplied and
added with one rounding; more than 384 terms in parts, each a chain: of 384 while twice as many are
left, then halves. Other orders have

- two vectors: 16 lanes filled in turn, four such vectors at a time, then two, then one, then what
  is left; the four are added in pairs, the lanes in halves, the last four in pairs. If one lies in
  steps, four lanes are filled and halved, two more terms are added, then the last;
- a matrix that lies row by row, and a vector: the first term begins lane 0, the others fill 16
  lanes, which are added in halves; after whole vectors the total begins lane 0 of what is left. Of
  the one to three rows beyond a multiple of four the first term is added last;
- a matrix that lies column by column, and a vector: 16 rows at a time, and of them eight terms at
  a time in pairs two apart, the second half of them first; all else in one chain;
- a few rows times a few rows (a layer with few outputs): 16 lanes, added in halves;
- up to 15 rows, each with 24 times as many terms, times rows: 16 lanes, four apart added in order,
  then the last four in pairs.

Each sum begins with 0, so that none is -0.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from tensorlab.numerics.limits import BY_VECTOR, IN_BLOCKS, IN_LANES, IN_ORDER, ORDERED, PART
from tensorlab.numerics.matrices.columns_by_vector import (
    FLOAT64,
    LANES,
    in_order,
    of_columns,
    products_by_term,
)
from tensorlab.numerics.matrices.gathered_products import GATHERED, Order, rows_in_halves

Sizes = tuple[int, ...]
WIDTHS = [0, 0, *(1 << (size - 1).bit_length() - 1 for size in range(2, LANES + 1))]  # of a half
SKINNY, LONG = 15, 24  # so many rows, of so many times as many terms, have lanes of their own
SMALL_WORK = 1_000_000  # multiplications for which numpy's library has kernels with other orders


def product(first: Any, second: Any) -> Any:
    """Return the product of two matrices, of a matrix and a vector, or of two vectors."""
    return order_of(first.shape, first.strides, second.shape, second.strides)(first, second)


@lru_cache(maxsize=512)
def order_of(first: Sizes, steps: Sizes, second: Sizes, other_steps: Sizes) -> Order:
    """Return what multiplies arrays of such shapes and strides: asking costs as much as that."""
    terms = first[-1]
    if terms != second[0] or not terms:
        return np.dot
    if len(first) == len(second) == 1:
        return np.dot if terms > ORDERED else lambda x, y: of_two(x, y) + 0.0
    if len(first) == 1:
        return lambda x, y: by_vector(y.T, x)
    if len(second) == 1:
        return by_vector
    rows, columns = first[0], second[1]
    if columns == 1:
        return lambda x, y: by_vector(x, y[:, 0]).reshape(rows, 1)
    if rows == 1:
        return lambda x, y: by_vector(y.T, x[0]).reshape(1, columns)
    if terms == 1:
        return np.multiply  # is no sum: there is a -0.
    if steps[1] == other_steps[0] == 4:
        if rows <= SKINNY and rows * LONG <= terms:
            return in_quarters
        if has_few(rows, terms, columns) and rows * terms * columns <= IN_LANES:
            if terms <= LANES and rows * terms * columns <= GATHERED:
                return rows_in_halves(rows, terms, columns)
            return lambda x, y: in_lanes(x[:, None], y.T) + 0.0
    return in_parts


def has_few(rows: int, terms: int, columns: int) -> bool:
    """Return whether rows times rows are so few that they are added up in lanes."""
    return rows * columns < 32 if columns < 4 else columns < 12 and rows < columns >= terms


def in_parts(first: Any, second: Any) -> Any:
    """Return the product of two matrices: a chain of up to 384 terms, or the sum of several."""
    left = first.shape[1]
    total = None
    while left:
        size = PART if left >= 2 * PART else -(-left // 2) if left > PART else left
        begin, left = first.shape[1] - left, left - size
        part = in_chain(first[:, begin : begin + size], second[begin : begin + size])
        total = part if total is None else np.add(total, part, total)
    return total


def in_chain(first: Any, second: Any) -> Any:
    """Return the product of two matrices, every cell added up in one chain."""
    rows, terms = first.shape
    small = rows * terms * second.shape[1] <= SMALL_WORK
    if small and terms > IN_ORDER and first.strides[0] != first.itemsize:
        first = np.asfortranarray(first)
    return first.dot(second) if small else np.matmul(first, second)  # dot copies a large part


def in_quarters(first: Any, second: Any) -> Any:
    """Return the product of two matrices: a chain for each of 16 lanes, then their sum."""
    rows, columns = (in_turns(part) for part in (first, second.T))
    lanes = np.matmul(rows.swapaxes(1, 2), columns)
    four = ((lanes[:4] + lanes[4:8]) + lanes[8:12]) + lanes[12:]
    return (four[0] + four[1]) + (four[2] + four[3])


def in_turns(rows: Any) -> Any:
    """Return the cells of rows as (lanes, turns, rows), zeros behind the last."""
    filled = rows
    if rows.shape[1] % LANES:
        filled = np.zeros((len(rows), -(-rows.shape[1] // LANES) * LANES), np.float32)
        filled[:, : rows.shape[1]] = rows
    return np.ascontiguousarray(filled.reshape(len(rows), filled.shape[1] // LANES, LANES).T)


def by_vector(matrix: Any, vector: Any) -> Any:
    """Return the product of a matrix and a vector."""
    if not 0 < matrix.size <= BY_VECTOR:
        return matrix.dot(vector)
    if matrix.strides[0] != 4:
        return of_rows(matrix, vector) + 0.0
    if len(matrix) >= LANES and vector.size > IN_BLOCKS:
        return matrix.dot(vector)
    return of_columns(matrix, vector) + 0.0


def halved(lanes: Any) -> Any:
    """Return the sums of 16 lanes or fewer: the second half to the first, again and again."""
    size = lanes.shape[-1]
    width = WIDTHS[size]
    if size < 2 * width:
        filled = np.zeros((*lanes.shape[:-1], 2 * width), np.float32)
        filled[..., :size] = lanes
        lanes = filled
    while width > 1:
        lanes = lanes[..., :width] + lanes[..., width:]
        width >>= 1
    return lanes[..., 0] + lanes[..., 1] if width else lanes[..., 0].copy()


def onto(lanes: Any, products: Any, start: int = 0) -> Any:
    """Return 16 lanes after the products from a place on were added to them in turn."""
    for place in range(start, products.shape[-1], LANES):
        part = products[..., place : place + LANES]
        size = part.shape[-1]
        if size < LANES:
            lanes = lanes.copy()
            lanes[..., :size] = part + lanes[..., :size]
        else:
            lanes = (part + lanes).astype(np.float32)
    return lanes


def by_vectors(products: Any, count: int) -> tuple[list[Any], int]:
    """Return so many vectors of 16 lanes, filled while whole ones can be, and how far it went."""
    steps = products.shape[-1] // (count * LANES)
    whole = steps * count * LANES
    parts = products[..., :whole].reshape(*products.shape[:-1], steps, count, LANES)
    lanes = np.zeros((*products.shape[:-1], count, LANES), np.float32)
    for step in range(steps):
        lanes = (parts[..., step, :, :] + lanes).astype(np.float32)
    return [lanes[..., vector, :] for vector in range(count)], whole


def in_lanes(first: Any, second: Any) -> Any:
    """Return the sums of products along the last axis, in 16 lanes.

    Of 32 terms and more every other row, the first one too, fills two such vectors.
    """
    if first.shape[-1] <= LANES:
        return halved(first * second)
    products = np.multiply(first, second, dtype=FLOAT64)
    if products.shape[-1] < 2 * LANES:
        return halved(onto(np.zeros((*products.shape[:-1], LANES), np.float32), products))
    total = np.empty(products.shape[:-1], np.float32)
    (one, other), place = by_vectors(products[::2], 2)
    total[::2] = halved(onto(one + other, products[::2], place))
    odd = products[1::2]
    total[1::2] = halved(onto(np.zeros((*odd.shape[:-1], LANES), np.float32), odd))
    return total


def of_two(first: Any, second: Any) -> Any:
    """Return the sum of the products of two vectors."""
    near = first.strides[0] == second.strides[0] == 4
    return of_vectors(first, second) if near or first.size == 1 else of_steps(first, second)


def of_steps(first: Any, second: Any) -> Any:
    """Return the sum of the products of two vectors, of which one lies in steps."""
    products = np.multiply(first, second, dtype=FLOAT64)
    whole = products.size & ~3
    lanes = np.zeros(4, np.float32)
    for place in range(0, whole, 4):
        lanes = (products[place : place + 4] + lanes).astype(np.float32)
    pair = lanes[:2] + lanes[2:]
    if products.size & 2:
        pair = (products[whole : whole + 2] + pair).astype(np.float32)
    total = np.add.reduce(pair)
    return np.float32(products[-1] + total) if products.size & 1 else total


def of_vectors(first: Any, second: Any) -> Any:
    """Return the sum of the products of two vectors that lie number by number."""
    lanes = first * second if first.size <= LANES else four_vectors(first, second)
    if lanes.size > 4:
        filled = np.zeros(LANES, np.float32)
        filled[: lanes.size] = lanes
        half = filled[:8] + filled[8:]
        lanes = half[:4] + half[4:]
    if lanes.size < 3:
        return lanes[0] + lanes[1] if lanes.size > 1 else lanes[0]
    return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3] if lanes.size > 3 else lanes[2])


def four_vectors(first: Any, second: Any) -> Any:
    """Return 16 lanes that were filled four, then two, then one at a time."""
    products = np.multiply(first, second, dtype=FLOAT64)
    lanes, place = by_vectors(products, 4)
    if products.size - place >= 2 * LANES:
        for vector in (0, 1):
            lanes[vector] = onto(lanes[vector], products[place : place + LANES])
            place += LANES
    lanes[0] = onto(lanes[0], products, place)
    return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])


def of_rows(rows: Any, vector: Any) -> Any:
    """Return the products of a matrix's rows and a vector."""
    whole = len(rows) & ~3
    if vector.size > LANES + 1:
        if whole == len(rows):
            return begun(rows, vector)
        last = ended(rows[whole:], vector)
        return np.concatenate([begun(rows[:whole], vector), last]) if whole else last
    if vector.size == 2 and whole == len(rows):
        return in_order(rows, vector)
    products = rows * vector
    if vector.size == 1:
        return products[:, 0]
    if vector.size == 2 and not whole:
        return products[:, 0] + products[:, 1]
    lanes = products[:, 1:]
    if whole:
        fused = np.multiply(rows[:whole, 1], vector[1], dtype=FLOAT64)
        fused += products[:whole, 0]
        lanes[:whole, 0] = fused
    total = halved(lanes)
    if whole < len(rows):
        total[whole:] += products[whole:, 0]
    return total


def ended(rows: Any, vector: Any) -> Any:
    """Return the products of rows and a vector, the first term added to the others."""
    return in_lanes(rows[:, 1:], vector[1:]) + rows[:, 0] * vector[0]


def begun(rows: Any, vector: Any) -> Any:
    """Return the products of rows and a vector, the first term in lane 0 before it is filled.

    A vector that is not filled is another one: the total of those before begins its lane 0.
    """
    products = products_by_term(rows.T, vector)
    total = products[0].astype(np.float32)
    products += 0.0  # a lane that is filled is no negative zero
    whole = (vector.size - 1) // LANES * LANES + 1
    for begin, end in ((1, whole), (whole, vector.size)):
        if begin < end:
            products[begin] += total
            lanes = np.zeros((LANES, len(rows)), np.float32)
            for place in range(begin, end, LANES):
                part = products[place : min(place + LANES, end)]
                if place > begin:
                    part += lanes[: len(part)]
                lanes[: len(part)] = part
            for width in (8, 4, 2, 1):
                lanes = lanes[:width] + lanes[width:]
            total = lanes[0]
    return total
