"""Parameters: tensors that a module trains, and buffers, which it only keeps."""

from importlib import import_module
from typing import Any

from tensorlab.engine.dtypes import require_differentiable
from tensorlab.engine.naming import printed_under
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.loading import find


class OfTensors(type):
    """The type of a class whose instances are tensors with a mark: all else of them is a tensor's.

    A class of its own would keep parameters from the closures that answer plain calls at once.
    """

    mark: str

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, Tensor) and getattr(value, cls.mark, False) is True


def marked(data: Any, mark: str) -> Any:
    """Return a tensor of its own over the same elements, marked."""
    tensor = find("torch", "empty")(0) if data is None else data.detach().data
    setattr(tensor, mark, True)
    return tensor


class Parameter(metaclass=OfTensors):
    """A tensor that a module trains: assigned to one, it is among its parameters.

    >>> torch.nn.Parameter(torch.tensor([1., 2.]))
    Parameter containing:
    tensor([1., 2.], requires_grad=True)
    """

    mark = "is_parameter"

    def __new__(cls, data: Any = None, requires_grad: bool = True) -> Any:
        """Return the parameter over a tensor's elements."""
        parameter = marked(data, cls.mark)
        if requires_grad:
            require_differentiable(parameter.dtype, "Only")
        parameter.tracked = requires_grad
        return parameter


class Buffer(metaclass=OfTensors):
    """A tensor that belongs to a module's state and is not trained.

    >>> torch.nn.Buffer(torch.tensor([1., 2.]))
    tensor([1., 2.])
    """

    mark = "is_buffer"

    def __new__(cls, data: Any = None, *, persistent: bool = True) -> Any:
        """Return the buffer over a tensor's elements."""
        buffer = marked(data, cls.mark)
        buffer.persistent = persistent
        return buffer


def is_lazy(param: Any) -> bool:
    """Return whether the sizes of a parameter or a buffer are not known yet.

    >>> torch.nn.parameter.is_lazy(torch.nn.Parameter(torch.ones(1)))
    False
    """
    return type(param).__name__ in UNKNOWN


UNKNOWN = {"UninitializedParameter", "UninitializedBuffer"}


def __getattr__(name: str) -> Any:
    """Return a kind of parameter whose sizes the first input says."""
    if name in UNKNOWN:
        return getattr(import_module("tensorlab.nn.uninitialized"), name)
    if name == "UninitializedTensorMixin":
        return import_module("tensorlab.nn.uninitialized").Uninitialized
    raise AttributeError(f"module 'torch.nn.parameter' has no attribute '{name}'")


printed_under("torch.nn.parameter", globals())
