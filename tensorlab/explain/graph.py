"""The autograd graph as data: its steps with values forward and gradients backward."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tensorlab.engine.autograd.gradmode import SetGrad
from tensorlab.engine.autograd.graph import Node
from tensorlab.engine.autograd.walking import Walk
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.reference import formula
from tensorlab.language.world import TooLargeError, trial
from tensorlab.ops.creation.from_values import ones_like


@dataclass(frozen=True, eq=False)
class Arrival:
    """A gradient that one backward step hands on: to another step, or to a leaf."""

    step: str
    towards: str
    gradient: Tensor
    leaf: Tensor | None
    rule: str
    key: object  # the step or the leaf at which it arrives

    @property
    def sentence(self) -> str:
        """The rule in words."""
        return f"{self.step} hands back {self.rule} for {self.towards}."


@dataclass(frozen=True, eq=False)
class GraphNode:
    """One step of the graph, or a leaf: its names, its value and gradient, what it was made of."""

    label: str
    name: str
    shape: tuple[int, ...]
    value: Tensor | None
    gradient: Tensor | None
    sources: tuple[int, ...]


class Witness(Walk):
    """A walk back that writes down each gradient that is handed on, and runs no hooks."""

    def __init__(self, sources: list[Tensor]) -> None:
        super().__init__(keep=True)
        self.sources = sources
        self.arrivals: list[Arrival] = []

    def step(self, node: Node, incoming: list[Tensor | None]) -> None:
        """Hand a step's gradients on, and write them down."""
        for edge, gradient in zip(node.edges, node.gradients(incoming), strict=True):
            if gradient is None:
                continue
            leaf = tapped(edge, self.sources) if edge.leaf is None else edge.leaf
            key = id(edge.leaf) if edge.node is None else (id(edge.node), edge.output_number)
            self.arrivals.append(
                Arrival(node.name(), edge.name, gradient, leaf, rule(node, edge.name), key)
            )
            self.arrive(edge.node, edge.leaf, edge.output_number, gradient)


def backward_steps(outputs: Any, grads: Any, sources: list[Tensor]) -> list[Arrival]:
    """Walk back from outputs without using anything up, and return each gradient handed on.

    Nothing is returned where the graph has been freed already.
    """
    roots = list(outputs) if isinstance(outputs, tuple | list) else [outputs]
    given = list(grads) if isinstance(grads, tuple | list) else [grads] * len(roots)
    walk = Witness(sources)
    try:
        with SetGrad(mode=False):
            for root, grad in zip(roots, given, strict=True):
                first = ones_like(root) if grad is None else grad
                walk.arrive(root.grad_fn, root, root.output_number, first)
            walk.run()
    except RuntimeError:
        return []
    return walk.arrivals


def tapped(edge: Any, sources: list[Tensor]) -> Tensor | None:
    """Return the intermediate result at which an edge ends, if it is asked for."""
    return next(
        (
            source
            for source in sources
            if source.grad_fn is edge.node and source.output_number == edge.output_number
        ),
        None,
    )


def rule(node: Node, name: str) -> str:
    """Return the formula by which a step hands a gradient back."""
    found = node.operation.rules.get(name)
    return "its gradient" if found is None else formula(found)


def graph_of(root: Tensor, names: Mapping[str, object]) -> tuple[GraphNode, ...]:
    """Return the graph behind a tensor, itself first; the gradients are those of its sum."""
    named = {
        identity(value): (name, value) for name, value in names.items() if isinstance(value, Tensor)
    }
    gradients = arrived_gradients(root)
    nodes: list[GraphNode] = []
    places: dict[object, int] = {}

    def visit(node: Node | None, number: int, leaf: Tensor | None, shape: Any) -> int:
        key = (id(node), number) if node is not None else id(leaf)
        if key in places:
            return places[key]
        place = places[key] = len(nodes)
        name, value = named.get(key, ("", leaf))
        label = node.name() if node is not None else "leaf"
        gradient = gradients.get(key, getattr(value, "own_grad", None))  # its own, once it is freed
        nodes.append(GraphNode(label, name, tuple(shape), value, gradient, ()))
        sources = (
            []
            if node is None
            else [
                visit(edge.node, edge.output_number, edge.leaf, edge.shape) for edge in node.edges
            ]
        )
        nodes[place] = replace(nodes[place], sources=tuple(sources))
        return place

    visit(root.grad_fn, root.output_number, None if root.grad_fn else root, root.shape)
    nodes[0] = replace(nodes[0], value=root)
    return tuple(nodes)


def identity(tensor: Tensor) -> object:
    """Return what a tensor is in the graph: the output of a step, or a leaf."""
    if tensor.grad_fn is not None:
        return (id(tensor.grad_fn), tensor.output_number)
    return id(tensor)


def arrived_gradients(root: Tensor) -> dict[object, Tensor]:
    """Return the gradient that arrives at each step and leaf, of the sum of the root's cells."""
    if root.grad_fn is None:
        return {}
    try:
        with trial(root):  # a step back may be a function of the program
            return added_gradients(root)
    except TooLargeError:
        return {}


def added_gradients(root: Tensor) -> dict[object, Tensor]:
    """Return the gradients that arrive on a walk back from a root, added up."""
    totals: dict[object, Any] = {}
    with SetGrad(mode=False):
        totals[identity(root)] = ones_like(root)
        for arrival in backward_steps(root, None, []):
            before = totals.get(arrival.key)
            totals[arrival.key] = arrival.gradient if before is None else before + arrival.gradient
    return totals
