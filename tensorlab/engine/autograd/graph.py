"""Autograd's record: the steps of the way back, and where their gradients go."""

from functools import cache
from itertools import count
from typing import Any, NamedTuple

import numpy as np

from tensorlab.engine.addresses import object_text
from tensorlab.engine.autograd.reducing import fit_gradient
from tensorlab.engine.autograd.saved import Saved
from tensorlab.engine.dtypes import DType
from tensorlab.engine.operation import Operation
from tensorlab.engine.tensor import Tensor, new_object, wrap_beside

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


Outputs = list[tuple[Any, Any]] | tuple[()]
# An edge as it is recorded: a plain tuple takes a sixth of the time of Edge(...).
Way = tuple[str, int | None, "Node | None", int, Tensor | None, tuple[int, ...], DType]


def way_to(name: str, position: int | None, tensor: Tensor) -> Way:
    """Return the edge to an operand; a leaf is held, what an operation made is not."""
    node = tensor.grad_fn
    shape = tensor.array.shape if tensor.__class__ is Tensor else tensor.shape
    leaf = None if node else tensor
    return name, position, node, tensor.output_number, leaf, shape, tensor.dtype


def new_node(
    kind: type["Node"], operation: Operation, ways: list[Way], saved: dict[str, Any]
) -> "Node":
    """Return a step of a class without an `__init__` of its own, in half the time of a call."""
    node = new_object(kind)
    node.operation = operation
    node.ways = ways
    node.saved = saved
    node.number = next_number()
    node.outputs = ()
    node.taps = None
    return node


def gradients_of(node: "Node", incoming: list[Tensor | None]) -> list[Tensor | None]:
    """Return the gradient for each edge of a recorded call, in order."""
    g: Any = whole_gradient(node, incoming) if node.outputs else incoming[0]
    saved, rules = node.saved, node.operation.ways_back
    grads: list[Tensor | None] = []
    grad: Any = None
    of_lists: dict[str, Any] = {}  # one rule answers for all tensors of a list
    for name, position, _, _, _, shape, dtype in node.ways:
        if position is None or name not in of_lists:
            rule, asked = rules[name]
            given = [g]
            for part in asked:
                value = saved.get(part, shape)  # the one thing that is not saved: the sizes
                given.append(value.unpack(node) if isinstance(value, Saved) else value)
            grad = rule(*given)
        if position is not None:
            grad = of_lists.setdefault(name, grad)[position]
        if grad is not None:
            own = grad.array.shape if grad.__class__ is Tensor else grad.shape
            if grad.dtype is not dtype or own != shape:
                grad = fit_gradient(grad, shape, dtype)
        grads.append(grad)
    return grads


def whole_gradient(node: "Node", incoming: list[Tensor | None]) -> Any:
    """Return the gradients of several results, zeros where none came."""
    near = next(grad for grad in incoming if grad is not None)
    return [
        wrap_beside(np.zeros(shape, dtype.carrier), dtype, near) if grad is None else grad
        for grad, (shape, dtype) in zip(incoming, node.outputs, strict=True)
    ]


class Node:
    """One recorded operation: its rule book, what it saved, and where its gradients go."""

    __slots__ = (
        "__weakref__", "number", "operation", "outputs", "saved", "taps", "ways",
    )  # fmt: skip

    def __init__(self, operation: Operation, ways: list[Way], saved: dict[str, Any]) -> None:
        self.operation = operation
        self.ways = ways
        self.saved = saved
        self.number = next_number()
        self.outputs: Outputs = ()  # shapes and types, where there are several
        self.taps: dict[int, Tensor] | None = None  # results that keep their gradient

    gradients = gradients_of

    @property
    def edges(self) -> list[Edge]:
        """Where its gradients go, in order."""
        return list(map(Edge._make, self.ways))

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
            if value.__class__ is Saved:
                value.tensor = None
            elif isinstance(value, Saved):
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
