"""The elementary functions, and a * b + c: of a few float32 numbers in float64, rounded once.

PyTorch's are the nearest float nearly always; numpy's own of float32 are off by a digit in one
number of three. Its kernels multiply and add in one step, where numpy takes two.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.numerics.machine.threads import elementwise

# elements up to which that is done: PyTorch prints no more of them in full
ROUNDED_ONCE = 1000
FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)
IN_MAIN_MEMORY = np.ndarray, np.generic


def once(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of one array that computes a few numbers of float32 in float64."""

    def rounded_once(x: Any) -> Any:
        if x.dtype is FLOAT32 and x.size <= ROUNDED_ONCE:
            wide = x.astype(FLOAT64)
            # In place: one array less. A scalar has no place.
            return (function(wide, wide) if x.ndim else function(wide)).astype(FLOAT32)
        return elementwise(function, x)

    return rounded_once


def once_of_two(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the same for a function of two arrays."""

    def rounded_once(x: NDArray[Any], y: NDArray[Any]) -> Any:
        if x.dtype is not FLOAT32:
            return function(x, y)
        y = y.astype(FLOAT32, copy=False)
        if max(x.size, y.size) > ROUNDED_ONCE:
            return function(x, y)
        return function(x.astype(FLOAT64), y.astype(FLOAT64)).astype(FLOAT32)

    return rounded_once


exp, exp2, expm1 = once(np.exp), once(np.exp2), once(np.expm1)
log, log2, log10, log1p = once(np.log), once(np.log2), once(np.log10), once(np.log1p)
sin, cos, tan = once(np.sin), once(np.cos), once(np.tan)
asin, acos, atan = once(np.arcsin), once(np.arccos), once(np.arctan)
tanh, sinh, cosh = once(np.tanh), once(np.sinh), once(np.cosh)
asinh, acosh, atanh = once(np.arcsinh), once(np.arccosh), once(np.arctanh)
atan2, power = once_of_two(np.arctan2), once_of_two(np.power)


def log_sigmoid(x: NDArray[Any]) -> Any:
    """Return the logarithm of 1 / (1 + exp(-x)), without underflow."""
    return np.minimum(x, 0) - log1p(exp(-np.absolute(x)))


def fma(a: Any, b: Any, c: Any) -> Any:
    """Return a * b + c in the type of a: of float32, whose products float64 holds, rounded once."""
    if a.dtype != FLOAT32:
        return a * b + c
    b, c = np.asanyarray(b, FLOAT32), np.asanyarray(c, FLOAT32)
    return np.add(np.multiply(a, b, dtype=FLOAT64), c, dtype=FLOAT64).astype(FLOAT32)


def multiply_add(a: Any, b: Any, c: NDArray[Any]) -> Any:
    """Return a * b + c of arrays of one type: of few float32 numbers rounded once."""
    few = a.size <= ROUNDED_ONCE and c.size <= ROUNDED_ONCE
    if few and c.dtype is FLOAT32 and isinstance(c, IN_MAIN_MEMORY):
        return fma(a, b, c)
    return c + a * b


def widened(array: NDArray[Any]) -> Any:
    """Return 16-bit floats as float32, and other numbers as they are."""
    return array.astype(np.float32) if array.dtype.itemsize == 2 else array
