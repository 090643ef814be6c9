"""The autograd graph as data: its steps with values forward and gradients backward."""

from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

from tensorlab.engine.gradmode import SetGrad
from tensorlab.engine.graph import Node
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.reference import formula
from tensorlab.ops.creation import ones_like


@dataclass(frozen=True, eq=False)
class Arrival:
    """A gradient that one backward step hands on: to another step, or to a leaf."""

    step: str
    towards: str
    gradient: Tensor
    leaf: Tensor | None
    rule: str

    @property
    def sentence(self) -> str:
        """The rule in words."""
        return f"{self.step} hands back {self.rule} for {self.towards}."


@dataclass(frozen=True, eq=False)
class GraphNode:
    """One step of the graph, or a leaf: its label, its gradient, and where gradients go on to."""

    label: str
    shape: tuple[int, ...]
    value: Tensor | None
    gradient: Tensor | None
    parents: tuple[int, ...] = field(default=())


def backward_steps(outputs: Any, grads: Any, sources: list[Tensor]) -> list[Arrival]:
    """Walk back from outputs without using anything up, and return each gradient handed on.

    Nothing is returned where the graph has been freed already.
    """
    roots = list(outputs) if isinstance(outputs, tuple | list) else [outputs]
    given = list(grads) if isinstance(grads, tuple | list) else [grads] * len(roots)
    waiting: dict[Node, list[Tensor | None]] = {}
    queue: list[tuple[int, Node]] = []
    arrivals: list[Arrival] = []

    def arrive(node: Node | None, number: int, gradient: Tensor) -> None:
        if node is None:
            return
        slots = waiting.get(node)
        if slots is None:
            slots = waiting[node] = [None] * max(1, len(node.outputs))
            heappush(queue, (-node.number, node))
        before: Any = slots[number]
        slots[number] = gradient if before is None else before + gradient

    try:
        with SetGrad(mode=False):
            for root, grad in zip(roots, given, strict=True):
                arrive(root.grad_fn, root.output_number, ones_like(root) if grad is None else grad)
            while queue:
                _, node = heappop(queue)
                for edge, gradient in zip(node.edges, node.gradients(waiting[node]), strict=True):
                    if gradient is not None:
                        leaf = edge.leaf or tapped(edge, sources)
                        arrivals.append(
                            Arrival(node.name, edge.name, gradient, leaf, rule(node, edge.name))
                        )
                        arrive(edge.node, edge.output_number, gradient)
    except (RuntimeError, AttributeError):
        return []
    return arrivals


def tapped(edge: Any, sources: list[Tensor]) -> Tensor | None:
    """Return the intermediate result at which an edge ends, if it is asked for."""
    return next(
        (
            source for source in sources
            if source.grad_fn is edge.node and source.output_number == edge.output_number
        ),
        None,
    )  # fmt: skip


def rule(node: Node, name: str) -> str:
    """Return the formula by which a step hands a gradient back."""
    found = node.operation.rules.get(name)
    return "its gradient" if found is None else formula(found)
