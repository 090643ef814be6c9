"""Sums in PyTorch's order, and reductions along dimensions."""

import math
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

# elements up to which sums are in PyTorch's order, the rest in numpy's own way
SOME = 1 << 12
IN_TURN = 4  # so many elements are added one after the other by everybody
CHUNK = 16
# The order of rows shorter than a vector: the first of four sums gets what is left over.
TURNS = [np.array([0, *range(4, size), *range(1, min(size, 4))], np.int64) for size in range(8)]
add: Any = np.add.reduce


def add_up(array: NDArray[Any], axes: tuple[int, ...] | None = None, keepdims: bool = False) -> Any:
    """Return the sum of all elements, or along axes (not negative), in the array's own type."""
    few = IN_TURN < array.size <= SOME and array.__class__ is np.ndarray
    if not few or array.dtype.char not in "fd":
        if array.size <= SOME:
            return add(array, axes, array.dtype, None, keepdims)
        return reduced(np.add, array, axes, array.dtype, keepdims)
    flags, shape = array.flags, array.shape
    if axes is None and not keepdims and flags.c_contiguous:
        return sum_of_rows(array.reshape(-1))
    if flags.f_contiguous and not flags.c_contiguous:
        mirrored = None if axes is None else tuple(array.ndim - 1 - axis for axis in axes)
        return add_up(array.T, mirrored, keepdims).T
    axes = tuple(range(array.ndim)) if axes is None else axes
    first, last = (min(axes), max(axes) + 1) if axes else (0, 0)
    if not flags.c_contiguous or last - first != len(axes) or not axes:
        return add(array, axes, keepdims=keepdims)
    before, behind = shape[:first], shape[last:]
    width = math.prod(before + behind)
    if not behind:
        total = sum_of_rows(array.reshape(width, -1).T.ravel(), width)
    else:
        each = math.prod(behind)
        terms = array.reshape(width // each, -1, each).swapaxes(0, 1) if before else array
        wide = each >= 128 // array.itemsize
        total = cascade(terms.reshape(-1, width)) if wide else in_turn(terms.reshape(-1), width)
    return total.reshape(before + (1,) * (keepdims * len(axes)) + behind)


# Each gets its terms one after the other in a flat array, `width` numbers a term, and adds them up.
def sum_of_rows(terms: NDArray[Any], width: int = 1) -> Any:
    """Return sums of terms that lie side by side in memory: in lanes."""
    lanes, count = 32 // terms.itemsize, terms.size // width
    left = count % lanes * width
    if count < lanes:
        total = in_turn(terms, width)
        return total[0] if width == 1 else total
    body = terms[:-left] if left else terms
    total = body if count < 2 * lanes else in_turn(body, lanes * width)
    if left:
        total = np.concatenate((terms[-left:], total))
    if width == 1:
        return np.add.accumulate(total)[-1] + 0.0  # no sum is -0.
    return add(total.reshape(-1, width), 0)


def in_turn(terms: NDArray[Any], width: int) -> Any:
    """Return sums of every fourth term, the rest added to the first, then the sum of these."""
    count = terms.size // width
    if count < len(TURNS):
        rows = terms.reshape(count, width)
        return add(rows.take(TURNS[count], 0) if count > IN_TURN else rows, 0)
    left = count % 4 * width
    four = cascade((terms[:-left] if left else terms).reshape(-1, 4 * width))
    if left:
        four = np.concatenate((four[:width], terms[-left:], four[width:]))
    return add(four.reshape(-1, width), 0)


def cascade(terms: NDArray[Any]) -> Any:
    """Return sums of rows of terms: of runs of 16, then of these, then with what is left."""
    whole = len(terms) // CHUNK * CHUNK
    if not whole:
        return add(terms, 0)
    runs = terms[:whole].reshape(-1, CHUNK, terms.shape[1])
    total = add(add(runs, 1), 0) if len(runs) > 1 else add(runs[0], 0)
    return np.add(total, add(terms[whole:], 0), total) if whole < len(terms) else total


def sum_in_levels(line: NDArray[Any]) -> Any:
    """Return a vector's sum as losses add up: runs of 16, these likewise, the first one last."""
    total, terms = line.dtype.type(0), line[1:]
    while terms.size:
        whole = terms.size // CHUNK * CHUNK
        if whole < terms.size:
            total += np.add.accumulate(terms[whole:])[-1]
        terms = np.add.accumulate(terms[:whole].reshape(-1, CHUNK), 1)[:, -1] if whole else line[:0]
    return total + line[0] if line.size else total


ROW_ELEMENTS = 7  # elements of a row that everybody adds up from left to right
SHORT = 16  # elements of a row that numpy takes longer to begin with than to reduce
ROW = 1 << 10  # elements of the rows into which a longer row is cut
# elements of a row that BLAS may add up: with more the last digits would suffer
LINE = 1 << 14


def reduced(
    ufunc: Any, array: NDArray[Any], axes: tuple[int, ...] | None = None, dtype: Any = None,
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


def in_the_middle(ufunc: Any, terms: NDArray[Any], dtype: Any) -> Any:
    """Return a reduction along the middle one of three axes, of elements side by side."""
    before, size, behind = terms.shape
    if behind == 1 and (ufunc is not np.multiply or before > 1):
        return of_rows(ufunc, terms[:, :, 0], dtype)
    if before == 1 and behind <= SHORT and size > ROW:
        together = ROW // behind
        whole = size // together * together
        wide = ufunc.reduce(terms[0, :whole].reshape(-1, together * behind), 0, dtype)
        found = ufunc.reduce(wide.reshape(together, behind), 0, dtype)
        return ufunc(found, ufunc.reduce(terms[0, whole:], 0, dtype)) if whole < size else found
    if before > 1 and size <= ROW and ufunc is np.add and terms.dtype.char in "fd":
        return np.matmul(ones(terms.dtype.char, size), terms)
    return ufunc.reduce(terms, 1, dtype)


def of_rows(ufunc: Any, rows: NDArray[Any], dtype: Any) -> Any:
    """Return the reduction of each row."""
    count, size = rows.shape
    if 1 < size <= SHORT:
        found = ufunc(rows[:, 0], rows[:, 1])
        for place in range(2, size):
            ufunc(found, rows[:, place], out=found)
        return found
    if ufunc is not np.add or rows.dtype.char not in "fd":
        return ufunc.reduce(rows, 1, dtype)
    if size <= LINE:
        return sums_of_rows(rows)
    whole = size // ROW * ROW
    found = np.add.reduce(sums_of_rows(rows[:, :whole].reshape(-1, ROW)).reshape(count, -1), 1)
    return ufunc(found, ufunc.reduce(rows[:, whole:], 1, dtype)) if whole < size else found


@lru_cache(maxsize=16)
def ones(kind: str, size: int) -> Any:
    """Return ones, as many as a row has elements; BLAS, which gets them, wakes no threads."""
    from tensorlab.numerics.matrices.blas import calm  # noqa: PLC0415  most programs add up less

    calm()
    return np.ones(size, kind)


def sums_of_rows(rows: NDArray[Any]) -> Any:
    """Return the sums of rows of floats."""
    return rows.dot(ones(rows.dtype.char, rows.shape[1]))


def sums_along(array: NDArray[Any], axes: tuple[int, ...]) -> Any:
    """Return sums along axes, which stay: along one of two axes of floats in BLAS's order."""
    if array.ndim == 2 and len(axes) == 1 and array.__class__ is np.ndarray:
        size, kind = array.shape[axes[0]], array.dtype.char
        if ROW_ELEMENTS < size <= LINE and kind in "fd":
            row = ones(kind, size)
            return array.dot(row)[:, None] if axes[0] else row.dot(array)[None]
    return reduced(np.add, array, axes, keepdims=True)
