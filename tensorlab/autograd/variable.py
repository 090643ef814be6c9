"""torch.autograd.variable: what programs of old call a tensor."""

from typing import Any

from tensorlab.engine.naming import printed_under
from tensorlab.engine.tensor import Tensor


class VariableMeta(type):
    """The type of Variable: every tensor is one."""

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, Tensor)


class Variable(metaclass=VariableMeta):
    """A tensor of the same storage with a record of its own: plain tensors do as well.

    >>> torch.autograd.Variable(torch.tensor([1., 2.]), requires_grad=True)
    tensor([1., 2.], requires_grad=True)
    """

    def __new__(cls, data: Any = None, requires_grad: bool = False, volatile: bool = False) -> Any:
        """Return the tensor.

        Raises:
            TypeError: the data is no tensor.
        """
        if data is not None and not isinstance(data, Tensor):
            kind = type(data).__name__
            raise TypeError(f"Variable data has to be a tensor, but got {kind}")
        fresh = Tensor._made_of(None) if data is None else data.detach()
        return fresh.requires_grad_(bool(requires_grad))


printed_under("torch.autograd.variable", globals())
