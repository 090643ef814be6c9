"""Airy's function: the solution of y'' = x * y that dies out to the right.

Source: Moshier, Cephes mathematical library (1989), airy.c, for the polynomials. PyTorch leaves out
the highest term of some denominators, which is 1.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.numerics.functions.series import in_double, piecewise, ratio

FAR = 2.09  # up to here on both sides powers of x are summed up
VANISHES = 103.892  # from here on PyTorch's is 0
AT_0, SLOPE_AT_0 = 0.3550280538878172, 0.2588194037928068
ROOT = 1 / math.sqrt(math.pi)
EPSILON = 2.0**-53
# In 1 / z, of z = 2 / 3 * abs(x) ** 1.5: to the right the function times 2 * sqrt(pi) * x ** 0.25 *
# exp(z). To the left, in its square, what the sine and cosine of z + pi / 4 are multiplied with.
RIGHT = (
    (0.346538101525629, 12.007595273964581, 76.27960536152345, 168.08922493463058,
     159.75639135016442, 70.53609068404442, 14.026469116338967, 1.0),
    (0.5675945326387702, 14.75625625848472, 84.51389701414746, 177.31808814540045,
     164.2346928715297, 71.47784008255756, 14.095913560783403, 1.0),
)  # fmt: skip
EVEN = (
    (-0.1316963234183318, -0.6264565444319123, -0.6931580360369335, -0.2797799815451191,
     -0.04919001326095003, -0.004062659235948854, -0.0001592764962392621, -2.776491081552329e-06,
     -1.6778769848911465e-08),
    (13.356042070655324, 32.682503279522464, 26.736704094149957, 9.187074029072596,
     1.4752914677166642, 0.11568717379518804, 0.004402916416152112, 7.547203482874142e-05,
     4.5185009297058035e-07),
)  # fmt: skip
ODD = (
    (0.01973399320916857, 0.39110302961568827, 1.0657989759959559, 0.9391692298166502,
     0.35146565610554764, 0.06338889196289255, 0.005858041130483885, 0.000282851600836737,
     6.98793669997261e-06, 8.117892395543892e-08, 3.415517847659236e-10),
    (9.30892908077442, 19.835292871831214, 15.564662893286462, 5.476860694229755,
     0.9542936116189619, 0.08645808263523921, 0.004126565238242226, 0.00010125908511650914,
     1.1716673321441352e-06, 4.9183457006293e-09),
)  # fmt: skip


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
