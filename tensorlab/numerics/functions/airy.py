"""Airy's function: the solution of y'' = x * y that dies out to the right.

Source: Moshier, Cephes mathematical library (1989), airy.c, for the polynomials. PyTorch leaves out
the highest term of some denominators, which is 1.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.numerics.functions.series import fraction, in_double, piecewise, ratio

FAR = 2.09  # up to here on both sides powers of x are summed up
VANISHES = 103.892  # from here on PyTorch's is 0
AT_0, SLOPE_AT_0 = 0.3550280538878172, 0.2588194037928068
ROOT = 1 / math.sqrt(math.pi)
EPSILON = 2.0**-53
# In 1 / z, of z = 2 / 3 * abs(x) ** 1.5: to the right the function times 2 * sqrt(pi) * x ** 0.25 *
# exp(z). To the left, in its square, what the sine and cosine of z + pi / 4 are multiplied with.
RIGHT = fraction("airy RIGHT")
EVEN = fraction("airy EVEN")
ODD = fraction("airy ODD")


def phase(x: NDArray[Any]) -> Any:
    """Return z, by which the function falls or turns, of positive numbers."""
    return 2 * x * np.sqrt(x) / 3


def falling(x: NDArray[Any]) -> Any:
    """Return the function of numbers to the right."""
    z = phase(x)
    return ROOT * ratio(1 / z, RIGHT) / (2 * np.sqrt(np.sqrt(x)) * np.exp(z))


def turning(x: Any) -> Any:
    """Return the function of numbers to the left."""
    z = phase(-x)
    part, angle = 1 / z, z + math.pi / 4
    square = part * part
    even, odd = 1 + square * ratio(square, EVEN), part * ratio(square, ODD)
    return ROOT / np.sqrt(np.sqrt(-x)) * (np.sin(angle) * even - np.cos(angle) * odd)


def near(x: NDArray[Any]) -> Any:
    """Return the function of numbers near 0: two sums of powers, until terms are too small."""
    cube = x * x * x
    even_term, odd_term = np.ones_like(x), x
    even, odd, place = even_term, odd_term, 1
    while (np.absolute(even_term) > EPSILON).any():
        even_term = even_term * cube / ((place + 1) * (place + 2))
        odd_term = odd_term * cube / ((place + 2) * (place + 3))
        even, odd, place = even + even_term, odd + odd_term, place + 3
    return AT_0 * even - SLOPE_AT_0 * odd


@in_double
def airy(x: NDArray[Any]) -> Any:
    """Return Airy's function, NaN at both infinities as PyTorch has it."""
    return piecewise(
        x,
        (np.isinf(x), lambda x: x * np.nan),
        ((x >= -FAR) & (x < FAR), near),
        ((x >= FAR) & (x <= VANISHES), falling),
        (x > VANISHES, lambda x: x * 0),
        (x < -FAR, turning),
    )
