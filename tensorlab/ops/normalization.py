"""Normalization: cells less their mean, divided by their spread, then scaled and shifted."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tensorlab.engine.creating import composite
from tensorlab.engine.declaration import declare
from tensorlab.engine.signature import Array
from tensorlab.engine.support import FLOATS, not_implemented
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.padding import pad

Sizes = tuple[int, ...]


@declare("several", {"function": False, "method": False, "takes": FLOATS,
                     "kernel": lambda kernel: kernel, "node": lambda step: step})  # fmt: skip
def standardize(
    input: Array, weight: Array = None, bias: Array = None, dims: Sizes = (), eps: float = 1e-5,
    shape: Sizes = (), step: str = "", kernel: str = "",
) -> Array:  # fmt: skip
    """Return the cells less the mean over dims, divided by their spread, weighted and shifted.

    The weight and the bias broadcast with the shape that the input is first brought into.
    """
    result, _ = standardized(input.reshape(shape), dims, eps)
    result = result if weight is None else result * weight
    result = result if bias is None else result + bias
    return result.reshape(input.shape).astype(input.dtype, copy=False)


def standardized(input: Any, dims: Sizes, eps: float) -> tuple[Any, Any]:
    """Return the standardized cells, and by what the differences were multiplied."""
    average = np.add.reduce(input, dims, np.float64, keepdims=True)
    count = input.size // max(average.size, 1)
    centred = input - (average / max(count, 1)).astype(input.dtype)
    spread = np.add.reduce(centred * centred, dims, keepdims=True) / max(count, 1)
    factor = 1 / np.sqrt(spread + input.dtype.type(eps))
    return centred * factor, factor


def scores(input: Tensor, dims: Sizes, eps: float) -> tuple[Tensor, Tensor]:
    """Return the same of tensors, to be differentiated again."""
    centred = input - input.mean(dims, True)
    factor = (centred * centred).mean(dims, True).add(eps).rsqrt()
    return centred * factor, factor


def input_gradient(g: Tensor, input: Tensor, weight: Tensor | None, dims: Sizes, eps: float) -> Tensor:
    """Return the gradient for the cells: less its mean and what points along the cells."""
    normal, factor = scores(input, dims, eps)
    g = g if weight is None else g * weight
    along = (g * normal).mean(dims, True)
    return factor * (g - g.mean(dims, True) - normal * along)


standardize.gradient(
    input=lambda g, sizes, input, weight, dims, eps, shape: input_gradient(
        g.reshape(shape), input.reshape(shape), weight, dims, eps
    ).reshape(sizes),
    weight=lambda g, input, dims, eps, shape: g.reshape(shape)
    * scores(input.reshape(shape), dims, eps)[0],
    bias=lambda g, shape: g.reshape(shape),
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


@composite(method=False, aliases=("nn.functional.layer_norm",), related=("nn.functional.rms_norm",))
def layer_norm(
    input: Array, normalized_shape: tuple[int, ...], weight: Tensor | None = None,
    bias: Tensor | None = None, eps: float = 1e-5,
) -> Tensor:  # fmt: skip
    """Return the input standardized over its last dimensions, then weighted and shifted.

    >>> torch.layer_norm(torch.tensor([[1., 3.]]), [2])
    tensor([[-1.0000,  1.0000]])
    """
    require_tail(input, normalized_shape)
    for name, part in (("weight", weight), ("bias", bias)):
        if part is not None and list(part.shape) != list(normalized_shape):
            raise RuntimeError(
                f"Expected {name} to be of same shape as normalized_shape, but got {name} of shape "
                f"{list(part.shape)} and normalized_shape = {list(normalized_shape)}"
            )
    dims = tuple(range(input.ndim - len(normalized_shape), input.ndim))
    return standardize(
        input, weight, bias, dims, eps, tuple(input.shape), "NativeLayerNormBackward0",
        "LayerNormKernelImpl",
    )


@composite(method=False, aliases=("nn.functional.rms_norm",), related=("layer_norm",))
def rms_norm(
    input: Array, normalized_shape: tuple[int, ...], weight: Tensor | None = None,
    eps: float | None = None,
) -> Tensor:  # fmt: skip
    """Return the input divided by the root of its mean square over the last dimensions.

    >>> torch.rms_norm(torch.tensor([[3., 4.]]), [2])
    tensor([[0.8485, 1.1314]])
    """
    require_tail(input, normalized_shape, "[*")
    dims = tuple(range(input.ndim - len(normalized_shape), input.ndim))
    if eps is None:
        eps = float(np.finfo(np.float64 if input.dtype.name == "float64" else np.float32).eps)
    wide = input.float() if input.dtype.itemsize == 2 else input
    factor = wide.square().mean(dims, True).add(eps).rsqrt()
    normal = (wide * factor).to(input.dtype)
    return normal if weight is None else normal * weight


def by_channel(part: Tensor | None, ndim: int) -> Tensor | None:
    """Return a number per channel in a shape that broadcasts with (batch, channel, ...)."""
    return part if part is None or ndim == 2 else part.reshape(1, -1, *[1] * (ndim - 2))


@composite(method=False, aliases=("nn.functional.group_norm",), related=("layer_norm",))
def group_norm(
    input: Array, num_groups: int, weight: Tensor | None = None, bias: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:  # fmt: skip
    """Return the input standardized over each group of channels, then weighted and shifted.

    >>> torch.group_norm(torch.tensor([[1., 3., 5., 9.]]), 2)
    tensor([[-1.,  1., -1.,  1.]])
    """
    if input.ndim < 2:
        raise RuntimeError(
            f"Expected at least 2 dimensions for input tensor but received {input.ndim}"
        )
    channels = input.shape[1]
    if num_groups <= 0:
        raise RuntimeError(f"Expected num groups to be greater than 0, got {num_groups}")
    if channels % num_groups:
        raise RuntimeError(
            "Expected number of channels in input to be divisible by num_groups, but got input of "
            f"shape {list(input.shape)} and num_groups={num_groups}"
        )
    for name, part in (("weight", weight), ("bias", bias)):
        if part is not None and list(part.shape) != [channels]:
            raise RuntimeError(
                f"Expected {name} to be a vector of size equal to the number of channels in input, but "
                f"got {name} of shape {list(part.shape)} and input of shape {list(input.shape)}"
            )
    grouped = (num_groups, channels // num_groups)
    shape = (input.shape[0], *grouped, *input.shape[2:])
    spread = (1, *grouped, *[1] * (input.ndim - 2))
    parts = [None if part is None else part.reshape(spread) for part in (weight, bias)]
    dims = tuple(range(2, len(shape)))
    return standardize(input, *parts, dims, eps, shape, "NativeGroupNormBackward0",
                       "GroupNormKernelImpl")  # fmt: skip


@composite(namespace="torch.nn.functional", related=("batch_norm", "group_norm"))
def instance_norm(
    input: Array, running_mean: Tensor | None = None, running_var: Tensor | None = None,
    weight: Tensor | None = None, bias: Tensor | None = None, use_input_stats: bool = True,
    momentum: float = 0.1, eps: float = 1e-5,
) -> Tensor:  # fmt: skip
    """Return each channel of each sample standardized, then weighted and shifted.

    >>> torch.nn.functional.instance_norm(torch.tensor([[[1., 3.]]]))
    tensor([[[-1.0000,  1.0000]]])
    """
    if use_input_stats and int(np.prod(input.shape[2:])) == 1:
        raise ValueError(
            f"Expected more than 1 spatial element when training, got input size {input.shape}"
        )
    if not use_input_stats:
        return with_known(input, running_mean, running_var, weight, bias, eps)
    if input.dtype not in FLOATS:
        raise not_implemented("batch_norm", input.dtype)
    dims = tuple(range(2, input.ndim))
    if running_mean is not None and running_var is not None:
        remember(input, running_mean, running_var, momentum, dims)
    weights = by_channel(weight, input.ndim), by_channel(bias, input.ndim)
    found = standardize(input, *weights, dims, eps, tuple(input.shape), "NativeBatchNormBackward0",
                        "batch_norm")  # fmt: skip
    return found.view(input.shape)


def remember(
    input: Tensor, running_mean: Tensor, running_var: Tensor, momentum: float, dims: Sizes
) -> None:
    """Move the running statistics towards those of the input."""
    data = input.detach()
    over = tuple(dim for dim in range(input.ndim) if dim != 1)
    average, spread = data.mean(dims, True), data.var(dims, correction=1, keepdim=True)
    for running, found in ((running_mean, average), (running_var, spread)):
        running.detach().mul_(1 - momentum).add_(found.mean(over).to(running.dtype) * momentum)


def with_known(
    input: Tensor, mean: Any, var: Any, weight: Tensor | None, bias: Tensor | None, eps: float
) -> Tensor:
    """Return the input standardized by statistics that are known."""
    ndim = input.ndim
    centre, spread = by_channel(mean, ndim), by_channel(var, ndim)
    return rescale(input, by_channel(weight, ndim), by_channel(bias, ndim), centre, spread, eps)


@declare("several", {"function": False, "method": False, "takes": FLOATS, "kernel": "batch_norm",
                     "node": "NativeBatchNormBackward0"})  # fmt: skip
def rescale(
    input: Array, weight: Array = None, bias: Array = None, mean: Array = None, var: Array = None,
    eps: float = 1e-5,
) -> Array:  # fmt: skip
    """Return the input less a mean, divided by the root of a variance, weighted and shifted."""
    factor = 1 / np.sqrt(var + var.dtype.type(eps))
    result = (input - mean) * (factor if weight is None else factor * weight)
    return (result if bias is None else result + bias).astype(input.dtype, copy=False)


rescale.gradient(
    input=lambda g, weight, var, eps: g * (var + eps).rsqrt() * (1 if weight is None else weight),
    weight=lambda g, input, mean, var, eps: g * (input - mean) * (var + eps).rsqrt(),
    bias=lambda g: g,
)


def require_channels(input: Tensor, **parts: Tensor | None) -> None:
    """Refuse numbers per channel that are not as many as there are channels.

    Raises:
        RuntimeError: so it is.
    """
    for name, part in parts.items():
        if part is not None and part.shape.numel() != input.shape[1]:
            raise RuntimeError(
                f"{name} should contain {input.shape[1]} elements not {part.shape.numel()}"
            )


@composite(namespace="torch.nn.functional", related=("layer_norm", "instance_norm"))
def batch_norm(
    input: Array, running_mean: Tensor | None, running_var: Tensor | None,
    weight: Tensor | None = None, bias: Tensor | None = None, training: bool = False,
    momentum: float = 0.1, eps: float = 1e-5,
) -> Tensor:  # fmt: skip
    """Return each channel standardized over the batch, then weighted and shifted.

    In training by its own statistics, which the running ones then follow; else by the running ones.

    >>> torch.nn.functional.batch_norm(torch.tensor([[1.], [3.]]), None, None, training=True)
    tensor([[-1.0000],
            [ 1.0000]])
    """
    dims = (0, *range(2, input.ndim))
    if training and int(np.prod([input.shape[dim] for dim in dims])) == 1:
        raise ValueError(
            f"Expected more than 1 value per channel when training, got input size {input.shape}"
        )
    require_channels(input, running_mean=running_mean, running_var=running_var, weight=weight, bias=bias)
    if not training:
        for name, part in (("running_mean", running_mean), ("running_var", running_var)):
            if part is None:
                raise RuntimeError(f"{name} must be defined in evaluation mode")
        return with_known(input, running_mean, running_var, weight, bias, eps)
    if input.dtype not in FLOATS:
        raise not_implemented("batch_norm", input.dtype)
    if running_mean is not None and running_var is not None:
        remember(input, running_mean, running_var, momentum, dims)
    weights = by_channel(weight, input.ndim), by_channel(bias, input.ndim)
    return standardize(input, *weights, dims, eps, tuple(input.shape), "NativeBatchNormBackward0",
                       "batch_norm")  # fmt: skip


@composite(namespace="torch.nn.functional", related=("batch_norm",))
def local_response_norm(
    input: Array, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0
) -> Tensor:
    """Return the input divided by what its neighbouring channels sum up to.

    >>> torch.nn.functional.local_response_norm(torch.ones(1, 2, 1), 2, alpha=2.0)
    tensor([[[0.5946],
             [0.4387]]])
    """
    if input.ndim < 3:
        raise ValueError(
            "Expected 3D or higher dimensionality                          input (got "
            f"{input.ndim} dimensions)"
        )
    if not input.shape.numel():
        return input
    squares = pad((input * input).movedim(1, -1), (size // 2, (size - 1) // 2))
    means = squares.unfold(-1, size, 1).mean(-1).movedim(-1, 1)
    return input / (means * alpha + k).pow(beta)
