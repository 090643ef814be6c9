"""A layer and the normalization behind it as one layer, and layers made without drawing weights."""

import inspect
from copy import deepcopy
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.nn.module import Module
from tensorlab.nn.parameter import Parameter
from tensorlab.ops.loading import find


def alike(name: str, near: object) -> Any:
    """Return a tensor of ones or zeros in the form of another."""
    return find("torch", name)(near)


def trained(weight: Tensor, bias: Tensor, fused: tuple[Any, Any]) -> tuple[Any, Any]:
    """Return a fused weight and bias as parameters, trained where the old ones were."""
    kind = weight.dtype if bias is None else bias.dtype
    new_weight = Parameter(fused[0].to(weight.dtype), weight.requires_grad)
    return new_weight, Parameter(fused[1].to(kind), bias is not None and bias.requires_grad)


def fuse_conv_bn_weights(
    conv_w: Any, conv_b: Any, bn_rm: Any, bn_rv: Any, bn_eps: float, bn_w: object, bn_b: object,
    transpose: bool = False,
) -> tuple[Any, Any]:  # fmt: skip
    """Return weight and bias of the convolution that a convolution and a batch norm make together.

    >>> one, zero = torch.ones(1), torch.zeros(1)
    >>> fuse = torch.nn.utils.fuse_conv_bn_weights
    >>> fuse(torch.ones(1, 1, 1), zero, one, one, 0., one, one)[1]
    Parameter containing:
    tensor([0.])
    """
    bias = alike("zeros_like", bn_rm) if conv_b is None else conv_b
    scale = alike("ones_like", bn_rm) if bn_w is None else bn_w
    shift = alike("zeros_like", bn_rm) if bn_b is None else bn_b
    inverse = (bn_rv + bn_eps).rsqrt()
    ones = [1] * (conv_w.dim() - 2)
    shape = [1, -1, *ones] if transpose else [-1, 1, *ones]
    weight = conv_w * (scale * inverse).reshape(shape)
    return trained(conv_w, conv_b, (weight, (bias - bn_rm) * inverse * scale + shift))


def fuse_linear_bn_weights(
    linear_w: Tensor,
    linear_b: Tensor,
    bn_rm: Tensor,
    bn_rv: Tensor,
    bn_eps: float,
    bn_w: Tensor,
    bn_b: Tensor,
) -> tuple[Any, Any]:
    """Return weight and bias of the layer that a linear layer and a batch norm make together.

    >>> one, zero = torch.ones(1), torch.zeros(1)
    >>> fuse = torch.nn.utils.fuse_linear_bn_weights
    >>> fuse(torch.ones(1, 1), zero, one, one, 0., one, one)[1]
    Parameter containing:
    tensor([0.])
    """
    bias = alike("zeros_like", bn_rm) if linear_b is None else linear_b
    scale = bn_w * (bn_rv + bn_eps).rsqrt()
    weight = linear_w * scale.unsqueeze(-1).to(dtype=linear_w.dtype)
    return trained(linear_w, linear_b, (weight, (bias - bn_rm) * scale + bn_b))


def require_evaluation(layer: Module, bn: Any) -> None:
    """Refuse to fuse what is being trained.

    Raises:
        AssertionError: one of the two is.
    """
    if layer.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    if bn.running_mean is None or bn.running_var is None:
        raise AssertionError("bn.running_mean and bn.running_var must not be None")


def fuse_conv_bn_eval(conv: Any, bn: Any, transpose: bool = False) -> Any:
    """Return one convolution that does what a convolution and a batch norm do when they evaluate.

    >>> conv, norm = torch.nn.Conv1d(1, 1, 1).eval(), torch.nn.BatchNorm1d(1).eval()
    >>> torch.nn.utils.fuse_conv_bn_eval(conv, norm)
    Conv1d(1, 1, kernel_size=(1,), stride=(1,))
    """
    require_evaluation(conv, bn)
    fused = deepcopy(conv)
    fused.weight, fused.bias = fuse_conv_bn_weights(
        fused.weight,
        fused.bias,
        bn.running_mean,
        bn.running_var,
        bn.eps,
        bn.weight,
        bn.bias,
        transpose,
    )
    return fused


def fuse_linear_bn_eval(linear: Any, bn: Any) -> Any:
    """Return one linear layer that does what it and a batch norm do when they evaluate.

    >>> linear, norm = torch.nn.Linear(2, 1).eval(), torch.nn.BatchNorm1d(1).eval()
    >>> torch.nn.utils.fuse_linear_bn_eval(linear, norm)
    Linear(in_features=2, out_features=1, bias=True)
    """
    require_evaluation(linear, bn)
    if bn.num_features not in (linear.out_features, 1):
        raise AssertionError(
            "To fuse, linear.out_features == bn.num_features or bn.num_features == 1, got "
            f"linear.out_features={linear.out_features} and bn.num_features={bn.num_features}"
        )
    fused = deepcopy(linear)
    fused.weight, fused.bias = fuse_linear_bn_weights(
        fused.weight, fused.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias
    )
    return fused


def skip_init(module_cls: Any, *args: Any, **kwargs: Any) -> Any:
    """Return a module whose parameters are not drawn, but what is in memory.

    >>> torch.nn.utils.skip_init(torch.nn.Linear, 5, 1)
    Linear(in_features=5, out_features=1, bias=True)

    Raises:
        RuntimeError: it is no module, or one that is made on no device.
    """
    if not issubclass(module_cls, Module):
        raise RuntimeError(f"Expected a Module; got {module_cls}")
    if "device" not in inspect.signature(module_cls).parameters:
        raise RuntimeError("Module must support a 'device' arg to skip initialization")
    device = kwargs.pop("device", "cpu")
    return module_cls(*args, **kwargs, device="meta").to_empty(device=device)


def convert_conv2d_weight_memory_format(module: Module, memory_format: object) -> Any:
    """Return a module, its convolutions' weights laid out in memory as asked for.

    >>> conv = torch.nn.Conv2d(2, 1, 2)
    >>> conv = torch.nn.utils.convert_conv2d_weight_memory_format(conv, torch.channels_last)
    >>> conv.weight.stride()
    (8, 1, 4, 2)
    """
    return laid_out(module, memory_format, ("Conv2d", "ConvTranspose2d"))


def convert_conv3d_weight_memory_format(module: Module, memory_format: object) -> Any:
    """Return a module, its convolutions' weights laid out in memory as asked for.

    >>> conv = torch.nn.Conv3d(2, 1, 1)
    >>> torch.nn.utils.convert_conv3d_weight_memory_format(conv, torch.contiguous_format)
    Conv3d(2, 1, kernel_size=(1, 1, 1), stride=(1, 1, 1))
    """
    return laid_out(module, memory_format, ("Conv3d", "ConvTranspose3d"))


def laid_out(module: Module, memory_format: object, kinds: tuple[str, ...]) -> Any:
    """Return a module, the weights of some of its parts laid out anew."""
    for part in module.modules():
        if any(kind.__name__ in kinds for kind in type(part).__mro__):
            part.weight.data = part.weight.detach().clone().contiguous(memory_format=memory_format)
    return module
