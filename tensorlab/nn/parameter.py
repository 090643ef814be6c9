"""Parameters: tensors that a module trains, and buffers, which it only keeps.

The sizes of uninitialized ones are not known yet: the first input says them.
"""

from collections.abc import Callable
from typing import Any

from tensorlab.engine.naming import Marked, printed_under
from tensorlab.engine.tensor import Parameter, Tensor, require_switch
from tensorlab.engine.warning import in_full
from tensorlab.frozen import names_beside
from tensorlab.ops.loading import find

__all__ = ["Buffer", "Parameter", "is_lazy"]


class Buffer(metaclass=Marked):
    """A tensor that belongs to a module's state and is not trained.

    >>> torch.nn.Buffer(torch.tensor([1., 2.]))
    tensor([1., 2.])
    """

    _mark = "_is_buffer"

    def __new__(cls, data: Tensor | None = None, *, persistent: bool = True) -> Any:
        """Return the buffer over a tensor's elements."""
        buffer: Any = Tensor._made_of(None) if data is None else data.detach().data
        buffer._is_buffer, buffer.persistent = True, persistent
        return buffer


def is_lazy(param: object) -> bool:
    """Return whether the sizes of a parameter or a buffer are not known yet.

    >>> torch.nn.parameter.is_lazy(torch.nn.Parameter(torch.ones(1)))
    False
    """
    return isinstance(param, UninitializedTensorMixin)


class UninitializedTensorMixin(Tensor):
    """A tensor without elements until it is given sizes; then it is a tensor like any other."""

    __slots__ = ()
    is_trained = False

    def __new__(
        cls, requires_grad: bool = True, device: object = None, dtype: object = None
    ) -> Any:
        """Return one of the kind, of a type and on a device."""
        made = find("torch", "empty")(0, device=device, dtype=dtype)
        require_switch(requires_grad)
        if cls.is_trained:
            made._tracked = requires_grad
            made._is_param = True
        made.__class__ = cls
        return made

    def materialize(
        self, shape: tuple[int, ...], device: object = None, dtype: object = None
    ) -> None:
        """Become a tensor of the given sizes, with whatever is in memory."""
        kind, place = dtype or self.dtype, device or self.device
        made = find("torch", "empty")(shape, device=place, dtype=kind)
        own: Any = self
        own.__class__ = Parameter if self.is_trained else Tensor
        own._array, own._element_type = made._array, made.dtype

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    __str__ = __repr__

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        copied = type(self)(device=self.device, dtype=self.dtype)
        copied._tracked = self._tracked
        return copied


def refusing(name: str) -> Callable[..., Any]:
    """Return a method that says that there is nothing to compute with yet."""

    def refuse(self: object, *args: object, **settings: object) -> Any:
        raise ValueError(in_full("Attempted to use", name))

    return refuse


for method in names_beside(__file__, "names.txt")["refused"]:
    setattr(UninitializedTensorMixin, method, refusing(method))


class UninitializedParameter(UninitializedTensorMixin):
    """A parameter whose sizes the first input sets.

    >>> torch.nn.UninitializedParameter()
    <UninitializedParameter>
    """

    __slots__ = ()
    is_trained = True


class UninitializedBuffer(UninitializedTensorMixin):
    """A buffer whose sizes the first input sets.

    >>> torch.nn.UninitializedBuffer()
    <UninitializedBuffer>
    """

    __slots__ = ()
    persistent = True
    _is_buffer = True


printed_under("torch.nn.parameter", globals())
