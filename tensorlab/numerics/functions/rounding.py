"""The elementary functions: numpy's, of a few float32 numbers in float64 and rounded once.

PyTorch's are the nearest float nearly always; numpy's own of float32 are off by a digit in one
number of three.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.numerics.machine.threads import elementwise

ROUNDED_ONCE = 1 << 10  # elements up to which that is done: PyTorch prints up to 1,000 of them
FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)


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

    def rounded_once(x: Any, y: Any) -> Any:
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


def log_sigmoid(x: Any) -> Any:
    """Return the logarithm of 1 / (1 + exp(-x)), without underflow."""
    return np.minimum(x, 0) - log1p(exp(-np.absolute(x)))
