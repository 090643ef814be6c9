"""Windows that slide over the last dimensions, and the steps of a convolution."""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import BOOLEAN, BUT_COMPLEX32, Array, Kind, Tensor, declare
from tensorlab.engine.dtypes import INTEGER, DType, float16, int64
from tensorlab.engine.layout import full_beside, strided_view, zeros_beside
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.memory_formats import FLAT, as_images
from tensorlab.engine.signatures.support import in_categories
from tensorlab.numerics.functions.rounding import widened


def padded(
    array: NDArray[Any], padding: Sequence[int], value: object = 0, beyond: Sequence[int] = ()
) -> Any:
    """Return an array with a border of one value around its last dimensions, and more behind."""
    if not (any(padding) or any(beyond)):
        return array
    lead = array.ndim - len(padding)
    sides = zip(array.shape[lead:], padding, beyond or (0,) * len(padding), strict=True)
    shape = (*array.shape[:lead], *(size + 2 * pad + more for size, pad, more in sides))
    reserve_memory(math.prod(shape) * array.itemsize)
    result = full_beside(array, shape, value) if value else zeros_beside(array, shape)
    result[(..., *within(padding, array.shape[lead:]))] = array
    return result


def within(padding: Sequence[int], sizes: Sequence[int]) -> Any:
    """Return where the elements are that a border is around."""
    return (slice(pad, pad + size) for size, pad in zip(sizes, padding, strict=True))


def windows(
    array: NDArray[Any],
    sizes: Sequence[int],
    stride: Sequence[int],
    dilation: Sequence[int],
    counts: Sequence[int],
) -> Any:
    """Return a view of all windows: the leading dimensions, then the window's, then the places."""
    lead = array.ndim - len(sizes)
    steps = array.strides[lead:]
    shape = (*array.shape[:lead], *sizes, *counts)
    strides = (
        *array.strides[:lead],
        *(step * d for step, d in zip(steps, dilation, strict=True)),
        *(step * s for step, s in zip(steps, stride, strict=True)),
    )
    return strided_view(array, shape, strides)


@lru_cache(maxsize=256)
def offsets(
    sizes: tuple[int, ...],
    stride: tuple[int, ...],
    dilation: tuple[int, ...],
    counts: tuple[int, ...],
) -> list[tuple[tuple[int, ...], tuple[Any, ...]]]:
    """Return each element of a window, and which elements of the array it sees from all places."""
    found = []
    for element in product(*map(range, sizes)):
        starts = [place * step for place, step in zip(element, dilation, strict=True)]
        seen = (
            slice(start, start + step * (count - 1) + 1, step)
            for start, step, count in zip(starts, stride, counts, strict=True)
        )
        found.append((element, (..., *seen)))
    return found


KINDS = BUT_COMPLEX32 - BOOLEAN
SMALL = in_categories(INTEGER) - {int64}
AT_ONCE = 2**24  # elements of windows that are laid out side by side
Sizes = tuple[int, ...]


class Steps(NamedTuple):
    """How filters slide, in each dimension, and the groups of channels that they look at."""

    stride: Sizes
    padding: Sizes
    dilation: Sizes
    groups: int


def step_name(input: Tensor) -> str:
    """Return PyTorch's name of the step: of complex parts it adds up what real filters answer."""
    return "AddBackward0" if input.dtype.is_complex else "ConvolutionBackward0"


def grouped(array: NDArray[Any], groups: int) -> Any:
    """Return an array whose dimension 1 is split into groups, and all behind it flat."""
    batch, channels, *sizes = array.shape
    return array.reshape(batch, groups, channels // groups, math.prod(sizes))


def seen(input: NDArray[Any], sizes: Sizes, steps: Steps, counts: Sizes) -> Any:
    """Return what the filters see: (batch, group, channel and element, place)."""
    view = windows(padded(input, steps.padding), sizes, steps.stride, steps.dilation, counts)
    reserve_memory(view.size * view.itemsize)  # for the copy
    batch, channels = input.shape[:2]
    elements = math.prod(sizes)
    places = math.prod(counts)
    return view.reshape(batch, steps.groups, channels // steps.groups * elements, places)


def places_along(spatial: Sequence[int], sizes: Sizes, steps: Steps) -> Sizes:
    """Return how many places a window has along each dimension."""
    return tuple(
        (extent + 2 * pad - step * (size - 1) - 1) // jump + 1
        for extent, size, jump, pad, step in zip(spatial, sizes, *steps[:3], strict=True)
    )


def forward_kinds(steps: Steps | None) -> frozenset[DType]:
    """Return the types that PyTorch's kernel knows: one for gaps in the filters knows fewer."""
    return KINDS - SMALL if steps and max(steps.dilation) > 1 else KINDS


def forward_kernel(weight: Tensor, steps: Steps) -> str:
    """Return the name of PyTorch's kernel."""
    if max(steps.dilation) > 1:
        return "slow_conv_dilated<>"
    if weight.ndim == 5 and weight.shape[2:].numel() > 1:
        return "compute_columns3d"
    return f"slow_conv{max(weight.ndim - 2, 2)}d_cpu"


def backward_kernel(weight: Tensor) -> str:
    """Return the name of PyTorch's kernel."""
    return f"slow_conv_transpose{max(weight.ndim - 2, 2)}d_out_cpu"


def guides(input: NDArray[Any], weight: NDArray[Any]) -> tuple[Any, ...]:
    """Return whose order a convolution's answers take: of signals it is that of the filters."""
    return (weight,) if input.ndim == 3 else (input, weight)


def in_portions(work: Callable[[slice], Any], batch: int, elements: int) -> Any:
    """Return what is made of a batch: of few samples at a time where one takes many elements."""
    few = max(AT_ONCE // max(elements, 1), 1)
    if batch <= few:
        return work(slice(None))
    return np.concatenate([work(slice(at, at + few)) for at in range(0, batch, few)])


def rows_of(weight: NDArray[Any], groups: int) -> Any:
    """Return the filters as the rows of one matrix per group."""
    return weight.reshape(groups, len(weight) // groups, math.prod(weight.shape[1:]))


def with_bias(answers: NDArray[Any], bias: NDArray[Any] | None) -> Any:
    """Return the answers of filters, each with its bias, if they have one."""
    return answers if bias is None else answers + bias.reshape(-1, *[1] * (answers.ndim - 2))


@declare(Kind.SEVERAL, {"inner": True, "takes": forward_kinds, "node": step_name,
                     "kernel": forward_kernel,
                     "quantized_kernel": "_slow_conv2d_forward"})  # fmt: skip
def convolve(input: Array, weight: Array, bias: Array = None, steps: Any = None) -> Array:
    """Return the answers of all filters at all places."""
    sizes = weight.shape[2:]
    if max(steps.dilation) > 1 and input.dtype.kind in "iu" and input.dtype != np.int64:
        raise ValueError("no kernel")  # the engine says so
    counts = places_along(input.shape[2:], sizes, steps)
    rows = rows_of(weight, steps.groups)

    def answers(some: slice) -> Any:
        return np.matmul(rows, seen(input[some], sizes, steps, counts))

    elements = math.prod((input.shape[1], *sizes, *counts))
    result = in_portions(answers, input.shape[0], elements)
    result = result.reshape(input.shape[0], weight.shape[0], *counts)
    return as_images(with_bias(result, bias), *guides(input, weight))


@declare(Kind.SEVERAL, {"inner": True, "takes": KINDS - SMALL, "node": step_name,
                     "rounds_intermediates": lambda input: input.dtype is float16,
                     "kernel": backward_kernel})  # fmt: skip
def convolve_back(
    input: Array, weight: Array, bias: Array = None, steps: Any = None, extent: Sizes = ()
) -> Array:
    """Return every answer times its filter, added up where the filter looked."""
    sizes = tuple(weight.shape[2:])
    batch, counts = input.shape[0], tuple(input.shape[2:])
    channels = weight.shape[1] * steps.groups
    large = [size + 2 * pad for size, pad in zip(extent, steps.padding, strict=True)]
    rows = rows_of(weight, steps.groups).swapaxes(-1, -2)

    def added(some: slice) -> Any:
        columns = np.matmul(widened(rows), widened(grouped(input[some], steps.groups)))
        columns = columns.astype(rows.dtype, copy=False).reshape(
            len(columns), channels, *sizes, *counts
        )
        total = zeros_beside(input, (len(columns), channels, *large), columns.dtype)
        for element, places in offsets(sizes, steps.stride, steps.dilation, counts):
            total[places] += columns[(slice(None), slice(None), *element)]
        return total[(..., *within(steps.padding, extent))]

    total = in_portions(added, batch, math.prod((channels, *sizes, *counts)))
    return as_images(with_bias(total, bias), *guides(input, weight), ranks=FLAT)


@declare(Kind.SEVERAL, {"inner": True, "takes": KINDS, "node": step_name})
def correlate(answers: Array, input: Array, window: Sizes, steps: Steps) -> Array:
    """Return for each filter the sum of its answers times what it saw."""
    counts = answers.shape[2:]

    def products(some: slice) -> Any:
        columns = seen(input[some], window, steps, counts).swapaxes(-1, -2)
        return np.matmul(grouped(answers[some], steps.groups), columns)

    elements = math.prod((input.shape[1], *window, *counts))
    total = np.add.reduce(in_portions(products, input.shape[0], elements), 0)
    return total.reshape(answers.shape[1], input.shape[1] // steps.groups, *window)


def cropped(answers: Tensor, sizes: Sequence[int]) -> Tensor:
    """Return answers without those that an output padding added."""
    return answers[tuple(map(slice, sizes))] if answers.shape != sizes else answers


def bias_gradient(g: Tensor) -> Tensor:
    """Return the sum over all but the channels."""
    return g.sum((0, *range(2, g.ndim)))


convolve.gradient(
    input=lambda g, sizes, weight, steps: convolve_back(
        g, weight.conj(), None, steps, tuple(sizes[2:])
    ),
    weight=lambda g, sizes, input, steps: correlate(g, input.conj(), tuple(sizes[2:]), steps),
    bias=bias_gradient,
)
convolve_back.gradient(
    input=lambda g, sizes, weight, steps: cropped(convolve(g, weight.conj(), None, steps), sizes),
    weight=lambda g, sizes, input, steps: correlate(input.conj(), g, tuple(sizes[2:]), steps),
    bias=bias_gradient,
)
correlate.gradient(
    answers=lambda g, sizes, input, steps: cropped(convolve(input.conj(), g, None, steps), sizes),
    input=lambda g, sizes, answers, steps: convolve_back(
        answers.conj(), g, None, steps, tuple(sizes[2:])
    ),
)


def require_dimensions(input: Tensor, weight: Tensor, *, same: bool = False) -> None:
    """Refuse filters of another number of dimensions than the batch's.

    Raises:
        RuntimeError: the number of dimensions is another one.
    """
    if weight.ndim != input.ndim:
        raise RuntimeError(
            "weight should have at least three dimensions"
            if weight.ndim < 3
            else f"Expected {weight.ndim}-dimensional input for {weight.ndim}-dimensional weight"
            f"{'' if same else ' '}{list(weight.shape)}, but got {input.ndim}-dimensional input "
            f"of size {list(input.shape)} instead"
        )
