"""Logarithm, sine and cosine of float32, to the last bit of PyTorch's vectorised kernel."""

from typing import TYPE_CHECKING

import numpy as np

from tensorlab.engine.fused import fma32

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

# Moshier, Cephes mathematical library (1989), single precision: logf.c, sinf.c and cosf.c.
LOG = (
    7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1,
    -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1,
)  # fmt: skip
LOG2_LOW, LOG2_HIGH = -2.12194440e-4, 0.693359375
SINE = (-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)
COSINE = (2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2)
QUARTER_PI = (0.78515625, 2.4187564849853515625e-4, 3.77489497744594108e-8)
FOUR_OVER_PI = np.float32(1.27323954473516)
SQRT_HALF = np.float32(0.707106781186547524)


def polynomial(x: "Floats", coefficients: tuple[float, ...]) -> "Floats":
    """Return a polynomial of x, its coefficients from the highest power down."""
    result = fma32(x, coefficients[0], coefficients[1])
    for coefficient in coefficients[2:]:
        result = fma32(result, x, coefficient)
    return result


def log(x: "Floats") -> "Floats":
    """Return the natural logarithm of positive normal numbers."""
    mantissa, exponent = np.frexp(x)
    small = mantissa < SQRT_HALF
    exponent = (exponent - small).astype(np.float32)
    mantissa = np.where(small, mantissa + (mantissa - np.float32(1)), mantissa - np.float32(1))
    square = mantissa * mantissa
    result = polynomial(mantissa, LOG) * mantissa
    result = fma32(result, square, exponent * np.float32(LOG2_LOW))
    result = fma32(square, -0.5, result)
    return fma32(exponent, LOG2_HIGH, mantissa + result)


def sine_and_cosine(angle: "Floats") -> tuple["Floats", "Floats"]:
    """Return the sine and the cosine of angles, in radians, from 0 to some thousands."""
    octant = (angle * FOUR_OVER_PI).astype(np.int32)
    octant = (octant + 1) & ~1
    turns = octant.astype(np.float32)
    rest = angle
    for part in QUARTER_PI:
        rest = fma32(turns, -part, rest)
    square = rest * rest
    cosine = polynomial(square, COSINE) * square
    cosine = fma32(cosine, square, square * np.float32(-0.5)) + np.float32(1)
    sine = fma32(polynomial(square, SINE) * square, rest, rest)
    swapped = (octant & 2) != 0
    sine_sign = 1 - ((octant & 4) >> 1)
    cosine_sign = 1 - (((octant + 2) & 4) >> 1)
    return (
        np.where(swapped, cosine, sine) * sine_sign.astype(np.float32),
        np.where(swapped, sine, cosine) * cosine_sign.astype(np.float32),
    )
