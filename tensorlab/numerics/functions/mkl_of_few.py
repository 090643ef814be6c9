"""The functions of `mkl` of a few float32 numbers: the same steps, one by one.

Python's own floats are done before numpy has begun twenty times, and give the same digits. One is
rounded to float32 as in `exponential_of_few`. Unusual numbers are refused by a ValueError.
"""

from math import copysign, exp, floor, frexp, isnan, ldexp, pi, tanh

from tensorlab.numerics.few import MORE
from tensorlab.numerics.functions.exponential_of_few import rounded
from tensorlab.numerics.functions.mkl_tables import (
    BEND,
    FAR,
    HALF_TURNS,
    HIGHEST,
    LINE,
    LOWEST,
    NOWHERE,
    PART,
    SINE,
    WHOLE,
    powers_as_numbers,
    step_as_numbers,
)

SEVENTH, FIFTH, THIRD, REST = SINE
PLACES = 1024  # the steps of a power of two
PLACE = 2560  # of numbers from a half on
# The steps are never further from the tangent than 0.08 of the last bit of numbers below 1.
BELOW, ABOVE = 1 - 0.08 * 2**-24, 1 + 0.08 * 2**-24
POWER_BELOW, POWER_ABOVE = 1 - 0.11 * 2**-24, 1 + 0.11 * 2**-24  # nor from a power than 0.1
Numbers = tuple[float, ...]


def exponentials(numbers: Numbers) -> list[float]:
    """Return exponentials that are still to be rounded: most are sure without the steps."""
    found = []
    for number in numbers:
        if not LOWEST < number < HIGHEST:
            raise ValueError
        exact = exp(number)
        low, high = exact * POWER_BELOW, exact * POWER_ABOVE
        more_low, more_high = low * MORE, high * MORE
        sure = more_low - (more_low - low) == more_high - (more_high - high)
        found.append(exact if sure else power(number))
    return found


def power(number: float) -> float:
    """Return an exponential by all steps."""
    turns = floor(number / PART)
    rest = number - turns * PART
    more = rest * MORE
    rest = more - (more - rest)
    start, lost = powers_as_numbers()[turns & 31]
    grown = (BEND * rest + LINE) * (rest * rest) + rest
    more = grown * MORE
    grown = more - (more - grown) + lost
    more = grown * MORE
    return ldexp(start + start * (more - (more - grown)), turns >> 5)


def sines(numbers: Numbers) -> list[float]:
    """Return sines, likewise."""
    found = []
    for angle in numbers:
        if not -FAR < angle < FAR:
            raise ValueError
        turns = angle * HALF_TURNS + WHOLE - WHOLE
        rest = angle - turns * pi
        if turns % 2:
            rest = -rest
        square = rest * rest
        slope = (((SEVENTH * square + FIFTH) * square + THIRD) * square + REST) * square + 1.0
        found.append(slope * rest)
    return found


def cosines(numbers: Numbers) -> list[float]:
    """Return cosines, likewise: the sines of a quarter of a turn more."""
    found = []
    for angle in numbers:
        size = abs(angle)
        if not size < FAR:
            raise ValueError
        turns = size * HALF_TURNS - 0.5 + WHOLE - WHOLE
        rest = size - (turns + 0.5) * pi
        if not turns % 2:
            rest = -rest
        square = rest * rest
        slope = (((SEVENTH * square + FIFTH) * square + THIRD) * square + REST) * square + 1.0
        found.append(slope * rest)
    return found


def tangents(numbers: Numbers) -> list[float]:
    """Return hyperbolic tangents, likewise: most are sure of their digits without the steps."""
    found = []
    for number in numbers:
        exact = tanh(number)
        low, high = exact * BELOW, exact * ABOVE
        more_low, more_high = low * MORE, high * MORE
        if more_low - (more_low - low) == more_high - (more_high - high):
            found.append(exact)
        elif isnan(exact):
            raise ValueError
        else:
            found.append(copysign(tangent(abs(number)), number))
    return found


def tangent(size: float) -> float:
    """Return the tangent of a positive number before the end of the last piece, by all steps."""
    part, power = frexp(size)
    place = power * PLACES + int(part * (2 * PLACES)) + PLACE
    middle, start, lost, slope, left = step_as_numbers(max(place, 0))
    left += tanh(size)
    size -= middle
    slope *= size
    left -= slope
    size += NOWHERE
    bend = rounded(left / (size * size)) * rounded(size)
    slope += rounded(rounded(bend) * size + lost)
    return start + rounded(slope)
