"""Layers made without drawing weights; weights laid out anew in memory, or in one vector."""

import inspect
from collections.abc import Iterable
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.engine.type_names import typename
from tensorlab.nn.module import Module
from tensorlab.ops.loading import find


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


def parameters_to_vector(parameters: Iterable[Any]) -> Any:
    """Return all parameters as one vector.

    >>> torch.nn.utils.parameters_to_vector([torch.ones(2), torch.zeros(1, 1)])
    tensor([1., 1., 0.])
    """
    return find("torch", "cat")([each.view(-1) for each in parameters if each.device])


def vector_to_parameters(vec: object, parameters: Iterable[Any]) -> None:
    """Overwrite all parameters with the parts of one vector.

    >>> w = torch.zeros(2)
    >>> torch.nn.utils.vector_to_parameters(torch.tensor([1., 2.]), [w])
    >>> w
    tensor([1., 2.])

    Raises:
        TypeError: it is no tensor.
    """
    if not isinstance(vec, Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {typename(vec)}")
    begin = 0
    for parameter in parameters:
        end = begin + parameter.numel()
        parameter.data = vec[begin:end].view_as(parameter).data
        begin = end
