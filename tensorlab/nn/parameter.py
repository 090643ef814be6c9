"""Parameters: tensors that a module trains, and buffers, which it only keeps."""

from importlib import import_module
from typing import Any

from tensorlab.engine.naming import Marked, printed_under
from tensorlab.engine.tensor import Parameter, Tensor

__all__ = ["Buffer", "Parameter", "is_lazy"]


class Buffer(metaclass=Marked):
    """A tensor that belongs to a module's state and is not trained.

    >>> torch.nn.Buffer(torch.tensor([1., 2.]))
    tensor([1., 2.])
    """

    mark = "is_buffer"

    def __new__(cls, data: Tensor | None = None, *, persistent: bool = True) -> Any:
        """Return the buffer over a tensor's elements."""
        buffer: Any = Tensor.made_of(None) if data is None else data.detach().data
        buffer.is_buffer, buffer.persistent = True, persistent
        return buffer


def is_lazy(param: object) -> bool:
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
