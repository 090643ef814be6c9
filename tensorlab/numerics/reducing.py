"""Reductions of many cells that numpy is slow at: of everything, and along a few cells.

Many floats are added up as a product with ones: numpy's BLAS adds in half the time of numpy itself.
"""

from functools import cache
from typing import Any

import numpy as np

from tensorlab.numerics.threads import MANY, in_parts

BLOCK = 1 << 18  # cells whose result is one term of the whole's: the same for any number of threads
SOME = 1 << 11  # cells from which on more calls of numpy are quicker than one
MANY_TIMES = 16  # times as many rows as a row has cells, likewise
FEW = 16  # cells in a row that numpy takes longer to begin with than to reduce
LINE = 1 << 14  # cells that BLAS adds up at once: with more the last digits would suffer
ROW = 1 << 10  # cells of a row where a longer line is cut into rows


@cache
def ones(kind: str) -> Any:
    """Return as many ones as a line has cells."""
    return np.ones(LINE, kind)


def is_for_blas(ufunc: Any, array: Any, dtype: Any) -> bool:
    """Return whether a reduction is a sum of many floats, in their own type."""
    kind = array.dtype
    return ufunc is np.add and kind.char in "fd" and array.size > SOME and dtype in (None, kind)


def line_total(line: Any) -> Any:
    """Return the sum of a line of many floats, as a number."""
    size, factors = line.size, ones(line.dtype.char)
    if size <= LINE:
        return line.dot(factors[:size])
    whole = size // ROW * ROW
    rows = line[:whole].reshape(-1, ROW).dot(factors[:ROW])
    total = np.add.reduce(rows)
    return total + np.add.reduce(line[whole:]) if whole < size else total


def side_total(array: Any, axis: int, behind: int, keepdims: bool) -> Any:
    """Return the sums of many floats along the last axis, or along the first, in a line."""
    size = array.shape[axis]
    factors = ones(array.dtype.char)[:size]
    lines = array.reshape(-1, size) if behind == 1 else array.reshape(size, behind).T
    ahead, after = array.shape[:axis], array.shape[axis + 1 :]
    return lines.dot(factors).reshape((*ahead, 1, *after) if keepdims else (*ahead, *after))


def of_all(ufunc: Any, array: Any, dtype: Any) -> Any:
    """Return a ufunc's reduction of all cells: of large arrays by blocks, side by side."""
    if array.__class__ is not np.ndarray or not array.flags.c_contiguous:
        return ufunc.reduce(array, None, dtype)
    by_blas = is_for_blas(ufunc, array, dtype)
    if array.size < MANY:
        return line_total(array.reshape(-1)) if by_blas else ufunc.reduce(array, None, dtype)
    line = array.reshape(-1)
    blocks = -(-line.size // BLOCK)
    results = np.empty(blocks, dtype or array.dtype)

    def work(begin: int, end: int) -> None:
        for block in range(begin, end):
            part = line[block * BLOCK : (block + 1) * BLOCK]
            results[block] = line_total(part) if by_blas else ufunc.reduce(part, 0, dtype)

    in_parts(blocks, work)
    return ufunc.reduce(results, 0, dtype)


def along(ufunc: Any, array: Any, axis: int, dtype: Any, keepdims: bool) -> Any:
    """Return a ufunc's reduction along an axis.

    A last axis of few cells is reduced slice by slice. An axis ahead of few cells becomes the last.
    Rows and columns of many floats are added up by BLAS.
    """
    plain = array.__class__ is np.ndarray and array.flags.c_contiguous
    size = array.shape[axis] if plain and -array.ndim <= axis < array.ndim else 0
    if not size or (array.size < MANY_TIMES * size * size and array.size < SOME):
        return ufunc.reduce(array, axis, dtype, None, keepdims)
    axis %= array.ndim
    behind = array.strides[axis] // array.itemsize
    at_an_end = behind == 1 or size * behind == array.size
    if at_an_end and FEW < size <= LINE and is_for_blas(ufunc, array, dtype):
        return side_total(array, axis, behind, keepdims)
    if behind == 1 and 1 < size <= FEW and dtype in (None, array.dtype):
        total = ufunc(array[..., 0], array[..., 1])
        for cell in range(2, size):
            ufunc(total, array[..., cell], out=total)
        return total[..., None] if keepdims else total
    if 1 < behind <= FEW:
        turned = np.ascontiguousarray(np.moveaxis(array, axis, -1))
        total = ufunc.reduce(turned, -1, dtype)
        return np.expand_dims(total, axis) if keepdims else total
    return ufunc.reduce(array, axis, dtype, None, keepdims)
