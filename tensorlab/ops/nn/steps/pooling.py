"""Pooling: the largest cell or the mean of each window that slides over an image."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.declaring import operation
from tensorlab.engine.dtypes import DType, int64
from tensorlab.engine.layout import full_beside, row_major, zeros_beside
from tensorlab.engine.memory_formats import FLAT, IMAGES, as_batch
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.signatures.support import FLOATS, HALVES, NUMBERS
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.ops.nn.steps.pooled_sizes import Sizes
from tensorlab.ops.nn.steps.sliding import offsets, padded
from tensorlab.ops.pointwise.flat import zero_where


def overhang(
    spatial: Sequence[int], kernel: Sizes, padding: Sizes, stride: Sizes, dilation: Sizes,
    counts: Sizes,
) -> list[int]:  # fmt: skip
    """Return how far, in each dimension, the windows reach beyond the border."""
    return [
        max(0, (count - 1) * jump + step * (reach - 1) + 1 - size - 2 * border)
        for size, reach, border, jump, step, count in zip(
            spatial, kernel, padding, stride, dilation, counts, strict=True
        )
    ]


def widened(array: Any, beyond: Sequence[int], value: Any) -> Any:
    """Return an array with cells of one value behind its last dimensions."""
    if not any(beyond):
        return array
    lead = array.shape[: array.ndim - len(beyond)]
    shape = [size + more for size, more in zip(array.shape[len(lead) :], beyond, strict=True)]
    result = full_beside(array, (*lead, *shape), value)
    inner: Any = map(slice, array.shape[len(lead) :])
    result[(..., *inner)] = array
    return result


def lowest(dtype: Any) -> Any:
    """Return the number that no other is below."""
    return -np.inf if dtype.kind == "f" else np.iinfo(dtype).min


@operation(inner=True, takes=NUMBERS, kernel=lambda kernel: f"max_pool{len(kernel)}d",
           node=lambda kernel: f"MaxPool{len(kernel)}DWithIndicesBackward0")  # fmt: skip
def largest(
    input: Array, kernel: Sizes, stride: Sizes, padding: Sizes, dilation: Sizes, counts: Sizes
) -> tuple[Array, np.ndarray]:
    """Return the largest cell of each window, and where it is in its flattened image."""
    spatial = input.shape[-len(kernel) :]
    beyond = overhang(spatial, kernel, padding, stride, dilation, counts)
    bottom = lowest(input.dtype)
    large = widened(padded(input, padding, bottom), beyond, bottom)
    numbers = np.arange(int(np.prod(spatial)), dtype=np.int64).reshape(spatial)
    numbers = widened(padded(numbers, padding, -1), beyond, -1)
    best: Any = full_beside(input, (*input.shape[: -len(kernel)], *counts), bottom)
    where: Any = full_beside(best, best.shape, -1, np.int64)
    for _, places in offsets(kernel, stride, dilation, counts):
        seen, here = large[places], np.broadcast_to(numbers[places], best.shape)
        better = ((seen > best) | (where < 0) | (seen != seen)) & (here >= 0)  # noqa: PLR0124  NaN
        best, where = np.where(better, seen, best), np.where(better, here, where)
    return as_batch(best, input, len(kernel)), as_batch(where, input, len(kernel))


@operation(inner=True, takes=NUMBERS, kernel=lambda kernel: f"max_pool{len(kernel)}d",
           node=lambda kernel: f"MaxPool{len(kernel)}DWithIndicesBackward0")  # fmt: skip
def highest(
    input: Array, kernel: Sizes, stride: Sizes, padding: Sizes, dilation: Sizes, counts: Sizes
) -> Array:
    """Return the largest cell of each window."""
    spatial = input.shape[-len(kernel) :]
    beyond = overhang(spatial, kernel, padding, stride, dilation, counts)
    bottom = lowest(input.dtype)
    large = widened(padded(input, padding, bottom), beyond, bottom)
    best = None
    for _, places in offsets(kernel, stride, dilation, counts):
        best = large[places].copy() if best is None else np.maximum(best, large[places], out=best)
    return as_batch(best, input, len(kernel), ranks=IMAGES)


def stand_apart(kernel: Sizes, stride: Sizes, padding: Sizes, dilation: Sizes) -> bool:
    """Return whether no cell is in two windows, nor a border around the image."""
    reaches = (step * (size - 1) for size, step in zip(kernel, dilation, strict=True))
    apart = all(jump > reach for jump, reach in zip(stride, reaches, strict=True))
    return apart and not any(padding)


def by_equality(g: Any, input: Any, best: Any, places_of_cells: Any) -> Any:
    """Return each window's gradient at the first of its cells that is as large as the largest."""
    result = zeros_beside(g, input.shape)
    taken = np.zeros(best.shape, np.bool_)
    for _, places in places_of_cells:
        other = input[places] != best
        other |= taken
        result[places] = zero_where(g, other)
        taken |= np.logical_not(other, other)
    return result


def to_highest(
    g: Tensor, input: Tensor, standing: Tensor | None,
    kernel: Sizes, stride: Sizes, padding: Sizes, dilation: Sizes, counts: Sizes,
) -> Tensor:  # fmt: skip
    """Return a gradient at the cells that were largest.

    Of windows that share no cell they are found by equality, in a tenth of the time of looking for
    their places; NaN equals nothing, a gradient's own gradient needs
    the places, and the result may have been written over since.
    """
    plain = g.__class__ is Tensor and g.dtype.native and not Recording.enabled
    best: Any = None if standing is None else standing.array
    spatial = input.shape[-len(kernel) :]
    beyond = overhang(spatial, kernel, padding, stride, dilation, counts)
    apart = stand_apart(kernel, stride, padding, dilation) and not any(beyond)
    if plain and apart and best is not None and not np.isnan(best).any():
        places = offsets(kernel, stride, dilation, counts)
        return wrap(by_equality(g.array, input.array, best, places), g.dtype)
    indices = largest(input.detach(), kernel, stride, padding, dilation, counts)[1]
    return to_largest(g, input.shape, indices, len(kernel))


highest.gradient(
    input=lambda g, input, standing, kernel, stride, padding, dilation, counts: to_highest(
        g, input, standing, kernel, stride, padding, dilation, counts
    )
)
highest.slope(input="1 at the winner of its window, else 0")


def to_largest(g: Tensor, sizes: Sequence[int], indices: Tensor, count: int) -> Tensor:
    """Return a gradient added up at the cells that were largest."""
    flat = g.new_zeros(sizes).flatten(-count)
    return flat.scatter_add(-1, indices.flatten(-count), g.flatten(-count)).reshape(sizes)


largest.gradient(input=lambda g, sizes, out, kernel: to_largest(g[0], sizes, out[1], len(kernel)))
largest.slope(input="1 at the winner of its window, else 0")


def averaged_types(kernel: Sizes | None) -> frozenset[DType]:
    """Return the types that PyTorch averages: in volumes no 16-bit ones."""
    return (FLOATS - HALVES if kernel and len(kernel) == 3 else FLOATS) | {int64}


@operation(inner=True, takes=averaged_types,
           kernel=lambda kernel: f"avg_pool{len(kernel)}d{'_out_frame' * (len(kernel) == 3)}",
           node=lambda kernel: f"AvgPool{len(kernel)}DBackward0")  # fmt: skip
def summed(
    input: Array, kernel: Sizes, stride: Sizes, padding: Sizes, counts: Sizes, divisors: Any
) -> Array:
    """Return the sum of each window, divided."""
    ones = (1,) * len(kernel)
    spatial = input.shape[-len(kernel) :]
    beyond = overhang(spatial, kernel, padding, stride, ones, counts)
    large = widened(padded(input, padding), beyond, 0)
    total = zeros_beside(input, (*input.shape[: -len(kernel)], *counts))
    for _, places in offsets(kernel, stride, ones, counts):
        total += large[places]
    means = total / (divisors if total.dtype.kind == "i" else divisors.astype(total.dtype))
    means = means.astype(total.dtype, copy=False)  # whole numbers are cut off
    return as_batch(means, input, len(kernel), ranks=FLAT)


@operation(inner=True)
def spread_back(
    input: Array,
    kernel: Sizes,
    stride: Sizes,
    padding: Sizes,
    counts: Sizes,
    divisors: Any,
    spatial: Sizes,
) -> Array:
    """Return each window's number, divided, added up over the window's cells."""
    ones = (1,) * len(kernel)
    beyond = overhang(spatial, kernel, padding, stride, ones, counts)
    shape = [
        size + 2 * pad + more for size, pad, more in zip(spatial, padding, beyond, strict=True)
    ]
    total = zeros_beside(input, (*input.shape[: -len(kernel)], *shape))
    shares = input / divisors.astype(input.dtype)
    for _, places in offsets(kernel, stride, ones, counts):
        total[places] += shares
    inner: Any = (slice(pad, pad + size) for size, pad in zip(spatial, padding, strict=True))
    return row_major(total[(..., *inner)])


summed.gradient(
    input=lambda g, sizes, input, kernel, stride, padding, counts, divisors: spread_back(
        g, kernel, stride, padding, counts, divisors, tuple(sizes[-len(kernel) :])
    )
)
summed.slope(input="d out[i] / d input[j] = 1/cells[i], with cells those that its window counts")
summed.quantity(cells=lambda divisors: wrap(divisors, int64))
spread_back.gradient(
    input=lambda g, kernel, stride, padding, counts, divisors: summed(
        g, kernel, stride, padding, counts, divisors
    )
)


def window_counts(
    spatial: Sequence[int], kernel: Sizes, stride: Sizes, padding: Sizes, counts: Sizes,
    *, include_pad: bool, divisor: int | None,
) -> Any:  # fmt: skip
    """Return what the sum of each window is divided by."""
    if divisor is not None:
        return np.array(divisor, np.int64)
    if (
        not any(padding)
        and (counts[-1] - 1) * stride[-1] + kernel[-1] <= spatial[-1]
        and (counts[0] - 1) * stride[0] + kernel[0] <= spatial[0]
    ):
        return np.array(math.prod(kernel), np.int64)
    total: Any = np.ones((), np.int64)
    for size, reach_, step, pad, count in zip(
        spatial, kernel, stride, padding, counts, strict=True
    ):
        starts = np.arange(count, dtype=np.int64) * step - pad
        ends = np.minimum(starts + reach_, size + pad)
        if not include_pad:
            starts, ends = np.maximum(starts, 0), np.minimum(ends, size)
        total = total[..., None] * (ends - starts)
    return total
