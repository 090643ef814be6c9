"""Sums of a few float32 numbers, and running results, one by one.

None is the answer for all that is not few float32 numbers row by row in the main memory, or too
large on the way.
"""

from typing import Any

import numpy as np

from tensorlab.numerics.few import FLOAT32, MORE, MOST, READERS, WRITERS, empty, ndarray

IN_ORDER = 4  # so many are added one after the other by everybody
ZERO, SIGN = np.zeros(()), b"\x80"  # the last byte of -0., which others have, too
SMALLER = 3e38  # than what float32 does not hold


def total_of_few(x: Any) -> float | None:
    """Return the sum of up to four cells."""
    if x.__class__ is not ndarray or x.dtype is not FLOAT32:
        return None
    if not 0 < (count := x.size) <= IN_ORDER:
        return None
    total: float
    try:
        total, *others = READERS[count](x)
    except ValueError:
        return None
    for number in others:
        total += number
        if not -SMALLER < total < SMALLER:
            return None
        more = total * MORE
        total = more - (more - total)
    return total + 0.0  # no sum is -0.


def whole_total(x: Any) -> int | None:
    """Return the sum of some whole numbers of 64 bits."""
    if x.__class__ is not ndarray or x.size > MOST:
        return None
    total = sum(x.ravel().tolist())
    return total if -(2**63) <= total < 2**63 else None


def totals_of_few(x: Any, dim: int, keepdim: bool) -> Any:
    """Return sums along a dimension of up to four cells of any type: slices are added."""
    ndim = x.ndim
    axis = dim if dim >= 0 else dim + ndim
    if not 0 <= axis < ndim or not 1 < (size := x.shape[axis]) <= IN_ORDER:
        return None
    if x.__class__ is not ndarray:
        return None
    before = (slice(None),) * axis
    if keepdim:
        total = x[*before, :1] + x[*before, 1:2]
        for place in range(2, size):
            total = total + x[*before, place : place + 1]
    else:
        total = x[*before, 0] + x[*before, 1]
        for place in range(2, size):
            total = total + x[*before, place]
    if total.size > MOST or SIGN in total.tobytes():
        total = total + ZERO.astype(x.dtype)  # no sum is -0.
    return total


def running_of_few(x: Any, dim: int, adds: bool) -> Any:
    """Return running sums or products along the first or the last dimension, rounded once."""
    if x.dtype is not FLOAT32 or not 0 < (count := x.size) <= MOST or x.__class__ is not ndarray:
        return None
    shape = x.shape
    last = len(shape) - 1
    if last < 0 or dim not in (-1, last, 0):
        return None
    try:
        numbers = READERS[count](x)
        if adds and 0.0 in numbers:
            numbers = [number + 0.0 for number in numbers]  # sums begin with 0
        if dim in (-1, last):
            running = along_rows(numbers, shape[last], adds)
        else:
            running = along_columns(numbers, count // shape[0], adds)
        found = empty(shape, FLOAT32)
        WRITERS[count](found, 0, *running)
    except (ValueError, OverflowError):
        return None
    return found


def along_rows(numbers: Any, size: int, adds: bool) -> list[float]:
    """Return the running results of rows of a size."""
    running, left, total = [], 0, 0.0
    for number in numbers:
        if not left:
            left, total = size, number
        elif adds:
            total += number
        else:
            total *= number
        left -= 1
        running.append(total)
    return running


def along_columns(numbers: Any, size: int, adds: bool) -> list[float]:
    """Return the running results down rows of a size."""
    running = list(numbers[:size])
    for place in range(size, len(numbers)):
        before, number = running[place - size], numbers[place]
        running.append(before + number if adds else before * number)
    return running
