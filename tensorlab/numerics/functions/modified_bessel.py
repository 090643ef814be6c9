"""Modified Bessel functions of order 0 and 1: of the first kind, and of the second.

Source: Abramowitz and Stegun, Handbook of mathematical functions (1964), 9.6.10 to 9.6.13, 9.6.24
and 9.7.1 to 9.7.2.
"""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.numerics.functions.series import Function, in_double, piecewise

FAR = 30.0  # from here on the series in 1 / x give every digit of float64
FAR_TERMS, NEAR_TERMS = 20, 60
SERIES = 2.0  # up to here the second kind follows from the first
SERIES_TERMS = 16
STEP, STEPS = 0.125, 32  # of the integral between: what follows is below 1e-17


def powers(x: NDArray[Any], order: int, count: int) -> Iterator[Any]:
    """Yield the terms (x / 2) ** (2 * k + order) / (k! * (k + order)!) that I is the sum of."""
    square, term = x * x / 4, (x / 2) ** order
    for k in range(1, count + 1):
        yield term
        term = term * (square / (k * (k + order)))


def far(x: NDArray[Any], order: int, sign: int) -> Any:
    """Return I * sqrt(2 * pi * x) / exp(x), or with the sign 1 K * sqrt(2 * x / pi) * exp(x)."""
    total = term = np.ones_like(x)
    for k in range(1, FAR_TERMS):
        term = term * (sign * (4 * order - (2 * k - 1) ** 2) / (8 * k * x))
        total = total + term
    return total


def first_kind(x: NDArray[Any], order: int) -> Any:
    """Return I(x) * exp(-abs(x))."""
    size = np.absolute(x)
    value = piecewise(
        size,
        (size <= FAR, lambda size: sum(powers(size, order, NEAR_TERMS)) * np.exp(-size)),
        (size > FAR, lambda size: far(size, order, -1) / np.sqrt(2 * math.pi * size)),
    )
    return np.where(x < 0, -value, value) if order else value


def series_of_second(x: NDArray[Any], order: int) -> Any:
    """Return K(x) * exp(x) of small numbers: I's terms weighted by harmonic numbers, and I."""
    total, harmonic, further = np.zeros_like(x), 0.0, float(order)
    for k, term in enumerate(powers(x, order, SERIES_TERMS), 1):
        total = total + (harmonic + further) * term
        harmonic, further = harmonic + 1 / k, further + 1 / (k + order)
    logarithm = np.log(x / 2) + np.euler_gamma
    rest = total / 2 - logarithm * sum(powers(x, order, SERIES_TERMS))
    return (1 / x - rest if order else rest) * np.exp(x)


def integral(x: NDArray[Any], order: int) -> Any:
    """Return K(x) * exp(x): the integral of exp(x * (1 - cosh(t))) * cosh(order * t) from 0."""
    total = np.full_like(x, 0.5)
    for step in range(1, STEPS):
        t = STEP * step
        total += math.cosh(order * t) * np.exp(x * (1 - math.cosh(t)))
    return total * STEP


def second_kind(x: NDArray[Any], order: int) -> Any:
    """Return K(x) * exp(x): infinite at 0, NaN below."""
    return piecewise(
        x,
        (x == 0, lambda x: x + np.inf),
        ((x > 0) & (x <= SERIES), lambda x: series_of_second(x, order)),
        ((x > SERIES) & (x <= FAR), lambda x: integral(x, order)),
        (x > FAR, lambda x: far(x, order, 1) * np.sqrt(math.pi / 2 / x)),
    )


def scaled(kind: Any, order: int) -> Function:
    """Return a function of one order."""
    return in_double(lambda x: kind(x, order))


def unscaled(kind: Any, order: int, sign: int) -> Function:
    """Return the same without its factor of exp(-abs(x)) or exp(x)."""
    return in_double(lambda x: kind(x, order) * np.exp(sign * np.absolute(x)))


i0e, i1e, k0e, k1e = (scaled(kind, order) for kind in (first_kind, second_kind) for order in (0, 1))
i0, i1 = unscaled(first_kind, 0, 1), unscaled(first_kind, 1, 1)
k0, k1 = unscaled(second_kind, 0, -1), unscaled(second_kind, 1, -1)
