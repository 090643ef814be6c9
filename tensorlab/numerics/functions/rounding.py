"""Functions of float32 as PyTorch's libraries round them: nearly always to the nearest.

numpy's own float32 functions are quicker, and off by a digit in one number of three.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.numerics.limits import ROUNDED_ONCE
from tensorlab.numerics.machine.threads import MANY, cellwise

FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)
IN_MAIN_MEMORY = np.ndarray, np.float64


def once(function: Callable[..., Any], few: Any = None) -> Callable[..., Any]:
    """Return a function of one array that computes float32 in float64 and rounds the result.

    Of few numbers in the main memory another function can compute it, which looks up tables there.
    """
    of_few = few or function

    def rounded_once(x: Any) -> Any:
        try:
            if x.dtype is FLOAT32 and x.size <= ROUNDED_ONCE:
                wide = x.astype(FLOAT64)
                steps = of_few if wide.__class__ in IN_MAIN_MEMORY else function
                # In place: one array less. A scalar has no place.
                return (steps(wide, wide) if x.ndim else steps(wide)).astype(FLOAT32)
            if x.size >= MANY:
                return cellwise(function, x)
        except AttributeError:  # a single symbol, not an array
            pass
        return function(x)

    return rounded_once


def once_of_two(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the same for a function of two arrays."""

    def rounded_once(x: Any, y: Any) -> Any:
        single = x.dtype is FLOAT32
        if single and y.dtype.kind == "f" and max(x.size, y.size) <= ROUNDED_ONCE:
            return function(x.astype(FLOAT64), y.astype(FLOAT64)).astype(FLOAT32)
        return function(x, y.astype(FLOAT32, copy=False) if single else y)

    return rounded_once


exp, exp2, expm1 = once(np.exp), once(np.exp2), once(np.expm1)
log, log2, log10, log1p = once(np.log), once(np.log2), once(np.log10), once(np.log1p)
sin, cos, tan = once(np.sin), once(np.cos), once(np.tan)
asin, acos, atan = once(np.arcsin), once(np.arccos), once(np.arctan)
tanh, sinh, cosh = once(np.tanh), once(np.sinh), once(np.cosh)
asinh, acosh, atanh = once(np.arcsinh), once(np.arccosh), once(np.arctanh)
atan2, power = once_of_two(np.arctan2), once_of_two(np.power)
