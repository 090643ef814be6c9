"""The gamma function's kin: its logarithm, the logarithm's derivatives, and Hurwitz's zeta."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.numerics.functions.series import coefficients
from tensorlab.numerics.machine.blocks import are_few, in_blocks, one_by_one

# Bernoulli's numbers B2, B4, ... B16.
BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510)
# (2 * k)! over the numbers themselves, of twelve of them: by what shares of a sum are divided.
DIVISORS = coefficients("gamma DIVISORS")
NINE = 9
MOST_FACTORIAL = 170  # whose factorial a double holds
LARGE = 10.0  # from here on Stirling's series gives every digit of float64
STEPS = 8  # by which smaller numbers are moved up


def stirling(x: NDArray[Any]) -> Any:
    """Return the logarithm of gamma of large numbers."""
    square = 1 / (x * x)
    tail = np.zeros_like(x)
    for k, number in reversed(list(enumerate(BERNOULLI, 1))):
        tail = tail * square + number / (2 * k * (2 * k - 1))
    return (x - 0.5) * np.log(x) - x + 0.5 * math.log(2 * math.pi) + tail / x


def lgamma(x: NDArray[Any]) -> Any:
    """Return the logarithm of the size of gamma: infinite at 0, -1, -2 and so on."""
    if are_few(x):
        return one_by_one(lgamma_of, x)
    return in_blocks(lgamma_of_many, x)


def lgamma_of(x: float) -> float:
    """Return the logarithm of the size of gamma of one number."""
    try:
        return math.lgamma(x)
    except (ValueError, OverflowError):
        # Python's words for the poles and for what is too large
        return math.inf


def lgamma_of_many(x: NDArray[Any]) -> Any:
    """Return the logarithm of the size of gamma, computed in double precision."""
    given = x.astype(np.float64)
    mirrored = given < 0.5
    folded = np.where(mirrored, 1 - given, given)
    small = folded < LARGE
    near = np.where(small, folded, 1.0)
    # x * (x + 1) * ... * (x + 7), its factors taken in pairs from both ends
    pair = near * (near + 7)
    product = pair * (pair + 6) * (pair + 10) * (pair + 12)
    value = stirling(np.where(small, folded + STEPS, folded))
    value = np.where(small, value - np.log(product), value)
    value = np.where((folded == 1) | (folded == 2), 0.0, value)
    if mirrored.any():
        sine = np.absolute(np.sin(math.pi * (given - np.floor(given))))
        value = np.where(mirrored, math.log(math.pi) - np.log(sine) - value, value)
        value = np.where((given <= 0) & (given == np.floor(given)), np.inf, value)
    return np.where(np.isinf(given), np.inf, value).astype(x.dtype)


def digamma(x: NDArray[Any]) -> Any:
    """Return the derivative of lgamma: NaN at negative whole numbers, infinite at 0."""
    return in_blocks(digamma_of_many, x)


def digamma_of_many(x: NDArray[Any]) -> Any:
    """Return the derivative of lgamma, computed in double precision."""
    given = x.astype(np.float64)
    mirrored = given < 0
    folded = np.where(mirrored, 1 - given, given)
    small = folded < LARGE
    near = np.where(small, folded, 1.0)
    # 1 / x + 1 / (x + 1) + ... + 1 / (x + 7), its terms taken in pairs from both ends
    pair = near * (near + 7)
    steps = (2 * near + 7) * (1 / pair + 1 / (pair + 6) + 1 / (pair + 10) + 1 / (pair + 12))
    large = np.where(small, folded + STEPS, folded)
    square = 1 / (large * large)
    tail = np.zeros_like(large)
    for k, number in reversed(list(enumerate(BERNOULLI, 1))):
        tail = (tail + number / (2 * k)) * square
    value = np.log(large) - 0.5 / large - tail
    value = np.where(small, value - steps, value)
    turn = given - np.floor(given)
    value = np.where(mirrored, value - math.pi / np.tan(math.pi * turn), value)
    value = np.where(given == 0, np.copysign(np.inf, -given), value)
    poles = ((given < 0) & (turn == 0)) | (given == -np.inf)
    value = np.where(given == np.inf, np.inf, value)
    return np.where(poles, np.nan, value).astype(x.dtype)


def zeta(x: NDArray[Any], q: NDArray[Any]) -> Any:
    """Return Hurwitz's zeta: the sum of 1 / (k + q) ** x over all k from 0."""
    zeros = np.zeros_like(x, np.float64, shape=np.broadcast_shapes(x.shape, q.shape))
    power, start = x + zeros, q + zeros
    pole = (start <= 0) & (start == np.floor(start))
    unknown = (power < 1) | ((start <= 0) & ~pole & (power != np.floor(power)))
    unknown = unknown | (start == np.inf)  # as PyTorch has it
    # where no sum is needed, none may be long
    start = np.where(pole | unknown, 1.0, start)
    kind = np.result_type(x, q)
    total = summed(start, np.where(power == 1, 2.0, power), kind)
    total = np.where(pole | (power == 1), np.inf, total)
    return np.where(unknown, np.nan, total).astype(kind)


def summed(start: Any, power: Any, kind: Any) -> Any:
    """Return that sum in PyTorch's steps: nine terms, those up to 9, and what is missing.

    Source: Moshier, Cephes mathematical library (1989), zeta.c; Euler and Maclaurin.
    """
    # to the type of the numbers
    total = np.power(start, -power).astype(kind).astype(np.float64)
    place = start
    for _ in range(NINE):
        place = place + 1
        term = place**-power
        total += term
    while (more := place <= NINE).any():
        place = np.where(more, place + 1, place)
        term = np.where(more, place**-power, term)
        total = np.where(more, total + term, total)
    total += term * place / (power - 1)
    total -= 0.5 * term
    factor, whole = 1.0, total.copy()
    for k, divisor in enumerate(DIVISORS):
        factor, term = factor * (power + 2 * k), term / place
        total += factor * term / divisor
        factor, term = factor * (power + (2 * k + 1)), term / place
    overflown = np.isnan(total) & (whole != 0)  # where PyTorch has ended before
    return np.where(overflown, whole, total)


def polygamma(n: int, x: NDArray[Any]) -> Any:
    """Return the n-th derivative of digamma."""
    if n == 0:
        return digamma(x)
    if n == 1:
        return trigamma(x)
    order = x.dtype.type(n + 1)
    sign = 1.0 if n % 2 else -1.0
    # n! nearly; what no double holds would be computed for hours.
    logarithm = math.log(math.factorial(n)) if n <= MOST_FACTORIAL else math.lgamma(n + 1.0)
    with np.errstate(over="ignore"):
        product = np.exp(x.dtype.type(logarithm))
    return (x.dtype.type(sign) * product * zeta(np.asarray(order), x)).astype(x.dtype)


def trigamma(x: NDArray[Any]) -> Any:
    """Return the derivative of digamma, with as many terms of its series as PyTorch sums."""
    kind, mirrored = x.dtype, x < 0.5
    sine = np.sin(kind.type(math.pi) * x).astype(np.float64)  # a pole is as high as it is rounded
    x = x.astype(np.float64)
    large = np.where(mirrored, 1 - x, x)
    total = np.where(mirrored, -((math.pi / sine) ** 2), 0)
    for _ in range(6):
        total = total + 1 / (large * large)
        large = large + 1
    square = 1 / (large * large)
    series = 1 + 1 / (2 * large) + square * (1 / 6 - square * (1 / 30 - square / 42))
    total = total + series / large
    return np.where(mirrored, -total, total).astype(kind)
