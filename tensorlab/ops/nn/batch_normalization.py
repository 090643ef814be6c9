"""Normalization of each channel: over a batch, a sample, or the neighbouring channels."""

from math import prod
from typing import Any

from tensorlab.engine.autograd.recording import refuse_gradients_of
from tensorlab.engine.declaring import FLOATS, Array, Kind, composite, declare, not_implemented
from tensorlab.engine.declaring.filling import is_batch, tell_of
from tensorlab.engine.dtypes import float32, float64
from tensorlab.engine.memory_formats import IMAGES, as_images
from tensorlab.engine.shapes import existing_dim
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.engine.warning import in_full
from tensorlab.numerics.layers import standardizing
from tensorlab.ops.nn.normalization import Standard, require_one_type, require_several, standardize
from tensorlab.ops.nn.padding import pad
from tensorlab.ops.nn.pooling import avg_pool2d, avg_pool3d


@composite(namespace="torch.nn.functional", related=("batch_norm", "group_norm"))
def instance_norm(
    input: Array, running_mean: Tensor | None = None, running_var: Tensor | None = None,
    weight: Tensor | None = None, bias: Tensor | None = None, use_input_stats: bool = True,
    momentum: float = 0.1, eps: float = 1e-5,
) -> Tensor:  # fmt: skip
    """Return each channel of each sample with mean 0 and standard deviation 1, then weighted.

    >>> torch.nn.functional.instance_norm(torch.tensor([[[1., 3.]]]))
    tensor([[[-1.0000,  1.0000]]])
    """
    if use_input_stats and prod(input.shape[2:]) == 1:
        raise ValueError(
            f"Expected more than 1 spatial element when training, got input size {input.shape}"
        )
    if input.dtype in FLOATS:
        require_one_type(input, weight, bias)
    require_channels(input, len(input), running_mean=running_mean, running_var=running_var)
    refuse_gradients_of("native_batch_norm", running_mean=running_mean, running_var=running_var)
    known: tuple[Any, Any] = running_mean, running_var
    if not use_input_stats:
        if running_mean is None or running_var is None:
            raise RuntimeError(
                "Expected running_mean and running_var to be defined when use_input_stats is false"
            )
        found = with_known(input, *known, weight, bias, eps)
    else:
        found = standardized(input.contiguous(), known, weight, bias, momentum, eps)
    return found.contiguous().view(input.shape)


def by_channel(part: Tensor | None, ndim: int) -> Tensor | None:
    """Return a number per channel in a shape that broadcasts with (batch, channel, ...)."""
    return part if part is None or ndim == 2 else part.reshape(1, -1, *[1] * (ndim - 2))


def standardized(
    input: Tensor, known: Any, weight: Any, bias: Any, momentum: float, eps: float, *samples: int
) -> Tensor:
    """Return channels standardized, over samples too if told; the known statistics follow them."""
    if input.dtype not in FLOATS:
        raise not_implemented("batch_norm", input.dtype)
    dims = (*samples, *range(2, input.ndim))
    kind = next((part.dtype for part in (weight, bias, known[0]) if part is not None), input.dtype)
    by = Standard(standardizing.BATCH, dims, eps, tuple(input.shape), kind, [])
    found = standardize(input, by_channel(weight, input.ndim), by_channel(bias, input.ndim), by)
    if all(part is not None for part in known):
        remember(input, known, momentum, by)
    return found


def remember(input: Tensor, known: Any, momentum: float, by: Standard) -> None:
    """Move the running statistics towards those that were found, of samples their mean."""
    if not all(is_batch(running._array) for running in known):
        tell_of(lambda: in_full("Batch norm got"), input._array)
    count = prod(input.shape[dim] for dim in by.dims)
    # in which 16-bit floats are computed
    kind = float64 if input.dtype is float64 else float32
    mean, variance = by.found
    spread = variance.astype(mean.dtype) * (count / (count - 1))
    for running, found in zip(known, (mean, spread), strict=True):
        samples = found.reshape(-1, input.shape[1])
        mean_found = samples[0] if len(samples) == 1 else samples.mean(0)
        of_batch = wrap(mean_found, kind).to(running.dtype)
        running.detach().mul_(1 - momentum).add_(of_batch * momentum)


def with_known(
    input: Tensor, mean: Any, var: Any, weight: Tensor | None, bias: Tensor | None, eps: float
) -> Tensor:
    """Return the input standardized by statistics that are known."""
    ndim = input.ndim
    centre, spread = by_channel(mean, ndim), by_channel(var, ndim)
    return rescale(input, by_channel(weight, ndim), by_channel(bias, ndim), centre, spread, eps)


@declare(Kind.SEVERAL, {"inner": True, "takes": FLOATS, "kernel": "batch_norm",
                     "gradient_once": True, "node": "NativeBatchNormBackward0"})  # fmt: skip
def rescale(
    input: Array, weight: Array = None, bias: Array = None, mean: Array = None, var: Array = None,
    eps: float = 1e-5,
) -> Array:  # fmt: skip
    """Return the input less a mean, divided by the root of a variance, weighted and shifted."""
    factor = standardizing.factor_of(var, eps, var.dtype)
    found = standardizing.rescaled(input, mean, factor, weight, bias)
    return as_images(found.astype(input.dtype, copy=False), input, ranks=IMAGES)


rescale.gradient(
    input=lambda g, weight, var, eps: g * (var + eps).rsqrt() * (1 if weight is None else weight),
    weight=lambda g, input, mean, var, eps: g * (input - mean) * (var + eps).rsqrt(),
    bias=lambda g: g,
)


def require_channels(input: Tensor, samples: int = 1, /, **parts: Tensor | None) -> None:
    """Refuse numbers per channel that are not as many as there are channels, of all samples.

    Raises:
        RuntimeError: a size is not the number of channels.
    """
    channels = input.shape[1] if input.ndim > 1 else 0
    for name, part in parts.items():
        if part is not None and part.shape.numel() != channels:
            held = samples * part.shape.numel()
            raise RuntimeError(f"{name} should contain {samples * channels} elements not {held}")


@composite(namespace="torch.nn.functional", related=("layer_norm", "instance_norm"))
def batch_norm(
    input: Array, running_mean: Tensor | None, running_var: Tensor | None,
    weight: Tensor | None = None, bias: Tensor | None = None, training: bool = False,
    momentum: float = 0.1, eps: float = 1e-5,
) -> Tensor:  # fmt: skip
    """Return each channel less its mean, divided by its standard deviation, then weighted.

    In training by its own statistics, which the running ones then follow; else by the running ones.

    >>> torch.nn.functional.batch_norm(torch.tensor([[1.], [3.]]), None, None, training=True)
    tensor([[-1.0000],
            [ 1.0000]])
    """
    if training:
        require_several(input.shape)
    if eps < 0 or (training and not eps):
        wanted = "positive during training" if training else "non-negative"
        raise ValueError(f"batch_norm eps must be {wanted}, but got {eps}")
    known = running_mean, running_var
    return batch_normalized(input, known, weight, bias, training, momentum, eps)


def batch_normalized(
    input: Tensor, known: Any, weight: Any, bias: Any, training: bool, momentum: float, eps: float
) -> Tensor:
    """Return what batch_norm does, of any eps and of single values; known are the running ones."""
    running_mean, running_var = known
    if not input.numel():
        found = Tensor.clone(input)
        found = found if weight is None else found * weight[0]
        return found if bias is None else found + bias[0]
    for name, part in (("running_mean", running_mean), ("running_var", running_var)):
        if part is None and not training:
            raise RuntimeError(f"{name} must be defined in evaluation mode")
        require_channels(input, **{name: part})
        refuse_gradients_of("native_batch_norm", training, **{name: part})
    require_channels(input, weight=weight, bias=bias)
    existing_dim(1, input.ndim)
    if input.dtype in FLOATS:
        require_one_type(input, weight, bias, running_mean, running_var)
    if not training:
        return with_known(input, running_mean, running_var, weight, bias, eps)
    return standardized(input, known, weight, bias, momentum, eps, 0)


@composite(namespace="torch.nn.functional", related=("batch_norm",))
def local_response_norm(
    input: Array, size: Any, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0
) -> Array:
    """Return the input divided by a power of a sum over neighbouring channels.

    >>> torch.nn.functional.local_response_norm(torch.ones(1, 2, 1), 2, alpha=2.0)
    tensor([[[0.5946],
             [0.4387]]])
    """
    if input.ndim < 3:
        raise ValueError(in_full("Expected 3D or higher", input.ndim))
    if not input.shape.numel():
        return input
    around = (size // 2, (size - 1) // 2)
    squares = (input * input).unsqueeze(1)
    if input.ndim == 3:
        squares = pad(squares, (0, 0, *around))
        means = avg_pool2d(squares, (size, 1), stride=1)
    else:
        squares = pad(squares.flatten(4), (0, 0, 0, 0, *around))
        means = avg_pool3d(squares, (size, 1, 1), stride=1)
    means = means.view(input.shape)
    return input / (means * alpha + k).pow(beta)
