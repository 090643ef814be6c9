"""Long computations cell by cell: in blocks that stay in the processor's cache, or in Python."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.numerics.threads import MANY, in_parts

BLOCK = 1 << 14
ROWS = 1 << 15  # cells of rows that are worked off together
FEW = 32  # cells that Python's own functions are done with before numpy has begun


def blockwise(function: Callable[[Any], Any], array: Any) -> Any:
    """Return a function of many steps of an array, in the array's type."""
    if array.size <= BLOCK or array.__class__ is not np.ndarray:
        return function(array)
    flat = array.reshape(-1)
    result = np.empty_like(flat)

    def work(begin: int, end: int) -> None:
        for start in range(begin, end, BLOCK):
            result[start : start + BLOCK] = function(flat[start : start + BLOCK])

    if flat.size < MANY:
        work(0, flat.size)
    else:
        in_parts(flat.size, work, BLOCK)
    return result.reshape(array.shape)


def has_many_rows(array: Any) -> bool:
    """Return whether rows of an array of floats are worth being worked off some at a time."""
    if array.size <= ROWS or array.__class__ is not np.ndarray or array.itemsize == 2:
        return False
    return bool(array.flags.c_contiguous and array.shape[-1] <= ROWS)


def by_rows(function: Callable[[Any], Any], array: Any) -> Any:
    """Return a function of the rows of an array, each for itself, some at a time."""
    rows = array.reshape(-1, array.shape[-1])
    result = np.empty_like(rows)
    few = max(1, ROWS // rows.shape[1])

    def work(begin: int, end: int) -> None:
        for first in range(begin, end, few):
            part = slice(first, min(first + few, end))
            result[part] = function(rows[part])

    if array.size < MANY:
        work(0, len(rows))
    else:
        in_parts(len(rows), work)
    return result.reshape(array.shape)


def are_few(array: Any) -> bool:
    """Return whether an array is so small that Python is quicker than numpy."""
    return array.size <= FEW and array.__class__ is np.ndarray


def one_by_one(function: Callable[[float], float], array: Any) -> Any:
    """Return a function of Python floats of each number of a small array, in the array's type."""
    cells = [function(number) for number in array.ravel().tolist()]
    return np.array(cells, array.dtype).reshape(array.shape)
