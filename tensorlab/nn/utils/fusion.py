"""torch.nn.utils.fusion: a batch normalization computed into the weights of the layer before it."""

from copy import deepcopy
from typing import Any

from tensorlab.engine.tensor import Parameter, Tensor


def fuse_conv_bn_eval(conv: Any, bn: Any, transpose: bool = False) -> Any:
    """Return a copy of a convolution that answers what it and the normalization behind it do.

    `transpose` says that its weight has the channels that it reads first.

    >>> conv, bn = torch.nn.Conv2d(1, 2, 3).eval(), torch.nn.BatchNorm2d(2).eval()
    >>> x = torch.rand(1, 1, 4, 4)
    >>> torch.nn.utils.fusion.fuse_conv_bn_eval(conv, bn)(x).allclose(bn(conv(x)), atol=1e-6)
    True

    Raises:
        AssertionError: one of them trains, or the normalization keeps no mean and variance.
    """
    given = fusable(conv, bn)
    return with_weights(conv, fuse_conv_bn_weights(conv.weight, conv.bias, *given, transpose))


def fuse_conv_bn_weights(
    conv_w: Tensor,
    conv_b: Tensor | None,
    bn_rm: Tensor,
    bn_rv: Tensor,
    bn_eps: float,
    bn_w: Tensor | None,
    bn_b: Tensor | None,
    transpose: bool = False,
) -> tuple[Parameter, Parameter]:
    """Return the weight and the bias of a convolution with a normalization computed into them.

    That has a running mean and variance, and may have a weight and a bias of its own.

    >>> mean, variance = torch.ones(2), torch.full((2,), 4.)
    >>> weight = torch.ones(2, 1, 1)
    >>> torch.nn.utils.fusion.fuse_conv_bn_weights(weight, None, mean, variance, 0., None, None)[1]
    Parameter containing:
    tensor([-0.5000, -0.5000])
    """
    ends = [1, -1] if transpose else [-1, 1]
    shape = ends + [1] * (conv_w.dim() - 2)
    scale = (bn_rv + bn_eps).rsqrt()
    weight = conv_w * (scale if bn_w is None else bn_w * scale).reshape(shape)
    bias = (-bn_rm if conv_b is None else conv_b - bn_rm) * scale
    bias = bias if bn_w is None else bias * bn_w
    return as_parameters(weight, bias if bn_b is None else bias + bn_b, conv_w, conv_b)


def fuse_linear_bn_eval(linear: Any, bn: Any) -> Any:
    """Return a copy of a linear layer that answers what it and the normalization behind it do.

    >>> linear, bn = torch.nn.Linear(3, 2).eval(), torch.nn.BatchNorm1d(2).eval()
    >>> torch.nn.utils.fusion.fuse_linear_bn_eval(linear, bn)
    Linear(in_features=3, out_features=2, bias=True)

    Raises:
        AssertionError: one of them trains, the normalization keeps no mean and variance, or has
            other features.
    """
    given = fusable(linear, bn)
    if bn.num_features not in (1, linear.out_features):
        raise AssertionError(
            "To fuse, linear.out_features == bn.num_features or bn.num_features == 1, got "
            f"linear.out_features={linear.out_features} and bn.num_features={bn.num_features}"
        )
    return with_weights(linear, fuse_linear_bn_weights(linear.weight, linear.bias, *given))


def fuse_linear_bn_weights(
    linear_w: Tensor,
    linear_b: Tensor | None,
    bn_rm: Tensor,
    bn_rv: Tensor,
    bn_eps: float,
    bn_w: Tensor,
    bn_b: Tensor,
) -> tuple[Parameter, Parameter]:
    """Return the weight and the bias of a linear layer with a normalization computed into them.

    >>> one, mean, variance = torch.ones(2), torch.zeros(2), torch.full((2,), 4.)
    >>> torch.nn.utils.fusion.fuse_linear_bn_weights(
    ...     torch.ones(2, 2), one, mean, variance, 0., one, one
    ... )[1]
    Parameter containing:
    tensor([1.5000, 1.5000])
    """
    scale = bn_w * (bn_rv + bn_eps).rsqrt()
    bias = (-bn_rm if linear_b is None else linear_b - bn_rm) * scale + bn_b
    return as_parameters(linear_w * scale.unsqueeze(-1), bias, linear_w, linear_b)


def fusable(layer: Any, bn: Any) -> tuple[Any, Any, float, Any, Any]:
    """Return what a normalization after training is made of: mean, variance, eps, weight, bias.

    Raises:
        AssertionError: it or the layer before it trains, or it keeps no mean and variance.
    """
    if layer.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    if bn.running_mean is None or bn.running_var is None:
        raise AssertionError("bn.running_mean and bn.running_var must not be None")
    return bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias


def with_weights(layer: Any, weights: tuple[Parameter, Parameter]) -> Any:
    """Return a copy of a layer with another weight and bias."""
    fused = deepcopy(layer)
    fused.weight, fused.bias = weights
    return fused


def as_parameters(
    weight: Tensor, bias: Tensor, old_weight: Tensor, old_bias: Tensor | None
) -> tuple[Parameter, Parameter]:
    """Return new parameters of the types of the old ones, which require gradients as those do."""
    kept = old_weight if old_bias is None else old_bias
    needs = old_bias is not None and old_bias.requires_grad
    return (
        Parameter(weight.detach().to(old_weight.dtype), old_weight.requires_grad),
        Parameter(bias.detach().to(kept.dtype), needs),
    )
