"""Autograd: what a recorded operation remembers, and the walk back through the record."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tensorlab.engine.dtypes import DType
from tensorlab.engine.gradmode import SetGrad
from tensorlab.engine.tensor import Tensor, tensor_type_name, wrap

if TYPE_CHECKING:
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


class Retention:
    """Whether graphs outlive every walk back: an explanation walks it again."""

    always = False


class Walk:
    """One walk back: gradients waiting at the steps still to be taken, latest step first."""

    def __init__(self, *, keep: bool, record: bool) -> None:
        self.keep = keep
        self.record = record
        self.waiting: dict[Node, list[Tensor | None]] = {}
        self.queue: list[tuple[int, Node]] = []
        self.leaves: dict[int, tuple[Tensor, Tensor]] = {}
        self.captured: dict[tuple[int, int], Tensor] = {}  # by node and output number
        self.wanted: set[tuple[int, int]] = set()

    def arrive(self, node: Node | None, leaf: Tensor | None, number: int, grad: Tensor) -> None:
        """Add a gradient to what has arrived at a step or a leaf."""
        if node is None:
            if leaf is not None:
                self.arrive_at_leaf(leaf, grad)
            return
        slots = self.waiting.get(node)
        if slots is None:
            slots = self.waiting[node] = [None] * max(1, len(node.outputs))
            heappush(self.queue, (-node.number, node))
        before = slots[number]
        slots[number] = grad if before is None else before + grad

    def arrive_at_leaf(self, leaf: Tensor, grad: Tensor) -> None:
        """Add a gradient to what has arrived at a leaf."""
        before = self.leaves.get(id(leaf))
        total = grad if before is None else before[1] + grad
        self.leaves[id(leaf)] = (leaf, total)

    def run(self) -> None:
        """Take every step, the latest first: its gradients are complete by then."""
        with SetGrad(self.record):
            while self.queue:
                _, node = heappop(self.queue)
                self.step(node, self.waiting.pop(node))

    def step(self, node: Node, incoming: "list[Tensor | None]") -> None:
        """Hand a step's gradients on to the steps before it."""
        if node.taps:
            for number, tensor in node.taps.items():
                incoming[number] = tap(tensor, incoming[number])
        for number, grad in enumerate(incoming):
            if grad is not None and (id(node), number) in self.wanted:
                self.captured[id(node), number] = grad
        for edge, grad in zip(node.edges, node.gradients(incoming), strict=True):
            if grad is not None:
                self.arrive(edge.node, edge.leaf, edge.output_number, grad)
        if not (self.keep or Retention.always):
            node.release()


def tap(tensor: Tensor, grad: Tensor | None) -> Tensor | None:
    """Run a result's hooks on its gradient and keep the gradient where asked."""
    if grad is None:
        return None
    grad = run_hooks(tensor, grad)
    if tensor.keeps_grad:
        tensor.grad = grad if tensor.grad is None else tensor.grad + grad
    return grad


def run_hooks(tensor: Tensor, grad: Tensor) -> Tensor:
    """Return the gradient as the tensor's hooks leave it."""
    for hook in list((tensor.hooks or {}).values()):
        changed = hook(grad)
        if changed is not None:
            grad = changed
    return grad


def walk_back(
    outputs: Sequence[Tensor],
    grads: Sequence[Tensor | None] | None,
    inputs: Iterable[Tensor],
    *,
    keep: bool,
    record: bool,
) -> Walk:
    """Walk from the outputs back to the leaves and return what arrived where.

    Raises:
        RuntimeError: an output has no gradient function, or its first gradient can't be implied.
    """
    walk = Walk(keep=keep, record=record)
    walk.wanted = {(id(x.grad_fn), x.output_number) for x in inputs if x.grad_fn is not None}
    with SetGrad(record):
        for index, output in enumerate(outputs):
            grad = first_gradient(output, grads[index] if grads is not None else None, index)
            walk.arrive(output.grad_fn, output, output.output_number, grad)
    walk.run()
    for key, (leaf, grad) in walk.leaves.items():
        if leaf.hooks:
            walk.leaves[key] = (leaf, run_hooks(leaf, grad))
    return walk


def first_gradient(output: Tensor, grad: Tensor | None, index: int) -> Tensor:
    """Return the gradient that the walk starts with: 1 for a single number.

    Raises:
        RuntimeError: the output has more than one element or nothing was recorded for it.
    """
    if not output.tracked:
        raise RuntimeError(
            f"element {index} of tensors does not require grad and does not have a grad_fn"
        )
    if grad is not None:
        if grad.shape != output.shape:
            raise RuntimeError(
                f"Mismatch in shape: grad_output[{index}] has a shape of {grad.shape} and "
                f"output[{index}] has a shape of {output.shape}."
            )
        return grad
    if output.shape.numel() != 1:
        raise RuntimeError("grad can be implicitly created only for scalar outputs")
    if output.dtype.is_complex:
        raise RuntimeError(
            "grad can be implicitly created only for real scalar outputs but got "
            f"{output.dtype!r}"
        )
    ones = np.ones_like(output.dtype.decode(output.array))
    return wrap(output.dtype.encode(ones), output.dtype)

