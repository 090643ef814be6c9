"""Cells less their mean, divided by their spread, in PyTorch's steps.

Over rows the moments are followed lane by lane; over a batch of rows they are sums in order; over
channels with places of their own, sums in double precision.
"""

import math
from typing import Any

import numpy as np

from tensorlab.numerics.moments import row_moments
from tensorlab.numerics.summation import in_order

LAYER, BATCH = "LayerNormKernelImpl", "batch_norm"


def standardized_in_steps(
    cells: Any, weight: Any, bias: Any, dims: tuple[int, ...], eps: float, kernel: str
) -> Any:
    """Return cells standardized over dimensions, weighted and shifted, as a kernel does it."""
    mean, factor = statistics(cells, dims, eps, kernel)
    if kernel == LAYER or (kernel != BATCH and weight is None and bias is None):
        result = (cells - mean) * factor
        result = result if weight is None else result * weight
        return result if bias is None else result + bias
    scale = factor if weight is None else factor * weight
    shift = -scale * mean
    return cells * scale + (shift if bias is None else shift + bias)


def statistics(cells: Any, dims: tuple[int, ...], eps: float, kernel: str) -> tuple[Any, Any]:
    """Return the mean, and by what differences from it are multiplied, to broadcast with cells."""
    shape = [1 if axis in dims else size for axis, size in enumerate(cells.shape)]
    number = cells.dtype.type
    if kernel == BATCH:
        mean, variance = batch_moments(cells, dims)
    else:
        mean, variance = row_moments(cells.reshape(math.prod(cells.shape[: dims[0]]), -1))
        variance = np.maximum(variance, number(0))
    if kernel == LAYER:
        factor = number(1) / np.sqrt(variance + number(eps))
    else:  # eps is added in double precision
        factor = (1 / np.sqrt(variance.astype(np.float64) + eps)).astype(number)
    return mean.reshape(shape), factor.reshape(shape)


def batch_moments(cells: Any, dims: tuple[int, ...]) -> tuple[Any, Any]:
    """Return the mean and the variance of each channel."""
    if dims == (0,):
        count = cells.dtype.type(len(cells))
        mean = in_order(np.ascontiguousarray(cells)) / count
        return mean, in_order((cells - mean) ** 2) / count
    mean = np.mean(cells, dims, np.float64, keepdims=True).astype(cells.dtype)
    apart = cells - mean
    return mean, np.mean(apart * apart, dims, np.float64, keepdims=True)
