"""Bessel's functions: those that oscillate, and the modified ones."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.numerics.functions.series import Function, fraction, in_double, piecewise, ratio

BORDER = 5.0
# Up to 5, in x ** 2: J0 and J1 / x over what makes them 0 there; Y0 - 2 / pi * log(x) * J0 and
# (Y1 - 2 / pi * (log(x) * J1 - 1 / x)) / x.
# Beyond, in 25 / x ** 2: P and Q * x / 5, with J = sqrt(2 / (pi * x)) * (P * cos - Q * sin)
# and Y = sqrt(2 / (pi * x)) * (P * sin + Q * cos) of x - pi / 4 - order * pi / 2.
P0 = fraction("oscillating P0")
Q0 = fraction("oscillating Q0")
J0 = fraction("oscillating J0")
Y0 = fraction("oscillating Y0")
P1 = fraction("oscillating P1")
Q1 = fraction("oscillating Q1")
J1 = fraction("oscillating J1")
Y1 = fraction("oscillating Y1")
ZEROS = (5.783185962946784, 30.471262343662087), (14.681970642123893, 49.2184563216946)  # squared
TWO_OVER_PI, ITS_ROOT = 2 / math.pi, math.sqrt(2 / math.pi)
TURNS = math.pi / 4, 3 * math.pi / 4


def waves(x: NDArray[Any], order: int) -> tuple[Any, Any, Any, Any]:
    """Return P, Q, and the angle's cosine and sine, of numbers beyond the border."""
    part, angle = 5 / x, x - TURNS[order]
    even, odd = (P1, Q1) if order else (P0, Q0)
    square = part * part
    return ratio(square, even), part * ratio(square, odd), np.cos(angle), np.sin(angle)


def first(x: NDArray[Any], order: int) -> Any:
    """Return the function of the first kind beyond the border."""
    p, q, cosine, sine = waves(x, order)
    return (p * cosine - q * sine) * ITS_ROOT / np.sqrt(x)


def second(x: NDArray[Any], order: int) -> Any:
    """Return the function of the second kind beyond the border."""
    p, q, cosine, sine = waves(x, order)
    return (p * sine + q * cosine) * ITS_ROOT / np.sqrt(x)


def near_0(x: NDArray[Any]) -> Any:
    """Return J0 up to the border."""
    square = x * x
    return (square - ZEROS[0][0]) * (square - ZEROS[0][1]) * ratio(square, J0)


def near_1(x: NDArray[Any]) -> Any:
    """Return J1 up to the border."""
    square = x * x
    return (square - ZEROS[1][0]) * (square - ZEROS[1][1]) * ratio(square, J1) * x


@in_double
def j0(x: NDArray[Any]) -> Any:
    """Return the function of the first kind of order 0, NaN at infinity as PyTorch has it."""
    size = np.absolute(x)
    return piecewise(size, (size <= BORDER, near_0), (size > BORDER, lambda x: first(x, 0)))


@in_double
def j1(x: NDArray[Any]) -> Any:
    """Return the function of the first kind of order 1, likewise."""
    size = np.absolute(x)
    found = piecewise(size, (size <= BORDER, near_1), (size > BORDER, lambda x: first(x, 1)))
    return np.where(x < 0, -found, found)


def of_second_kind(x: NDArray[Any], order: int, near: Function) -> Any:
    """Return a function of the second kind, NaN below 0."""
    at_zero, inside = (x == 0, lambda x: x - np.inf), ((x > 0) & (x <= BORDER), near)
    return piecewise(x, at_zero, inside, (x > BORDER, lambda x: second(x, order)))


@in_double
def y0(x: NDArray[Any]) -> Any:
    """Return the function of the second kind of order 0."""
    return of_second_kind(x, 0, lambda x: ratio(x * x, Y0) + TWO_OVER_PI * np.log(x) * near_0(x))


@in_double
def y1(x: NDArray[Any]) -> Any:
    """Return the function of the second kind of order 1."""
    return of_second_kind(
        x, 1, lambda x: x * ratio(x * x, Y1) + TWO_OVER_PI * (near_1(x) * np.log(x) - 1 / x)
    )


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
