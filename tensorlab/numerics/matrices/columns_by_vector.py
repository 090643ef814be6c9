"""Products of matrices that lie column by column and vectors, in the order of PyTorch's library."""

from typing import Any

import numpy as np

LANES = 16
FLOAT64 = np.dtype(np.float64)
BLOCK = 8
FEW = 4  # blocks that numpy is quicker to add one by one


def products_by_term(terms: Any, vector: Any) -> Any:
    """Return the products of the columns of a matrix and a vector's numbers, row by row, exact."""
    products = np.array(terms, FLOAT64, order="C")
    products *= vector.astype(FLOAT64)[:, None]
    return products


def of_columns(matrix: Any, vector: Any) -> Any:
    """Return the product of a matrix that lies column by column and a vector."""
    rows = len(matrix) // LANES * LANES if vector.size >= BLOCK else 0
    if not rows:
        return in_order(matrix, vector)
    if rows == len(matrix):
        return in_blocks(matrix, vector)
    return np.concatenate([in_blocks(matrix[:rows], vector), in_order(matrix[rows:], vector)])


def in_blocks(matrix: Any, vector: Any) -> Any:
    """Return the product of a matrix and a vector, eight terms at a time in pairs."""
    count, rows = vector.size // BLOCK, len(matrix)
    products = products_by_term(matrix.T, vector)
    blocks = products[: count * BLOCK].reshape(count, 2, 2, 2, rows)  # half, which of a pair, pair
    one, other = blocks[:, :, 0], blocks[:, :, 1]
    pairs = (one + other.astype(np.float32)).astype(np.float32)
    first = pairs[:, 0, 0] + pairs[:, 0, 1]
    if count > FEW:
        return in_one_chain(matrix, vector, pairs, first)
    total, wide = pairs[0, 1, 0], np.empty(rows)
    for block in range(count):
        if block:
            add_once(total, other[block, 1, 0], wide)
            add_once(total, one[block, 1, 0], wide)
        total += pairs[block, 1, 1]
        total += first[block]
    for place in range(count * BLOCK, vector.size):
        add_once(total, products[place], wide)
    return total


def in_one_chain(matrix: Any, vector: Any, pairs: Any, first: Any) -> Any:
    """Return the same of many blocks: all that is added in turn, sums as products with 1."""
    count, rows = first.shape
    whole = count * BLOCK
    chain = np.empty((4 * count + vector.size - whole, rows), np.float32)
    factors = np.ones(len(chain), np.float32)
    turns, by = chain[: 4 * count].reshape(count, 4, rows), factors[: 4 * count].reshape(count, 4)
    turns[:, :2] = matrix.T[:whole].reshape(count, 4, 2, rows)[:, :1:-1, 0]
    by[:, :2] = vector[:whole].reshape(count, 4, 2)[:, :1:-1, 0]
    turns[:, 2], turns[:, 3] = pairs[:, 1, 1], first
    turns[0, 0], turns[0, 1], by[0, :2] = 0, pairs[0, 1, 0], 1  # a pair begins
    chain[4 * count :], factors[4 * count :] = matrix.T[whole:], vector[whole:]
    return in_order(chain.T, factors)


def add_once(total: Any, products: Any, wide: Any) -> None:
    """Add exact products to a total, with one rounding; `wide` is room for doubles."""
    wide[...] = total
    wide += products
    total[...] = wide


def in_order(matrix: Any, vector: Any) -> Any:
    """Return the product of a matrix and a vector in one chain, by two of the same columns."""
    two = vector.repeat(2).reshape(-1, 2).T
    rows = matrix if len(matrix) > 1 else matrix.repeat(2, 0)  # of one column it were another's
    return two.dot(rows.T)[0, : len(matrix)].copy()
