"""Sums of float32 and float64 in PyTorch's order, so that printed sums and means are PyTorch's.

A row that lies in memory element by element is added up in lanes, as a processor's vector holds
them: 8 of float32, 4 of float64. Four such vectors are filled in turn, vectors left over are added
to the first; then the four are added, then the elements left over, then the lanes to them. Rows
shorter than a vector are added up likewise, with vectors of one element, and so are columns that
lie side by side, if they are fewer than 4 vectors hold; more are added row by row.
Of 16 terms or more the sums of 16 are added up, and what is left over is added to them.

More than `ORDERED` elements, and those that do not lie side by side, are added in numpy's own
order: there PyTorch's takes more than twice the time, and its own depends on its threads.

Source: PyTorch, aten/src/ATen/native/cpu/SumKernel.cpp, for the order.
"""

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from tensorlab.numerics.sums.reducing import reduced

if TYPE_CHECKING:
    from numpy.typing import NDArray

ORDERED = 1 << 12  # elements
IN_TURN = 4  # so many elements are added one after the other by everybody
CHUNK = 16
# The order of rows shorter than a vector: the first of four sums gets what is left over.
TURNS = [np.array([0, *range(4, size), *range(1, min(size, 4))], np.int64) for size in range(8)]
add: Any = np.add.reduce


def add_up(
    array: "NDArray[Any]", axes: tuple[int, ...] | None = None, keepdims: bool = False
) -> Any:
    """Return the sum of all elements, or along axes (not negative), in the array's own type."""
    few = IN_TURN < array.size <= ORDERED and array.__class__ is np.ndarray
    if not few or array.dtype.char not in "fd":
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
    if last == array.ndim:
        rows = array.reshape(-1, math.prod(shape[first:]))
        total = sum_of_rows(np.ascontiguousarray(rows.T) if first else rows[0])
    else:
        before, behind = math.prod(shape[:first]), math.prod(shape[last:])
        terms = array.reshape(before, -1, behind).swapaxes(0, 1)
        total = cascade(terms) if behind >= 128 // array.itemsize else in_turn(terms)
    ones = (1,) * len(axes) if keepdims else ()
    return total.reshape(shape[:first] + ones + shape[last:])


def sum_of_rows(terms: "NDArray[Any]") -> Any:
    """Return sums along the first axis, of terms that lie side by side in memory: in lanes."""
    count, lanes = len(terms), 32 // terms.itemsize
    if count < lanes:
        return in_turn(terms)
    whole = count // lanes * lanes
    total = in_turn(terms[:whole].reshape(-1, lanes, *terms.shape[1:]))
    if whole < count:
        total = np.concatenate((terms[whole:], total))
    return np.add.accumulate(total)[-1]


def in_turn(terms: "NDArray[Any]") -> Any:
    """Return sums along the first axis: of every fourth term, the rest to the first, then these."""
    count = len(terms)
    if count < len(TURNS):
        return add(terms.take(TURNS[count], 0) if count > IN_TURN else terms, 0)
    quads = count // 4
    four = cascade(terms[: 4 * quads].reshape(quads, 4, *terms.shape[1:]))
    for term in terms[4 * quads :]:
        four[0] += term
    return add(four, 0)


def cascade(terms: "NDArray[Any]") -> Any:
    """Return sums along the first axis: of runs of 16, then of these, then with what is left."""
    whole = len(terms) // CHUNK * CHUNK
    if not whole:
        return add(terms, 0)
    runs = add(terms[:whole].reshape(-1, CHUNK, *terms.shape[1:]), 1)
    total = add(runs, 0) if len(runs) > 1 else runs[0]
    return total + add(terms[whole:], 0) if whole < len(terms) else total
