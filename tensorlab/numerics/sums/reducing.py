"""Reductions of many cells that numpy is slow at: of everything, and along a few cells.

Many floats are added up as a product with ones: numpy's BLAS adds in half the time of numpy itself.
"""

import math
from functools import cache, lru_cache
from typing import Any

import numpy as np

from tensorlab.numerics.machine.threads import MANY, share_out

BLOCK = 1 << 18  # cells whose result is one term of the whole's: the same for any number of threads
SOME = 1 << 11  # cells from which on more calls of numpy are quicker than one
MANY_TIMES = 16  # times as many rows as a row has cells, likewise
FEW = 16  # cells in a row that numpy takes longer to begin with than to reduce
SLICE = 1 << 9  # rows of a product: BLAS has other orders for other numbers of them
PICKED = 32  # cells of a kind that a product adds up one after the other
SHORT = 80  # cells in a row whose largest is found in less time column by column
EXTREMES = (np.maximum, np.minimum)  # whatever the order
LINE = 1 << 14  # cells that BLAS adds up at once: with more the last digits would suffer
TURNED = 1 << 13  # cells of short rows that are laid down as columns at a time
TOGETHER = 64  # sums that BLAS may work out side by side: of a part, too, they are as many
HEIGHT = 1 << 8  # rows whose cells are added up before others': the last digits gain by it
ROW = 1 << 10  # cells of a row where a longer line is cut into rows


@cache
def ones(kind: str) -> Any:
    """Return as many ones as a line has cells; BLAS, which gets them, wakes no threads."""
    from tensorlab.numerics.matrices.blas import calm  # noqa: PLC0415  most programs add up less

    calm()
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


def sums_of_rows(rows: Any) -> Any:
    """Return the sums of some rows of floats, as a column."""
    size = rows.shape[1]
    if FEW < size <= HEIGHT:
        return rows.dot(ones(rows.dtype.char)[:size, None])
    return np.add.reduce(rows, 1, keepdims=True)


def row_totals(rows: Any, factors: Any) -> Any:
    """Return the sums of rows."""
    total = np.empty(len(rows), rows.dtype)

    def work(begin: int, end: int) -> None:
        rows[begin:end].dot(factors, out=total[begin:end])

    share_out(len(rows), work, rows.size, TOGETHER)
    return total


def column_totals(rows: Any, factors: Any) -> Any:
    """Return the sums of columns: of some rows each, and then of these."""
    size, columns = rows.shape
    if size <= HEIGHT:
        return rows.T.dot(factors[:size])
    totals = np.empty((-(-size // HEIGHT), columns), rows.dtype)

    def work(begin: int, end: int) -> None:
        for block in range(begin, end):
            part = rows[block * HEIGHT : (block + 1) * HEIGHT]
            part.T.dot(factors[: len(part)], out=totals[block])

    share_out(len(totals), work, rows.size)
    return np.add.reduce(totals, 0)


def picked_totals(cells: Any) -> Any:
    """Return the sums along the middle one of three axes, of which the last one is short.

    They are products with a matrix that picks every cell of its kind: some cells at a time, then
    some of these sums, and so on. None where cells cannot be taken so many at a time. What is
    infinite makes its neighbours NaN.
    """
    _, size, kinds = cells.shape
    while size > 1:
        together = next((count for count in range(PICKED, 1, -1) if size % count == 0), 0)
        if not together:
            return None
        size //= together
        picker = kinds_of(together, kinds, cells.dtype.char)
        rows = cells.reshape(-1, together * kinds)
        cells = np.empty((len(rows), kinds), rows.dtype)
        products(rows, picker, cells)
    return cells


def products(rows: Any, matrix: Any, out: Any) -> None:
    """Put the products of many rows with a small matrix into `out`: always as many rows at once."""

    def work(begin: int, end: int) -> None:
        for first in range(begin * SLICE, end * SLICE, SLICE):
            rows[first : first + SLICE].dot(matrix, out=out[first : first + SLICE])

    share_out(-(-len(rows) // SLICE), work, rows.size)


@lru_cache(maxsize=32)
def kinds_of(count: int, kinds: int, kind: str) -> Any:
    """Return the matrix that adds up so many cells of each kind, which take turns in a row."""
    ones(kind)  # BLAS is about to be asked
    return np.tile(np.eye(kinds, dtype=kind), (count, 1))


def folded_totals(rows: Any) -> Any:
    """Return the sums of many short rows: of so many at once, and then of these."""
    together = ROW // rows.shape[1]
    whole = len(rows) // together * together
    folded = rows[:whole].reshape(-1, together * rows.shape[1])
    total = column_totals(folded, ones(rows.dtype.char)).reshape(together, -1)
    return np.add.reduce(total, 0) + np.add.reduce(rows[whole:], 0)


def are_slices(array: Any, axis: int) -> bool:
    """Return whether an axis is the last one, and of few cells."""
    last = axis in {-1, array.ndim - 1} and 1 < array.shape[-1] <= FEW
    return last and array.__class__ is np.ndarray


def slice_by_slice(ufunc: Any, array: Any) -> Any:
    """Return a ufunc's reduction along a last axis of few cells."""
    total = ufunc(array[..., 0], array[..., 1])
    for cell in range(2, array.shape[-1]):
        ufunc(total, array[..., cell], out=total)
    return total


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

    share_out(blocks, work, line.size)
    return ufunc.reduce(results, 0, dtype)


def extremes_of_rows(ufunc: Any, rows: Any) -> Any:
    """Return the largest or smallest cell of each of many rows."""
    found, size = np.empty(len(rows), rows.dtype), rows.shape[1]
    few = TURNED // size

    def work(begin: int, end: int) -> None:
        if size > SHORT:
            ufunc.reduce(rows[begin:end], 1, None, found[begin:end])
            return
        for first in range(begin, end, few):
            part = slice(first, min(first + few, end))
            ufunc.reduce(np.ascontiguousarray(rows[part].T), 0, None, found[part])

    share_out(len(rows), work, rows.size)
    return found


def along(ufunc: Any, array: Any, axis: int, dtype: Any, keepdims: bool) -> Any:
    """Return a ufunc's reduction along an axis: where it is worth it, not by numpy's own."""
    plain = array.__class__ is np.ndarray and array.flags.c_contiguous
    if not plain and array.size >= SOME and are_slices(array, axis) and dtype == array.dtype:
        total = slice_by_slice(ufunc, array)
        return total[..., None] if keepdims else total
    size = array.shape[axis] if plain and -array.ndim <= axis < array.ndim else 0
    if not size or (array.size < MANY_TIMES * size * size and array.size < SOME):
        return ufunc.reduce(array, axis, dtype, None, keepdims)
    axis %= array.ndim
    ahead, after = array.shape[:axis], array.shape[axis + 1 :]
    total = in_the_middle(ufunc, array.reshape(-1, size, math.prod(after)), dtype)
    if total is None:
        return ufunc.reduce(array, axis, dtype, None, keepdims)
    return total.reshape((*ahead, 1, *after) if keepdims else (*ahead, *after))


def in_the_middle(ufunc: Any, cells: Any, dtype: Any) -> Any:
    """Return a reduction along the middle one of three axes; None where numpy is quick at it.

    A last axis of few cells is reduced slice by slice, or as columns. An axis ahead of few cells
    becomes the last. Rows and columns of many floats are added up by BLAS.
    """
    ahead, size, behind = cells.shape
    sums = size <= LINE and is_for_blas(ufunc, cells, dtype)
    if size > FEW and sums and behind == 1:
        return row_totals(cells[:, :, 0], ones(cells.dtype.char)[:size])
    if size > FEW and sums and ahead == 1:
        return column_totals(cells[0], ones(cells.dtype.char))
    if behind == 1 and 1 < size <= FEW and dtype in (None, cells.dtype):
        return slice_by_slice(ufunc, cells[:, :, 0])
    if behind == 1 and ufunc in EXTREMES and (size <= SHORT or cells.size >= MANY):
        if cells.size > LINE:
            return extremes_of_rows(ufunc, cells[:, :, 0])
        return ufunc.reduce(np.ascontiguousarray(cells[:, :, 0].T), 0)
    if not 1 < behind <= FEW:
        return None
    if ahead == 1 and size > LINE and is_for_blas(ufunc, cells, dtype):
        return folded_totals(cells[0])
    total = picked_totals(cells) if sums else None
    if total is not None and np.isfinite(np.add.reduce(total, None)):
        return total
    return ufunc.reduce(np.ascontiguousarray(cells.swapaxes(1, 2)), -1, dtype)
