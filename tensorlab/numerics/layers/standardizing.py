"""Elements less their mean, divided by their spread."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.numerics.functions.rounding import multiply_add
from tensorlab.numerics.sums.reducing import sums_along

LAYER, BATCH, GROUP = "LayerNormKernelImpl", "batch_norm", "GroupNormKernelImpl"
WIDE = 1 << 12  # elements whose moments are found in double precision


def moments(elements: NDArray[Any], dims: tuple[int, ...]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the mean and the variance over dimensions, which stay; few are rounded once."""
    kind, few = elements.dtype, elements.size <= WIDE
    elements = elements.astype(np.float64) if few else elements
    mean = sums_along(elements, dims)
    count = np.array(elements.size // mean.size if mean.size else 1, mean.dtype)
    mean /= count  # an array: numpy takes a number in twice the time
    apart = elements - mean
    variance = sums_along(np.square(apart, apart), dims)
    variance /= count
    return mean.astype(kind, copy=False), variance.astype(kind, copy=False)


def factor_of(variance: NDArray[Any], eps: float) -> Any:
    """Return what differences from the mean are multiplied by: 1 / sqrt(variance + eps)."""
    factor = variance.astype(np.float64)
    factor += np.array(eps)
    np.sqrt(factor, factor)
    return np.reciprocal(factor, factor).astype(variance.dtype)


def standardized(
    elements: NDArray[Any],
    mean: NDArray[Any],
    factor: NDArray[Any],
    weight: NDArray[Any] | None,
    bias: NDArray[Any] | None,
    kernel: str,
) -> Any:
    """Return elements standardized, weighted and shifted, rounded as a kernel rounds.

    That of rows takes the mean away first; others multiply, and add the mean's part and the bias.
    """
    if kernel == LAYER or (kernel == GROUP and weight is None and bias is None):
        result = elements - mean
        result *= factor
        result = result if weight is None else result * weight
        return result if bias is None else result + bias
    scale = factor if weight is None else factor * weight
    shift = -mean * scale if bias is None else multiply_add(-mean, scale, bias)
    return multiply_add(elements, scale, shift)
