"""The gamma function's kin: its logarithm, the logarithm's derivatives, and Hurwitz's zeta."""

import math
from typing import Any

import numpy as np

# Bernoulli's numbers B2, B4, ... B16.
BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510)
LARGE = 10.0  # from here on Stirling's series gives every digit of float64


def stirling(x: Any) -> Any:
    """Return the logarithm of gamma of large numbers."""
    inverse = 1 / x
    square = inverse * inverse
    tail = np.zeros_like(x)
    for k, number in reversed(list(enumerate(BERNOULLI, 1))):
        tail = tail * square + number / (2 * k * (2 * k - 1))
    return (x - 0.5) * np.log(x) - x + 0.5 * math.log(2 * math.pi) + tail * inverse


def lgamma(x: Any) -> Any:
    """Return the logarithm of the size of gamma: infinite at 0, -1, -2 and so on."""
    given = x.astype(np.float64)
    mirrored = given < 0.5
    large = np.where(mirrored, 1 - given, given)
    product = np.ones_like(large)
    while (small := large < LARGE).any():
        product = np.where(small, product * large, product)
        large = np.where(small, large + 1, large)
    value = np.where(np.isinf(large), large, stirling(large)) - np.log(product)
    value = near_zeros(np.where(mirrored, 1 - given, given), value)
    sine = np.absolute(np.sin(math.pi * (given - np.floor(given))))
    value = np.where(mirrored, math.log(math.pi) - np.log(sine) - value, value)
    poles = (given <= 0) & (given == np.floor(given))
    return np.where(poles | np.isinf(given), np.inf, value).astype(x.dtype)


def near_zeros(x: Any, value: Any) -> Any:
    """Return the logarithm of gamma with its zeros at 1 and 2 hit exactly."""
    return np.where((x == 1) | (x == 2), 0.0, value)


def digamma(x: Any) -> Any:
    """Return the derivative of lgamma: NaN at negative whole numbers, infinite at 0."""
    given = x.astype(np.float64)
    mirrored = given < 0
    large = np.where(mirrored, 1 - given, given)
    steps = np.zeros_like(large)
    while (small := large < LARGE).any():
        steps = np.where(small, steps + 1 / large, steps)
        large = np.where(small, large + 1, large)
    square = 1 / (large * large)
    tail = np.zeros_like(large)
    for k, number in reversed(list(enumerate(BERNOULLI, 1))):
        tail = (tail + number / (2 * k)) * square
    value = np.log(large) - 0.5 / large - tail - steps
    value = np.where(np.isinf(large), large, value)
    turn = given - np.floor(given)
    value = np.where(mirrored, value - math.pi / np.tan(math.pi * turn), value)
    value = np.where(given == 0, np.copysign(np.inf, -given), value)
    poles = (given < 0) & (turn == 0) | np.isneginf(given)
    return np.where(poles, np.nan, value).astype(x.dtype)


def zeta(x: Any, q: Any) -> Any:
    """Return Hurwitz's zeta: the sum of 1 / (k + q) ** x over all k from 0.

    Source: Euler's and Maclaurin's summation formula, after nine terms.
    """
    power, start = np.broadcast_arrays(x.astype(np.float64), q.astype(np.float64))
    total = np.zeros(power.shape)
    place = start.copy()
    count = 9
    for _ in range(max(count, int(count - np.floor(np.nanmin(start, initial=0))))):
        needed = (place - start < count) | (place <= count)
        total = np.where(needed, total + place**-power, total)
        place = np.where(needed, place + 1, place)
    total = total + place ** (1 - power) / (power - 1) + 0.5 * place**-power
    factor, fall = power.copy(), place ** (-power - 1)
    for k, number in enumerate(BERNOULLI, 1):
        total = total + number / math.factorial(2 * k) * factor * fall
        factor = factor * (power + 2 * k - 1) * (power + 2 * k)
        fall = fall / (place * place)
    pole = (start <= 0) & (start == np.floor(start))
    unknown = (power < 1) | ((start <= 0) & ~pole & (power != np.floor(power)))
    total = np.where(pole | (power == 1), np.inf, total)
    return np.where(unknown, np.nan, total).astype(np.result_type(x, q))


def polygamma(n: int, x: Any) -> Any:
    """Return the n-th derivative of digamma."""
    if n == 0:
        return digamma(x)
    if n == 1:
        return trigamma(x)
    order = x.dtype.type(n + 1)
    sign = 1.0 if n % 2 else -1.0
    return (sign * math.factorial(n) * zeta(np.asarray(order), x)).astype(x.dtype)


def trigamma(x: Any) -> Any:
    """Return the derivative of digamma, with as many terms of its series as PyTorch sums."""
    mirrored = x < 0.5
    large = np.where(mirrored, 1 - x, x)
    total = np.where(mirrored, -((math.pi / np.sin(math.pi * x)) ** 2), 0)
    for _ in range(6):
        total = total + 1 / (large * large)
        large = large + 1
    square = 1 / (large * large)
    series = 1 + 1 / (2 * large) + square * (1 / 6 - square * (1 / 30 - square / 42))
    total = total + series / large
    return np.where(mirrored, -total, total)
