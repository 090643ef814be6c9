"""Orthogonal polynomials, each from the two before it; each element may have its own degree."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.numerics.functions.rounding import acos, cos, sin

Step = Callable[[int, Any, Any, Any], Any]
Rule = tuple[Callable[[Any], Any], Step]

# For each family the polynomial of degree 1, and that of degree k from those before it.
CHEBYSHEV: Step = lambda k, x, q, p: (x + x) * q - p  # noqa: E731
RULES: dict[str, Rule] = {
    "chebyshev_t": (lambda x: x, CHEBYSHEV),
    "chebyshev_u": (lambda x: x + x, CHEBYSHEV),
    "chebyshev_v": (lambda x: x + x - 1, CHEBYSHEV),
    "chebyshev_w": (lambda x: x + x + 1, CHEBYSHEV),
    "hermite_h": (lambda x: x + x, lambda k, x, q, p: (x + x) * q - (2 * k - 2) * p),
    "hermite_he": (lambda x: x, lambda k, x, q, p: x * q - (k - 1) * p),
    "laguerre_l": (
        lambda x: 1 - x,
        lambda k, x, q, p: ((2 * k - 2 + (1 - x)) * q - (k - 1) * p) / k,
    ),
    "legendre_p": (lambda x: x, lambda k, x, q, p: ((2 * k - 1) * x * q - (k - 1) * p) / k),
}
# Beyond these degrees Hermite's are said to be no numbers.
HERMITE_LIMITS = {np.dtype(np.float32): 128, np.dtype(np.float64): 512}


def polynomial(family: str, x: Any, n: Any) -> Any:
    """Return the polynomials of degrees n at x: 0 where a degree is negative."""
    first, step = RULES[family]
    degrees = np.trunc(n)
    before, now = np.ones_like(x), first(x)
    found = np.where(degrees < 0, x.dtype.type(0), np.where(degrees == 0, before, now))
    top = int(degrees.max(initial=0))
    if family.startswith("hermite"):
        limit = HERMITE_LIMITS[x.dtype]
        found, top = np.where(degrees > limit, x.dtype.type(np.nan), found), min(top, limit)
    for k in range(2, top + 1):
        now, before = step(k, x, now, before), now
        found = np.where(degrees == k, now, found)
        if not np.isfinite(now).any():
            return np.where(degrees > k, now, found)
    return found


def at_angle(family: str, x: NDArray[Any], n: Any) -> Any:
    """Return Chebyshev's polynomials inside of -1 to 1, where they are waves."""
    angle, half = acos(x), x.dtype.type(0.5)
    if family == "chebyshev_t":
        return cos(n * angle)
    if family == "chebyshev_u":
        return sin((n + 1) * angle) / sin(angle)
    function = cos if family == "chebyshev_v" else sin
    return function((n + half) * angle) / function(half * angle)


def chebyshev_polynomial(family: str, x: NDArray[Any], n: NDArray[Any], waves_beyond: int) -> Any:
    """Return Chebyshev's polynomials, those of high degrees by angles where they are waves."""
    degrees = np.trunc(n)
    waves = (degrees > waves_beyond) & (np.absolute(x) < 1)
    if not waves.any():
        return polynomial(family, x, degrees)
    by_angle = at_angle(family, x, degrees).astype(x.dtype)
    return np.where(waves, by_angle, polynomial(family, x, np.where(waves, 0, degrees)))
