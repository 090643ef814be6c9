"""Long computations element by element: in blocks that stay in a cache, or in Python."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.numerics.machine.threads import in_threads

SOME = 1 << 15  # elements up to which numpy takes one number for all as quickly
# elements from which on blocks of them are quicker than passes over all
MANY = 1 << 19
BLOCK = 1 << 15  # elements that stay in the nearest cache
LONG = 1 << 17  # elements of a few arrays that stay in a cache
FEW = 32  # elements that Python's own functions are done with before numpy has begun


def in_blocks(function: Callable[..., Any], *arrays: Any) -> Any:
    """Return a function of the elements of arrays of one shape, and of numbers, block by block."""
    shape, size = arrays[0].shape, arrays[0].size
    if size <= BLOCK or not are_alike(*arrays):
        return function(*arrays)
    lines = [array.reshape(-1) if array.ndim else array for array in arrays]

    def of(block: slice) -> Any:
        return function(*[line[block] if line.ndim else line for line in lines])

    begun = of(slice(BLOCK))
    result = np.empty(size, begun.dtype)
    result[:BLOCK] = begun

    def fill(start: int) -> None:
        # A short block would be computed as few elements are: the last one begins earlier, and
        # with whole vectors.
        first = min(start, (size - BLOCK) & -64)
        result[first : start + BLOCK] = of(slice(first, start + BLOCK))

    in_threads(fill, range(BLOCK, size, BLOCK))
    return result.reshape(shape)


def in_rows(function: Callable[..., Any], array: NDArray[Any], dim: int, *more: Any) -> Any:
    """Return function(array, dim, ...), of the array's shape and type; of many rows, in blocks."""
    if array.size <= LONG or dim % array.ndim != array.ndim - 1 or not are_alike(array):
        return function(array, dim, *more)
    rows = array.reshape(-1, array.shape[-1])
    result, together = np.empty_like(rows), max(1, LONG // rows.shape[1])

    def fill(start: int) -> None:
        result[start : start + together] = function(rows[start : start + together], 1, *more)

    in_threads(fill, range(0, len(rows), together))
    return result.reshape(array.shape)


def are_alike(*arrays: Any) -> bool:
    """Return whether elements of arrays of one shape lie side by side; others are numbers."""
    shape = arrays[0].shape
    for array in arrays:
        if array.__class__ is not np.ndarray or not array.flags.c_contiguous:
            return False
        if array.ndim and array.shape != shape:
            return False
    return True


def kept_within(array: Any, low: Any, high: Any) -> Any:
    """Return numbers within two of their type, or within those of two arrays; one may be None.

    numpy compares many numbers with others in a third of the time in which it takes one for all.
    """
    large = array.size > SOME and array.__class__ is np.ndarray and array.flags.c_contiguous
    if not large or any(getattr(end, "ndim", None) for end in (low, high)):
        # in this order, -0. stays
        raised = array if low is None else np.maximum(low, array)
        return raised if high is None else np.minimum(high, raised)
    line, found = array.reshape(-1), np.empty(array.size, array.dtype)
    ends = [None if end is None else np.asarray(end, array.dtype) for end in (low, high)]
    least, most = [None if end is None else repeated(end.tobytes(), end.dtype) for end in ends]
    for start in range(0, array.size, BLOCK):
        part, out = line[start : start + BLOCK], found[start : start + BLOCK]
        if least is not None:
            part = np.maximum(least[: part.size], part, out=out)
        if most is not None:
            np.minimum(most[: part.size], part, out=out)
    return found.reshape(array.shape)


@lru_cache(maxsize=8)
def repeated(number: bytes, kind: np.dtype[Any]) -> NDArray[Any]:
    """Return a block of one number."""
    return np.frombuffer(number, kind).repeat(BLOCK)


def are_few(array: Any) -> bool:
    """Return whether an array is so small that Python is quicker than numpy."""
    return array.size <= FEW and array.__class__ is np.ndarray


def one_by_one(function: Callable[[float], float], array: NDArray[Any]) -> Any:
    """Return a function of Python floats of each number of a small array, in the array's type."""
    elements = [function(number) for number in array.ravel().tolist()]
    found = np.array(elements, array.dtype).reshape(array.shape)
    if array.flags.c_contiguous or 0 in array.strides:
        return found
    laid = np.empty_like(array)
    laid[...] = found
    return laid
