"""Normalization, of groups too: less the mean, divided by the spread, scaled and shifted."""

from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np

from tensorlab.engine.autograd.gradmode import is_grad_enabled
from tensorlab.engine.autograd.recording import is_at_once
from tensorlab.engine.declaring import Array, Kind, composite, declare
from tensorlab.engine.dtypes import DType, float32
from tensorlab.engine.layout import row_major
from tensorlab.engine.memory_formats import IMAGES, as_images
from tensorlab.engine.shapes import existing_dim
from tensorlab.engine.signatures.support import (
    FLOATS,
    HALVES,
    INEXACT,
    not_implemented,
    require_same_type,
)
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.engine.warning import in_full
from tensorlab.numerics.layers import standardizing
from tensorlab.numerics.layers.standardizing import BATCH, GROUP, LAYER
from tensorlab.ops.alike import alike

Sizes = tuple[int, ...]


STEPS = {
    standardizing.LAYER: "NativeLayerNormBackward0",
    standardizing.BATCH: "NativeBatchNormBackward0",
    standardizing.GROUP: "NativeGroupNormBackward0",
}


class Standard(NamedTuple):
    """Which elements are standardized together: those along dims of the shape brought into."""

    kernel: str
    dims: Sizes
    eps: float
    shape: Sizes
    kind: DType  # of the moments that PyTorch keeps
    found: list[Any]  # their mean and variance, which stay, for the way back

    def kept(self, moment: Any) -> Any:
        """Return a moment as PyTorch keeps it: rounded to 16 bits where the elements have them."""
        return self.kind.decode(self.kind.encode(moment))


@declare(Kind.SEVERAL, {"inner": True, "takes": FLOATS, "kernel": lambda by: by.kernel,
                     "node": lambda by: STEPS[by.kernel], "gradient_once": True,
                     "quantized_kernel": "var_mean.correction"})  # fmt: skip
def standardize(input: Array, weight: Array = None, bias: Array = None, by: Any = None) -> Array:
    """Return the elements less the mean over dims, divided by their spread, weighted and shifted.

    The weight and the bias broadcast with the shape that the input is first brought into.
    """
    elements = input.reshape(by.shape)
    mean, result, variance = standardizing.moments(elements, by.dims)
    by.found[:] = mean, variance
    factor = standardizing.factor_of(variance, by.eps, result.dtype)
    if by.kernel == LAYER or (by.kernel == GROUP and weight is None and bias is None):
        result *= factor
        result = result if weight is None else result * weight
        result = result if bias is None else result + bias
    else:
        if by.kernel == BATCH:
            mean, factor = by.kept(mean), by.kept(factor)
        result = standardizing.rescaled(elements, mean, factor, weight, bias)
    result = result.reshape(input.shape).astype(input.dtype, copy=False)
    return row_major(result) if by.kernel == LAYER else as_images(result, input, ranks=IMAGES)


def scores(input: Tensor, dims: Sizes, eps: float, kind: Any = None) -> tuple[Tensor, Tensor]:
    """Return the same of tensors, to be differentiated again, by moments kept in a type."""
    mean = input.mean(dims, True)
    centred = input - mean
    factor = (centred * centred).mean(dims, True).add(eps).rsqrt()
    if kind in HALVES:
        mean, factor = (part.to(kind).to(input.dtype) for part in (mean, factor))
        centred = input - mean
    return centred * factor, factor


def known_scores(input: Tensor, by: Standard) -> tuple[Tensor, Tensor]:
    """Return the same by the moments that were found on the way there, unless that is recorded."""
    if is_grad_enabled() or not by.found or not input.dtype.native:
        return scores(input.reshape(by.shape), by.dims, by.eps, by.kind)
    mean, variance = by.found
    factor = standardizing.factor_of(variance, by.eps, mean.dtype)
    mean, factor = (wrap(by.kept(part), input.dtype) for part in (mean, factor))
    return (input.reshape(by.shape) - mean) * factor, factor


def per_element(input: Tensor, shape: Sizes, of: Any, *settings: Any) -> list[Tensor]:
    """Return what is known of elements in some shape, for each element of the input itself."""
    found = of(input.double().reshape(shape), *settings)
    return [part.expand(shape).reshape(input.shape).to(input.dtype) for part in found]


def input_gradient(
    g: Tensor, sizes: Sizes, input: Tensor, weight: Tensor | None, by: Standard
) -> Tensor:
    """Return the gradient for the elements: less its mean and what points along the elements."""
    normal, factor = known_scores(input, by)
    if is_at_once(g, normal) and (weight is None or is_at_once(weight)):
        slopes = g._array.reshape(by.shape)
        slopes = slopes if weight is None else slopes * weight._array
        found = standardizing.input_gradient(slopes, normal._array, factor._array, by.dims)
        return wrap(found.reshape(sizes), input.dtype)
    g = g.reshape(by.shape) if weight is None else g.reshape(by.shape) * weight
    along = (g * normal).mean(by.dims, True)
    gradient: Tensor = factor * (g - g.mean(by.dims, True) - normal * along)
    return gradient.reshape(sizes)


standardize.gradient(
    input=input_gradient,
    weight=lambda g, input, by: g.reshape(by.shape) * known_scores(input, by)[0],
    bias=lambda g, by: g.reshape(by.shape),
)
standardize.derivative(
    input="d out[i] / d input[j] = weight[i]*((i == j) - 1/n - z[i]*z[j]/n)/spread, "
    "with z = (input - mean)/spread",
    weight="d out[i] / d weight[c] = z[i], with z = (input - mean)/spread",
    bias="1 where it was added, else 0",
)
standardize.quantity(
    n=lambda by: prod(by.shape[dim] for dim in by.dims),
    z=lambda input, by: per_element(input, by.shape, scores, by.dims, by.eps)[0],
    spread=lambda input, by: per_element(input, by.shape, scores, by.dims, by.eps)[1].reciprocal(),
    weight=lambda input, weight, by: per_element(input, by.shape, lambda _: [weight])[0],
)


def require_parts(normalized_shape: Sequence[int], *parts: Tensor | None) -> None:
    """Refuse a weight or a bias of another shape.

    Raises:
        RuntimeError: so it is, or there is no dimension in the shape.
    """
    shape = tuple(normalized_shape)
    if not shape:
        raise RuntimeError(in_full("Expected normalized_shape", list(shape)))
    for name, part in zip(("weight", "bias"), parts, strict=False):
        if part is not None and tuple(part.shape) != shape:
            raise RuntimeError(
                in_full("Expected {} to be of", name, name, list(part.shape), list(shape))
            )


def require_tail(input: Tensor, normalized_shape: Sequence[int], before: str) -> None:
    """Refuse an input that does not end in a shape; `before` stands between a star and it.

    Raises:
        RuntimeError: the last sizes are others.
    """
    shape, sizes = tuple(normalized_shape), tuple(input.shape)
    if sizes[-len(shape) :] != shape:
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape "
            f"[*{before}{', '.join(map(str, shape))}], but got input of size{list(sizes)}"
        )


def is_mixed(input: Tensor, *parts: Tensor | None) -> bool:
    """Return whether the first parameter is of another type: float32 beside 16-bit floats.

    Raises:
        RuntimeError: it has another one.
    """
    types = [part.dtype for part in parts if part is not None]
    if not types or types[0] is input.dtype:
        return False
    if any(dtype is not float32 for dtype in types):
        raise RuntimeError("mixed dtype (CPU): expect parameter to have scalar type of Float")
    if input.dtype not in HALVES:
        raise RuntimeError("mixed dtype (CPU): all inputs must share same datatype.")
    return True


def require_one_type(input: Tensor, *parts: Tensor | None) -> DType:
    """Return the parameters' type, which is the input's or makes the usual mixture.

    Raises:
        RuntimeError: a parameter has a type of its own.
    """
    if is_mixed(input, *parts):
        return float32
    for part in parts:
        if part is not None:
            require_same_type(input, part)
    return input.dtype


@composite(
    method=False,
    aliases=("nn.functional.layer_norm",),
    related=("nn.functional.rms_norm",),
    copies=2,
)
def layer_norm(
    input: Array, normalized_shape: tuple[int, ...], weight: Tensor | None = None,
    bias: Tensor | None = None, eps: float = 1e-5,
) -> Tensor:  # fmt: skip
    """Return the last dimensions with mean 0 and standard deviation 1, then weighted.

    >>> torch.layer_norm(torch.tensor([[1., 3.]]), [2])
    tensor([[-1.0000,  1.0000]])
    """
    is_mixed(input, weight, bias)  # which PyTorch looks at first
    require_parts(normalized_shape, weight, bias)
    require_tail(input, normalized_shape, ", ")
    kind = require_one_type(input, weight, bias)
    shape = tuple(input.shape)
    dims = tuple(range(len(shape) - len(normalized_shape), len(shape)))
    by = Standard(standardizing.LAYER, dims, eps, shape, kind, [])
    return standardize(input, weight, bias, by)


@composite(method=False, aliases=("nn.functional.rms_norm",), related=("layer_norm",))
def rms_norm(
    input: Array,
    normalized_shape: tuple[int, ...],
    weight: Tensor | None = None,
    eps: float | None = None,
) -> Array:
    """Return the input divided by the root of its mean square over the last dimensions.

    >>> torch.rms_norm(torch.tensor([[3., 4.]]), [2])
    tensor([[0.8485, 1.1314]])
    """
    require_parts(normalized_shape, weight)
    if input.ndim < (dims := len(normalized_shape)):
        raise ValueError(f"Input tensor must have at least {dims} dimensions, but got {input.ndim}")
    require_tail(input, normalized_shape, "")
    if input.dtype not in INEXACT:
        raise not_implemented("rms_norm", input.dtype)
    if eps is None:
        eps = float(np.finfo(np.float64 if input.dtype.name == "float64" else np.float32).eps)
    wide = input.float() if input.dtype.itemsize == 2 else input
    factor = wide.square().mean(tuple(range(-dims, 0)), True).add(eps).rsqrt()
    normal = wide * factor
    return (normal if weight is None else normal * weight).to(input.dtype).contiguous()


def require_several(size: Sequence[int]) -> None:
    """Refuse single values, which have no variance: as many as all sizes but the second say.

    Raises:
        ValueError: there is one for each channel, or each group.
    """
    if prod([size[0], *size[2:]]) == 1:
        raise ValueError(in_full("Expected more than 1 value", size))


@composite(method=False, related=("layer_norm",))
def group_norm(
    input: Array, num_groups: int, weight: Tensor | None = None, bias: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:  # fmt: skip
    """Return each group of channels with mean 0 and standard deviation 1, then weighted.

    >>> torch.group_norm(torch.tensor([[1., 3., 5., 9.]]), 2)
    tensor([[-1.0000,  1.0000, -1.0000,  1.0000]])
    """
    channels = input.shape[existing_dim(1 if input.ndim else 0, input.ndim)]
    if num_groups <= 0:
        raise RuntimeError(f"Expected num groups to be greater than 0, got {num_groups}")
    if channels % num_groups:
        raise RuntimeError(in_full("Expected number of", list(input.shape), num_groups))
    for name, part in (("weight", weight), ("bias", bias)):
        if part is not None and list(part.shape) != [channels]:
            own, given = list(part.shape), list(input.shape)
            raise RuntimeError(in_full("Expected {0} to be a vector", name, own, given))
    kind = require_one_type(input, weight, bias)
    grouped = (num_groups, channels // num_groups)
    shape = (input.shape[0], *grouped, *input.shape[2:])
    spread = (1, *grouped, *[1] * (input.ndim - 2))
    parts = [None if part is None else part.reshape(spread) for part in (weight, bias)]
    dims = tuple(range(2, len(shape)))
    return standardize(input, *parts, Standard(GROUP, dims, eps, shape, kind, []))


@composite(name="group_norm", namespace="torch.nn.functional", related=("layer_norm",))
@alike(group_norm)
def in_groups(given: dict[str, Any]) -> Tensor:
    """Return each group of channels with mean 0 and standard deviation 1, then weighted.

    >>> torch.nn.functional.group_norm(torch.tensor([[1., 3., 5., 9.]]), 2)
    tensor([[-1.0000,  1.0000, -1.0000,  1.0000]])
    """
    dims = given["input"].ndim
    if dims < 2:
        raise RuntimeError(f"Expected at least 2 dimensions for input tensor but received {dims}")
    (count, channels, *sizes), groups = given["input"].shape, given["num_groups"]
    require_several([count * channels // groups, groups, *sizes])
    return group_norm(**given)
