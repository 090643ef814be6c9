"""Norms of vectors in PyTorch's order.

Of order 2 along rows that lie in memory cell by cell: in lanes as long as a vector, then the lanes
in order, then the cells left over. Every other norm adds its terms in order, one after the other.
"""

from typing import Any

import numpy as np

from tensorlab.numerics.functions.rounding import power
from tensorlab.numerics.sums.summation import lanes_first, last


def power_sums(x: Any, order: float, axes: Any, keepdims: bool) -> Any:
    """Return the norm of a finite order, not 0, of all cells or along axes."""
    if axes is None and not keepdims and x.flags.c_contiguous:
        return root_of_sum(x.reshape(-1), order, True)
    if axes is None and x.T.flags.c_contiguous:
        x = x.T  # all cells in one run
    axes = tuple(range(x.ndim)) if axes is None else axes
    reduced = sorted({axis % x.ndim for axis in axes})
    kept = [axis for axis in range(x.ndim) if axis not in reduced]
    rows = x.transpose(kept + reduced).reshape([x.shape[axis] for axis in kept] + [-1])
    total = root_of_sum(rows, order, x.strides[reduced[-1]] == x.itemsize)
    shape = [1 if axis in reduced else size for axis, size in enumerate(x.shape)]
    return total.reshape(shape) if keepdims else total


def root_of_sum(rows: Any, order: float, contiguous: bool) -> Any:
    """Return the norms along the last axis."""
    if order == 1:
        return last(np.absolute(rows))
    if order == 2:
        return np.sqrt(squares_in_lanes(rows) if contiguous else last(rows * rows))
    number = rows.dtype.type
    total = last(power(np.absolute(rows), number(order)))
    return power(total, number(1) / number(order))


def squares_in_lanes(rows: Any) -> Any:
    """Return the sums of squares along the last axis."""
    return lanes_first(rows * rows)
