"""16-bit floats where PyTorch's kernels round them: vectors once, single elements after each step.

A kernel takes 32 neighbouring elements at a time and computes them in float32; what is left over,
and elements that are no neighbours, it takes one by one.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

VECTORS = 32


def widened(array: NDArray[Any]) -> Any:
    """Return 16-bit floats as float32, and other numbers as they are."""
    return array.astype(np.float32) if array.dtype.itemsize == 2 else array


def has_vectors(array: NDArray[Any]) -> bool:
    """Return whether a kernel finds the elements of an array side by side."""
    if array.__class__ is not np.ndarray:
        return False
    return bool(array.flags.c_contiguous or array.flags.f_contiguous)


def vectors_once(function: Callable[[Any], Any], array: NDArray[Any]) -> Any:
    """Return an elementwise function: of 16-bit floats in vectors rounded once, else in steps."""
    if array.dtype.itemsize != 2:
        return function(array)
    at_once = function(array.astype(np.float32)).astype(array.dtype)
    whole = array.size // VECTORS * VECTORS
    if array.__class__ is not np.ndarray or whole == array.size:
        return at_once
    if not has_vectors(array):
        return function(array)
    rest = function(array.ravel("K")[whole:])
    order = "C" if array.flags.c_contiguous else "F"
    line = at_once.ravel(order)
    line[whole:] = rest
    return line.reshape(array.shape, order=order)
