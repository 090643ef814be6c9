"""Cells less their mean, divided by their spread, in PyTorch's steps.

Over rows the moments are followed lane by lane; over a batch of rows they are sums in order; over
channels with places of their own, sums in double precision. So they are over a batch whose cells do
not lie in order, and there each step is rounded.
"""

import math
from typing import Any

import numpy as np

from tensorlab.numerics.fused import multiply_add
from tensorlab.numerics.limits import BY_CHANNEL
from tensorlab.numerics.sums.moments import row_moments
from tensorlab.numerics.sums.product_sums import product_totals, products_in_order, weighted_totals
from tensorlab.numerics.sums.summation import add_up, in_order, is_small, lanes_of
from tensorlab.numerics.sums.sums_by_halves import row_totals

Statistics = tuple[Any, Any]  # the mean, and by what differences from it are multiplied
LAYER, BATCH, GROUP = "LayerNormKernelImpl", "batch_norm", "GroupNormKernelImpl"


def keeps_order(cells: Any, dims: tuple[int, ...], kernel: str) -> bool:
    """Return whether a kernel's order is kept: of few cells, and where it costs nothing."""
    if is_small(cells):
        return True
    cheap = kernel == BATCH and cells.size > 0 and (dims == (0,) or cells.size <= BY_CHANNEL)
    return cheap and cells.__class__ is np.ndarray and cells.dtype.char in "fd"


def standardized_in_steps(
    cells: Any, weight: Any, bias: Any, known: Statistics, kernel: str
) -> Any:
    """Return cells standardized by statistics, weighted and shifted, as a kernel does it."""
    mean, factor = known
    if kernel == LAYER or (kernel != BATCH and weight is None and bias is None):
        result = (cells - mean) * factor
        if weight is None or bias is None:
            result = result if weight is None else result * weight
            return result if bias is None else result + bias
        return multiply_add(result, weight, bias)
    if kernel == BATCH and lies_apart(cells):
        result = (cells - mean) * factor
        result = result if weight is None else result * weight
        return result if bias is None else result + bias
    scale = factor if weight is None else factor * weight
    shift = -scale * mean if bias is None else multiply_add(-scale, mean, bias)
    return multiply_add(cells, scale, shift)


def lies_apart(cells: Any) -> bool:
    """Return whether the cells of a batch lie neither in order nor as images, channels last."""
    if cells.flags.c_contiguous:
        return False
    return cells.ndim < 4 or not np.moveaxis(cells, 1, -1).flags.c_contiguous


def statistics(
    cells: Any, dims: tuple[int, ...], eps: float, kernel: str, moments: Any = None
) -> Statistics:
    """Return the mean, and by what differences from it are multiplied, to broadcast with cells.

    The moments of a batch are worked out here where nobody has them.
    """
    shape = [1 if axis in dims else size for axis, size in enumerate(cells.shape)]
    number = cells.dtype.type
    if kernel == BATCH:
        mean, squares = moments or batch_moments(cells, dims)
        variance = squares / number(cells.size // mean.size)
    else:
        mean, variance = row_moments(cells.reshape(math.prod(cells.shape[: dims[0]]), -1))
        variance = np.maximum(variance, number(0))
    if kernel == LAYER:
        factor = number(1) / np.sqrt(variance + number(eps))
    else:  # eps is added in double precision
        factor = (1 / np.sqrt(variance.astype(np.float64) + eps)).astype(number)
    return mean.reshape(shape), factor.reshape(shape)


def batch_moments(cells: Any, dims: tuple[int, ...]) -> tuple[Any, Any]:
    """Return the mean and the summed squared distances from it of each channel.

    Those of cells that do not lie in order stay in double precision.
    """
    if lies_apart(cells):
        mean = add_up(cells, dims, True) / cells.dtype.type(cells.size // cells.shape[1])
        return mean, np.add.reduce((cells.astype(np.float64) - mean) ** 2, dims, keepdims=True)
    if dims == (0,):
        mean = in_order(np.ascontiguousarray(cells)) / cells.dtype.type(len(cells))
        return mean, products_in_order(cells - mean, cells - mean)
    mean = np.mean(cells, dims, np.float64, keepdims=True).astype(cells.dtype)
    apart = cells - mean
    squares = np.add.reduce(apart * apart, dims, np.float64, keepdims=True)
    return mean, squares.astype(cells.dtype)


def input_slope(
    g: Any, cells: Any, weight: Any, dims: tuple[int, ...], known: Statistics, kernel: str
) -> Any:
    """Return the gradient for the cells, as the layer's or the batch's kernel computes it."""
    mean, factor = known
    if kernel == LAYER:
        return layer_slope(g, cells, weight, dims, known)
    if kernel == GROUP:
        return group_slope(g, cells, weight, known)
    number = cells.dtype.type
    count, apart = number(cells.size // mean.size), cells - mean
    if lies_apart(cells) or lies_apart(g):
        return apart_slope(g, apart, weight, dims, factor)
    middle = (batch_sum(g, dims) / count).astype(number).reshape(mean.shape)
    along = batch_product_sum(apart, g, dims).astype(number).reshape(mean.shape)
    part, centred = along * factor * factor / count, g - middle
    slope = multiply_add(-apart, part, centred)
    if dims == (0,) and cells.shape[1] % lanes_of(cells):
        rest = cells.shape[1] // lanes_of(cells) * lanes_of(cells)  # no vector's
        slope[:, rest:] = (centred - apart * part)[:, rest:]
    slope *= factor
    return slope if weight is None else slope * weight


def apart_slope(g: Any, apart: Any, weight: Any, dims: tuple[int, ...], factor: Any) -> Any:
    """Return the gradient for cells of a batch that do not lie in order, or whose gradients don't.

    It is in steps, whose sums are those of everybody else.
    """
    count = apart.dtype.type(apart.size // factor.size)
    along = scattered_sum(apart, g, dims).astype(apart.dtype).reshape(factor.shape)
    middle = add_up(g, dims, True) / count
    slope = (g - middle - apart * (along * factor * factor / count)) * factor
    return slope if weight is None else slope * weight


def scattered_sum(apart: Any, g: Any, dims: tuple[int, ...]) -> Any:
    """Return each channel's sum of products in double precision, of cells that lie anyhow."""
    return np.add.reduce(apart * g, dims, np.float64)


def layer_slope(g: Any, cells: Any, weight: Any, dims: tuple[int, ...], known: Statistics) -> Any:
    """Return the gradient for the cells of a layer: multiples of it and of the cells, shifted."""
    mean, factor = known
    number = cells.dtype.type
    share = number(1) / number(cells.size // mean.size)
    weighted = g * factor if weight is None else g * factor * weight
    total = flat_totals(g, weight, dims).reshape(mean.shape)
    along = flat_totals(*(g, cells) if weight is None else (g * cells, weight), dims)
    apart = multiply_add(total, mean, -along.reshape(mean.shape))
    cubed = apart * factor * factor * factor * share
    shift = multiply_add(-cubed, mean, -(total * factor * share))
    return multiply_add(cubed, cells, weighted) + shift


def group_slope(g: Any, cells: Any, weight: Any, known: Statistics) -> Any:
    """Return the gradient for the cells of groups of channels: as a layer's, channel by channel."""
    mean, factor = known
    number = cells.dtype.type
    share = number(1) / number(cells.size // mean.size)
    sums = by_place(g * cells), by_place(g)
    shape = sums[0].shape
    weights = weight if weight is None else np.broadcast_to(weight.reshape(1, *shape[1:]), shape)
    along, total = (weighted_totals(part, weights).reshape(mean.shape) for part in sums)
    cubed = multiply_add(total, mean, -along) * factor * factor * factor * share
    scale = factor if weight is None else factor * weight
    shift = multiply_add(-total * factor, share, -cubed * mean)
    return multiply_add(scale, g, cubed * cells) + shift


def by_place(cells: Any) -> Any:
    """Return each channel's sum over its places, of (samples, groups, channels, places ...)."""
    return row_totals(np.ascontiguousarray(cells).reshape(*cells.shape[:3], -1))[..., 0]


def in_samples(sums: Any) -> Any:
    """Return the sums over the samples, one after the other."""
    return in_order(sums.reshape(len(sums), -1))


def weight_slope(g: Any, cells: Any, dims: tuple[int, ...], known: Statistics, kernel: str) -> Any:
    """Return the gradient for the weights: of the layer's cells, or of the batch's channels."""
    mean, factor = known
    if kernel == LAYER:
        rows = (-1, math.prod(cells.shape[dims[0] :]))
        normal = multiply_add(factor, cells, -factor * mean)
        return products_in_order(g.reshape(rows), normal.reshape(rows))
    if kernel == GROUP:
        mean, factor = (part.reshape(*mean.shape[:2], 1) for part in (mean, factor))
        apart = multiply_add(-by_place(g), mean, by_place(g * cells))
        shape = (len(apart), -1)
        factors = np.broadcast_to(factor, apart.shape).reshape(shape)
        return products_in_order(apart.reshape(shape), factors)
    summing = scattered_sum if lies_apart(cells) or lies_apart(g) else batch_product_sum
    along = summing(cells - mean, g, dims)
    return (along * factor.reshape(along.shape)).astype(cells.dtype)


def bias_slope(g: Any, cells: Any, dims: tuple[int, ...], kernel: str) -> Any:
    """Return the gradient for the biases."""
    if kernel == LAYER:
        return layer_sum(g, dims)
    if kernel == GROUP:
        return in_samples(by_place(g))
    if lies_apart(g) or lies_apart(cells):
        return add_up(g, dims)
    return batch_sum(g, dims).astype(g.dtype)


def flat_totals(cells: Any, factors: Any, dims: tuple[int, ...]) -> Any:
    """Return the sums over the last dimensions, of cells or of their products with factors."""
    shape = (*cells.shape[: dims[0]], -1)
    if factors is None:
        return row_totals(cells.reshape(shape))
    factors = np.broadcast_to(factors, cells.shape)
    return product_totals(cells.reshape(shape), factors.reshape(shape))


def layer_sum(cells: Any, dims: tuple[int, ...]) -> Any:
    """Return the sums over all rows, one after the other."""
    return in_order(cells.reshape(-1, math.prod(cells.shape[dims[0] :])))


def batch_sum(cells: Any, dims: tuple[int, ...]) -> Any:
    """Return each channel's sum: in order, or in double precision those of the samples' places."""
    if dims == (0,):
        return in_order(np.ascontiguousarray(cells))
    planes = row_totals(cells.reshape(*cells.shape[:2], -1))[..., 0]
    return np.add.reduce(planes, 0, np.float64) if 0 in dims else planes.astype(np.float64)


def batch_product_sum(apart: Any, g: Any, dims: tuple[int, ...]) -> Any:
    """Return each channel's sum of products, likewise."""
    if dims == (0,):
        return products_in_order(apart, g)
    shape = (*apart.shape[:2], -1)
    planes = product_totals(apart.reshape(shape), g.reshape(shape))[..., 0]
    return np.add.reduce(planes, 0, np.float64) if 0 in dims else planes.astype(np.float64)
