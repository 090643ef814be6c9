"""exp(x) - 1 and log(1 + x) of a few float32 numbers in the steps of `c_library`, one by one.

Every step is rounded as in `exponential_of_few`; unusual numbers are refused by a ValueError.
"""

from math import copysign, frexp, ldexp

from tensorlab.numerics.functions.exponential_of_few import constant, rounded

FAR, TINY, LARGE = 87.0, 1e-12, 1e30
LOG2_E, LOG_2_HIGH, LOG_2_LOW = map(constant, (1.4426950216, 0.69313812256, 9.0580006145e-06))
GROWTH = [
    constant(term)
    for term in (4.0082177293e-06, -7.9365076090e-05, 1.5873016091e-03, -3.3333335072e-02)
]
FASTEST = constant(-2.0109921195e-07)
CURVE_TERMS = (
    0.15313838422, 0.18183572590, 0.22222198546, 0.28571429849, 0.40000000596, 0.66666668653,
)  # fmt: skip
CURVE = [constant(term) for term in CURVE_TERMS]
STEEPEST = constant(0.14798198640)
NEAR, NEAR_BELOW = constant(0.41421997547149658), constant(-0.29289364814758301)
ROOT = 1 + 0x3504F7 / 2**23  # of two: from here on a number is the next power's
# For powers of two: what is added before the result is scaled by one, and after.
BEFORE = {power: 1 - 2.0**-power for power in range(57)} | {-1: 0.0}
AFTER = {-1: -0.5} | dict.fromkeys(range(57), 0.0)


def expm1(x: float) -> float:
    """Return exp(x) - 1."""
    if not TINY < abs(x) < FAR:
        if x:
            raise ValueError
        return x
    turns = rounded(x * LOG2_E)
    power = int(rounded(turns + (0.5 if x > 0 else -0.5)))
    low, high = rounded(power * LOG_2_LOW), rounded(x - rounded(power * LOG_2_HIGH))
    rest = rounded(high - low)
    missed = rounded(rounded(high - rest) - low)
    square = rounded(rest * 0.5 * rest)
    slope = rounded(square * FASTEST)
    for term in GROWTH:
        slope = rounded(rounded(slope + term) * square)
    slope = rounded(slope + 1.0)
    bend = rounded(3.0 - rounded(slope * 0.5 * rest))
    slope = rounded(rounded(slope - bend) / rounded(6.0 - rounded(rest * bend)))
    slope = rounded(rounded(rounded(slope * square) - missed) * rest)
    slope = rounded(rounded(slope - missed) - square)
    if power == 1 and rest < -0.25:
        grown = rounded(rounded(rest + 0.5) - slope)
    else:
        grown = rounded(rounded(rest - slope) + rounded(BEFORE.get(power, 1.0)))
    return copysign(ldexp(grown, power) + AFTER.get(power, -1.0), x)


def log1p(x: float) -> float:
    """Return log(1 + x)."""
    if not (-1.0 < x < LARGE and abs(x) > TINY):
        if x:
            raise ValueError
        return x
    part, missed, power = x, 0.0, 0
    if not NEAR_BELOW < x < NEAR:
        wide = x + 1.0
        above = rounded(wide)
        missed = rounded(rounded(wide - above) / above)
        mantissa, power = frexp(above)
        power -= 2.0 * mantissa < ROOT
        part = rounded(ldexp(above, -power) - 1.0)
    half = rounded(part * 0.5 * part)
    ratio = rounded(part / rounded(part + 2.0))
    square = rounded(ratio * ratio)
    found = rounded(square * STEEPEST)
    for term in CURVE:
        found = rounded(rounded(found + term) * square)
    found = rounded(rounded(found + half) * ratio)
    found = rounded(found + rounded(missed + rounded(power * LOG_2_LOW)))
    return rounded(power * LOG_2_HIGH) - rounded(rounded(half - found) - part)
