"""Chebyshev series: how the special functions of this engine are computed.

Each table was fitted in 60 digits, at the zeros of a Chebyshev polynomial of a higher degree.
"""

from functools import cache
from typing import Any

import numpy as np

from tensorlab.numerics.limits import ROUNDED_ONCE

Series = tuple[float, ...]
ENOUGH_FOR_FLOAT32 = 1e-8


@cache
def for_float32(series: Series) -> Series:
    """Return the terms of a series that float32 can tell from nothing."""
    least = ENOUGH_FOR_FLOAT32 * max(map(abs, series))
    count = max(place for place, term in enumerate(series) if abs(term) > least) + 1
    return series[:count]


def chebyshev(t: Any, series: Series) -> Any:
    """Return the sum of the series at numbers between -1 and 1, in their type.

    Source: Clenshaw, A note on the summation of Chebyshev series (1955).
    """
    number = t.dtype.type
    if t.dtype == np.float32:
        series = for_float32(series)
    twice = t + t
    later, latest = np.zeros_like(t), np.full_like(t, series[-1])
    for term in series[-2:0:-1]:
        following = twice * latest
        following -= later
        following += number(term)
        later, latest = latest, following
    return t * latest - later + number(series[0])


def chebyshev_in_steps(twice: Any, series: Series) -> Any:
    """Return the sum of the whole series at halves of numbers, rounded as PyTorch rounds.

    Of many floats those terms are left out that make no difference.
    """
    if twice.dtype == np.float32 and twice.size > ROUNDED_ONCE:
        return chebyshev(twice * np.float32(0.5), series)
    later, latest = np.zeros_like(twice), np.full_like(twice, series[-1])
    for term in (*series[-2:0:-1], 2 * series[0]):
        before, later = later, latest
        latest = twice * latest - before + twice.dtype.type(term)
    return twice.dtype.type(0.5) * (latest - before)


def piecewise(x: Any, *pieces: Any) -> Any:
    """Return a function put together of pieces, each a condition and what to compute there."""
    x = np.asanyarray(x)
    result = np.full_like(x, np.nan)
    for condition, function in pieces:
        if condition.all():
            return function(x)
        if condition.any():
            result[condition] = function(x[condition])
    return result
