"""Reductions of many elements that numpy alone is slow at, in whatever order is quickest.

Floats are added up as a product with ones, which BLAS does in a third of numpy's time. Short rows
are reduced column by column, and few columns as many: numpy takes longer to begin with a row of
some elements than to reduce it.
"""

import math
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SOME = 1 << 12  # elements up to which numpy's own way is taken
SHORT = 16  # elements of a row that numpy takes longer to begin with than to reduce
ROW = 1 << 10  # elements of the rows into which a longer row is cut
LINE = 1 << 14  # elements of a row that BLAS may add up: with more the last digits would suffer


def reduced(
    ufunc: Any, array: "NDArray[Any]", axes: tuple[int, ...] | None = None, dtype: Any = None,
    keepdims: bool = False,
) -> Any:  # fmt: skip
    """Return a ufunc's reduction of all elements, or along axes (not negative)."""
    plain = array.size > SOME and array.__class__ is np.ndarray and array.flags.c_contiguous
    if not plain or axes == () or dtype not in (None, array.dtype):
        return ufunc.reduce(array, axes, dtype, None, keepdims)
    shape = array.shape
    axes = tuple(range(array.ndim)) if axes is None else axes
    first, last = min(axes), max(axes) + 1
    if last - first != len(axes):
        return ufunc.reduce(array, axes, dtype, None, keepdims)
    ones = (1,) * len(axes) if keepdims else ()
    behind = math.prod(shape[last:])
    found = in_the_middle(ufunc, array.reshape(math.prod(shape[:first]), -1, behind), dtype)
    return found.reshape(shape[:first] + ones + shape[last:])


def in_the_middle(ufunc: Any, terms: "NDArray[Any]", dtype: Any) -> Any:
    """Return a reduction along the middle one of three axes, of elements side by side."""
    before, size, behind = terms.shape
    if behind == 1:
        return of_rows(ufunc, terms[:, :, 0], dtype)
    if before == 1 and behind <= SHORT and size > ROW:
        together = ROW // behind
        whole = size // together * together
        wide = ufunc.reduce(terms[0, :whole].reshape(-1, together * behind), 0, dtype)
        found = ufunc.reduce(wide.reshape(together, behind), 0, dtype)
        return ufunc(found, ufunc.reduce(terms[0, whole:], 0, dtype)) if whole < size else found
    if before > 1 and size <= ROW and is_float_sum(ufunc, terms):
        return np.matmul(ones(terms.dtype.char)[:size], terms)
    return ufunc.reduce(terms, 1, dtype)


def of_rows(ufunc: Any, rows: "NDArray[Any]", dtype: Any) -> Any:
    """Return the reduction of each row."""
    count, size = rows.shape
    if 1 < size <= SHORT:
        found = ufunc(rows[:, 0], rows[:, 1])
        for place in range(2, size):
            ufunc(found, rows[:, place], out=found)
        return found
    sums = is_float_sum(ufunc, rows)
    if sums and size <= LINE:
        return sums_of_rows(rows)
    if ufunc is np.multiply:
        return ufunc.reduce(folded(rows), 1, dtype)
    if not sums:
        return ufunc.reduce(rows, 1, dtype)
    whole = size // ROW * ROW
    found = np.add.reduce(sums_of_rows(rows[:, :whole].reshape(-1, ROW)).reshape(count, -1), 1)
    return ufunc(found, ufunc.reduce(rows[:, whole:], 1, dtype)) if whole < size else found


def is_float_sum(ufunc: Any, terms: "NDArray[Any]") -> bool:
    """Return whether BLAS knows how to reduce terms: it adds up floats."""
    return ufunc is np.add and terms.dtype.char in "fd"


def folded(rows: "NDArray[Any]") -> Any:
    """Return shorter rows with the same products: numpy waits for each before the next one."""
    while (size := rows.shape[1]) > 2 * SHORT:
        half = size // 2
        products = rows[:, :half] * rows[:, half : 2 * half]
        if size % 2:
            products[:, 0] *= rows[:, -1]
        rows = products
    return rows


@cache
def ones(kind: str) -> Any:
    """Return as many ones as a line has elements; BLAS, which gets them, wakes no threads."""
    from tensorlab.numerics.matrices.blas import calm  # noqa: PLC0415  most programs add up less

    calm()
    return np.ones(LINE, kind)


def sums_of_rows(rows: "NDArray[Any]") -> Any:
    """Return the sums of rows of floats."""
    return rows.dot(ones(rows.dtype.char)[: rows.shape[1]])
