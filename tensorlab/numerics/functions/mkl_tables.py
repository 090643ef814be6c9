"""Numbers that the functions of `mkl` look up, and those that their polynomials are made of."""

import math
from functools import cache
from typing import Any

import numpy as np

PART = math.log(2) / 32
LINE, BEND = map(float, np.array([0.50001455, 0.16668046], np.float32))  # of exp(x), from x on
LOWEST, HIGHEST = -87.33, 88.0  # beyond, each exponential is rounded to the nearest
# sin(x) / x - 1 in powers of x ** 2 up to a quarter of a turn, the highest first.
SINE = 2.605780932282586e-06, -0.00019809602982192125, 0.008333066246330477, -0.16666659550386764
FAR = 1e4  # beyond, an angle is reduced another way
HALF_TURNS = 1 / math.pi
WHOLE = 1.5 * 2**52  # leaves no digits behind the point of a number added to it; it is even
FIRST = np.array(0x3D400000, np.int32)  # the bits of 3/64: the first piece, up to 7/128
PIECE, STEP = 21, 13  # how many bits tell places in a piece, of which there are four for each
COUNT = 32  # power of two, and in a step
MIDST = 1 << STEP - 1
ENOUGH = 20  # its tangent is 1
NOWHERE = 1e-18  # so near a middle that it makes no difference, and can be divided by
# What the slope's own rounding leaves, and what the polynomial's end: in powers of how far from the
# middle a number is, as a part of the most that it can be.
OF_SLOPE = 1, 0.194, -3.195, -0.626, 2.279, 0.453
OF_END = 0.1106, -0.022, -0.8954, 0.1005, 1.7997, -0.1348, -1.0311, 0.0555


@cache
def powers() -> Any:
    """Return the powers of two with 0 to 31 32nds, rounded, and what was lost, as a part."""
    exact = np.exp2(np.arange(32) / 32)
    rounded = exact.astype(np.float32).astype(np.float64)
    return rounded, ((exact - rounded) / rounded).astype(np.float32)


@cache
def powers_as_numbers() -> list[tuple[float, float]]:
    """Return the same as Python's numbers."""
    whole, lost = powers()
    return list(zip(whole.tolist(), lost.tolist(), strict=True))


def numbers_from(bits: Any) -> Any:
    """Return the numbers of so many bits above the first piece's."""
    return (FIRST + bits.astype(np.int32)).view(np.float32).astype(np.float64)


def series(terms: tuple[float, ...], part: Any) -> Any:
    """Return a polynomial without a constant, its lowest term first."""
    return sum(term * part ** (power + 1) for power, term in enumerate(terms))


@cache
def steps() -> Any:
    """Return for each step its piece's middle, tangent and slope, and what is left over there."""
    borders = numbers_from(np.arange(COUNT + 1) << PIECE)
    middle, most = ((borders[1:] + sign * borders[:-1]) / 2 for sign in (1, -1))
    middle[0] = 0  # the first piece begins at 0
    exact = np.tanh(middle)
    square, slope = exact**2, 1 - exact**2
    seventh = slope * (((5040 * square - 8400) * square + 3696) * square - 272) / 5040 * most**7
    rounded = slope.astype(np.float32)
    missed = (rounded - slope) * most
    places = np.arange(COUNT << PIECE, step=1 << STEP) + MIDST
    part = (numbers_from(places).reshape(COUNT, -1) - middle[:, None]) / most[:, None]
    left = missed[:, None] * series(OF_SLOPE, part) + seventh[:, None] * series(OF_END, part)
    left[0] = 0
    left -= exact[:, None]
    start = exact.astype(np.float32)
    columns = middle, start, exact - start, rounded
    table = np.array([*(np.broadcast_to(each[:, None], left.shape) for each in columns), left])
    return table.reshape(5, -1)


@cache
def step_as_numbers(place: int) -> tuple[float, ...]:
    """Return the numbers of one step as Python's."""
    return tuple(steps()[:, place].tolist())
