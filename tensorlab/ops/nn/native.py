"""Normalizations as PyTorch's kernels answer them: with the means and inverse spreads used."""

from tensorlab.engine.autograd.gradmode import no_grad
from tensorlab.engine.autograd.recording import refuse_complex_gradient, under_name
from tensorlab.engine.declaring import Array, Tensor, composite
from tensorlab.engine.dtypes import DTYPES
from tensorlab.engine.signatures.out_types import FOUND
from tensorlab.ops.creation.from_values import empty_like, ones_like
from tensorlab.ops.nn.batch_normalization import batch_normalized
from tensorlab.ops.nn.normalization import group_norm, layer_norm
from tensorlab.ops.quantized.facts import expected


def spread(
    input: Tensor, dims: tuple[int, ...], eps: float, *, keepdim: bool
) -> tuple[Tensor, Tensor]:
    """Return the mean, and one over the standard deviation, along dimensions."""
    # 16 bits are rounded once
    wide = input.float() if input.itemsize == 2 else input
    mean, variance = wide.mean(dims, keepdim), wide.var(dims, correction=0, keepdim=keepdim)
    return mean.to(input.dtype), (variance + eps).rsqrt().to(input.dtype)


@composite(method=False, related=("layer_norm",))
def native_layer_norm(
    input: Array, normalized_shape: tuple[int, ...], weight: Tensor | None, bias: Tensor | None,
    eps: float,
) -> tuple[Tensor, Tensor, Tensor]:  # fmt: skip
    """Return layer_norm's result, and each row's mean and one over its standard deviation.

    >>> torch.native_layer_norm(torch.tensor([[1., 3.]]), [2], None, None, 0.)
    (tensor([[-1.,  1.]]), tensor([[2.]]), tensor([[1.]]))
    """
    found = layer_norm(input, normalized_shape, weight, bias, eps)
    dims = tuple(range(input.ndim - len(normalized_shape), input.ndim))
    with no_grad():
        return found, *spread(input, dims, eps, keepdim=True)


@composite(method=False, related=("group_norm",))
def native_group_norm(
    input: Array, weight: Tensor | None, bias: Tensor | None, N: int, C: int,
    HxW: int, group: int, eps: float,
) -> tuple[Tensor, Tensor, Tensor]:  # fmt: skip
    """Return group_norm's result, and each group's mean and one over its standard deviation.

    >>> torch.native_group_norm(torch.tensor([[1., 3.]]), None, None, 1, 2, 1, 1, 0.)
    (tensor([[-1.,  1.]]), tensor([[2.]]), tensor([[1.]]))
    """
    if input.shape.numel() != N * C * HxW:
        raise expected("X.numel() == N * C * HxW")
    found = group_norm(input.reshape(N, C, HxW), group, weight, bias, eps)
    mean, scale = spread(input.reshape(N, group, C // group * HxW), (2,), eps, keepdim=False)
    step = "NativeGroupNormBackward0"
    return (
        under_name(found.reshape(input.shape), step),
        under_name(mean, step),
        under_name(scale, step),
    )


@composite(method=False, related=("nn.functional.dropout",))
def native_dropout(input: Array, p: float, train: bool | None) -> tuple[Tensor, Tensor]:
    """Return dropout's result, and a mask of the elements that were kept.

    >>> torch.native_dropout(torch.tensor([1., 2.]), 0.5, False)
    (tensor([1., 2.]), tensor([True, True]))
    """
    mask = ones_like(input, dtype=DTYPES["bool"])
    if not input.numel():
        kept, mask = input.clone(), empty_like(input)
    elif train is False:
        kept = input.clone()
    else:
        kept = (input * mask.bernoulli_(1 - p)).mul_(1 / (1 - p) if p != 1 else 0.0)
    refuse_complex_gradient("native_dropout", kept)
    return under_name(kept, "NativeDropoutBackward0"), mask


def native_dropout_backward(grad_output: Tensor, mask: Tensor, scale: float) -> Tensor:
    """Return the gradient that native_dropout hands on, with the factor of what it kept."""
    return under_name(grad_output * mask * scale, "NativeDropoutBackwardBackward0")


@composite(method=False, related=("nn.functional.batch_norm",), out=True, wrong_out=FOUND)
def native_batch_norm(
    input: Array, weight: Tensor | None, bias: Tensor | None, running_mean: Tensor | None,
    running_var: Tensor | None, training: bool, momentum: float, eps: float,
) -> tuple[Tensor, Tensor, Tensor]:  # fmt: skip
    """Return batch_norm's result, and, in training, each channel's mean and 1 / deviation.

    >>> torch.native_batch_norm(torch.tensor([[1.], [3.]]), None, None, None, None, True, 0.1, 0.)
    (tensor([[-1.],
            [ 1.]]), tensor([2.]), tensor([1.]))
    """
    found = batch_normalized(
        input, (running_mean, running_var), weight, bias, training, momentum, eps
    )
    with no_grad():
        if not training:
            return found, input.new_empty(0), input.new_empty(0)
        return found, *spread(input, (0, *range(2, input.ndim)), eps, keepdim=False)
