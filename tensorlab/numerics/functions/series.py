"""What the special functions are made of: polynomials, Chebyshev series, and pieces.

They are computed in double precision and rounded once to the type of their argument. Each table of
a Chebyshev series was fitted in 60 digits, at the zeros of a polynomial of a higher degree.
"""

from collections.abc import Callable
from functools import cache, wraps
from typing import Any

import numpy as np

from tensorlab.frozen import names_beside

Series = tuple[float, ...]
Function = Callable[[Any], Any]


@cache
def rows() -> dict[str, tuple[str, ...]]:
    """Return what `coefficients.txt` has, by name."""
    return names_beside(__file__, "coefficients.txt")


def coefficients(name: str) -> Series:
    """Return the numbers of a row."""
    return tuple(map(float, rows()[name]))


def fraction(name: str) -> tuple[Series, Series]:
    """Return the numbers of what stands above and below a fraction's line."""
    return coefficients(f"{name} above"), coefficients(f"{name} below")


def in_double(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of an array that is computed in float64 and rounded to the array's type."""

    @wraps(function)
    def rounded(x: Any) -> Any:
        return function(x.astype(np.float64)).astype(x.dtype)

    return rounded


def polynomial(x: Any, terms: Series) -> Any:
    """Return a polynomial, its highest term first."""
    total = x * terms[0]
    for term in terms[1:-1]:
        total += term
        total *= x
    total += terms[-1]
    return total


def ratio(x: object, parts: tuple[Series, Series]) -> Any:
    """Return the ratio of two polynomials."""
    return polynomial(x, parts[0]) / polynomial(x, parts[1])


def chebyshev(t: Any, series: Series) -> Any:
    """Return the sum of a series at numbers between -1 and 1.

    Source: Clenshaw, A note on the summation of Chebyshev series (1955).
    """
    twice = t + t
    later, latest = np.zeros_like(t), np.full_like(t, series[-1])
    for term in series[-2:0:-1]:
        later, latest = latest, twice * latest - later + term
    return t * latest - later + series[0]


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
