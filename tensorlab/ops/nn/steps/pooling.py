"""Pooling: the largest element or the mean of each window that slides over an image."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.declaring import FLOATS, HALVES, NUMBERS, Array, Tensor, operation
from tensorlab.engine.dtypes import DType, int64
from tensorlab.engine.layout import full_beside, row_major, zeros_beside
from tensorlab.engine.memory_formats import FLAT, IMAGES, as_batch
from tensorlab.engine.tensor import wrap
from tensorlab.ops.nn.steps.convolution import padded, within
from tensorlab.ops.nn.steps.pooled_sizes import Sizes, Windows, overhang
from tensorlab.ops.pointwise.flat import zero_where


def lowest(dtype: Any) -> Any:
    """Return the number that no other is below."""
    return -np.inf if dtype.kind == "f" else np.iinfo(dtype).min


def large_enough(input: NDArray[Any], windows: Windows, value: object) -> Any:
    """Return an image with a border of one value, as far as windows reach."""
    beyond = overhang(windows, tuple(input.shape[-len(windows.kernel) :]))
    return padded(input, windows.padding, value, beyond)


def shape_of(input: NDArray[Any], windows: Windows) -> Sizes:
    """Return the shape of what each window of an image gives."""
    return (*input.shape[: -len(windows.kernel)], *windows.counts)


@operation(inner=True, takes=NUMBERS, kernel=lambda windows: f"max_pool{len(windows.kernel)}d",
           node=lambda windows: f"MaxPool{len(windows.kernel)}DWithIndicesBackward0")  # fmt: skip
def largest(input: Array, windows: Windows) -> tuple[Array, np.ndarray]:
    """Return the largest element of each window, and where it is in its flattened image."""
    dims = len(windows.kernel)
    spatial = input.shape[-dims:]
    bottom = lowest(input.dtype)
    large = large_enough(input, windows, bottom)
    numbers = np.arange(math.prod(spatial), dtype=np.int64).reshape(spatial)
    numbers = large_enough(numbers, windows, -1)
    best: Any = full_beside(input, shape_of(input, windows), bottom)
    where: Any = full_beside(best, best.shape, -1, np.int64)
    for places in windows.places():
        seen, here = large[places], np.broadcast_to(numbers[places], best.shape)
        better = ((seen > best) | (where < 0) | (seen != seen)) & (here >= 0)  # noqa: PLR0124  NaN
        best, where = np.where(better, seen, best), np.where(better, here, where)
    return as_batch(best, input, dims), as_batch(where, input, dims)


@operation(inner=True, takes=NUMBERS, kernel=lambda windows: f"max_pool{len(windows.kernel)}d",
           node=lambda windows: f"MaxPool{len(windows.kernel)}DWithIndicesBackward0")  # fmt: skip
def highest(input: Array, windows: Windows) -> Array:
    """Return the largest element of each window."""
    large = large_enough(input, windows, lowest(input.dtype))
    best = None
    for places in windows.places():
        best = large[places].copy() if best is None else np.maximum(best, large[places], out=best)
    return as_batch(best, input, len(windows.kernel), ranks=IMAGES)


def stand_apart(windows: Windows, spatial: Sequence[int]) -> bool:
    """Return whether no element is in two windows, nor a border around the image."""
    steps = zip(windows.kernel, windows.stride, windows.dilation, strict=True)
    apart = all(jump > step * (size - 1) for size, jump, step in steps)
    return apart and not any(windows.padding) and not any(overhang(windows, tuple(spatial)))


def by_equality(
    g: NDArray[Any], input: NDArray[Any], best: NDArray[Any], places_of_elements: Any
) -> Any:
    """Return each window's gradient at the first of its largest elements."""
    result = zeros_beside(g, input.shape)
    taken = np.zeros(best.shape, np.bool_)
    for places in places_of_elements:
        other = input[places] != best
        other |= taken
        result[places] = zero_where(g, other)
        taken |= np.logical_not(other, other)
    return result


def to_highest(g: Tensor, input: Tensor, standing: Tensor | None, windows: Windows) -> Tensor:
    """Return a gradient at the elements that were largest.

    Of windows that share no element they are found by equality, in a tenth of the time of looking
    for their places; NaN equals nothing, a gradient's own gradient needs the places, and the result
    may have been written over since.
    """
    plain = g.__class__ is Tensor and g.dtype.native and not Recording.enabled
    best: Any = None if standing is None else standing._array
    dims = len(windows.kernel)
    apart = stand_apart(windows, input.shape[-dims:])
    if plain and apart and best is not None and not np.isnan(best).any():
        return wrap(by_equality(g._array, input._array, best, windows.places()), g.dtype)
    return to_largest(g, input, largest(input.detach(), windows)[1], dims)


highest.gradient(input=to_highest)
highest.derivative(input="1 at the winner of its window, else 0")


def last_largest(seen: Any) -> Any:
    """Return where the first largest element of each row is, or its last that is not a number."""
    unordered = seen != seen  # noqa: PLR0124  nan, of numbers of any width
    if not unordered.any():
        return seen.argmax(-1)
    last = seen.shape[-1] - 1 - unordered[..., ::-1].argmax(-1)
    return np.where(unordered.any(-1), last, seen.argmax(-1))


def to_largest(g: Tensor, input: Tensor, indices: Tensor, count: int) -> Tensor:
    """Return a gradient added up at the elements that were largest."""
    flat = g.new_zeros(input.shape).flatten(-count)
    return flat.scatter_add(-1, indices.flatten(-count), g.flatten(-count)).reshape(input.shape)


largest.gradient(
    input=lambda g, input, out, windows: to_largest(g[0], input, out[1], len(windows.kernel))
)
largest.derivative(input="1 at the winner of its window, else 0")


def averaged_types(windows: Windows | None) -> frozenset[DType]:
    """Return the types that PyTorch averages: in volumes no 16-bit ones."""
    return (FLOATS - HALVES if windows and len(windows.kernel) == 3 else FLOATS) | {int64}


def averaging_kernel(windows: Windows) -> str:
    """Return PyTorch's name of the kernel."""
    dims = len(windows.kernel)
    return f"avg_pool{dims}d{'_out_frame' * (dims == 3)}"


@operation(inner=True, takes=averaged_types, kernel=averaging_kernel,
           node=lambda windows: f"AvgPool{len(windows.kernel)}DBackward0")  # fmt: skip
def summed(input: Array, windows: Windows, divisors: Any) -> Array:
    """Return the sum of each window, divided."""
    large = large_enough(input, windows, 0)
    total = zeros_beside(input, shape_of(input, windows))
    for places in windows.places():
        total += large[places]
    means = total / (divisors if total.dtype.kind == "i" else divisors.astype(total.dtype))
    means = means.astype(total.dtype, copy=False)  # whole numbers are cut off
    return as_batch(means, input, len(windows.kernel), ranks=FLAT)


@operation(inner=True, rounds_intermediates=True)
def spread_back(input: Array, windows: Windows, divisors: Any, spatial: Sizes) -> Array:
    """Return each window's number, divided, added up over the window's elements."""
    lead = input.shape[: -len(spatial)]
    total = large_enough(zeros_beside(input, (*lead, *spatial)), windows, 0)
    shares = input / divisors.astype(input.dtype)
    for places in reversed(list(windows.places())):  # the first window first
        total[places] += shares
    return row_major(total[(..., *within(windows.padding, spatial))])


summed.gradient(
    input=lambda g, sizes, input, windows, divisors: spread_back(
        g, windows, divisors, tuple(sizes[-len(windows.kernel) :])
    )
)
summed.derivative(
    input="d out[i] / d input[j] = 1/elements[i], with elements those that its window counts"
)
summed.quantity(elements=lambda divisors: wrap(divisors, int64))
spread_back.gradient(input=lambda g, windows, divisors: summed(g, windows, divisors))


def window_counts(
    spatial: Sequence[int], windows: Windows, *, include_pad: bool, divisor: int | None
) -> Any:
    """Return what the sum of each window is divided by."""
    if divisor is not None:
        return np.array(divisor, np.int64)
    if not any(windows.padding) and not any(overhang(windows, tuple(spatial))):
        return np.array(math.prod(windows.kernel), np.int64)
    total: Any = np.ones((), np.int64)
    for size, reach, step, pad, _, count in zip(spatial, *windows, strict=True):
        starts = np.arange(count, dtype=np.int64) * step - pad
        ends = np.minimum(starts + reach, size + pad)
        if not include_pad:
            starts, ends = np.maximum(starts, 0), np.minimum(ends, size)
        total = total[..., None] * (ends - starts)
    return total
