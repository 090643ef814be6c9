"""Exponential and logarithm of a few float32 numbers: the steps of `exponential`, one by one.

Below some 16 numbers Python's own floats are done before numpy has begun thirty times. They are
doubles too; one is rounded to float32 by multiplying it with a number of 29 bits more and taking
the difference that this makes.

Source: Dekker, A floating-point technique for extending the available precision (1971).
"""

from math import frexp, ldexp

import numpy as np

from tensorlab.numerics.few import MORE

FEW = 16


def constant(*parts: float) -> float:
    """Return the sum of numbers rounded to float32."""
    return sum(float(np.float32(part)) for part in parts)


LOWEST, HIGHEST = -87.0, 105.0  # beyond, somebody else knows the answer
WHOLE = 1.5 * 2**52  # leaves no digits behind the point of a number added to it
POWERS = {float(power): 2.0**power for power in range(-127, 153)}
LOG2_E = constant(1.442695040888963)
LOG_2 = constant(0.693145751953125, 1.428606765330187e-06)
SEVENTH, SIXTH, FIFTH, FOURTH, THIRD = map(
    constant,
    (0.00019852761761, 0.00139304355252, 0.00833336077631, 0.04166648536921, 0.16666667163372),
)
# Around a sixth this number leaves the digits of float32 behind the point of a double, no others.
ROUNDING = 1.5 * 2**26
TO_THIRD = THIRD + ROUNDING
FOUR_THIRDS = constant(4 / 3)
LOG_2_OF_LOG = constant(0.6931471824645996, -1.904654323148236e-09)
ODD_SEVENTH, ODD_FIFTH, ODD_THIRD = map(constant, (0.3027294874, 0.3996108174, 0.6666694880))


def exponential(number: float) -> float:
    """Return an exponential that is 0 or a normal number, still to be rounded.

    Raises:
        ValueError: it is something else.
    """
    if not LOWEST < number < HIGHEST:
        if number < -HIGHEST:
            return 0.0
        raise ValueError
    turns = number * LOG2_E + WHOLE - WHOLE
    rest = number - turns * LOG_2
    more = rest * MORE
    rest = more - (more - rest)
    slope = (((SEVENTH * rest + SIXTH) * rest + FIFTH) * rest + FOURTH) * rest + TO_THIRD
    slope = (slope - ROUNDING) * rest + 0.5
    more = slope * MORE
    slope = more - (more - slope)
    square = rest * rest
    more = square * MORE
    growth = slope * (more - (more - square)) + rest
    more = growth * MORE
    growth = more - (more - growth) + 1.0
    more = growth * MORE
    return (more - (more - growth)) * POWERS[turns]


def logarithm(number: float) -> float:
    """Return the logarithm of a positive normal number, likewise."""
    power = frexp(rounded(number * FOUR_THIRDS))[1] - 1
    part = ldexp(number, -power)
    above, below = part - 1.0, part + 1.0
    more = below * MORE
    ratio = rounded(above) * rounded(1.0 / (more - (more - below)))
    more = ratio * MORE
    ratio = more - (more - ratio)
    more = ratio * ratio * MORE
    square = more - (more - ratio * ratio)
    slope = rounded(square * ODD_SEVENTH + ODD_FIFTH)
    slope = rounded(slope * square + ODD_THIRD)
    bend = rounded(square * ratio) * slope
    more = bend * MORE
    return power * LOG_2_OF_LOG + 2.0 * (above / below) + (more - (more - bend))


def rounded(number: float) -> float:
    """Return a number rounded to float32, unless it is near the largest ones."""
    more = number * MORE
    return more - (more - number)
