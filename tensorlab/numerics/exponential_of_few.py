"""Exponential and logarithm of a few float32 numbers: the steps of `exponential`, one by one.

Below some 16 numbers Python's own floats are done before numpy has begun thirty times. They are
doubles too; one is rounded to float32 by multiplying it with a number of 29 bits more and taking
the difference that this makes.

Source: Dekker, A floating-point technique for extending the available precision (1971).
"""

from math import frexp, ldexp
from typing import Any

import numpy as np

FEW = 16
FLOAT32 = np.dtype(np.float32)
MORE = 2.0**29 + 1


def constant(*parts: float) -> float:
    """Return the sum of numbers rounded to float32."""
    return sum(float(np.float32(part)) for part in parts)


HIGHEST = 105.0  # beyond, and below its negative, somebody else knows the answer
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


def exponentials(x: Any) -> Any:
    """Return the exponentials of a few numbers; None where one is too large, or no number."""
    found = []
    for number in x.ravel().tolist():
        if not -HIGHEST < number < HIGHEST:
            return None
        power = round(number * LOG2_E)
        rest = number - power * LOG_2
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
        found.append(ldexp(more - (more - growth), power))
    return np.array(found, FLOAT32).reshape(x.shape)


def logarithms(x: Any) -> Any:
    """Return the logarithms of a few positive normal numbers."""
    found = []
    for number in x.ravel().tolist():
        power = frexp(rounded(number * FOUR_THIRDS))[1] - 1
        part = ldexp(number, -power)
        above, below = part - 1.0, part + 1.0
        ratio = rounded(rounded(above) * rounded(1.0 / rounded(below)))
        square = rounded(ratio * ratio)
        slope = rounded(square * ODD_SEVENTH + ODD_FIFTH)
        slope = rounded(slope * square + ODD_THIRD)
        bend = rounded(rounded(square * ratio) * slope)
        found.append(power * LOG_2_OF_LOG + 2.0 * (above / below) + bend)
    return np.array(found, FLOAT32).reshape(x.shape)


def rounded(number: float) -> float:
    """Return a number rounded to float32, unless it is near the largest ones."""
    more = number * MORE
    return more - (more - number)
