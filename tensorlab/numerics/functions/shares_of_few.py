"""Sigmoid and softmax of a few float32 numbers, every step rounded to float32, one by one.

A number is rounded as in `exponential_of_few`. Unusual ones are refused by a ValueError.
"""

from math import exp

from tensorlab.numerics.few import MORE
from tensorlab.numerics.functions.exponential_of_few import exponential, logarithm

FAR = 80.0
Numbers = tuple[float, ...]


def shares_of_one(numbers: Numbers) -> list[float]:
    """Return 1 / (1 + exp(-x)), still to be rounded; of so few cells exp is the C library's."""
    found = []
    for number in numbers:
        if not -FAR < number < FAR:
            raise ValueError
        power = exp(-number)
        more = power * MORE
        whole = more - (more - power) + 1.0
        more = whole * MORE
        found.append(1.0 / (more - (more - whole)))
    return found


def shares(numbers: Numbers, size: int) -> list[float]:
    """Return softmax of rows of so many numbers, still to be rounded."""
    found = []
    for begin in range(0, len(numbers), size):
        row = numbers[begin : begin + size]
        top, whole, powers = max(row), 0.0, []
        for number in row:
            power, below = 1.0, number - top
            if below:  # as what is no number, too, of infinite ones
                more = below * MORE
                power = exponential(more - (more - below))
            powers.append(power)
            whole += power
            more = whole * MORE
            whole = more - (more - whole)
        part = 1.0 / whole
        more = part * MORE
        part = more - (more - part)
        for power in powers:
            found.append(power * part)  # noqa: PERF401  a comprehension takes 0.1 us more
    return found


def logarithms_of_shares(numbers: Numbers, size: int) -> list[float]:
    """Return log_softmax, likewise."""
    found = []
    for begin in range(0, len(numbers), size):
        row = numbers[begin : begin + size]
        top, whole, rests = max(row), 0.0, []
        for number in row:
            power, below = 1.0, number - top
            if below:
                more = below * MORE
                below = more - (more - below)
                power = exponential(below)
            rests.append(below)
            whole += power
            more = whole * MORE
            whole = more - (more - whole)
        part = logarithm(whole)
        more = part * MORE
        part = more - (more - part)
        for below in rests:
            found.append(below - part)  # noqa: PERF401  likewise
    return found
