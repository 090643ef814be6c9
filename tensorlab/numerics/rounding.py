"""Functions of float32 as PyTorch's libraries round them: nearly always to the nearest.

numpy's own float32 functions are quicker, and off by a digit in one number of three.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.numerics.limits import ROUNDED_ONCE
from tensorlab.numerics.threads import MANY, cellwise

FAR = 22  # beyond, a hyperbolic function is half a power
HALF_LOG_2 = np.float32(np.log(2) / 2)
FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)


def once(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of one array that computes float32 in float64 and rounds the result."""

    def rounded_once(x: Any) -> Any:
        try:
            if x.dtype is FLOAT32 and x.size <= ROUNDED_ONCE:
                wide = x.astype(FLOAT64)
                # In place: one array less. A scalar has no place.
                return (function(wide, wide) if x.ndim else function(wide)).astype(FLOAT32)
            if x.size >= MANY:
                return cellwise(function, x)
        except AttributeError:  # a single symbol, not an array
            pass
        return function(x)

    return rounded_once


def once_of_two(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the same for a function of two arrays."""

    def rounded_once(x: Any, y: Any) -> Any:
        if x.dtype is FLOAT32 and y.dtype is FLOAT32 and max(x.size, y.size) <= ROUNDED_ONCE:
            return function(x.astype(FLOAT64), y.astype(FLOAT64)).astype(FLOAT32)
        return function(x, y)

    return rounded_once


exp, exp2, expm1 = once(np.exp), once(np.exp2), once(np.expm1)
log, log2, log10, log1p = once(np.log), once(np.log2), once(np.log10), once(np.log1p)
sin, cos, tan = once(np.sin), once(np.cos), once(np.tan)
asin, acos, atan = once(np.arcsin), once(np.arccos), once(np.arctan)
tanh, wide_sinh, wide_cosh = once(np.tanh), once(np.sinh), once(np.cosh)
atan2, power = once_of_two(np.arctan2), once_of_two(np.power)


def is_stepwise(x: Any) -> bool:
    """Return whether numbers are float32 and few enough for the C library's own steps."""
    return getattr(x, "dtype", None) is FLOAT32 and x.size <= ROUNDED_ONCE


def with_far(wide: Callable[..., Any], x: Any, near: Any) -> Any:
    """Return what the steps give, and of numbers for which a power overflows the wide function."""
    far = np.absolute(x) > FAR
    return np.where(far, wide(x), near) if far.any() else near


def sinh(x: Any) -> Any:
    """Return the hyperbolic sine, rounded at each step of the C library's formula."""
    if not is_stepwise(x):
        return wide_sinh(x)
    size, one = np.absolute(x), np.float32(1)
    grown = expm1(size)
    part = grown / (grown + one)
    double = np.where(size < 1, 2 * grown - grown * grown / (grown + one), grown + part)
    return with_far(wide_sinh, x, np.copysign(np.float32(0.5), x) * double)


def cosh(x: Any) -> Any:
    """Return the hyperbolic cosine, rounded at each step of the C library's formula."""
    if not is_stepwise(x):
        return wide_cosh(x)
    size, one, half = np.absolute(x), np.float32(1), np.float32(0.5)
    grown, power = expm1(size), exp(size)
    near = one + grown * grown / (2 * (one + grown))
    return with_far(wide_cosh, x, np.where(size < HALF_LOG_2, near, half * power + half / power))


def tanh_in_steps(x: Any) -> Any:
    """Return the hyperbolic tangent of the C library's formula, as within other functions."""
    if not is_stepwise(x):
        return tanh(x)
    size, one, two = np.absolute(x), np.float32(1), np.float32(2)
    shrunk = expm1(-two * size)
    near, far = -shrunk / (shrunk + two), one - two / (expm1(two * size) + two)
    return np.copysign(np.where(size >= 1, far, near), x)


def asinh(x: Any) -> Any:
    """Return the inverse of sinh, rounded at each step of the C library's formula."""
    if not is_stepwise(x):
        return np.arcsinh(x)
    size, one = np.absolute(x), np.float32(1)
    square = size * size
    near = log1p(size + square / (one + np.sqrt(one + square)))
    far = log(2 * size + one / (np.sqrt(square + one) + size))
    huge = log(size) + np.float32(np.log(2))
    value = np.where(size > 2**14, huge, np.where(size > 2, far, near))
    return np.where(size < 2**-14, x, np.copysign(value, x))


def acosh(x: Any) -> Any:
    """Return the inverse of cosh, rounded at each step of the C library's formula."""
    if not is_stepwise(x):
        return np.arccosh(x)
    one, above = np.float32(1), x - np.float32(1)
    near = log1p(above + np.sqrt(2 * above + above * above))
    far = log(2 * x - one / (x + np.sqrt(x * x - one)))
    huge = log(x) + np.float32(np.log(2))
    return np.where(x > 2**28, huge, np.where(x > 2, far, near))


def atanh(x: Any) -> Any:
    """Return the inverse of tanh, rounded at each step of the C library's formula."""
    if not is_stepwise(x):
        return np.arctanh(x)
    size, one = np.absolute(x), np.float32(1)
    twice, rest = size + size, one - size
    inner = np.where(size < 0.5, twice + twice * size / rest, twice / rest)
    value = np.float32(0.5) * log1p(inner)
    return np.where(size < 2**-28, x, np.copysign(value, x))
