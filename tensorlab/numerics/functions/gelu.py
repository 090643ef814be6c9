"""Gelu in the steps of PyTorch's library for networks, which takes it where it can.

Its error function is made of 23 polynomials, as on processors with AVX-512. In the slope, and
elsewhere in gelu too, it is 1 less a density times a polynomial in 1 / (1 + p * abs(x)); each
product that is added to something is rounded with it, once.

Source: Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 7.1.26, for the
polynomial; oneDNN, for the order of the steps and for the exponential.
"""

from typing import Any

import numpy as np

from tensorlab.numerics.functions.pieces import ERF, ERF_BORDERS, exp, in_pieces, series
from tensorlab.numerics.fused import fma32
from tensorlab.numerics.limits import ROUNDED_ONCE


def constant(number: float) -> Any:
    """Return a number as an array of float32."""
    return np.array(number, np.float32)


ONE, HALF = constant(1), constant(0.5)
ROOT_OF_HALF = constant(0.5**0.5)
OVER_ROOT_OF_PI = constant(0.56418955)  # a step below the nearest, as there
RECIPROCAL = constant(0.3275911)
TAIL = [
    constant(term) for term in (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)
]


def is_in_library(cells: Any) -> bool:
    """Return whether PyTorch hands cells to that library, and they are few."""
    plain = cells.__class__ is np.ndarray and cells.dtype == np.float32
    return plain and 1 < cells.size <= ROUNDED_ONCE and bool(cells.flags.c_contiguous)


def value(x: Any) -> Any:
    """Return gelu: numbers times the part of a normal distribution below them."""
    size = np.absolute(x)
    found = in_pieces(ERF, ERF_BORDERS.searchsorted(size), size)
    found *= np.copysign(ONE, x)
    found += ONE
    found *= x
    found *= HALF
    return found


def slope(x: Any) -> Any:
    """Return the slope of gelu: the normal distribution below x, and x times its density."""
    scaled = x * ROOT_OF_HALF
    power = exp(-(scaled * scaled))
    return fma32(erf_from(scaled, power), HALF, scaled * OVER_ROOT_OF_PI * power + HALF)


def erf_from(x: Any, power: Any) -> Any:
    """Return the error function of numbers, given exp(-x * x)."""
    share = ONE / fma32(np.absolute(x), RECIPROCAL, ONE)
    return np.copysign(fma32(-power * share, series(TAIL, share), ONE), x)
