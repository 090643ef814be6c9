"""Functions of float32 as Intel's MKL rounds them, by which PyTorch computes whole arrays.

As on processors with AVX-512: exponentials are a power of two with a whole number of 32nds, and a
polynomial more; sines one polynomial; hyperbolic tangents the tangent at the middle of a piece, and
how far they are from it. What MKL's polynomials leave over was measured: with the numbers below, of
a million results all sines, 99.99 % of the exponentials and 99.96 % of the tangents are the same.
"""

import math
from functools import cache
from typing import Any

import numpy as np

from tensorlab.numerics.exponential_of_few import rounded
from tensorlab.numerics.rounding import once

PART = math.log(2) / 32
LINE, BEND = np.float32(0.50001455), np.float32(0.16668046)  # of exp(x) in powers of x, from x on
FEW = 8
LOWEST, HIGHEST = -87.33, 88.0  # beyond, each exponential is rounded to the nearest
# sin(x) / x - 1 in powers of x ** 2 up to a quarter of a turn, the highest first.
SINE = 2.605780932282586e-06, -0.00019809602982192125, 0.008333066246330477, -0.16666659550386764
FAR = 1e4  # beyond, an angle is reduced another way
HALF_TURNS = 1 / math.pi
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


def few_powers(x: Any) -> Any:
    """Return the same of a few numbers, which Python has done before numpy has begun."""
    table, line, bend, found = powers_as_numbers(), float(LINE), float(BEND), []
    for number in x.ravel().tolist():
        if not LOWEST < number < HIGHEST:
            return None
        turns = math.floor(number / PART)
        rest = rounded(number - turns * PART)
        start, lost = table[turns & 31]
        grown = rounded(rounded((bend * rest + line) * rest * rest + rest) + lost)
        found.append(math.ldexp(start + start * grown, turns >> 5))
    result = np.empty_like(x)  # in the order of the numbers in memory
    result[...] = np.array(found).reshape(x.shape)
    return result


def power(x: Any, *place: Any) -> Any:
    """Return exponentials that are still to be rounded."""
    if x.size <= FEW:
        found = few_powers(x)
        if found is not None:
            return found
    usual = (x > LOWEST) & (x < HIGHEST)
    if not usual.all():
        edges = np.array(np.exp(x))  # of one number, too
        np.copyto(edges, power(np.where(usual, x, 0)), where=usual)
        return edges
    turns = np.floor(x / PART)
    rest = (x - turns * PART).astype(np.float32)
    turns = turns.astype(np.int32)
    whole, lost = powers()
    which = turns & 31
    grown = (BEND * rest + LINE) * (rest * rest)
    grown += rest
    grown += lost.take(which)
    start = whole.take(which)
    return np.ldexp(start + start * grown, turns >> 5, *place)


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
    left[0] = 0
    left -= exact[:, None]
    start = exact.astype(np.float32)
    columns = middle, start, exact - start, rounded
    table = np.array([*(np.broadcast_to(each[:, None], left.shape) for each in columns), left])
    return table.reshape(5, -1)


def tangent(x: Any, *place: Any) -> Any:
    """Return hyperbolic tangents that are still to be rounded: from the middles of pieces on."""
    size = np.minimum(np.absolute(x), ENOUGH)
    step = size.astype(np.float32).view(np.int32) - FIRST >> STEP
    middle, start, lost, slope, left = steps().take(step, 1, mode="clip")
    left += np.tanh(size)
    size -= middle
    slope *= size
    left -= slope
    size += NOWHERE
    left /= size * size
    bend = left.astype(np.float32) * size.astype(np.float32)
    left = bend * size
    left += lost
    slope += left.astype(np.float32)
    start += slope.astype(np.float32)
    return np.copysign(start, x, *place)  # in the order of the numbers in memory


sin, cos = once(np.sin, sine), once(np.cos, cosine)
exp, tanh = once(np.exp, power), once(np.tanh, tangent)
