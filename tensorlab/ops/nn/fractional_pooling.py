"""fractional_max_pool: the largest elements of windows that begin where random numbers say."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import FLOATS, Array, Tensor, composite, operation
from tensorlab.engine.layout import row_major
from tensorlab.engine.shapes import unmakeable
from tensorlab.engine.signatures.refusal import require_fit
from tensorlab.engine.warning import in_full
from tensorlab.ops.alike import alike
from tensorlab.ops.loading import find
from tensorlab.ops.nn.steps.pooled_sizes import Sizes, per_dim
from tensorlab.ops.nn.steps.pooling import last_largest, to_largest

F = "torch.nn.functional"


def starts(samples: NDArray[Any], size: int, window: int, count: int) -> Any:
    """Return where windows begin along one dimension, for each random number."""
    first = np.arange(count, dtype=samples.dtype)
    samples = samples[..., None]
    if count > 1:
        step = samples.dtype.type(size - window) / samples.dtype.type(count - 1)
        found = ((first + samples) * step).astype(np.int64) - (samples * step).astype(np.int64)
    else:
        found = np.zeros((*samples.shape[:-1], count), np.int64)
    found[..., count - 1 :] = size - window
    return found


@operation(inner=True, takes=FLOATS,
           kernel=lambda kernel: f"fractional_max_pool{len(kernel)}d_out_frame",
           node=lambda kernel: f"FractionalMaxPool{len(kernel)}DBackward0")  # fmt: skip
def largest_of_steps(
    input: Array, begins: Any, kernel: Sizes, counts: Sizes
) -> tuple[Array, np.ndarray]:
    """Return the largest element of each window, and where it is in its flattened image."""
    dims = len(kernel)
    spatial = input.shape[-dims:]
    lead = input.shape[:-dims]
    numbers: Any = np.zeros((*lead, *(1,) * 2 * dims), np.int64)
    for axis, (size, window, count) in enumerate(zip(spatial, kernel, counts, strict=True)):
        elements = begins[axis].reshape(*lead, count, 1) + np.arange(window)
        shape = [1] * 2 * dims
        shape[axis], shape[dims + axis] = count, window
        numbers = numbers * size + elements.reshape(*lead, *shape)
    rows = input.reshape(*lead, math.prod(spatial))
    places = numbers.reshape(*lead, math.prod(counts), math.prod(kernel))
    seen = np.take_along_axis(rows[..., None, :], places, -1)
    best = last_largest(seen)[..., None]
    values = np.take_along_axis(seen, best, -1)[..., 0].reshape(*lead, *counts)
    found = np.take_along_axis(places, best, -1)[..., 0].reshape(*lead, *counts)
    return row_major(values), row_major(found)


largest_of_steps.gradient(
    input=lambda g, input, out, kernel: to_largest(g[0], input, out[1], len(kernel))
)


def given_sizes(function: str, name: str, value: object, count: int) -> Sizes:
    """Return a size for each dimension.

    Raises:
        RuntimeError: it is given for another number of dimensions.
    """
    if isinstance(value, tuple | list) and len(value) != count:
        several = "three " * (count == 3)
        raise RuntimeError(
            f"{function}: {name} must either be a single Int or tuple of {several}Ints"
        )
    return per_dim(name, value, count, function)


def wanted_sizes(
    name: str, count: int, input: Tensor, output_size: object, output_ratio: Any
) -> Any:
    """Return how many windows are wanted in each dimension.

    Raises:
        ValueError: it is said neither by a number nor by a share of the input's size.
    """
    if output_size is not None:
        return output_size
    if output_ratio is None:
        raise ValueError(f"{name} requires specifying either an output_size or an output_ratio")
    if len(output_ratio) > count == 2:
        raise ValueError(
            f"{name} requires output_ratio to either be a single Int or tuple of Ints."
        )
    if len(output_ratio) < count:
        raise IndexError("tuple index out of range")
    places = range(-count, 0)
    return tuple(int(input.size(at) * output_ratio[at + count]) for at in places)


def require_fitting(name: str, input: Tensor, kernel: Sizes, counts: Sizes) -> None:
    """Refuse windows that do not fit into the input.

    Raises:
        RuntimeError: a window is larger than the input.
    """
    dims = len(kernel)
    if min(counts) < 0:
        raise unmakeable((*input.shape[:-dims], *counts))
    if input.ndim not in (dims + 1, dims + 2):
        raise RuntimeError(
            f"{name}(): Expected {dims + 1}D or {dims + 2}D tensor, but got: {list(input.shape)}"
        )
    for axis in range(input.ndim - dims - 1, input.ndim):
        if not input.shape[axis]:
            raise RuntimeError(
                f"{name}(): Expected input to have non-zero size for non-batch dimensions, but "
                f"got{list(input.shape)} with dimension {axis} being empty."
            )
    names = ("height", "width") if dims == 2 else ("time", "height", "width")
    for axis, (size, window, count) in enumerate(
        zip(input.shape[-dims:], kernel, counts, strict=True)
    ):
        # in volumes there is always room left
        if count + window - 1 + (dims == 3) > size:
            where = f"{name}(): " if dims == 2 else f"{name}_out(): "
            raise RuntimeError(in_full("{0}pool {1} {2} too", where, names[axis], window, size))


def batch_of(input: Tensor, count: int) -> int:
    """Return how many images or volumes an input has."""
    return 1 if input.dim() == count + 1 else int(input.size(0))


def require_samples(samples: Tensor, input: Tensor, count: int) -> None:
    """Refuse random numbers that are not one for each image, channel and dimension.

    Raises:
        RuntimeError: so they are.
    """
    if samples.ndim != 3:
        raise RuntimeError(f"Expect _random_samples to have 3 dimensions, got {samples.ndim}")
    if samples.dtype != input.dtype:
        raise RuntimeError("Expect _random_samples to have the same dtype as input")
    if samples.shape[0] < batch_of(input, count):
        raise RuntimeError("Expect _random_samples.size(0) no less then input batch size.")
    if samples.shape[1] != input.shape[-count - 1]:
        raise RuntimeError("Expect _random_samples.size(1) equals to input channel size.")
    if samples.shape[2] != count:
        raise RuntimeError(
            f"Expect _random_samples.size(2) equals to {count}; got {samples.shape[2]}."
        )


TEXT = "(Tensor self, tuple of ints kernel_size, tuple of ints output_size)"


def stepwise_largest(count: int, input: Tensor, kernel_size: object, *given: Any) -> Any:
    """Return the largest elements of windows that begin at random, and if asked where they are."""
    *wanted, places_asked, samples = given
    name = f"fractional_max_pool{count}d"
    output_size = wanted_sizes(name, count, input, *wanted)
    if samples is None:
        size = (batch_of(input, count), input.size(-count - 1), count)
        samples = find("torch", "rand")(size, dtype=input.dtype, device=input.device)
    require_fit(name, TEXT, input, kernel_size, output_size)
    kernel = given_sizes(name, "kernel_size", kernel_size, count)
    counts = given_sizes(name, "output_size", output_size, count)
    require_fitting(name, input, kernel, counts)
    require_samples(samples, input, count)
    if min(kernel) < 1:  # the largest of no elements
        found = input.new_full((*input.shape[:-count], *counts), -math.inf)
        return (found, found.new_zeros(found.shape).long()) if places_asked else found
    begins = drawn_starts(input, samples[: batch_of(input, count)], kernel, counts)
    found = largest_of_steps(input, begins, kernel, counts)
    return found if places_asked else found[0]


def drawn_starts(input: Tensor, samples: Tensor, kernel: Sizes, counts: Sizes) -> list[Any]:
    """Return where the windows begin, along each dimension; of images the columns come first."""
    wide = samples.detach().cpu()
    array = (wide if wide.dtype.name == "float64" else wide.float())._array
    facts = zip(input.shape[-len(kernel) :], kernel, counts, strict=True)
    columns = (1, 0) if len(kernel) == 2 else (0, 1, 2)
    return [
        starts(array[..., column], *sizes) for column, sizes in zip(columns, facts, strict=True)
    ]


@composite(namespace=F, related=("max_pool2d", "fractional_max_pool3d"))
def fractional_max_pool2d(
    input: Any, kernel_size: Any, output_size: Any = None, output_ratio: Any = None,
    return_indices: bool = False, _random_samples: Any = None,
) -> Any:  # fmt: skip
    """Return the largest elements of as many windows over images as wanted, drawn at random.

    The windows are `kernel_size` large; where they begin is drawn, so that their number is
    `output_size`, or `output_ratio` times the input's size.

    >>> image = torch.arange(16.).view(1, 4, 4)
    >>> torch.nn.functional.fractional_max_pool2d(image, 2, output_size=(2, 2)).shape
    torch.Size([1, 2, 2])
    """
    wanted = (output_size, output_ratio)
    return stepwise_largest(2, input, kernel_size, *wanted, return_indices, _random_samples)


@composite(namespace=F, related=("max_pool3d", "fractional_max_pool2d"))
@alike(fractional_max_pool2d)
def fractional_max_pool3d(given: dict[str, Any]) -> Any:
    """Return the largest elements of as many windows through volumes as wanted, drawn at random.

    >>> volume = torch.tensor([[[[1., 2.], [3., 4.]], [[5., 6.], [7., 9.]]]])
    >>> torch.nn.functional.fractional_max_pool3d(volume, 1, output_size=1)
    tensor([[[[9.]]]])
    """
    return stepwise_largest(3, *given.values())
