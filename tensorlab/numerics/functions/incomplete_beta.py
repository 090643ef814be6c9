"""How the incomplete beta function moves with its parameters, by quadrature in double precision."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.numerics.functions.gamma import digamma

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
