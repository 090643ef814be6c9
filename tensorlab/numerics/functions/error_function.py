"""The error function and its kin: erfc, erfcx, erfinv, the normal distribution, its inverse."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.numerics.functions.rounding import ROUNDED_ONCE, widened
from tensorlab.numerics.functions.series import (
    chebyshev,
    coefficients,
    fraction,
    in_double,
    piecewise,
    ratio,
)
from tensorlab.numerics.machine.blocks import are_few, one_by_one

# erf(x) / x between -1 and 1, in 2 * x ** 2 - 1.
ERF = coefficients("error_function ERF")

# (1 + 2 * x) * exp(x ** 2) * erfc(x) for x >= 0, in (x - 3.75) / (x + 3.75).
# Source of this form: Shepherd and Laframboise, Chebyshev approximation of (1 + 2x) exp(x^2) erfc x
# in 0 <= x < infinity (1981).
ERFCX = coefficients("error_function ERFCX")

# atanh(erf(x)) / x in powers of x ** 2, for float32: a hyperbolic tangent costs three of numpy's
# multiplications, and is 1 as soon as erf is. Beyond 4.3 the series grows, as it has to.
BENT = coefficients("error_function BENT")

# The same for erf(x * sqrt(0.5)), to 6e-8: what gelu adds 1 to needs no more, and fewer passes.
BENT_OF_NORMAL = coefficients("error_function BENT_OF_NORMAL")

ROOT_OF_HALF = np.float32(math.sqrt(0.5))
INVERSE_OF_SLOPE = math.sqrt(math.pi) / 2  # of erf at 0


def erf(x: Any) -> Any:
    """Return the error function: 2 / sqrt(pi) times the integral of exp(-t ** 2) from 0 to x."""
    if are_few(x):
        return one_by_one(math.erf, x)
    if x.dtype == np.float32:
        return bent(x.astype(np.float64)).astype(x.dtype) if x.size <= ROUNDED_ONCE else bent(x)
    if x.dtype.itemsize == 2:
        return erf(x.astype(np.float32)).astype(x.dtype)
    size = np.absolute(x)
    return piecewise(
        x, (size < 1, near_zero), (size >= 1, lambda x: np.copysign(1 - upper(np.absolute(x)), x))
    )


def bent(x: Any, terms: tuple[float, ...] = BENT) -> Any:
    """Return the error function to the digits of float32, in one formula for all numbers."""
    square, number = x * x, x.dtype.type
    total = square * number(terms[-1])
    for term in terms[-2:0:-1]:
        total += number(term)
        total *= square
    total += number(terms[0])
    total *= x
    return np.tanh(total)


def erf_of_normal(x: NDArray[Any]) -> Any:
    """Return the error function of x * sqrt(0.5): twice what a normal distribution has from 0."""
    if x.dtype == np.float32 and x.size > ROUNDED_ONCE:
        return bent(x, BENT_OF_NORMAL)
    return erf(x * x.dtype.type(ROOT_OF_HALF))


def near_zero(x: NDArray[Any]) -> Any:
    """Return erf between -1 and 1."""
    return x * chebyshev(2 * x * x - 1, ERF)


def upper(x: NDArray[Any]) -> Any:
    """Return erfc of numbers that are not negative."""
    x = np.minimum(x, 40)  # beyond, erfc is 0 in every type
    # its square is exact, which exp of a large number needs
    high = np.round(x * 1024) / 1024
    return np.exp(-high * high) * np.exp((high - x) * (high + x)) * scaled_upper(x)


def scaled_upper(x: NDArray[Any]) -> Any:
    """Return exp(x ** 2) * erfc(x) of numbers that are not negative."""
    t = np.where(np.isinf(x), x.dtype.type(1), (x - 3.75) / (x + 3.75))
    return chebyshev(t, ERFCX) / (1 + 2 * x)


def erfc(x: Any) -> Any:
    """Return 1 - erf(x), exact for large x too."""
    return one_by_one(math.erfc, x) if are_few(x) else erfc_of_many(x)


@in_double
def erfc_of_many(x: Any) -> Any:
    """Return the same of many numbers."""
    return piecewise(
        x,
        (x < -1, lambda x: 2 - upper(-x)),
        (np.absolute(x) <= 1, lambda x: 1 - near_zero(x)),
        (x > 1, upper),
    )


@in_double
def erfcx(x: NDArray[Any]) -> Any:
    """Return exp(x ** 2) * erfc(x)."""
    return piecewise(
        x, (x < 0, lambda x: 2 * np.exp(x * x) - scaled_upper(-x)), (x >= 0, scaled_upper)
    )


def erfinv(y: NDArray[Any]) -> Any:
    """Return the numbers of which y are the error function: infinite at -1 and 1, else NaN beyond.

    Source of the first guess: Winitzki, A handy approximation for the error function (2008).
    """
    size = np.absolute(y).astype(np.float64)
    inside = np.where(size < 1, size, 0)
    bend = np.log1p(-inside * inside)
    middle = 2 / (math.pi * 0.147) + bend / 2
    x = np.sqrt(np.sqrt(middle * middle - bend / 0.147) - middle)
    for _ in range(3):
        x = x - correction(x, inside)
    x = np.where(size == 1, np.inf, np.where(size > 1, np.nan, x))
    return np.copysign(np.where(np.isnan(size), np.nan, x), y).astype(y.dtype)


def correction(x: Any, y: NDArray[Any]) -> Any:
    """Return how far x is beyond the number of which y is the error function: one Halley step."""
    beyond = np.where(y > 0.5, (1 - y) - erfc(x), erf(x) - y)
    step = beyond * INVERSE_OF_SLOPE * np.exp(x * x)
    return step / (1 + x * step)


def ndtr(x: NDArray[Any]) -> Any:
    """Return the part of a normal distribution below x."""
    # each step rounded, but the number that it is multiplied with
    if x.dtype.itemsize == 2:
        half = x.dtype.type(0.5)
        return (x.dtype.type(1) + erf((widened(x) * ROOT_OF_HALF).astype(x.dtype))) * half
    return (1 + erf(x * x.dtype.type(math.sqrt(0.5)))) / 2


@in_double
def log_ndtr(x: NDArray[Any]) -> Any:
    """Return the logarithm of the part of a normal distribution below x."""
    scaled = x * math.sqrt(0.5)
    return piecewise(
        scaled,
        (x < -1, lambda z: np.log(erfcx(-z) / 2) - z * z),
        (x >= -1, lambda z: np.log1p(-erfc(z) / 2)),
    )


TAIL = math.exp(-2)  # parts below it, and those above 1 less it, lie in the tails
# In the middle, in the square of how far a part is from a half.
MIDDLE = fraction("error_function MIDDLE")
# In the tails, in the inverse of sqrt(-2 * log(part)), as far as that root is below 8, and beyond.
NEAR = fraction("error_function NEAR")
FAR = fraction("error_function FAR")
BORDER = 8
ROOT_TWO_PI = math.sqrt(2 * math.pi)


def in_middle(part: NDArray[Any]) -> Any:
    """Return the quantiles of parts in the middle."""
    beyond = part - 0.5
    square = beyond * beyond
    return (beyond + beyond * square * ratio(square, MIDDLE)) * ROOT_TWO_PI


def in_tail(part: NDArray[Any]) -> Any:
    """Return how far below the mean the quantiles of small parts are."""
    root = np.sqrt(-2 * np.log(part))
    share = 1 / root
    bend = np.where(root < BORDER, ratio(share, NEAR), ratio(share, FAR))
    return root - np.log(root) * share - share * bend


@in_double
def ndtri(part: NDArray[Any]) -> Any:
    """Return the number below which a part of a normal distribution lies: NaN of what is none."""
    above = part > 1 - TAIL
    small = np.where(above, 1 - part, part)
    pieces = (
        (small == 0, lambda part: part - np.inf),
        ((small > 0) & (small <= TAIL), lambda part: -in_tail(part)),
        (small > TAIL, in_middle),
    )
    found = piecewise(small, *pieces)
    return np.where(above, -found, found)
