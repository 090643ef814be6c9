"""Exponential and logarithm of float32 as PyTorch computes them in vectors, to the last bit.

Softmax, sigmoid and their kin use these; torch.exp and torch.log are another library's, and
rounded to the nearest. Every step is rounded to float32, a product with its sum once. The first
terms of the polynomial are not: that changes one result in 30,000.

Source: Shibata and Petrogalli, SLEEF: a portable vectorized library of C standard mathematical
functions (2020), for the polynomials.
"""

import math
from functools import partial
from typing import Any

import numpy as np

from tensorlab.numerics.few import few_first
from tensorlab.numerics.functions import exponential_of_few as few
from tensorlab.numerics.functions import rounding
from tensorlab.numerics.functions.exponential_of_few import FEW, exponential, logarithm
from tensorlab.numerics.limits import ROUNDED_ONCE
from tensorlab.numerics.machine.threads import MANY, cellwise

ARRAYS = (np.ndarray, np.float32)
FLOAT32, FLOAT64, INT32 = np.dtype(np.float32), np.dtype(np.float64), np.dtype(np.int32)
add, subtract, multiply, rint, ldexp = np.add, np.subtract, np.multiply, np.rint, np.ldexp
LOWEST, HIGHEST = np.array((-105, 105), FLOAT32)  # beyond, the result is 0 and infinite
ONE, WHOLE_ONE = np.array(1, FLOAT32), np.array(1, INT32)
FOUR_THIRDS = np.float32(4 / 3)
# As arrays: numpy is slower with numbers.
LOG2_E, LOG_2, LOG_2_OF_LOG, ROUNDING, TO_THIRD, HALF, TWO = map(
    np.array, (few.LOG2_E, few.LOG_2, few.LOG_2_OF_LOG, few.ROUNDING, few.TO_THIRD, 0.5, 2.0)
)
TERMS = [np.array(term) for term in (few.SEVENTH, few.SIXTH, few.FIFTH, few.FOURTH)]
ODD_TERMS = [np.array(term) for term in (few.ODD_SEVENTH, few.ODD_FIFTH, few.ODD_THIRD)]


def exp_of_some(x: Any) -> Any:
    """Return the exponential of any array."""
    if x.__class__ not in ARRAYS or x.dtype is not FLOAT32:
        return np.exp(x)
    if not x.ndim:
        return exp_of_some(x.reshape(1))[0]
    if x.size > ROUNDED_ONCE:
        return cellwise(np.exp, x) if x.size >= MANY else np.exp(x)
    return in_steps(np.minimum(np.maximum(x, LOWEST), HIGHEST))


# The exponential of an array, as PyTorch's vectors compute it where they are few.
exp = few_first(partial(map, exponential), exp_of_some, FEW)


def exp_beside(x: Any, axis: int) -> Any:
    """Return the exponential as functions along an axis compute it, of the cells side by side.

    Those behind the axis make vectors of eight, and what is left over is rounded to the nearest;
    along the last axis itself all are vectors' cells.
    """
    if x.__class__ is not np.ndarray or x.dtype is not FLOAT32 or x.ndim < 2 or not x.size:
        return exp(x)
    if axis in {-1, x.ndim - 1}:
        return exp(x)
    lines = x.reshape(-1, math.prod(x.shape[axis % x.ndim + 1 :]))
    whole = lines.shape[1] & -8
    if x.size > ROUNDED_ONCE or whole == lines.shape[1]:
        return exp(x)
    if not whole:
        return rounding.exp(x)
    parts = [exp(lines[:, :whole]), rounding.exp(lines[:, whole:])]
    return np.concatenate(parts, 1).reshape(x.shape)


def in_steps(x: Any) -> Any:
    """Return the exponential of float32 numbers from -105 to 105."""
    rest = x.astype(FLOAT64)
    powers = rest * LOG2_E
    rint(powers, powers)
    slope = powers * LOG_2
    subtract(rest, slope, rest)
    single = rest.astype(FLOAT32)
    rest[...] = single  # copying casts in half the time of astype
    multiply(rest, TERMS[0], slope)
    for term in TERMS[1:]:
        add(slope, term, slope)
        multiply(slope, rest, slope)
    add(slope, TO_THIRD, slope)
    subtract(slope, ROUNDING, slope)
    multiply(slope, rest, slope)
    add(slope, HALF, slope)
    growth = slope.astype(FLOAT32)
    slope[...] = growth
    turns = powers.astype(INT32)
    powers[...] = multiply(single, single, growth)
    multiply(slope, powers, slope)
    growth[...] = add(slope, rest, slope)
    return ldexp(add(growth, ONE, growth), turns, growth)


def log_of_some(x: Any) -> Any:
    """Return the logarithm of an array of normal positive numbers."""
    if x.__class__ is not np.ndarray or x.dtype is not FLOAT32 or not 0 < x.size <= ROUNDED_ONCE:
        return rounding.log(x)
    part = x.astype(FLOAT64)
    turns = subtract(WHOLE_ONE, np.frexp(x * FOUR_THIRDS)[1])
    ldexp(part, turns, part)
    part -= 1.0
    return log_of_part(part, turns)


# One takes twice as long as an exponential.
log = few_first(partial(map, logarithm), log_of_some, FEW // 2)


def log1p(x: Any) -> Any:
    """Return log(1 + x) of an array of numbers from 0 to 1, likewise."""
    if x.__class__ is not np.ndarray or x.dtype is not FLOAT32 or not 0 < x.size <= ROUNDED_ONCE:
        return rounding.log1p(x)
    turns = subtract(WHOLE_ONE, np.frexp((x + ONE) * FOUR_THIRDS)[1])
    part = x.astype(FLOAT64)
    ldexp(part, turns, part)
    part += ldexp(1.0, turns) - 1.0  # the smallest numbers stay what they are
    part[...] = part.astype(FLOAT32)
    return log_of_part(part, turns)


def log_sigmoid(x: Any) -> Any:
    """Return the logarithm of 1 / (1 + exp(-x)), without underflow."""
    return np.minimum(x, 0) - log1p(exp(-np.absolute(x)))


def log_of_part(part: Any, turns: Any) -> Any:
    """Return log(1 + part) for a part around 0, less so many times the logarithm of two."""
    below = part + TWO
    ratio, slope = part.astype(FLOAT32), below.astype(FLOAT32)
    multiply(ratio, np.divide(ONE, slope, slope), ratio)
    part /= below
    part *= TWO
    multiply(ratio, ratio, slope)
    ratio *= slope
    square = slope.astype(FLOAT64)
    multiply(square, ODD_TERMS[0], below)
    slope[...] = add(below, ODD_TERMS[1], below)
    below[...] = slope
    below *= square
    slope[...] = add(below, ODD_TERMS[2], below)
    ratio *= slope
    part -= turns * LOG_2_OF_LOG
    square[...] = ratio
    part += square
    return part.astype(FLOAT32)
