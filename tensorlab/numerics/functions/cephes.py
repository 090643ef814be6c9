"""Logarithm, sine and cosine of float32, to the last bit of PyTorch's vectorised kernel.

The kernel fuses a product with its sum. Here such a sum is carried in float64, where the product is
exact, and rounded; a product alone, or one that is exact in float32, needs no such detour. The
first two sums of the logarithm are not rounded: that changes one result in 1.6 million.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Carried = NDArray[np.float64]

INT32, FLOAT32, FLOAT64 = np.dtype(np.int32), np.dtype(np.float32), np.dtype(np.float64)


def single(*values: float) -> Any:
    """Return numbers as arrays of float32, which numpy takes more quickly than numbers."""
    return [np.array(value, FLOAT32) for value in values]


def carried(*values: float) -> Any:
    """Return numbers rounded to float32, as arrays of float64."""
    return [np.array(value, FLOAT32).astype(FLOAT64) for value in values]


# Moshier, Cephes mathematical library (1989), single precision: logf.c, sinf.c and cosf.c.
LOG = carried(
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
SINE = carried(-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)
COSINE = carried(2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2)
MINUS_QUARTER_PI = single(-0.78515625, -2.4187564849853515625e-4, -3.77489497744594108e-8)
LOG2_LOW, LOG2_HIGH = single(-2.12194440e-4, 0.693359375)
FOUR_OVER_PI, SQRT_HALF, HALF, ONE = single(1.27323954473516, 0.707106781186547524, 0.5, 1)
MINUS_HALF = np.array(-0.5)


def polynomial(x: "Carried", terms: Any, unrounded: int = 0) -> tuple["Carried", "Floats"]:
    """Return a polynomial, its highest term first: carried, to be written over, and rounded.

    So many of its first sums are not rounded, each other one is.
    """
    total = x * terms[0]
    total += terms[1]
    rounded = total.astype(FLOAT32)
    for place, term in enumerate(terms[2:]):
        if place >= unrounded:
            rounded[...] = total  # copying casts in less time than astype
            total[...] = rounded
        total *= x
        total += term
    rounded[...] = total
    return total, rounded


def log(x: "Floats") -> "Floats":
    """Return the natural logarithm of positive normal numbers."""
    bits = x.view(INT32)
    exponent = bits - SQRT_HALF.view(INT32)
    exponent >>= 23
    mantissa: Floats = (bits - (exponent << 23)).view(FLOAT32)
    mantissa -= ONE
    square = mantissa * mantissa
    wide = mantissa.astype(FLOAT64)
    total, result = polynomial(wide, LOG, unrounded=2)
    result *= mantissa
    total[...] = result
    wide[...] = square
    total *= wide
    powers: Floats = exponent.astype(FLOAT32)
    wide[...] = powers * LOG2_LOW
    total += wide
    result[...] = total
    square *= HALF
    result -= square
    mantissa += result
    powers *= LOG2_HIGH
    powers += mantissa
    return powers


def sine_and_cosine(angle: "Floats") -> tuple["Floats", "Floats"]:
    """Return the sine and the cosine of angles, in radians, from 0 to a turn."""
    octant = (angle * FOUR_OVER_PI).astype(INT32)
    octant += 1
    octant &= ~1
    turns = octant.astype(FLOAT32)
    rest = angle + turns * MINUS_QUARTER_PI[0]
    for part in MINUS_QUARTER_PI[1:]:
        rest += turns * part  # exact, but for the last part of six octants: 3 results in 2 ** 24
    square = rest * rest
    wide = square.astype(FLOAT64)
    sine = sine_near_zero(rest, square, wide)
    cosine = cosine_near_zero(square, wide)
    turn(octant, sine.view(INT32), cosine.view(INT32))
    return sine, cosine


def sine_near_zero(x: "Floats", square: "Floats", wide: "Carried") -> "Floats":
    """Return the sine of up to an eighth of a turn, whose square is known, carried too."""
    total, result = polynomial(wide, SINE)
    result *= square
    total[...] = result
    carried = x.astype(FLOAT64)
    total *= carried
    total += carried
    result[...] = total
    return result


def cosine_near_zero(square: "Floats", wide: "Carried") -> "Floats":
    """Return the cosine, likewise."""
    total, result = polynomial(wide, COSINE)
    result *= square
    total[...] = result
    total *= wide
    total += wide * MINUS_HALF
    result[...] = total
    result += ONE
    return result


def turn(octant: Any, sine: Any, cosine: Any) -> None:
    """Swap and negate the bits of sines and cosines, where an even octant asks for it."""
    different = sine ^ cosine
    different &= (octant << 30) >> 31
    sine ^= different
    cosine ^= different
    sine ^= (octant & 4) << 29
    octant += 2
    cosine ^= (octant & 4) << 29
