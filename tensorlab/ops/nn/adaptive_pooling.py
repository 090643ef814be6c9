"""Pooling to a wanted size, and interpolation."""

import math
from itertools import product
from typing import Any

import numpy as np

from tensorlab.engine.declaring import FLOATS, Array, Dims, composite, not_implemented, operation
from tensorlab.engine.layout import empty_beside
from tensorlab.engine.memory_formats import as_images
from tensorlab.engine.shapes import count_elements
from tensorlab.engine.signatures.accepting import is_index, is_whole
from tensorlab.engine.signatures.combination import class_name
from tensorlab.engine.signatures.complaints import unpacking
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.errors import meant
from tensorlab.ops.nn.steps.pooled_sizes import Sizes, require_signals
from tensorlab.ops.nn.steps.pooling import last_largest, to_largest
from tensorlab.ops.nn.steps.resampling import averaged_bins, bins, largest_bins, mean_step


def wanted(name: str, output_size: Any, input: Tensor, count: int) -> Sizes:
    """Return the wanted size per dimension; None keeps the input's.

    Raises:
        RuntimeError: it is not given for each dimension.
    """
    output_size = each_size(name, output_size, input, count)
    if len(output_size) != count:
        if "max" in name:
            name = f"{name}(): internal error"
            raise RuntimeError(f"{name}: output_size.size() must be {count}")
        raise RuntimeError(f"{name}: output_size must be {count}")
    if any(size is not None and size < 0 for size in output_size):
        if "max" in name:
            lead = input.shape[: input.ndim - count]
            raise RuntimeError(
                in_full("Trying to create tensor", min(output_size), [*lead, *output_size])
            )
        listed = ", ".join(map(str, output_size[:2])) + "".join(f",{s}" for s in output_size[2:])
        raise RuntimeError(in_full("{}: elements of output_size", name, listed))
    kept = (*(0 for _ in range(count - input.ndim)), *input.shape[-count:])
    return tuple(old if new is None else new for new, old in zip(output_size, kept, strict=True))


def each_size(name: str, output_size: Any, input: Tensor, count: int) -> Any:
    """Return the wanted sizes; one number is that of every dimension.

    Raises:
        ValueError: the input has no more dimensions than there are sizes.
    """
    if not isinstance(output_size, int) and input.ndim <= len(output_size):
        raise ValueError(f"Input dimension should be at least {len(output_size) + 1}")
    output_size = require_numbers(name, output_size)
    return (output_size,) * count if isinstance(output_size, int) else output_size


def require_numbers(name: str, output_size: Any) -> Any:
    """Return a size, or a list of them.

    Raises:
        TypeError: it is something else.
    """
    head = f"{name}(): argument 'output_size'"
    wrong = f"{head} (position 2) must be tuple of ints,"
    if isinstance(output_size, bool):
        raise meant(TypeError(f"{wrong} not bool"))
    if isinstance(output_size, int):
        return output_size
    sizes = list(output_size[:]) if len(output_size) else []
    for place, size in enumerate(sizes):
        if not (size is None or is_index(size)):
            later = unpacking(head, [*[0] * place, size])
            first = f"{wrong} but found element of type {class_name(size)} at pos 0"
            raise meant(TypeError(later or first))
    return sizes


def only_size(name: str, output_size: Dims) -> int:
    """Return the one size wanted along a signal.

    Raises:
        RuntimeError: there is not one.
    """
    if isinstance(output_size, int):
        return output_size
    count = len(output_size)
    if count != 1:
        raise RuntimeError(in_full("{}() argument '{}' should", name, "output_size", count))
    only = output_size[0]
    if not is_whole(only):
        raise TypeError
    return only


def require_elements(name: str, input: Tensor, places: range) -> None:
    """Refuse images without elements; there may be none of them.

    Raises:
        RuntimeError: a dimension that is not the batch's is empty.
    """
    for place in places:
        if not input.shape[place]:
            raise RuntimeError(in_full("{}(): Expected input to", name, list(input.shape), place))


def require_images(name: str, input: Tensor, count: int) -> None:
    """Refuse the wrong number of dimensions.

    Raises:
        RuntimeError: the number of dimensions is another one.
    """
    if not count < input.ndim <= count + 2:
        got = f"{':' * ('max' in name)} {list(input.shape)}"
        raise RuntimeError(f"{name}(): Expected {count + 1}D or {count + 2}D tensor, but got{got}")


def adaptively_averaged(name: str, input: Tensor, output_size: object, count: int) -> Tensor:
    """Return the means of as many bins as wanted."""
    sizes = wanted(name, output_size, input, count)
    if set(sizes) == {1}:
        return mean_step(input, count)
    require_images(name, input, count)
    require_elements(name, input, range(input.ndim - count, input.ndim))
    none = 0 in sizes or not input.shape.numel()
    if input.dtype not in FLOATS and (count == 3 or not none):
        raise not_implemented(f"adaptive_avg_pool{count}d{'_cpu' * (count == 3)}", input.dtype)
    lines = tuple(bins(old, new) for old, new in zip(input.shape[-count:], sizes, strict=True))
    return averaged_bins(input, lines, f"AdaptiveAvgPool{count}DBackward0")


@composite(method=False, aliases=("nn.functional.adaptive_avg_pool1d",), related=("avg_pool1d",))
def adaptive_avg_pool1d(input: Array, output_size: Dims) -> Tensor:
    """Return the means of as many bins along signals as wanted.

    >>> torch.adaptive_avg_pool1d(torch.tensor([[1., 3., 2., 6.]]), 2)
    tensor([[2., 4.]])
    """
    require_signals("adaptive_avg_pool1d", input)
    size = only_size("adaptive_avg_pool1d", output_size)
    return adaptively_averaged("adaptive_avg_pool2d", input.unsqueeze(-2), (1, size), 2).squeeze(-2)


@composite(namespace="torch.nn.functional", related=("avg_pool2d", "adaptive_max_pool2d"))
def adaptive_avg_pool2d(input: Array, output_size: Any) -> Tensor:
    """Return the means of as many bins over images as wanted, rows and columns.

    >>> torch.nn.functional.adaptive_avg_pool2d(torch.tensor([[[1., 3.], [2., 6.]]]), 1)
    tensor([[[3.]]])
    """
    return adaptively_averaged("adaptive_avg_pool2d", input, output_size, 2)


@composite(namespace="torch.nn.functional", related=("avg_pool3d",))
def adaptive_avg_pool3d(input: Array, output_size: Any) -> Tensor:
    """Return the means of as many bins through volumes as wanted.

    >>> torch.nn.functional.adaptive_avg_pool3d(torch.ones(1, 2, 2, 2), 1)
    tensor([[[[1.]]]])
    """
    return adaptively_averaged("adaptive_avg_pool3d", input, output_size, 3)


@operation(inner=True, takes=FLOATS,
           kernel=lambda counts: f"adaptive_max_pool{len(counts)}d{'_cpu' * (len(counts) == 3)}",
           node=lambda counts: f"AdaptiveMaxPool{len(counts)}DBackward0",
           quantized_kernel="adaptive_max_pool2d.out")  # fmt: skip
def largest_of_bins(input: Array, counts: Sizes) -> tuple[Array, np.ndarray]:
    """Return the largest element of each bin, and where it is in its flattened image."""
    spatial = input.shape[-len(counts) :]
    lead = input.shape[: -len(counts)]
    numbers = np.arange(math.prod(spatial), dtype=np.int64).reshape(spatial)
    values = empty_beside(input, (*lead, *counts), input.dtype)
    places = empty_beside(input, (*lead, *counts), np.int64)
    edges = [largest_bins(old, new) for old, new in zip(spatial, counts, strict=True)]
    for element in product(*map(range, counts)):
        box: Any = tuple(slice(*edges[axis][number]) for axis, number in enumerate(element))
        here: Any = (..., *element)
        seen = input[(..., *box)]
        flat = seen.reshape(*lead, count_elements(seen.shape[len(lead) :]))
        best = last_largest(flat)
        values[here] = np.take_along_axis(flat, best[..., None], -1)[..., 0]
        places[here] = numbers[box].reshape(-1)[best]
    ranks = () if len(counts) == 3 else (len(counts) + 2,)
    return as_images(values, input, ranks=ranks), as_images(places, input, ranks=ranks)


largest_of_bins.gradient(
    input=lambda g, input, out, counts: to_largest(g[0], input, out[1], len(counts))
)
largest_of_bins.derivative(input="1 at the winner of its window, else 0")


def adaptively_largest(name: str, input: Tensor, output_size: object, count: int) -> Any:
    """Return the largest elements of as many bins as wanted, and where they are."""
    output_size = each_size(name, output_size, input, count)
    require_images(name, input, count)
    require_elements(name, input, range(1, input.ndim))
    return largest_of_bins(input, wanted(name, output_size, input, count))


@composite(namespace="torch.nn.functional", related=("max_pool1d",))
def adaptive_max_pool1d(input: Array, output_size: Dims, return_indices: bool = False) -> Any:
    """Return the largest elements of as many bins along signals as wanted.

    >>> torch.nn.functional.adaptive_max_pool1d(torch.tensor([[1., 3., 2., 6.]]), 2)
    tensor([[3., 6.]])
    """
    require_signals("adaptive_max_pool1d", input)
    require_elements("adaptive_max_pool1d", input, range(1, input.ndim))
    size = only_size("adaptive_max_pool1d", output_size)
    found = adaptively_largest("adaptive_max_pool1d", input.unsqueeze(-2), (1, size), 2)
    values, indices = (part.squeeze(-2) for part in found)
    return (values, indices) if return_indices else values


@composite(namespace="torch.nn.functional", related=("max_pool2d", "adaptive_avg_pool2d"))
def adaptive_max_pool2d(input: Array, output_size: Any, return_indices: bool = False) -> Any:
    """Return the largest elements of as many bins over images as wanted, rows and columns.

    >>> torch.nn.functional.adaptive_max_pool2d(torch.tensor([[[1., 3.], [2., 6.]]]), 1)
    tensor([[[6.]]])
    """
    values, indices = adaptively_largest("adaptive_max_pool2d", input, output_size, 2)
    return (values, indices) if return_indices else values


@composite(namespace="torch.nn.functional", related=("max_pool3d",))
def adaptive_max_pool3d(input: Array, output_size: Any, return_indices: bool = False) -> Any:
    """Return the largest elements of as many bins through volumes as wanted.

    >>> torch.nn.functional.adaptive_max_pool3d(torch.ones(1, 2, 2, 2), 1)
    tensor([[[[1.]]]])
    """
    values, indices = adaptively_largest("adaptive_max_pool3d", input, output_size, 3)
    return (values, indices) if return_indices else values
