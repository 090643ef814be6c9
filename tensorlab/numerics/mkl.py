"""Functions of float32 as Intel's MKL rounds them, by which PyTorch computes whole arrays.

Sines are one polynomial. Hyperbolic tangents are the tangent at the middle of a piece, and how far
they are from it; as on processors with AVX-512, where they are off in one number of fifty. What
MKL's polynomials leave over was measured: the numbers below make of a million results all of the
sines and 99.9 % of the tangents the same.
"""

import math
from functools import cache
from typing import Any

import numpy as np

from tensorlab.numerics.rounding import once

# sin(x) / x - 1 in powers of x ** 2 up to a quarter of a turn, the highest first.
SINE = 2.605780932282586e-06, -0.00019809602982192125, 0.008333066246330477, -0.16666659550386764
FAR = 1e4  # beyond, an angle is reduced another way
HALF_TURNS = 1 / math.pi
FIRST = np.array(0x3D400000, np.int32)  # the bits of 3/64: the first piece, up to 7/128
PIECE, STEP = 21, 13  # how many bits tell places in a piece, of which there are four for each
COUNT = 32  # power of two, and in a step
MIDST = 1 << STEP - 1
ENOUGH = 20  # its tangent is 1
# What the slope's own rounding leaves, and what the polynomial's end: in powers of how far from the
# middle a number is, as a part of the most that it can be.
OF_SLOPE = 1, 0.194, -3.195, -0.626, 2.279, 0.453
OF_END = 0.1106, -0.022, -0.8954, 0.1005, 1.7997, -0.1348, -1.0311, 0.0555


def wave(angle: Any, half_turns: Any, even: Any) -> Any:
    """Return sines of what is over half turns: as they are after even numbers, else turned."""
    rest = angle - half_turns * math.pi
    square = rest * rest
    total = square * SINE[0]
    for term in SINE[1:]:
        total += term
        total *= square
    total += 1
    total *= rest
    return np.where(even, total, -total)


def sine(angle: Any, *place: Any) -> Any:
    """Return sines that are still to be rounded."""
    turns = np.rint(angle * HALF_TURNS) + 0  # -0 would take the sign of another
    near = wave(angle, turns, np.rint(turns * 0.5) * 2 == turns)
    far = np.absolute(angle) > FAR
    return np.where(far, np.sin(angle), near) if far.any() else near


def cosine(angle: Any, *place: Any) -> Any:
    """Return cosines, likewise: the sines of a quarter of a turn more."""
    size = np.absolute(angle)
    turns = np.rint(size * HALF_TURNS - 0.5)
    near = wave(size, turns + 0.5, np.rint(turns * 0.5) * 2 != turns)
    far = size > FAR
    return np.where(far, np.cos(angle), near) if far.any() else near


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
    left -= exact.astype(np.float32)[:, None]
    columns = middle, exact.astype(np.float32), rounded
    table = np.array([*(np.broadcast_to(each[:, None], left.shape) for each in columns), left])
    table[1:, 0] = 0
    return table.reshape(4, -1)


def tangent(x: Any, *place: Any) -> Any:
    """Return hyperbolic tangents that are still to be rounded: from the middles of pieces on."""
    size = np.minimum(np.absolute(x), ENOUGH)
    step = size.astype(np.float32).view(np.int32) - FIRST >> STEP
    middle, start, slope, left = steps().take(step, 1, mode="clip")
    left += np.tanh(size)
    size -= middle
    size *= slope
    left -= size
    size += left.astype(np.float32)
    start += size.astype(np.float32)
    return np.copysign(start, x)


sin, cos, tanh = once(np.sin, sine), once(np.cos, cosine), once(np.tanh, tangent)
