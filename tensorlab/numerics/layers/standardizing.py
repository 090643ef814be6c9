"""Elements less their mean, divided by their spread."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.numerics.functions.rounding import FLOAT64, multiply_add
from tensorlab.numerics.sums.reducing import SOME, sums_along

LAYER, BATCH, GROUP = "LayerNormKernelImpl", "batch_norm", "GroupNormKernelImpl"


def moments(elements: NDArray[Any], dims: tuple[int, ...]) -> tuple[NDArray[Any], ...]:
    """Return the mean over dimensions, which stay, the elements less it, and their variance.

    The sums of a few are those of double precision, which the variance keeps.
    """
    wide = FLOAT64 if elements.size <= SOME else elements.dtype
    mean = mean_along(elements.astype(wide, copy=False), dims).astype(elements.dtype, copy=False)
    apart = elements - mean
    squares = apart.astype(wide)
    return mean, apart, mean_along(np.square(squares, squares), dims)


def mean_along(elements: NDArray[Any], dims: tuple[int, ...]) -> Any:
    """Return the mean over dimensions, which stay."""
    mean = sums_along(elements, dims)
    count = elements.size // mean.size if mean.size else 1
    # which numpy takes in half the time of a number
    mean /= np.array(count, mean.dtype)
    return mean


def factor_of(variance: NDArray[Any], eps: float, kind: Any) -> Any:
    """Return what differences from the mean are multiplied by: 1 / sqrt(variance + eps)."""
    factor = np.add(variance, np.array(eps), dtype=FLOAT64)
    np.sqrt(factor, factor)
    return np.reciprocal(factor, factor).astype(kind)


def input_gradient(
    g: NDArray[Any], normal: NDArray[Any], factor: NDArray[Any], dims: tuple[int, ...]
) -> Any:
    """Return the gradient for elements, of that for them standardized: `normal`, over dimensions.

    It is less its mean and less what points along the elements.
    """
    found = g - mean_along(g, dims)
    found -= normal * mean_along(g * normal, dims)
    found *= factor
    return found


def rescaled(
    elements: NDArray[Any],
    mean: NDArray[Any],
    factor: NDArray[Any],
    weight: NDArray[Any] | None,
    bias: NDArray[Any] | None,
) -> Any:
    """Return elements standardized, weighted and shifted, as kernels of channels do.

    They multiply, and add the mean's part and the bias; that of rows takes the mean away first.
    """
    scale = factor if weight is None else factor * weight
    shift = -mean * scale if bias is None else multiply_add(-mean, scale, bias)
    return multiply_add(elements, scale, shift)
