"""Tensors of a program's own classes: the same elements, seen as an instance of a class."""

from tensorlab.engine.declaring import view
from tensorlab.engine.overriding import plain
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.tensor import Tensor


@view(inner=True)
def alias(input: Array) -> Tensor:
    """Return a view of all elements."""
    whole: Tensor = input[...]
    return whole


alias.gradient(input=lambda g: g)


def as_subclass(input: Tensor, cls: type) -> Tensor:
    """Return the tensor as an instance of a class of tensors, over the same elements.

    Raises:
        TypeError: it is no such class.
    """
    if not (isinstance(cls, type) and issubclass(cls, Tensor)):
        raise TypeError("cls must be a type (not an instance) and a subclass of torch.Tensor")
    with plain():
        found: Tensor = alias(input)
    found.__class__ = cls
    return found


def make_subclass(cls: type, data: Tensor, require_grad: object = False) -> Tensor:
    """Return an instance of a class of tensors over a tensor's elements."""
    found = as_subclass(data.detach(), cls)
    found.base = None
    found.tracked = bool(require_grad)
    return found


OF_TENSORS = {"as_subclass": as_subclass, "_make_subclass": staticmethod(make_subclass)}
for name, value in OF_TENSORS.items():
    setattr(Tensor, name, value)
