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


def lower_slope(x: NDArray[Any], a: NDArray[Any], b: NDArray[Any]) -> Any:
    """Return the derivative of the part below x by a, over the density at x; float64."""
    spread = NODES / a[..., None]
    point, a, b = x[..., None] * np.exp(-spread), a[..., None], b[..., None]
    growth = np.exp((b - 1) * (np.log1p(-point) - np.log1p(-x)[..., None]) - NODES)
    bent = np.log(x)[..., None] - spread - digamma(a) + digamma(a + b)
    return (growth * bent * WEIGHTS).sum(-1) * x / a[..., 0]


def upper_slope(x: NDArray[Any], a: NDArray[Any], b: NDArray[Any]) -> Any:
    """Return the derivative of the part below x by a from what lies above x; float64."""
    rest, a, b = (1 - x)[..., None] * np.exp(-NODES / b[..., None]), a[..., None], b[..., None]
    growth = np.exp((a - 1) * (np.log1p(-rest) - np.log(x)[..., None]) - NODES)
    bent = np.log1p(-rest) - digamma(a) + digamma(a + b)
    return -(growth * bent * WEIGHTS).sum(-1) * (1 - x) / b[..., 0]


def beta_slope(x: NDArray[Any], a: NDArray[Any], b: NDArray[Any]) -> Any:
    """Return how a number drawn from Beta(a, b) moves with a while the part below it stays."""
    with np.errstate(all="ignore"):
        slope = -np.where(x < a / (a + b), lower_slope(x, a, b), upper_slope(x, a, b))
    return np.where(np.isfinite(slope), slope, 0.0)
