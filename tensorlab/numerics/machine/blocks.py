"""Long computations cell by cell: in blocks that stay in the processor's cache, or in Python."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.numerics.machine.threads import BLOCK, share_out

LONG = 1 << 17  # cells of a few arrays that stay in a cache; two threads rarely meet in Python
FEW = 32  # cells that Python's own functions are done with before numpy has begun


def blockwise(function: Callable[[Any], Any], array: Any) -> Any:
    """Return a function of many steps of an array, in the array's type."""
    if array.size <= BLOCK or array.__class__ is not np.ndarray:
        return function(array)
    return in_steps(lambda block, out: np.copyto(out, function(block)), array, BLOCK)


def in_steps(steps: Callable[[Any, Any], Any], array: Any, length: int = LONG) -> Any:
    """Return what steps(block, out) write, in the array's type, for blocks of a numpy array."""
    stretched = 0 in array.strides  # else in the order of the array in memory
    result = np.empty_like(array, order="C" if stretched else "K")
    if array.size <= length:
        steps(array, result)
        return result
    axes = sorted(range(array.ndim), key=lambda axis: -result.strides[axis])
    flat, cells = array.transpose(axes).reshape(-1), result.transpose(axes).reshape(-1)

    def work(begin: int, end: int) -> None:
        for start in range(begin, end, length):
            block = slice(start, min(start + length, end))
            steps(flat[block], cells[block])

    share_out(flat.size, work, flat.size, length)
    return result


def are_alike(*arrays: Any) -> bool:
    """Return whether cells lie side by side in arrays of one shape, or the others are numbers."""
    shape = arrays[0].shape
    for array in arrays:
        if array.__class__ is not np.ndarray or not array.flags.c_contiguous:
            return False
        if array.ndim and array.shape != shape:
            return False
    return True


def side_by_side(steps: Callable[..., Any], *arrays: Any, kind: Any = None) -> Any:
    """Return what steps(*blocks, out) write for blocks of arrays that are alike, in a type."""
    result = np.empty(arrays[0].shape, kind or arrays[0].dtype)
    if result.size <= LONG:
        steps(*arrays, result)
        return result
    cells, lines = result.reshape(-1), [array.reshape(-1) for array in arrays]

    def work(begin: int, end: int) -> None:
        for start in range(begin, end, LONG):
            block = slice(start, min(start + LONG, end))
            steps(*[line[block] if line.size > 1 else line for line in lines], cells[block])

    share_out(cells.size, work, cells.size, LONG)
    return result


def clipped(array: Any, low: Any, high: Any) -> Any:
    """Return many numbers kept within two numbers, of which one may be missing."""
    if array.__class__ is not np.ndarray or array.dtype.kind not in "fiu":
        raised = array if low is None else np.maximum(low, array)  # in this order, -0. stays
        return raised if high is None else np.minimum(high, raised)
    ends: list[Any] = [None if end is None else np.array(end, array.dtype) for end in (low, high)]
    least, most = ends
    if most is None:
        return in_steps(lambda block, out: np.maximum(least, block, out=out), array)
    if least is None:
        return in_steps(lambda block, out: np.minimum(most, block, out=out), array)
    return in_steps(lambda block, out: np.clip(block, least, most, out=out), array)


def are_few(array: Any) -> bool:
    """Return whether an array is so small that Python is quicker than numpy."""
    return array.size <= FEW and array.__class__ is np.ndarray


def one_by_one(function: Callable[[float], float], array: Any) -> Any:
    """Return a function of Python floats of each number of a small array, in the array's type."""
    cells = [function(number) for number in array.ravel().tolist()]
    found = np.array(cells, array.dtype).reshape(array.shape)
    if array.flags.c_contiguous or 0 in array.strides:
        return found
    laid = np.empty_like(array)
    laid[...] = found
    return laid
