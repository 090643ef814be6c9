"""Convolutions: filters that slide over signals, images and volumes.

Three functions are each other's gradients: a convolution, its transpose, and the products of what a
filter sees with what it answered.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tensorlab.engine.declaring import Kind, declare
from tensorlab.engine.dtypes import INTEGER, DType, int64
from tensorlab.engine.layout import row_major, zeros_beside
from tensorlab.engine.memory import claim
from tensorlab.engine.memory_formats import FLAT, as_images
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.signatures.support import BOOLEAN, BUT_COMPLEX32, in_categories
from tensorlab.engine.tensor import Tensor
from tensorlab.numerics import filters
from tensorlab.ops.nn.steps.sliding import offsets, padded, windows

KINDS = BUT_COMPLEX32 - BOOLEAN
SMALL = in_categories(INTEGER) - {int64}
STEP = "ConvolutionBackward0"
Sizes = tuple[int, ...]


def grouped(array: Any, groups: int) -> Any:
    """Return an array whose dimension 1 is split into groups, and all behind it flat."""
    return array.reshape(array.shape[0], groups, array.shape[1] // groups, -1)


def seen(
    input: Any,
    sizes: Sizes,
    stride: Sizes,
    padding: Sizes,
    dilation: Sizes,
    groups: int,
    counts: Sizes,
) -> Any:
    """Return what the filters see: (batch, group, channel and cell, place)."""
    large = padded(input, padding)
    view = windows(large, sizes, stride, dilation, counts)
    claim(view.size * view.itemsize)
    batch, channels = input.shape[:2]
    cells = int(np.prod(sizes))
    return view.reshape(batch, groups, channels // groups * cells, int(np.prod(counts)))


def places_along(spatial: Sequence[int], sizes: Sizes, stride: Sizes, dilation: Sizes) -> Sizes:
    """Return how many places a window has along each dimension."""
    return tuple(
        (extent - step * (size - 1) - 1) // jump + 1
        for extent, size, jump, step in zip(spatial, sizes, stride, dilation, strict=True)
    )


def forward_kinds(dilation: Sizes) -> frozenset[DType]:
    """Return the types that PyTorch's kernel knows: one for gaps in the filters knows fewer."""
    return KINDS - SMALL if max(dilation, default=1) > 1 else KINDS


def forward_kernel(weight: Tensor, dilation: Sizes) -> str:
    """Return the name of PyTorch's kernel."""
    if max(dilation) > 1:
        return "slow_conv_dilated<>"
    if weight.ndim == 5 and weight.shape[2:].numel() > 1:
        return "compute_columns3d"
    return f"slow_conv{max(weight.ndim - 2, 2)}d_cpu"


def backward_kernel(weight: Tensor) -> str:
    """Return the name of PyTorch's kernel."""
    return f"slow_conv_transpose{max(weight.ndim - 2, 2)}d_out_cpu"


def guides(input: Any, weight: Any) -> tuple[Any, ...]:
    """Return whose order a convolution's answers take: of signals it is that of the filters."""
    return (weight,) if input.ndim == 3 else (input, weight)


def rows_of(weight: Any, groups: int) -> Any:
    """Return the filters as the rows of one matrix per group."""
    return weight.reshape(groups, weight.shape[0] // groups, -1)


@declare(Kind.SEVERAL, {"function": False, "method": False, "takes": forward_kinds, "node": STEP,
                     "kernel": forward_kernel,
                     "quantized_kernel": "_slow_conv2d_forward"})  # fmt: skip
def convolve(
    input: Array, weight: Array, bias: Array = None, stride: Sizes = (), padding: Sizes = (),
    dilation: Sizes = (), groups: int = 1,
) -> Array:  # fmt: skip
    """Return the answers of all filters at all places."""
    sizes = weight.shape[2:]
    if max(dilation) > 1 and input.dtype.kind in "iu" and input.dtype != np.int64:
        raise ValueError("no kernel")  # the engine says so
    spatial = [size + 2 * pad for size, pad in zip(input.shape[2:], padding, strict=True)]
    counts = places_along(spatial, sizes, stride, dilation)
    if filters.are_chained(input, sizes, stride, dilation, groups):
        large = filters.laid_out(padded(input, padding))
        view = windows(large, sizes, stride, dilation, counts)
        claim(view.size * view.itemsize)
        result = filters.answered(view, weight)
    else:
        columns = seen(input, sizes, stride, padding, dilation, groups, counts)
        result = filters.multiplied(rows_of(weight, groups), columns)
        result = result.reshape(input.shape[0], weight.shape[0], *counts)
    result = result if bias is None else result + bias.reshape(-1, *[1] * len(sizes))
    return as_images(result, *guides(input, weight))


@declare(Kind.SEVERAL, {"function": False, "method": False, "takes": KINDS - SMALL, "node": STEP,
                     "kernel": backward_kernel})  # fmt: skip
def convolve_back(
    input: Array, weight: Array, bias: Array = None, stride: Sizes = (), padding: Sizes = (),
    dilation: Sizes = (), groups: int = 1, extent: Sizes = (),
) -> Array:  # fmt: skip
    """Return every answer times its filter, added up where the filter looked."""
    sizes = tuple(weight.shape[2:])
    batch, counts = input.shape[0], tuple(input.shape[2:])
    channels = weight.shape[1] * groups
    if filters.are_chained(input, sizes, stride, dilation, groups) and np.isfinite(weight).all():
        total = gathered(input, weight, stride, padding, dilation, extent)
        total = total if bias is None else total + bias.reshape(-1, *[1] * len(sizes))
        return as_images(total, *guides(input, weight), ranks=FLAT)
    columns = filters.multiplied(rows_of(weight, groups).swapaxes(-1, -2), grouped(input, groups))
    columns = columns.reshape(batch, channels, *sizes, *counts)
    large = [size + 2 * pad for size, pad in zip(extent, padding, strict=True)]
    total = zeros_beside(columns, (batch, channels, *large))
    for cell, places in offsets(sizes, stride, dilation, counts):
        total[places] += columns[(slice(None), slice(None), *cell)]
    inner: Any = tuple(slice(pad, pad + size) for size, pad in zip(extent, padding, strict=True))
    total = total[(..., *inner)]
    total = total if bias is None else total + bias.reshape(-1, *[1] * len(sizes))
    return as_images(total, *guides(input, weight), ranks=FLAT)


def gathered(
    input: Any, weight: Any, stride: Sizes, padding: Sizes, dilation: Sizes, extent: Sizes
) -> Any:
    """Return at each place the answers of the filters that looked at it, times their cells."""
    sizes = weight.shape[2:]
    reach = [step * (size - 1) for size, step in zip(sizes, dilation, strict=True)]
    large = [size + 2 * pad + more for size, pad, more in zip(extent, padding, reach, strict=True)]
    spread = zeros_beside(input, (*input.shape[:2], *large))
    apart: Any = tuple(
        slice(more, more + jump * (count - 1) + 1, jump)
        for more, jump, count in zip(reach, stride, input.shape[2:], strict=True)
    )
    spread[(..., *apart)] = input
    inner: Any = tuple(
        slice(pad, pad + size + more)
        for pad, size, more in zip(padding, extent, reach, strict=True)
    )
    turned = turned_round(spread[(..., *inner)])
    view = windows(filters.laid_out(turned), sizes, (1,) * len(sizes), dilation, extent)
    claim(view.size * view.itemsize)
    return row_major(turned_round(filters.answered(view, weight.swapaxes(0, 1))))


def turned_round(images: Any) -> Any:
    """Return images whose last cell is the first: windows then pass a filter's cells in order."""
    return np.flip(images, tuple(range(2, images.ndim)))


@declare(Kind.SEVERAL, {"function": False, "method": False, "takes": KINDS, "node": STEP})
def correlate(
    answers: Array, input: Array, window: Sizes, stride: Sizes, padding: Sizes, dilation: Sizes,
    groups: int,
) -> Array:  # fmt: skip
    """Return for each filter the sum of its answers times what it saw."""
    if filters.are_chained(input, window, stride, dilation, groups):
        large = filters.laid_out(padded(input, padding))
        view = windows(large, window, stride, dilation, answers.shape[2:])
        claim(view.size * view.itemsize)
        return filters.correlated(answers, view)
    columns = seen(input, window, stride, padding, dilation, groups, answers.shape[2:])
    products = filters.multiplied(grouped(answers, groups), columns.swapaxes(-1, -2))
    total = np.add.reduce(products, 0)
    return total.reshape(answers.shape[1], input.shape[1] // groups, *window)


def cropped(answers: Tensor, sizes: Sequence[int]) -> Tensor:
    """Return answers without those that an output padding added."""
    return answers[tuple(map(slice, sizes))] if answers.shape != sizes else answers


@declare(Kind.SEVERAL, {"function": False, "method": False, "takes": KINDS, "node": STEP})
def totals(answers: Array) -> Array:
    """Return the sums over all but the channels, one after the other."""
    return filters.added_up(answers)


totals.gradient(
    answers=lambda g, sizes: g.view(-1, *[1] * (len(sizes) - 2)).expand(sizes),
)


def bias_gradient(
    g: Tensor, input: Tensor, window: Sizes, stride: Sizes, dilation: Sizes, groups: int
) -> Tensor:
    """Return the sum over all but the channels."""
    if filters.are_chained(input.array, window, stride, dilation, groups):
        return totals(g)
    return g.sum((0, *range(2, g.ndim)))


convolve.gradient(
    input=lambda g, sizes, weight, stride, padding, dilation, groups: convolve_back(
        g, weight.conj(), None, stride, padding, dilation, groups, tuple(sizes[2:])
    ),
    weight=lambda g, sizes, input, stride, padding, dilation, groups: correlate(
        g, input.conj(), tuple(sizes[2:]), stride, padding, dilation, groups
    ),
    bias=lambda g, input, weight, stride, dilation, groups: bias_gradient(
        g, input, tuple(weight.shape[2:]), stride, dilation, groups
    ),
)
convolve_back.gradient(
    input=lambda g, sizes, weight, stride, padding, dilation, groups: cropped(
        convolve(g, weight.conj(), None, stride, padding, dilation, groups), sizes
    ),
    weight=lambda g, sizes, input, stride, padding, dilation, groups: correlate(
        input.conj(), g, tuple(sizes[2:]), stride, padding, dilation, groups
    ),
    bias=lambda g, input, weight, stride, dilation, groups: bias_gradient(
        g, input, tuple(weight.shape[2:]), stride, dilation, groups
    ),
)
correlate.gradient(
    answers=lambda g, sizes, input, stride, padding, dilation, groups: cropped(
        convolve(input.conj(), g, None, stride, padding, dilation, groups), sizes
    ),
    input=lambda g, sizes, answers, stride, padding, dilation, groups: convolve_back(
        answers.conj(), g, None, stride, padding, dilation, groups, tuple(sizes[2:])
    ),
)


def require_dimensions(input: Tensor, weight: Tensor) -> None:
    """Refuse filters of another number of dimensions than the batch's.

    Raises:
        RuntimeError: so it is.
    """
    if weight.ndim != input.ndim:
        raise RuntimeError(
            "weight should have at least three dimensions"
            if weight.ndim < 3
            else f"Expected {weight.ndim}-dimensional input for {weight.ndim}-dimensional weight"
            f"{list(weight.shape)}, but got {input.ndim}-dimensional input of size "
            f"{list(input.shape)} instead"
        )
