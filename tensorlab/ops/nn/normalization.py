"""Normalization: cells less their mean, divided by their spread, then scaled and shifted."""

from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np

from tensorlab.engine.autograd.gradmode import is_grad_enabled
from tensorlab.engine.declaring import Kind, composite, declare
from tensorlab.engine.dtypes import float32
from tensorlab.engine.layout import row_major
from tensorlab.engine.memory_formats import IMAGES, as_images
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.signatures.support import (
    FLOATS,
    HALVES,
    INEXACT,
    not_implemented,
    require_same_type,
)
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.numerics.layers import standardizing, standardizing_many

Sizes = tuple[int, ...]


STEPS = {
    standardizing.LAYER: "NativeLayerNormBackward0",
    standardizing.BATCH: "NativeBatchNormBackward0",
    standardizing.GROUP: "NativeGroupNormBackward0",
}


class Standard(NamedTuple):
    """Which cells are standardized together: those along dims of the shape brought into."""

    kernel: str
    dims: Sizes
    eps: float
    shape: Sizes
    found: list[Any]  # the statistics, which the way back needs
    moments: Any = None  # of a batch, where they are known


@declare(Kind.SEVERAL, {"inner": True, "takes": FLOATS, "kernel": lambda by: by.kernel,
                     "node": lambda by: STEPS[by.kernel], "slope_once": True,
                     "quantized_kernel": "var_mean.correction"})  # fmt: skip
def standardize(input: Array, weight: Array = None, bias: Array = None, by: Any = None) -> Array:
    """Return the cells less the mean over dims, divided by their spread, weighted and shifted.

    The weight and the bias broadcast with the shape that the input is first brought into.
    """
    cells = input.reshape(by.shape)
    if standardizing.keeps_order(cells, by.dims, by.kernel):
        by.found[:] = standardizing.statistics(cells, by.dims, by.eps, by.kernel, by.moments)
        result = standardizing.standardized_in_steps(cells, weight, bias, by.found, by.kernel)
    else:
        result, by.found[:] = standardizing_many.at_once(cells, by.dims, by.eps, weight, bias)
    result = result.reshape(input.shape).astype(input.dtype, copy=False)
    return laid_by(by.kernel, result, input)


def laid_by(kernel: str, result: Any, input: Any) -> Any:
    """Return what a kernel made row by row, or of images as they lie."""
    if kernel == standardizing.LAYER:
        return row_major(result)
    return as_images(result, input, ranks=IMAGES)


def scores(input: Tensor, dims: Sizes, eps: float) -> tuple[Tensor, Tensor]:
    """Return the same of tensors, to be differentiated again."""
    centred = input - input.mean(dims, True)
    factor = (centred * centred).mean(dims, True).add(eps).rsqrt()
    return centred * factor, factor


def per_cell(input: Tensor, shape: Sizes, of: Any, *settings: Any) -> list[Tensor]:
    """Return what is known of cells in some shape, for each cell of the input itself."""
    found = of(input.double().reshape(shape), *settings)
    return [part.expand(shape).reshape(input.shape).to(input.dtype) for part in found]


def input_gradient(
    g: Tensor, input: Tensor, weight: Tensor | None, dims: Sizes, eps: float
) -> Tensor:
    """Return the gradient for the cells: less its mean and what points along the cells."""
    normal, factor = scores(input, dims, eps)
    g = g if weight is None else g * weight
    along = (g * normal).mean(dims, True)
    return factor * (g - g.mean(dims, True) - normal * along)


def is_plain(cells: Any) -> bool:
    """Return whether a gradient is numpy's to work out, and not to be differentiated."""
    plain = cells.__class__ is np.ndarray and cells.dtype.kind == "f"
    return plain and cells.size > 0 and not is_grad_enabled()


def is_stepwise(cells: Any, by: Standard) -> bool:
    """Return whether the steps of a gradient's kernel are kept."""
    return standardizing.keeps_order(cells, by.dims, by.kernel)


def statistics_of(cells: Any, by: Standard) -> Any:
    """Return the statistics of cells: those that were found on the way there, if they were."""
    if by.found or is_stepwise(cells, by):
        return by.found or standardizing.statistics(cells, by.dims, by.eps, by.kernel)
    return standardizing_many.at_once(cells, by.dims, by.eps)[1]


def cells_slope(
    g: Tensor, sizes: Sizes, input: Tensor, weight: Tensor | None, by: Standard
) -> Tensor:
    """Return the gradient for the cells."""
    cells, dims = input.array.reshape(by.shape), by.dims
    if not is_plain(cells) or not g.dtype.native:
        given = input.reshape(by.shape)
        return input_gradient(g.reshape(by.shape), given, weight, dims, by.eps).reshape(sizes)
    by_cell = None if weight is None else weight.array
    gradient = g.array.reshape(by.shape)
    known = statistics_of(cells, by)
    if is_stepwise(cells, by):
        slope = standardizing.input_slope(gradient, cells, by_cell, dims, known, by.kernel)
    else:
        slope = standardizing_many.input_slope_at_once(gradient, cells, by_cell, dims, known)
    return wrap(slope.reshape(sizes), input.dtype)


def weights_slope(g: Tensor, input: Tensor, weight: Tensor, by: Standard) -> Tensor:
    """Return the gradient for the weights."""
    cells = input.array.reshape(by.shape)
    if not is_plain(cells) or not g.dtype.native:
        return g.reshape(by.shape) * scores(input.reshape(by.shape), by.dims, by.eps)[0]
    gradient = g.array.reshape(by.shape)
    known = statistics_of(cells, by)
    if not is_stepwise(cells, by):
        return wrap(gradient * standardizing_many.standardized(cells, known), weight.dtype)
    return shaped(standardizing.weight_slope(gradient, cells, by.dims, known, by.kernel), weight)


def biases_slope(g: Tensor, input: Tensor, bias: Tensor, by: Standard) -> Tensor:
    """Return the gradient for the biases."""
    cells = g.array.reshape(by.shape)
    if not is_plain(cells) or not is_stepwise(cells, by):
        return g.reshape(by.shape)
    given = input.array.reshape(by.shape)
    return shaped(standardizing.bias_slope(cells, given, by.dims, by.kernel), bias)


def shaped(slope: Any, like: Tensor) -> Tensor:
    """Return a gradient for numbers that broadcast, in their shape where it is theirs alone."""
    if slope.size == like.array.size:
        return wrap(slope.reshape(like.array.shape), like.dtype)
    behind = [1] * (like.array.ndim - slope.ndim)  # of (samples, channels), if it is
    return wrap(slope.reshape(*slope.shape, *behind), like.dtype)


standardize.gradient(input=cells_slope, weight=weights_slope, bias=biases_slope)
standardize.slope(
    input="d out[i] / d input[j] = weight[i]*((i == j) - 1/n - z[i]*z[j]/n)/spread, "
    "with z = (input - mean)/spread",
    weight="d out[i] / d weight[c] = z[i], with z = (input - mean)/spread",
    bias="1 where it was added, else 0",
)
standardize.quantity(
    n=lambda by: prod(by.shape[dim] for dim in by.dims),
    z=lambda input, by: per_cell(input, by.shape, scores, by.dims, by.eps)[0],
    spread=lambda input, by: per_cell(input, by.shape, scores, by.dims, by.eps)[1].reciprocal(),
    weight=lambda input, weight, by: per_cell(input, by.shape, lambda _: [weight])[0],
)


def require_tail(input: Tensor, normalized_shape: Sequence[int], star: str = "[*, ") -> None:
    """Refuse an input that does not end in the shape.

    Raises:
        RuntimeError: so it is.
    """
    shape = list(normalized_shape)
    if not shape:
        raise RuntimeError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one "
            f"element, but got normalized_shape = {shape}"
        )
    if list(input.shape[max(input.ndim - len(shape), 0) :]) != shape:
        raise RuntimeError(
            f"Given normalized_shape={shape}, expected input with shape "
            f"{star}{', '.join(map(str, shape))}], but got input of size{list(input.shape)}"
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


def require_one_type(input: Tensor, *parts: Tensor | None) -> None:
    """Refuse parameters of another type than the input's, unless they are the usual mixture.

    Raises:
        RuntimeError: so it is.
    """
    if not is_mixed(input, *parts):
        for part in parts:
            if part is not None:
                require_same_type(input, part)


def require_same(name: str, part: Tensor | None, normalized_shape: Sequence[int]) -> None:
    """Refuse a weight or a bias of another shape.

    Raises:
        RuntimeError: so it is.
    """
    if part is not None and list(part.shape) != list(normalized_shape):
        raise RuntimeError(
            f"Expected {name} to be of same shape as normalized_shape, but got {name} of shape "
            f"{list(part.shape)} and normalized_shape = {list(normalized_shape)}"
        )


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
    """Return the input standardized over its last dimensions, then weighted and shifted.

    >>> torch.layer_norm(torch.tensor([[1., 3.]]), [2])
    tensor([[-1.0000,  1.0000]])
    """
    is_mixed(input, weight, bias)  # which PyTorch looks at first
    require_tail(input, normalized_shape)
    require_same("weight", weight, normalized_shape)
    require_same("bias", bias, normalized_shape)
    require_one_type(input, weight, bias)
    dims = tuple(range(input.ndim - len(normalized_shape), input.ndim))
    by = Standard(standardizing.LAYER, dims, eps, tuple(input.shape), [])
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
    require_tail(input, normalized_shape, "[*")
    require_same("weight", weight, normalized_shape)
    if input.dtype not in INEXACT:
        raise not_implemented("rms_norm", input.dtype)
    dims = tuple(range(input.ndim - len(normalized_shape), input.ndim))
    if eps is None:
        eps = float(np.finfo(np.float64 if input.dtype.name == "float64" else np.float32).eps)
    wide = input.float() if input.dtype.itemsize == 2 else input
    factor = wide.square().mean(dims, True).add(eps).rsqrt()
    normal = (wide * factor).to(input.dtype)
    return normal if weight is None else (normal * weight).to(input.dtype)
