"""Reflections and rotations of vectors, rounded step by step as PyTorch's library rounds them.

Its compiled Fortran multiplies, then adds, in the type of the cells; the steps over whole vectors
multiply and add at once. Numbers are numpy's scalars, which keep their type.

Source: LAPACK's larfg, larf1f, lartg and lapy2, and the snrm2 of the reference BLAS.
"""

from functools import cache
from math import isfinite, log2
from typing import Any

import numpy as np

from tensorlab.numerics.matrices.chains import of_rows

LANES = 64  # bytes of a vector of the processor
FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)


def fma(a: Any, b: Any, c: Any) -> Any:
    """Return a * b + c: of float32 rounded once."""
    if c.dtype is not FLOAT32:
        return a * b + c
    product = np.multiply(a, b, dtype=FLOAT64)
    product += c
    return product.astype(FLOAT32)


def signed(size: Any, like: Any) -> Any:
    """Return a number with the sign of another; either zero is positive."""
    return abs(size) if like >= 0 else -abs(size)


def hypotenuse(a: Any, b: Any) -> Any:
    """Return the length of a vector of two numbers."""
    a, b = abs(a), abs(b)
    long, short = (a, b) if a >= b else (b, a)
    if not short:
        return long
    ratio = short / long
    return long * np.sqrt(1 + ratio * ratio)


def length(vector: Any) -> Any:
    """Return the length of a vector, its cells divided by the largest so far."""
    scale, total = vector.dtype.type(0), vector.dtype.type(1)
    for cell in abs(vector):
        if cell > scale:
            ratio = scale / cell
            scale, total = cell, 1 + total * (ratio * ratio)
        elif cell:
            ratio = cell / scale
            total += ratio * ratio
    return scale * np.sqrt(total)


def reflector(first: Any, others: Any) -> tuple[Any, Any]:
    """Return what the first number becomes where the others become 0, and the reflection's share.

    The others become the reflection's direction, in place; its first cell is 1.
    """
    rest = length(others)
    if not rest:
        return first, first * 0
    facts = np.finfo(others.dtype)
    least, scalings = facts.tiny / (facts.eps / 2), 0
    last = -signed(hypotenuse(first, rest), first)
    while abs(last) < least:
        others *= 1 / least
        first, scalings = first * (1 / least), scalings + 1
        last = -signed(hypotenuse(first, length(others)), first)
    share = (last - first) / last
    others *= 1 / (first - last)
    for _ in range(scalings):
        last *= least
    return last, share


def reflect(rows: Any, direction: Any, share: Any, one: int = 0, across: bool = False) -> None:
    """Reflect rows in place, in a direction whose cell at `one`, the first or the last, is 1.

    The rows are a matrix's columns, or, where its rows are reflected, lie across the direction.
    """
    if not share:
        return
    others = slice(None, -1) if one else slice(1, used(direction))
    first = total = rows[:, one].copy()
    part, others_of = rows[:, others], direction[others]
    if others_of.size:
        total = in_fours(part, others_of, first) if across else in_lanes(part, others_of) + first
        part[...] = moved(part, others_of, share, total, across)
    rows[:, one] = fma(-share, total, first)


def reflect_whole(rows: Any, direction: Any, share: Any, across: bool) -> None:
    """Reflect rows in place likewise, the 1 multiplied as all other cells are."""
    if not share:
        return
    size = used(direction)
    part, direction = rows[:, :size], direction[:size]
    total = in_fours(part, direction) if across else in_lanes(part, direction)
    part[...] = moved(part, direction, share, total, across)


def used(direction: Any) -> int:
    """Return how many cells there are up to the last one that is not zero."""
    return int(np.flatnonzero(direction)[-1]) + 1


def moved(rows: Any, direction: Any, share: Any, total: Any, across: bool) -> Any:
    """Return rows less their share of a direction."""
    if across:
        return fma(total[:, None], -share * direction, rows)
    return fma((-share * total)[:, None], direction, rows)


def in_lanes(rows: Any, vector: Any) -> Any:
    """Return the products of rows, which lie one by one, and a vector."""
    return of_rows(rows, vector) if rows.dtype is FLOAT32 else rows @ vector


def in_fours(rows: Any, vector: Any, total: Any = None) -> Any:
    """Return the products of rows, whose columns lie one by one, and a vector that lies in steps.

    Four columns at a time make two pairs, the first of them on top of the total.
    """
    size, whole = len(vector), len(vector) & -4
    for k in range(0, whole, 4):
        pair = rows[:, k + 2] * vector[k + 2]
        if total is not None:
            pair = fma(rows[:, k + 2], vector[k + 2], total)
        other = fma(rows[:, k + 1], vector[k + 1], rows[:, k + 3] * vector[k + 3])
        total = fma(rows[:, k], vector[k], pair) + other
    for k in range(whole, size):
        product = rows[:, k] * vector[k]
        total = product if total is None else fma(rows[:, k], vector[k], total)
    return total


def turning(along: Any, across: Any) -> tuple[Any, Any, Any]:
    """Return the cosine, the sine and the length of what is turned onto the first direction."""
    zero, one = along.dtype.type(0), along.dtype.type(1)
    if not across:
        return one, zero, along
    if not along:
        return zero, one, across
    scale, a, b = scaled(along, across)
    long = np.sqrt(a * a + b * b)
    cosine, sine, long = a / long, b / long, long * scale
    if abs(along) > abs(across) and cosine < 0:
        return -cosine, -sine, -long
    return cosine, sine, long


def scaled(a: Any, b: Any) -> tuple[Any, Any, Any]:
    """Return a power of two, and two numbers divided by it, whose squares can be added."""
    step, most, scale = scales(a.dtype)
    if not (isfinite(a) and isfinite(b)):
        return scale, a, b  # no power of two brings them near
    while max(abs(a), abs(b)) <= step:
        a, b, scale = a / step, b / step, scale * step
    while max(abs(a), abs(b)) >= most:
        a, b, scale = a * step, b * step, scale / step
    return scale, a, b


@cache
def scales(dtype: Any) -> tuple[Any, Any, Any]:
    """Return by what small numbers are divided, the smallest of large ones, and 1."""
    facts = np.finfo(dtype)
    step = dtype.type(2) ** int(log2(facts.tiny / (facts.eps / 2)) / 2)
    return step, 1 / step, step / step


def turn(rows: Any, first: int, second: int, cosine: Any, sine: Any) -> None:
    """Turn two rows by an angle, in place."""
    factors = np.array(((cosine, -sine), (sine, cosine)), rows.dtype)
    turned = fma(factors[:, :1], rows[second], factors[:, 1:] * rows[first])
    rows[second], rows[first] = turned[0], turned[1]


def halved(first: Any, second: Any) -> Any:
    """Return the sum of the products of two vectors: of lanes that are halved again and again."""
    lanes, most = first * second, LANES // first.itemsize
    if len(lanes) > most:
        lanes, rest = lanes[:most], slice(most, None)
        lanes[: len(first) - most] = fma(first[rest], second[rest], lanes[: len(first) - most])
    size = 1 << (len(lanes) - 1).bit_length()
    total = np.zeros(size, lanes.dtype)
    total[: len(lanes)] = lanes
    while size > 1:
        size >>= 1
        total = total[:size] + total[size:]
    return total[0]


def turning_newly(along: Any, across: Any) -> tuple[Any, Any, Any]:
    """Return the same as newer rotations have it: the length has the sign of the first number."""
    one, zero = along.dtype.type(1), along.dtype.type(0)
    if not across:
        return one, zero, along
    if not along:
        return zero, signed(one, across), abs(across)
    scale, a, b = scaled(along, across)
    long = signed(np.sqrt(a * a + b * b), a)
    return a / long, b / long, long * scale
