"""Pooling to a wanted size, and interpolation."""

import math
from itertools import product
from typing import Any

import numpy as np

from tensorlab.engine.creating import composite
from tensorlab.engine.declaration import operation
from tensorlab.engine.dtypes import uint8
from tensorlab.engine.signature import Array, Dims
from tensorlab.engine.support import FLOATS, not_implemented
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.pooling import Sizes, to_largest
from tensorlab.ops.resampling import (
    bins,
    cubic,
    curve,
    filtered,
    largest_bins,
    linear,
    mean_step,
    nearest,
    nearest_exact,
    resample,
    triangle,
)


def wanted(name: str, output_size: Any, input: Tensor, count: int) -> Sizes:
    """Return the wanted size per dimension; None keeps the input's.

    Raises:
        RuntimeError: it is not given for each dimension.
    """
    if output_size is None or isinstance(output_size, int):
        output_size = (output_size,) * count
    if len(output_size) != count:
        raise RuntimeError(f"{name}: output_size must be {count}")
    sizes = input.shape[-count:]
    return tuple(old if new is None else new for new, old in zip(output_size, sizes, strict=True))


def require_images(name: str, input: Tensor, count: int) -> None:
    """Refuse the wrong number of dimensions.

    Raises:
        RuntimeError: so it is.
    """
    if input.ndim not in (count + 1, count + 2):
        raise RuntimeError(
            f"{name}(): Expected {count + 1}D or {count + 2}D tensor, but got {list(input.shape)}"
        )


def adaptively_averaged(name: str, input: Tensor, output_size: Any, count: int) -> Tensor:
    """Return the means of as many bins as wanted."""
    sizes = wanted(name, output_size, input, count)
    if set(sizes) == {1}:
        return mean_step(input, count)
    require_images(name, input, count)
    if input.dtype not in FLOATS:
        raise not_implemented(f"adaptive_avg_pool{count}d", input.dtype)
    weights = tuple(bins(old, new) for old, new in zip(input.shape[-count:], sizes, strict=True))
    return resample(input, weights, f"AdaptiveAvgPool{count}DBackward0")


@composite(method=False, aliases=("nn.functional.adaptive_avg_pool1d",), related=("avg_pool1d",))
def adaptive_avg_pool1d(input: Array, output_size: Dims) -> Tensor:
    """Return the means of as many bins along signals as wanted.

    >>> torch.adaptive_avg_pool1d(torch.tensor([[1., 3., 2., 6.]]), 2)
    tensor([[2., 4.]])
    """
    size = output_size if isinstance(output_size, int) else output_size[0]
    pooled = adaptively_averaged("adaptive_avg_pool1d", input.unsqueeze(-2), (1, size), 2)
    return pooled.squeeze(-2)


@composite(namespace="torch.nn.functional", related=("avg_pool2d", "adaptive_max_pool2d"))
def adaptive_avg_pool2d(input: Array, output_size: Dims | None) -> Tensor:
    """Return the means of as many bins over images as wanted, rows and columns.

    >>> torch.nn.functional.adaptive_avg_pool2d(torch.tensor([[[1., 3.], [2., 6.]]]), 1)
    tensor([[[3.]]])
    """
    return adaptively_averaged("adaptive_avg_pool2d", input, output_size, 2)


@composite(namespace="torch.nn.functional", related=("avg_pool3d",))
def adaptive_avg_pool3d(input: Array, output_size: Dims | None) -> Tensor:
    """Return the means of as many bins through volumes as wanted.

    >>> torch.nn.functional.adaptive_avg_pool3d(torch.ones(1, 2, 2, 2), 1)
    tensor([[[[1.]]]])
    """
    return adaptively_averaged("adaptive_avg_pool3d", input, output_size, 3)


@operation(function=False, method=False, out=False, takes=FLOATS,
           kernel=lambda counts: f"adaptive_max_pool{len(counts)}d",
           node=lambda counts: f"AdaptiveMaxPool{len(counts)}DBackward0")  # fmt: skip
def largest_of_bins(input: Array, counts: Sizes) -> tuple[Array, np.ndarray]:
    """Return the largest cell of each bin, and where it is in its flattened image."""
    spatial = input.shape[-len(counts) :]
    lead = input.shape[: -len(counts)]
    numbers = np.arange(int(np.prod(spatial)), dtype=np.int64).reshape(spatial)
    values = np.empty((*lead, *counts), input.dtype)
    places = np.empty((*lead, *counts), np.int64)
    edges = [largest_bins(old, new) for old, new in zip(spatial, counts, strict=True)]
    for cell in product(*map(range, counts)):
        box: Any = tuple(slice(*edges[axis][number]) for axis, number in enumerate(cell))
        here: Any = (..., *cell)
        flat = input[(..., *box)].reshape(*lead, -1)
        best = flat.argmax(-1)
        values[here] = np.take_along_axis(flat, best[..., None], -1)[..., 0]
        places[here] = numbers[box].reshape(-1)[best]
    return values, places


largest_of_bins.gradient(
    input=lambda g, sizes, out, counts: to_largest(g[0], sizes, out[1], len(counts))
)


def adaptively_largest(name: str, input: Tensor, output_size: Any, count: int) -> Any:
    """Return the largest cells of as many bins as wanted, and where they are."""
    require_images(name, input, count)
    return largest_of_bins(input, wanted(name, output_size, input, count))


@composite(namespace="torch.nn.functional", related=("max_pool1d",))
def adaptive_max_pool1d(input: Array, output_size: Dims, return_indices: bool = False) -> Any:
    """Return the largest cells of as many bins along signals as wanted.

    >>> torch.nn.functional.adaptive_max_pool1d(torch.tensor([[1., 3., 2., 6.]]), 2)
    tensor([[3., 6.]])
    """
    size = output_size if isinstance(output_size, int) else output_size[0]
    found = adaptively_largest("adaptive_max_pool1d", input.unsqueeze(-2), (1, size), 2)
    values, indices = (part.squeeze(-2) for part in found)
    return (values, indices) if return_indices else values


@composite(namespace="torch.nn.functional", related=("max_pool2d", "adaptive_avg_pool2d"))
def adaptive_max_pool2d(
    input: Array, output_size: Dims | None, return_indices: bool = False
) -> Any:
    """Return the largest cells of as many bins over images as wanted, rows and columns.

    >>> torch.nn.functional.adaptive_max_pool2d(torch.tensor([[[1., 3.], [2., 6.]]]), 1)
    tensor([[[6.]]])
    """
    values, indices = adaptively_largest("adaptive_max_pool2d", input, output_size, 2)
    return (values, indices) if return_indices else values


@composite(namespace="torch.nn.functional", related=("max_pool3d",))
def adaptive_max_pool3d(
    input: Array, output_size: Dims | None, return_indices: bool = False
) -> Any:
    """Return the largest cells of as many bins through volumes as wanted.

    >>> torch.nn.functional.adaptive_max_pool3d(torch.ones(1, 2, 2, 2), 1)
    tensor([[[[1.]]]])
    """
    values, indices = adaptively_largest("adaptive_max_pool3d", input, output_size, 3)
    return (values, indices) if return_indices else values


MODES = (
    "nearest",
    "linear",
    "bilinear",
    "bicubic",
    "trilinear",
    "lanczos",
    "area",
    "nearest-exact",
)
# For each mode the dimensions that it works on, its weights and the word in its step's name.
LINES: dict[str, tuple[tuple[int, ...], Any, str]] = {
    "nearest": ((1, 2, 3), nearest, "Nearest"),
    "nearest-exact": ((1, 2, 3), nearest_exact, "NearestExact"),
    "linear": ((1,), linear, "Linear"),
    "bilinear": ((2,), linear, "Bilinear"),
    "trilinear": ((3,), linear, "Trilinear"),
    "bicubic": ((2,), cubic, "Bicubic"),
}
SMOOTH = {"bilinear": filtered(triangle, 1), "bicubic": filtered(curve, 2)}


def spatial_sizes(input: Tensor, size: Any, scale_factor: Any) -> tuple[Sizes, tuple[Any, ...]]:
    """Return the wanted sizes and the factors as given.

    Raises:
        ValueError: both or neither of size and factor are given, or not for each dimension.
    """
    count = input.ndim - 2
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is None and scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    given, name = (
        (size, "output size of") if size is not None else (scale_factor, "scale_factor of shape")
    )
    values = tuple(given) if isinstance(given, list | tuple) else (given,) * count
    if len(values) != count:
        word = "output size" if size is not None else "scale_factor"
        short = "(o1, o2, ...,oK)" if size is not None else "(s1, s2, ...,sK)"
        what = "output size" if size is not None else "scale_factor"
        raise ValueError(
            f"Input and {'output' if size is not None else what} must have the same number of "
            "spatial "
            f"dimensions, but got input with spatial dimensions of {list(input.shape[2:])} and "
            f"{name} "
            f"{given}. Please provide input tensor in (N, C, d1, d2, ...,dK) format and {word} in "
            f"{short} format."
        )
    if size is not None:
        return tuple(int(part) for part in values), (None,) * count
    return tuple(
        math.floor(float(old) * factor) for old, factor in zip(input.shape[2:], values, strict=True)
    ), tuple(float(factor) for factor in values)


@composite(namespace="torch.nn.functional", aliases=("upsample",), related=("avg_pool2d",))
def interpolate(
    input: Array, size: Any = None, scale_factor: Any = None, mode: str = "nearest",
    align_corners: bool | None = None, recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Tensor:  # fmt: skip
    """Return signals, images or volumes (batch, channel, ...) in another size.

    >>> torch.nn.functional.interpolate(torch.tensor([[[1., 2.]]]), scale_factor=2)
    tensor([[[1., 1., 2., 2.]]])
    """
    if align_corners is not None and mode in {"nearest", "area", "nearest-exact"}:
        raise ValueError(
            "align_corners option can only be set with the interpolating modes: "
            "linear | bilinear | bicubic | trilinear"
        )
    count = input.ndim - 2
    if antialias and not (mode in SMOOTH and count == 2):
        raise ValueError(
            "Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires "
            "a 4-D "
            "tensor as input"
        )
    sizes, factors = spatial_sizes(input, size, scale_factor)
    if recompute_scale_factor:
        if size is not None:
            raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
        factors = (None,) * count
    if mode == "area" and count in (1, 2, 3):
        name = f"adaptive_avg_pool{count}d"
        found = {1: adaptive_avg_pool1d, 2: adaptive_avg_pool2d, 3: adaptive_avg_pool3d}
        return found[count](input, sizes) if name else input
    require_mode(input, mode, count)
    _, weigh, title = LINES[mode]
    if antialias:
        weigh = SMOOTH[mode]
    if input.dtype not in FLOATS and not (count < 3 and input.dtype is uint8 and mode != "linear"):
        raise not_implemented(f"upsample_{title.lower()}{count}d_channels_last", input.dtype)
    kind = np.float64 if input.dtype.itemsize == 8 else np.float32
    weights = tuple(
        weigh(old, new, factor, align=bool(align_corners), kind=kind)
        for old, new, factor in zip(input.shape[2:], sizes, factors, strict=True)
    )
    return resample(input, weights, f"Upsample{title}{count}D{'Aa' * antialias}Backward0")


def require_mode(input: Tensor, mode: str, count: int) -> None:
    """Refuse unknown modes, and those of other dimensions.

    Raises:
        NotImplementedError: so it is.
    """
    if mode in LINES and count in (1, 2, 3):
        if count in LINES[mode][0]:
            return
        needed = LINES[mode][0][0] + 2
        if mode != "bicubic":
            raise NotImplementedError(
                f"Got {input.ndim}D input, but {mode} mode needs {needed}D input"
            )
    raise NotImplementedError(
        "Input Error: Only 3D, 4D and 5D input Tensors supported "
        f"(got {input.ndim}D) for the modes: {' | '.join(MODES)} (got {mode})"
    )
