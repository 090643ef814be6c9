"""Functions of float32 in the steps of the C library before version 2.41, each rounded.

PyTorch calls them for single cells, where it has no vector. They are off by a digit in one number
of twenty; what is made of them, oftener.

Source: Sun Microsystems, Freely Distributable LIBM (1993), for the steps and the polynomials.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from tensorlab.numerics.few import few_first
from tensorlab.numerics.functions import c_library_of_few as few
from tensorlab.numerics.functions import rounding
from tensorlab.numerics.functions.rounding import exp, log
from tensorlab.numerics.functions.series import rounded
from tensorlab.numerics.limits import ROUNDED_ONCE

Function = Callable[[Any], Any]

FLOAT32, FLOAT64, INT32 = np.dtype(np.float32), np.dtype(np.float64), np.dtype(np.int32)
add, subtract, multiply = np.add, np.subtract, np.multiply


def constant(number: float) -> Any:
    """Return a number as an array of float32."""
    return np.array(number, FLOAT32)


ONE, TWO, THREE, SIX, HALF = map(constant, (1, 2, 3, 6, 0.5))
LOG2_E, LOG_2_HIGH, LOG_2_LOW = map(constant, (few.LOG2_E, few.LOG_2_HIGH, few.LOG_2_LOW))
LOWEST, HIGHEST = map(constant, (-100, 89))  # beyond, the result is -1 and infinite
GROWTH = [constant(term) for term in (few.FASTEST, *few.GROWTH)]
# Powers of two from a quarter on: what is added before the result is scaled by one, and after.
BEFORE = np.array([1, 0] + [1 - 2.0**-power for power in range(57)] + [1], FLOAT32)
AFTER = np.array([-1, -0.5] + [0] * 57 + [-1], FLOAT32)
FIRST = -2
LOW_QUARTER = constant(-0.25)
NEAR, NEAR_BELOW = constant(few.NEAR), constant(few.NEAR_BELOW)
ABOVE_ROOT = np.array(0x800000 - 0x3504F7, INT32)  # what makes a number from sqrt(2) on the next's
BITS, BIAS = np.array(23, INT32), np.array(127, INT32)
CURVE = [constant(term) for term in (few.STEEPEST, *few.CURVE)]
# Of a positive number s the angle is a middle's and that of (a*s - b) / (c + d*s), piece by piece.
ANGLE_BORDERS = np.array([0.4375, 0.6875, 1.1875, 2.4375], FLOAT32)
ANGLE_PARTS = np.array(
    [(1, 0, 1, 0), (2, 1, 2, 1), (1, 1, 1, 1), (1, 1.5, 1, 1.5), (0, 1, 0, 1)], FLOAT32
).T.copy()
MIDDLES = np.array([0, 0.46364760399, 0.78539812565, 0.98279368877, 1.5707962513], FLOAT32)
MIDDLES_LOW = np.array(
    [0, 5.0121582440e-09, 3.7748947079e-08, 3.4473217170e-08, 7.5497894159e-08], FLOAT32
)
ANGLE_FIRST = constant(3.3333334327e-01)
ANGLE_EVEN_TERMS = (
    1.6285819933e-02, 4.9768779427e-02, 6.6610731184e-02, 9.0908870101e-02, 1.4285714924e-01,
)  # fmt: skip
ANGLE_ODD_TERMS = (
    -3.6531571299e-02, -5.8335702866e-02, -7.6918758452e-02, -1.1111110449e-01, -2.0000000298e-01,
)  # fmt: skip
ANGLE_EVEN, ANGLE_ODD = (
    list(map(constant, terms)) for terms in (ANGLE_EVEN_TERMS, ANGLE_ODD_TERMS)
)
# (asin(x) - x) / x from x ** 2 on: a polynomial over another.
BEND = (
    (3.4793309169e-05, 7.9153501429e-04, -4.0055535734e-02, 2.0121252537e-01, -3.2556581497e-01,
     1.6666667163e-01),
    (7.7038154006e-02, -6.8828397989e-01, 2.0209457874e00, -2.4033949375e00, 1.0),
)  # fmt: skip
QUARTER_TURN, QUARTER_TURN_LOW = map(constant, (1.5707962513, 7.5497894159e-08))
FIRST_BITS = np.array(-1 << 12, INT32)
HALF_TURN, HALF_TURN_LOW = map(constant, (3.1415927410, -8.7422776573e-08))
LARGEST = np.finfo(FLOAT32).max
INFINITE, NOTHING = map(constant, (np.inf, np.nan))
FEW = 9  # beyond, numpy is done before Python
FAR = 22  # beyond, a hyperbolic function is half a power
HALF_LOG_2 = np.float32(np.log(2) / 2)


def stepwise(otherwise: Function, one: Any = None) -> Callable[[Function], Function]:
    """Return what makes a function of arrays of few float32 numbers one of all arrays.

    A function of one number takes those of which there are a few.
    """

    def of(steps: Function) -> Function:
        def function(x: Any) -> Any:
            plain = isinstance(x, np.ndarray | np.generic) and x.dtype is FLOAT32
            if not plain or x.size > ROUNDED_ONCE:
                return otherwise(x)
            return steps(x) if x.ndim else steps(x.reshape(1))[0]

        return few_first(partial(map, one), function, FEW) if one else function

    return of


def series(terms: list[Any], x: Any) -> Any:
    """Return a polynomial times its argument, its highest term first."""
    total = multiply(x, terms[0])
    for term in terms[1:]:
        add(total, term, total)
        multiply(total, x, total)
    return total


@stepwise(rounding.expm1, few.expm1)
def expm1(x: Any) -> Any:
    """Return exp(x) - 1."""
    x = np.minimum(np.maximum(x, LOWEST), HIGHEST)
    turns = multiply(x, LOG2_E)
    power = add(turns, np.copysign(HALF, x), turns).astype(INT32)
    turns[...] = power
    low = multiply(turns, LOG_2_LOW)
    high = subtract(x, multiply(turns, LOG_2_HIGH, turns), turns)
    rest = subtract(high, low)
    missed = subtract(subtract(high, rest, high), low, high)
    half = multiply(rest, HALF)
    square = multiply(rest, half)
    slope = series(GROWTH, square)
    add(slope, ONE, slope)
    bend = subtract(THREE, multiply(slope, half, half), half)
    subtract(slope, bend, slope)
    slope /= subtract(SIX, multiply(rest, bend, bend), bend)
    slope *= square
    slope -= missed
    slope *= rest
    slope -= missed
    slope -= square
    place = power - FIRST
    grown = subtract(rest, slope)
    grown += BEFORE.take(place, mode="clip")
    lower = (power == 1) & (rest < LOW_QUARTER)
    if lower.any():
        grown = np.where(lower, rest + HALF - slope, grown)
    np.ldexp(grown, power, grown)
    add(grown, AFTER.take(place, mode="clip"), grown)
    return np.copysign(grown, x, grown)  # 0 has a sign, too


@stepwise(rounding.log1p, few.log1p)
def log1p(x: Any) -> Any:
    """Return log(1 + x)."""
    wide = x.astype(FLOAT64)
    wide += ONE
    above = wide.astype(FLOAT32)
    wide -= above
    missed = wide.astype(FLOAT32)
    missed /= above
    bits = above.view(INT32)
    power = bits + ABOVE_ROOT
    power >>= BITS
    power -= BIAS
    part = (bits - (power << BITS)).view(FLOAT32)
    part -= ONE
    near = (x < NEAR) & (x > NEAR_BELOW)
    np.copyto(part, x, where=near)
    power[near] = 0
    missed[near] = 0
    turns = power.astype(FLOAT32)
    half = multiply(part, HALF, above)
    half *= part
    ratio = part / (part + TWO)
    found = series(CURVE, ratio * ratio)
    found += half
    found *= ratio
    missed += turns * LOG_2_LOW
    found += missed
    subtract(half, found, found)
    found -= part
    turns *= LOG_2_HIGH
    subtract(turns, found, found)
    np.copyto(found, x, where=x == INFINITE)
    last = x <= -ONE
    if last.any():
        found[last] = np.where(x[last] == -ONE, -INFINITE, NOTHING)
    return np.copysign(found, x, found)  # 0 has a sign, too


def with_far(wide: Callable[..., Any], x: Any, near: Any) -> Any:
    """Return what the steps give, and of numbers for which a power overflows the wide function."""
    far = np.absolute(x) > FAR
    return np.where(far, wide(x), near) if far.any() else near


@stepwise(rounding.sinh)
def sinh(x: Any) -> Any:
    """Return the hyperbolic sine."""
    size, one = np.absolute(x), np.float32(1)
    grown = expm1(size)
    part = grown / (grown + one)
    double = np.where(size < 1, 2 * grown - grown * grown / (grown + one), grown + part)
    return with_far(rounding.sinh, x, np.copysign(np.float32(0.5), x) * double)


@stepwise(rounding.cosh)
def cosh(x: Any) -> Any:
    """Return the hyperbolic cosine."""
    size, one, half = np.absolute(x), np.float32(1), np.float32(0.5)
    grown, power = expm1(size), exp(size)
    near = one + grown * grown / (2 * (one + grown))
    return with_far(
        rounding.cosh, x, np.where(size < HALF_LOG_2, near, half * power + half / power)
    )


@stepwise(rounding.tanh)
def tanh(x: Any) -> Any:
    """Return the hyperbolic tangent."""
    size = np.absolute(x)
    large = size >= ONE
    size += size
    grown = expm1(np.where(large, size, np.negative(size)))
    share = np.where(large, TWO, grown) / (grown + TWO)
    return np.copysign(np.where(large, ONE - share, share), x)


@stepwise(rounding.asinh)
def asinh(x: Any) -> Any:
    """Return the inverse of sinh."""
    size, one = np.absolute(x), np.float32(1)
    square = size * size
    near = log1p(size + square / (one + np.sqrt(one + square)))
    far = log(2 * size + one / (np.sqrt(square + one) + size))
    huge = log(size) + np.float32(np.log(2))
    value = np.where(size > 2**14, huge, np.where(size > 2, far, near))
    return np.where(size < 2**-14, x, np.copysign(value, x))


@stepwise(rounding.acosh)
def acosh(x: Any) -> Any:
    """Return the inverse of cosh."""
    one, above = np.float32(1), x - np.float32(1)
    near = log1p(above + np.sqrt(2 * above + above * above))
    far = log(2 * x - one / (x + np.sqrt(x * x - one)))
    huge = log(x) + np.float32(np.log(2))
    found = np.where(x > 2**28, huge, np.where(x > 2, far, near))
    return np.where(x < one, np.float32(np.nan), found)


@stepwise(rounding.atanh)
def atanh(x: Any) -> Any:
    """Return the inverse of tanh."""
    size, one = np.absolute(x), np.float32(1)
    twice, rest = size + size, one - size
    inner = np.where(size < 0.5, twice + twice * size / rest, twice / rest)
    value = np.float32(0.5) * log1p(inner)
    return np.where(size < 2**-28, x, np.copysign(value, x))


@stepwise(rounding.acos)
def acos(x: Any) -> Any:
    """Return the inverse of cos."""
    size = np.absolute(x)
    near = size < HALF
    square = np.where(near, x * x, (ONE - size) * HALF)
    bend = square * rounded(square, BEND[0]) / rounded(square, BEND[1])
    root = np.sqrt(square)
    high = (root.view(INT32) & FIRST_BITS).view(FLOAT32)
    low = (square - high * high) / (root + high)
    right = TWO * (high + (bend * root + low))
    left = TWO * (QUARTER_TURN - (root + (bend * root - QUARTER_TURN_LOW)))
    middle = QUARTER_TURN - (x - (QUARTER_TURN_LOW - x * bend))
    return np.where(near, middle, np.where(x < 0, left, right))


def angle(size: Any) -> Any:
    """Return the inverse of tan of numbers that are not negative."""
    piece = ANGLE_BORDERS.searchsorted(size, "right")
    size = np.minimum(size, LARGEST)
    a, b, c, d = ANGLE_PARTS.take(piece, 1)
    part = (a * size - b) / (c + d * size)
    square = part * part
    fourth = square * square
    bend = square * (ANGLE_FIRST + series(ANGLE_EVEN, fourth)) + series(ANGLE_ODD, fourth)
    bend *= part
    return MIDDLES.take(piece) - ((bend - MIDDLES_LOW.take(piece)) - part)


def atan2(y: Any, x: Any) -> Any:
    """Return the angle of the point (x, y)."""
    plain = y.dtype is x.dtype is FLOAT32 and y.__class__ is x.__class__ is np.ndarray
    if not plain or max(x.size, y.size) > ROUNDED_ONCE:
        return rounding.atan2(y, x)
    if not (x.ndim or y.ndim):
        return atan2(y.reshape(1), x)[0]
    ratio = np.absolute(y / x)
    found = angle(ratio)
    behind = HALF_TURN - (found - HALF_TURN_LOW)
    found = np.copysign(np.where(np.signbit(x), behind, found), y)
    return np.where(np.isnan(ratio), np.arctan2(y, x), found)
