"""Reductions of many cells that numpy is slow at: of everything, and along a few cells."""

from typing import Any

import numpy as np

from tensorlab.numerics.threads import MANY, in_parts

BLOCK = 1 << 16  # cells whose result is one term of the whole's: the same for any number of threads
SOME = 1 << 11  # cells from which on more calls of numpy are quicker than one
FEW = 16  # cells in a row that numpy takes longer to begin with than to reduce


def of_all(ufunc: Any, array: Any, dtype: Any) -> Any:
    """Return a ufunc's reduction of all cells: of large arrays by blocks, side by side."""
    if array.size < MANY or array.__class__ is not np.ndarray or not array.flags.c_contiguous:
        return ufunc.reduce(array, None, dtype)
    line = array.reshape(-1)
    blocks = -(-line.size // BLOCK)
    results = np.empty(blocks, dtype or array.dtype)

    def work(begin: int, end: int) -> None:
        for block in range(begin, end):
            part = line[block * BLOCK : (block + 1) * BLOCK]
            ufunc.reduce(part, 0, dtype, results[block : block + 1].reshape(()))

    in_parts(blocks, work)
    return ufunc.reduce(results, 0, dtype)


def along(ufunc: Any, array: Any, axis: int, dtype: Any, keepdims: bool) -> Any:
    """Return a ufunc's reduction along an axis.

    A last axis of few cells is reduced slice by slice. An axis ahead of few cells becomes the last.
    """
    if array.size < SOME or array.__class__ is not np.ndarray or not array.flags.c_contiguous:
        return ufunc.reduce(array, axis, dtype, None, keepdims)
    axis %= array.ndim
    size, behind = array.shape[axis], array.strides[axis] // array.itemsize
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
