"""Logarithm, sine and cosine of float32, to the last bit of PyTorch's vectorised kernel.

The numbers are float32's, carried as float64: there a product of two is exact, so that one
rounding at the end makes a multiplication with an addition a fused one.
"""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Carried = NDArray[np.float64]


def constants(*values: float) -> tuple[float, ...]:
    """Return numbers rounded to float32."""
    return tuple(float(np.float32(value)) for value in values)


# Moshier, Cephes mathematical library (1989), single precision: logf.c, sinf.c and cosf.c.
LOG = constants(
    7.0376836292e-2,
    -1.1514610310e-1,
    1.1676998740e-1,
    -1.2420140846e-1,
    1.4249322787e-1,
    -1.6668057665e-1,
    2.0000714765e-1,
    -2.4999993993e-1,
    3.3333331174e-1,
)
SINE = constants(-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)
COSINE = constants(2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2)
MINUS_QUARTER_PI = constants(-0.78515625, -2.4187564849853515625e-4, -3.77489497744594108e-8)
LOG2_LOW, LOG2_HIGH = constants(-2.12194440e-4, 0.693359375)
FOUR_OVER_PI, SQRT_HALF = constants(1.27323954473516, 0.707106781186547524)


def rounded(x: "Carried") -> "Carried":
    """Return numbers rounded to float32."""
    return x.astype(np.float32).astype(np.float64)


def fma(a: "Carried", b: "Carried | float", c: "Carried | float") -> "Carried":
    """Return a * b + c, rounded once."""
    result: Carried = a * b
    result += c
    return rounded(result)


def polynomial(x: "Carried", coefficients: tuple[float, ...]) -> "Carried":
    """Return a polynomial of x, its coefficients from the highest power down."""
    result = fma(x, coefficients[0], coefficients[1])
    for coefficient in coefficients[2:]:
        result = fma(result, x, coefficient)
    return result


def log(x: "Carried") -> "Carried":
    """Return the natural logarithm of positive normal numbers."""
    mantissa, exponent = np.frexp(x)
    small = mantissa < SQRT_HALF
    exponent = exponent - small
    mantissa = np.where(small, mantissa + mantissa, mantissa) - 1.0
    square = rounded(mantissa * mantissa)
    result = rounded(polynomial(mantissa, LOG) * mantissa)
    result = fma(result, square, rounded(exponent * LOG2_LOW))
    result = fma(square, -0.5, result)
    return fma(exponent, LOG2_HIGH, rounded(mantissa + result))


def sine_and_cosine(angle: "Carried") -> tuple["Carried", "Carried"]:
    """Return the sine and the cosine of angles, in radians, from 0 to some thousands."""
    octant = rounded(angle * FOUR_OVER_PI).astype(np.int64)
    octant = (octant + 1) & ~1
    turns = octant.astype(np.float64)
    rest = angle
    for part in MINUS_QUARTER_PI:
        rest = fma(turns, part, rest)
    square = rounded(rest * rest)
    cosine = rounded(polynomial(square, COSINE) * square)
    cosine = rounded(fma(cosine, square, square * -0.5) + 1.0)
    sine = fma(rounded(polynomial(square, SINE) * square), rest, rest)
    swapped = (octant & 2) != 0
    sine_sign = 1 - ((octant & 4) >> 1)
    cosine_sign = 1 - (((octant + 2) & 4) >> 1)
    return (
        np.where(swapped, cosine, sine) * sine_sign,
        np.where(swapped, sine, cosine) * cosine_sign,
    )
