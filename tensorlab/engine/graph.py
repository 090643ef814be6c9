"""Autograd's record: what a recorded operation remembers, and where its gradients go."""

import re
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from tensorlab.engine.dtypes import DType
from tensorlab.engine.tensor import Tensor, tensor_type_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tensorlab.engine.declaration import Operation

next_number = count(1).__next__

FREED = (
    "Trying to backward through the graph a second time (or directly access saved tensors after "
    "they have already been freed). Saved intermediate values of the graph are freed when you call "
    ".backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the "
    "graph a second time or if you need to access saved tensors after calling backward."
)


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
    facts = (name, position, node, tensor.output_number, leaf, shape, tensor.dtype)
    return tuple.__new__(Edge, facts)  # a third of the time of Edge(...), at every recorded call


class Saved:
    """A tensor kept for the way back, and the version it had then."""

    __slots__ = ("tensor", "version")

    def __init__(self, tensor: Tensor) -> None:
        self.tensor: Tensor | None = tensor
        self.version = 0 if tensor.version is None else tensor.version[0]

    def unpack(self, node: "Node") -> Tensor:
        """Return the tensor.

        Raises:
            RuntimeError: it has been written to since, or the way back has been walked before.
        """
        tensor = self.tensor
        if tensor is None:
            raise RuntimeError(FREED)
        if (0 if tensor.version is None else tensor.version[0]) != self.version:
            raise RuntimeError(changed_text(tensor, self.version, node))
        return tensor


def changed_text(tensor: Tensor, version: int, node: "Node") -> str:
    """Return PyTorch's complaint about a tensor written to between forward and backward."""
    saved = node.saved.get("out")
    own = isinstance(saved, Saved) and saved.tensor is tensor
    node_now = node if own else tensor.grad_fn
    made_by = ""
    if node_now is not None:
        step = re.sub(r"Backward0?", "", node_now.name())
        made_by = f", which is output {tensor.output_number} of {step},"
    kind = tensor_type_name(tensor)
    return (
        "one of the variables needed for gradient computation has been modified by an inplace "
        f"operation: [{kind} {list(tensor.shape)}]{made_by} is at version {tensor._version}; "
        f"expected version {version} instead. Hint: enable anomaly detection to find the operation "
        "that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True, "
        "check_nan=False)."
    )


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
        self.outputs: Sequence[tuple[Any, Any]] = ()
        self.taps: dict[int, Tensor] | None = None  # results that keep their gradient

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
        return f"<{self.name()} object at {id(self):#x}>"

    def gradients(self, incoming: list[Tensor | None]) -> "list[Tensor | None]":
        """Return the gradient for each edge, in order."""
        return self.operation.backward(self, incoming)

    def value(self, name: str) -> Any:
        """Return what was saved under a name, checked to be unchanged."""
        return unpacked(self.saved[name], self)

    def release(self) -> None:
        """Forget what was saved: the way back has been walked."""
        for value in self.saved.values():
            for part in value if value.__class__ in (list, tuple) else (value,):
                if part.__class__ is Saved:
                    part.tensor = None


@cache
def node_class(name: str) -> type[Node]:
    """Return the class of a backward step: programs ask for its name."""
    return type(name, (Node,), {"__slots__": ()})


def unpacked(value: Any, node: Node) -> Any:
    """Return a saved value with its tensors checked."""
    if value.__class__ is Saved:
        return value.unpack(node)
    if value.__class__ in (list, tuple):
        return value.__class__([unpacked(part, node) for part in value])
    return value


class AccumulateGrad:
    """The last step of every way back: the gradient is added to the leaf's own."""

    next_functions: tuple[()] = ()

    def __init__(self, variable: Tensor | None) -> None:
        self.variable = variable

    def name(self) -> str:
        """Return PyTorch's name of this step."""
        return "AccumulateGrad"

    def __repr__(self) -> str:
        return f"<AccumulateGrad object at {id(self):#x}>"
