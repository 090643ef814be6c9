"""interpolate: signals, images and volumes in another size."""

import math
from typing import Any

import numpy as np

from tensorlab.engine.declaring import FLOATS, Array, Tensor, composite, not_implemented
from tensorlab.engine.dtypes import DType, float32, uint8
from tensorlab.engine.shapes import LONG, reserve_elements
from tensorlab.engine.signatures.accepting import is_index
from tensorlab.engine.signatures.combination import combination
from tensorlab.engine.signatures.overloads import overload
from tensorlab.engine.tensor import wrap
from tensorlab.engine.warning import in_full
from tensorlab.errors import meant
from tensorlab.numerics.layers.resampling import Line
from tensorlab.ops.nn.adaptive_pooling import (
    adaptive_avg_pool1d,
    adaptive_avg_pool2d,
    adaptive_avg_pool3d,
)
from tensorlab.ops.nn.steps.pooled_sizes import Sizes
from tensorlab.ops.nn.steps.resampling import (
    cubic,
    curve,
    filtered,
    linear,
    nearest,
    nearest_exact,
    resample,
    triangle,
)

LINEAR = ("linear", "bilinear", "bicubic", "trilinear")
MODES = ("nearest", *LINEAR, "lanczos", "area", "nearest-exact")
# For each mode the dimensions that it works on, its weights and the word in its step's name.
LINES: dict[str, tuple[tuple[int, ...], Any, str]] = {
    "nearest": ((1, 2, 3), nearest, "Nearest"),
    "nearest-exact": ((1, 2, 3), nearest_exact, "NearestExact"),
    "linear": ((1,), linear, "Linear"),
    "bilinear": ((2,), linear, "Bilinear"),
    "trilinear": ((3,), linear, "Trilinear"),
    "bicubic": ((2,), cubic, "Bicubic"),
}
NUMBERS = (int, float, complex, np.number)  # that sizes can be multiplied by
SMOOTH = {"bilinear": filtered(triangle, 1), "bicubic": filtered(curve, 2)}


def spatial_sizes(
    input: Tensor, size: Any, scale_factor: Any, mode: str, align_corners: object
) -> tuple[Sizes, tuple[Any, ...]]:
    """Return the wanted sizes and the factors as given.

    Raises:
        ValueError: both or neither of size and factor are given, or not for each dimension.
        TypeError: they are no numbers.
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
    if isinstance(given, list | tuple) and len(values) != count:
        word = "output size" if size is not None else "scale_factor"
        short = "(o1, o2, ...,oK)" if size is not None else "(s1, s2, ...,sK)"
        plain, shape = word.removesuffix(" size"), list(input.shape[2:])
        raise ValueError(in_full("Input and {} must", plain, shape, name, given, word, short))
    whole = size is not None
    if not all(is_index(part) if whole else isinstance(part, NUMBERS) for part in values):
        if whole and isinstance(given, list | tuple):
            raise meant(TypeError(in_full("expected size to be", [*map(type, given)])))
        if mode in LINES:
            listed = given if isinstance(given, list | tuple) else [*values]
            raise meant(TypeError(refusal(input, mode, listed, align_corners, whole=whole)))
        if whole or mode != "area":
            return values, (None,) * count  # which pooling refuses, or the mode is none
    if size is not None:
        return tuple(int(part) for part in values), (None,) * count
    return tuple(
        math.floor(float(old) * factor) for old, factor in zip(input.shape[2:], values, strict=True)
    ), tuple(float(factor) for factor in values)


def refusal(input: Tensor, mode: str, listed: object, align: object, *, whole: bool) -> str:
    """Return PyTorch's complaint about sizes, or factors if they are not whole, that are none.

    It comes from the kernel of the mode, which is given both, and says how it could be called.
    """
    count = input.ndim - 2
    title = "_upsample_nearest_exact" if mode == "nearest-exact" else f"upsample_{mode}"
    start = "Tensor input, tuple of ints output_size"
    start += ", bool align_corners" * ("nearest" not in mode)
    scales = ["scales"] if count == 1 else [f"scales_{axis}" for axis in "dhw"[-count:]]
    named = "".join(f", float {name} = None" for name in scales)
    texts = f"({start}, tuple of floats scale_factors)", f"({start}{named}, *, Tensor out = None)"
    corners = [bool(align)] * ("nearest" not in mode)
    given = [input, listed if whole else None, *corners, None if whole else listed]
    return combination(f"{title}{count}d", [overload(text) for text in texts], tuple(given), {})


def require_elements(old: Sizes, new: Sizes) -> None:
    """Refuse an image without elements, to begin with or wanted.

    Raises:
        RuntimeError: a size is 0.
    """
    if min(new, default=1) >= LONG:
        raise RuntimeError(in_full("value cannot be converted to type int64"))
    if min((*old, *new, 1)) < 1:
        axes = "DHW"[-len(new) :]
        before, after = (
            ", ".join(f"{axis}: {size}" for axis, size in zip(axes, sizes, strict=True))
            for sizes in (old, new)
        )
        joined = " and" if len(new) == 1 else ""
        raise RuntimeError(in_full("Input and output", before, joined, after))


def require_channels(input: Tensor) -> None:
    """Refuse images without channels.

    Raises:
        RuntimeError: there are none.
    """
    if not input.shape[1]:
        raise RuntimeError(in_full("Non-empty {}D data", input.ndim, list(input.shape)))


def require_options(mode: str, count: int, align_corners: bool | None, *, antialias: bool) -> None:
    """Refuse options that a mode does not have.

    Raises:
        ValueError: the option goes with other modes.
    """
    if align_corners is not None and mode in {"nearest", "area", "nearest-exact"}:
        raise ValueError(in_full("align_corners option"))
    if antialias and not (mode in SMOOTH and count == 2):
        raise ValueError(in_full("Anti-alias option"))


@composite(namespace="torch.nn.functional", related=("avg_pool2d",), choices={"mode": MODES})
def interpolate(
    input: Array, size: Any = None, scale_factor: Any = None, mode: Any = "nearest",
    align_corners: bool | None = None, recompute_scale_factor: bool | None = None,
    antialias: bool | None = False,
) -> Tensor:  # fmt: skip
    """Return signals, images or volumes (batch, channel, ...) in another size.

    >>> torch.nn.functional.interpolate(torch.tensor([[[1., 2.]]]), scale_factor=2)
    tensor([[[1., 1., 2., 2.]]])
    """
    count = input.ndim - 2
    require_options(mode, count, align_corners, antialias=bool(antialias))
    sizes, factors = spatial_sizes(input, size, scale_factor, mode, align_corners)
    if mode in LINES:
        require_elements(input.shape[2:], sizes)
    if recompute_scale_factor:
        if size is not None:
            raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
        factors = (None,) * count
    if mode == "area" and count in (1, 2, 3):
        found = {1: adaptive_avg_pool1d, 2: adaptive_avg_pool2d, 3: adaptive_avg_pool3d}
        return found[count](input, sizes)
    require_mode(input, mode, count)
    _, weigh, title = LINES[mode]
    if antialias:
        weigh = SMOOTH[mode]
    require_channels(input)
    if input.dtype not in FLOATS and not (
        input.dtype is uint8 and (count < 3 or "nearest" in mode) and mode != "linear"
    ):
        raise not_implemented(interpolation_kernel(title, count), input.dtype)
    reserve_elements((*input.shape[:2], *sizes), input.dtype.itemsize)
    kind = np.float64 if input.dtype.itemsize in {1, 8} else np.float32
    lines = tuple(
        weigh(old, new, factor, align=bool(align_corners), kind=kind)
        for old, new, factor in zip(input.shape[2:], sizes, factors, strict=True)
    )
    step = f"Upsample{title}{count}D{'Aa' * bool(antialias)}Backward0"
    few = input.shape[1] == 3 or sum(sizes) <= 128  # PyTorch goes pixel by pixel, with no tables
    if input.dtype.itemsize > 2 or (mode == "bilinear" and few and input.dtype is not uint8):
        return resample(input, lines, step)
    return resample(input, lines, step, tuple(narrowed(line, input.dtype) for line in lines))


def narrowed(line: Line, kind: DType) -> Line:
    """Return a line whose weights have 16 bits, as in PyTorch's tables: for bytes whole numbers."""
    if kind is uint8:
        unit = 2.0 ** (1 - np.ceil(np.log2(32767.5 / line.weights.max(initial=2.0**-7))))
        return line._replace(weights=np.rint(line.weights / unit) * unit)
    weights = wrap(line.weights, float32).to(kind)
    if len(weights) == 2:  # the second is what the first leaves
        weights[0] = 1 - weights[1]
    return line._replace(weights=weights.float()._array)


def interpolation_kernel(title: str, count: int) -> str:
    """Return the name of the kernel that PyTorch misses, with small images."""
    title = title.removesuffix("Exact")
    if title == "Bilinear" or (title == "Nearest" and count == 2):
        return f"upsample_{title.lower()}{count}d_channels_last"
    kind = {"Linear": "linear", "Trilinear": "linear", "Bicubic": "cubic"}.get(title, "nearest")
    return f"compute_indices_weights_{kind}"


def require_mode(input: Tensor, mode: Any, count: int) -> None:
    """Refuse unknown modes, and those of other dimensions.

    Raises:
        NotImplementedError: the mode is unknown, or for another number of dimensions.
    """
    if isinstance(mode, str) and mode in LINES and count in (1, 2, 3):
        if count in LINES[mode][0]:
            return
        needed = LINES[mode][0][0] + 2
        if mode != "bicubic":
            raise NotImplementedError(
                f"Got {input.ndim}D input, but {mode} mode needs {needed}D input"
            )
    raise NotImplementedError(in_full("Input Error: Only", input.ndim, " | ".join(MODES), mode))
