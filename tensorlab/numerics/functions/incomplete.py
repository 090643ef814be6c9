"""The regularised incomplete gamma functions, and how the incomplete beta function moves."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.numerics.functions.gamma import digamma, lgamma

MOST_TERMS = 2000
TINY = 1e-300


def weight(a: NDArray[Any], x: NDArray[Any]) -> Any:
    """Return x ** a * exp(-x) / gamma(a)."""
    return np.exp(a * np.log(x) - x - lgamma(a))


def series(a: NDArray[Any], x: NDArray[Any]) -> Any:
    """Return the part below x, summed up from the left."""
    term = 1 / a
    total, place = term, a
    for _ in range(MOST_TERMS):
        place = place + 1
        term = term * x / place
        total = total + term
        if (term <= total * 1e-17).all():
            break
    return total * weight(a, x)


def continued_fraction(a: NDArray[Any], x: NDArray[Any]) -> Any:
    """Return the part above x.

    Source: Lentz's method for the fraction 1 / (x + 1 - a - 1 * (1 - a) / (x + 3 - a - ...)).
    """
    b = x + 1 - a
    c, d = np.full_like(b, 1 / TINY), 1 / b
    value = d
    for k in range(1, MOST_TERMS):
        factor = -k * (k - a)
        b = b + 2
        d = 1 / nonzero(factor * d + b)
        c = nonzero(b + factor / c)
        value = value * c * d
        if (np.absolute(c * d - 1) <= 1e-16).all():
            break
    return value * weight(a, x)


def nonzero(x: NDArray[Any]) -> Any:
    """Return numbers, those that are 0 a little more, so that they can be divided by."""
    return np.where(x == 0, TINY, x)


def parts(a: NDArray[Any], x: NDArray[Any]) -> tuple[Any, Any]:
    """Return the parts below and above x, computed in double precision."""
    both = np.broadcast_arrays(np.asarray(a, np.float64), np.asarray(x, np.float64))
    a, x = map(np.array, both)
    below = np.full(a.shape, np.nan)
    above = below.copy()
    plain = (a > 0) & (x > 0) & np.isfinite(a) & np.isfinite(x)
    left = plain & ((x <= 1.1) | (x <= a))
    if left.any():
        below[left] = series(a[left], x[left])
        above[left] = 1 - below[left]
    right = plain & ~left
    if right.any():
        above[right] = continued_fraction(a[right], x[right])
        below[right] = 1 - above[right]
    none = (a >= 0) & (x >= 0) & (((x == 0) & (a > 0)) | (np.isinf(a) & np.isfinite(x)))
    whole = (a >= 0) & (x >= 0) & (((a == 0) & (x > 0)) | (np.isinf(x) & np.isfinite(a)))
    below[none], above[none] = 0, 1
    below[whole], above[whole] = 1, 0
    return below, above


# Nodes and weights of a quadrature from 0 to infinity (exp-sinh, of Takahasi and Mori): of
# integrands that die out, on whatever scale.
STEPS = np.linspace(-4.0, 4.0, 161)
NODES = np.exp(np.pi / 2 * np.sinh(STEPS))
WEIGHTS = (STEPS[1] - STEPS[0]) * np.pi / 2 * np.cosh(STEPS) * NODES


def below(x: NDArray[Any], a: NDArray[Any], b: NDArray[Any]) -> tuple[Any, Any]:
    """Return the logarithms of points below x, and the weights of a quadrature there.

    They integrate over the density of Beta(a, b), taken as 1 at x.
    """
    spread = NODES / a
    points = np.log(x) - spread
    fall = np.log1p(-np.exp(points)) - np.log1p(-x)
    density = np.exp((b - 1) * fall - NODES)
    return points, density * WEIGHTS * x / a


def beta_derivative(x: NDArray[Any], a: NDArray[Any], b: NDArray[Any]) -> Any:
    """Return how a number drawn from Beta(a, b) moves with a while the part below it stays."""
    x, a, b = (part[..., None] for part in (x, a, b))
    mean = digamma(a) - digamma(a + b)  # of the logarithm
    with np.errstate(all="ignore"):
        points, weights = below(x, a, b)
        lower = ((points - mean) * weights).sum(-1)
        rest, weights = below(1 - x, b, a)
        upper = ((np.log1p(-np.exp(rest)) - mean) * weights).sum(-1)
    slope = np.where((x < a / (a + b))[..., 0], -lower, upper)
    return np.where(np.isfinite(slope), slope, 0.0)
