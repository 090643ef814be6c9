"""Autograd's record: the steps of the way back, and where their gradients go."""

from functools import cache, partial
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from tensorlab.engine.addresses import object_text
from tensorlab.engine.autograd.backward import gradients_of
from tensorlab.engine.autograd.saved import Saved
from tensorlab.engine.dtypes import DType
from tensorlab.engine.tensor import Tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tensorlab.engine.declaring.declaration import Operation

next_number = count(1).__next__


class Edge(NamedTuple):
    """Where a gradient flows on to: one input of one recorded operation."""

    name: str
    position: int | None  # in a list of tensors
    node: "Node | None"
    output_number: int
    leaf: Tensor | None
    shape: tuple[int, ...]
    dtype: DType


def edge_to(name: str, position: int | None, tensor: Tensor) -> Edge:
    """Return the edge to an operand; a leaf is held, what an operation made is not."""
    node = tensor.grad_fn
    shape = tensor.array.shape if tensor.__class__ is Tensor else tensor.shape
    leaf = None if node else tensor
    return new_edge((name, position, node, tensor.output_number, leaf, shape, tensor.dtype))


new_edge = partial(tuple.__new__, Edge)  # a third of the time of Edge(...)


class Node:
    """One recorded operation: its rule book, what it saved, and where its gradients go."""

    __slots__ = (
        "__weakref__", "edges", "number", "operation", "outputs", "saved", "taps",
    )  # fmt: skip

    def __init__(self, operation: "Operation", edges: list[Edge], saved: dict[str, Any]) -> None:
        self.operation = operation
        self.edges = edges
        self.saved = saved
        self.number = next_number()
        self.outputs: Sequence[tuple[Any, Any]] = ()  # shapes and types, where there are several
        self.taps: dict[int, Tensor] | None = None  # results that keep their gradient

    gradients = gradients_of

    def name(self) -> str:
        """Return PyTorch's name of the backward step, as printed after grad_fn=."""
        return type(self).__name__

    @property
    def next_functions(self) -> tuple[tuple[Any, int], ...]:
        """The steps that come after this one on the way back; None where no gradient goes."""
        found: list[tuple[Any, int]] = []
        for name in self.operation.rules:
            edges = [edge for edge in self.edges if edge.name == name]
            found += [
                (edge.node or AccumulateGrad(edge.leaf), edge.output_number) for edge in edges
            ] or [(None, 0)]
        return tuple(found)

    def __repr__(self) -> str:
        return object_text(self.name(), self)

    def release(self) -> None:
        """Forget what was saved: the way back has been walked."""
        for value in self.saved.values():
            if isinstance(value, Saved):
                value.forget()


@cache
def node_class(name: str) -> type[Node]:
    """Return the class of a backward step: programs ask for its name."""
    return type(name, (Node,), {"__slots__": ()})


class AccumulateGrad:
    """The last step of every way back: the gradient is added to the leaf's own."""

    next_functions: tuple[()] = ()

    def __init__(self, variable: Tensor | None) -> None:
        self.variable = variable

    def name(self) -> str:
        """Return PyTorch's name of this step."""
        return "AccumulateGrad"

    def __repr__(self) -> str:
        return object_text(self.name(), self)


class RemovableHandle:
    """Takes a hook away again."""

    def __init__(self, hooks: dict[int, Any], key: int) -> None:
        self.hooks = hooks
        self.key = key

    def remove(self) -> None:
        """Take the hook away."""
        self.hooks.pop(self.key, None)

    def __repr__(self) -> str:
        return object_text("torch.utils.hooks.RemovableHandle", self)
