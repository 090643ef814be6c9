"""Slopes of activations times a gradient in the steps of PyTorch's kernels: of few floats.

A product that is added to something is rounded with it, once.
"""

import math
from typing import Any

import numpy as np

from tensorlab.numerics.functions import exponential, vectors
from tensorlab.numerics.fused import fma32
from tensorlab.numerics.limits import ROUNDED_ONCE

FLOAT32 = np.dtype(np.float32)
ZERO, ONE, HALF, THREE = (np.array(number, FLOAT32) for number in (0, 1, 0.5, 3))
ROOT, CUBED = np.array(math.sqrt(2 / math.pi), FLOAT32), np.array(0.044715, FLOAT32)


def are_few(g: Any, x: Any) -> bool:
    """Return whether these steps are taken for arrays of a gradient and of an input."""
    plain = g.__class__ is x.__class__ is np.ndarray and g.dtype is x.dtype is FLOAT32
    return plain and 0 < x.size <= ROUNDED_ONCE


def exponential_unit(g: Any, x: Any, low: float, steep: float = 1, high: float = 1) -> Any:
    """Return g * high above 0, else g * steep * low * exp(x * steep)."""
    bent = np.minimum(x, ZERO)
    if steep != 1:
        bent = bent * np.float32(steep)
    below = g * np.float32(steep) * np.float32(low) * vectors.exp(bent, x)
    return np.where(x <= 0, below, g * np.float32(high))


def inner_of_tanh(x: Any) -> Any:
    """Return what gelu's approximation takes the hyperbolic tangent of."""
    return ROOT * fma32(CUBED, x * x * x, x)


def gelu_by_tanh(g: Any, x: Any) -> Any:
    """Return the slope of gelu's approximation."""
    bent = vectors.tanh(inner_of_tanh(x), x)
    half = HALF * x
    steep = half * fma32(-bent, bent, ONE) * (ROOT * fma32(THREE * CUBED, x * x, ONE))
    return g * (HALF * (ONE + bent) + steep)


def mish(g: Any, x: Any) -> Any:
    """Return the slope of mish."""
    share = ONE / (ONE + vectors.exp(np.negative(x), x))
    bent = vectors.tanh(vectors.log1p(vectors.exp(x, x), x), x)
    return g * fma32(x * share, fma32(-bent, bent, ONE), bent)


def softplus(g: Any, x: Any, beta: float, threshold: float) -> Any:
    """Return the slope of softplus."""
    scaled = x * np.float32(beta)
    power = vectors.exp(scaled, x)
    return np.where(scaled > threshold, g, g * power / (power + ONE))


def logsigmoid(g: Any, x: Any) -> Any:
    """Return the slope of logsigmoid."""
    power = exponential.exp(np.negative(np.absolute(x)))
    part = power / (ONE + power)
    return np.where(x < 0, ONE - part, part) * g


def silu(g: Any, x: Any) -> Any:
    """Return the slope of silu."""
    share = ONE / (ONE + vectors.exp(np.negative(x), x))
    return g * share * fma32(x, ONE - share, ONE)
