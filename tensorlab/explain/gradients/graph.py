"""The autograd graph as data: its steps with values forward and back, and how each came about."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from tensorlab.engine.autograd.gradmode import Retention
from tensorlab.engine.autograd.graph import Edge, Node
from tensorlab.engine.autograd.saved import Saved
from tensorlab.engine.autograd.walking import walk_back
from tensorlab.engine.autograd.witness import WalkBack, witness
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.call import Call
from tensorlab.explain.calls.made import Run, maker_of
from tensorlab.explain.gradients.chapters import chapter_on
from tensorlab.explain.gradients.names import Key, Names, key_behind, key_of, unbracketed
from tensorlab.explain.gradients.values import Passage
from tensorlab.explain.story.chapters import chapter_of, shown_elements
from tensorlab.explain.story.frames import Chapter, Explanation
from tensorlab.frozen import Frozen, replace
from tensorlab.language.outcome import Outcome, Step
from tensorlab.language.running.world import TooLargeError, trial
from tensorlab.ops.creation.from_values import ones_like

# of a graph: nobody reads more, and to walk them takes seconds
MOST_STEPS = 2_000


class GraphNode(Frozen):
    """One step of the graph, or a leaf: its names, its value and gradient, what it was made of.

    `label` is PyTorch's name of the step back, `name` the program's of the value, `text` the
    expression that it is; `number` counts in the order in which the values were made, from 1.
    """

    label: str
    name: str
    shape: tuple[int, ...]
    value: Tensor | None
    gradient: Tensor | None
    sources: list[int]
    text: str = ""
    number: int = 0
    key: Key = None


def graph_of(
    root: Tensor, names: Mapping[str, object], trace: Iterable[Step] = ()
) -> tuple[GraphNode, ...]:
    """Return the graph behind a tensor, itself first; the gradients are those of its sum.

    Of a long graph it is the steps nearest to the tensor, without gradients. `trace` is the
    recorded run that made it, where it is at hand: it has the values in between.
    """
    steps = tuple(trace)
    known = Names(steps, names)
    made = (*(step.value for step in steps), *names.values())
    values = {key_of(value): value for value in made if isinstance(value, Tensor)}
    graph = Collector(passage_behind(root, known), values, known)
    graph.visit(root.grad_fn, root._output_nr, None if root.grad_fn else root, root.shape)
    graph.nodes[0] = replace(graph.nodes[0], value=own(root))
    return graph.numbered()


class Collector:
    """Collects the nodes of a graph, each once."""

    def __init__(self, passage: Passage | None, values: dict[Key, Tensor], names: Names) -> None:
        self.passage, self.values, self.names = passage, values, names
        self.nodes: list[GraphNode] = []
        self.places: dict[Key, int] = {}
        self.made: list[int] = []  # when, for each node

    def visit(self, node: Node | None, number: int, leaf: Tensor | None, shape: object) -> None:
        """Collect a node and what lies behind it: by a loop, for a graph may be deep."""
        near = nearest_steps(node)
        begun = [self.entered(node, number, leaf, shape)]
        while begun:
            place, kept, edges = begun[-1]
            edge = next(edges, None)
            if edge is None:
                begun.pop()
                continue
            key, saved = key_behind(edge), kept.get(edge.name)
            if isinstance(saved, Saved) and saved.tensor is not None:
                self.values.setdefault(key, saved.tensor)
            if key not in self.places and (edge.node is None or id(edge.node) in near):
                begun.append(self.entered(edge.node, edge.output_number, edge.leaf, edge.shape))
            if key in self.places:
                self.nodes[place].sources.append(self.places[key])

    def entered(
        self, node: Node | None, number: int, leaf: Tensor | None, shape: Any
    ) -> tuple[int, Mapping[str, Any], Iterator[Edge]]:
        """Return a new node's place among all, what it keeps, and its edges."""
        key: Key = id(leaf) if node is None else (id(node), number)
        place = self.places[key] = len(self.nodes)
        self.nodes.append(self.node(key, node, leaf, tuple(shape)))
        self.made.append(0 if node is None else node.number)
        return (place, {}, iter(())) if node is None else (place, node.saved, iter(node.edges))

    def node(
        self, key: Key, node: Node | None, leaf: Tensor | None, shape: tuple[int, ...]
    ) -> GraphNode:
        """Return what there is to know of one node, but for what it was made of."""
        value = self.values.get(key, leaf)
        if value is None and node is not None:
            saved = node.saved.get("out")
            value = saved.tensor if isinstance(saved, Saved) and saved.tensor is not None else None
        known = None if self.passage is None else self.passage.values.get(key)
        gradient = getattr(value, "_grad", None) if known is None else known.gradient
        text = self.names.given(key) if known is None else known.name
        name = text if text.isidentifier() else ""
        label = "leaf" if node is None else node.name()
        shown = label, name, shape, own(value), own(gradient)
        return GraphNode(*shown, sources=[], text=unbracketed(text), key=key)

    def numbered(self) -> tuple[GraphNode, ...]:
        """Return the nodes with their numbers."""
        order = sorted(range(len(self.nodes)), key=lambda place: (self.made[place], -place))
        numbers = {place: number for number, place in enumerate(order, 1)}
        return tuple(replace(node, number=numbers[place]) for place, node in enumerate(self.nodes))


def own(tensor: Tensor | None) -> Tensor | None:
    """Return a copy of a tensor for the picture: the program may write over its own."""
    if tensor is None or tensor.layout is not STRIDED or tensor.is_meta:
        return tensor
    copied: Tensor = tensor.detach().clone()
    return copied


def passage_behind(root: Tensor, names: Names) -> Passage | None:
    """Return the values on the way back from a tensor's sum; None where it is closed, or long."""
    if root.grad_fn is None or len(nearest_steps(root.grad_fn)) == MOST_STEPS:
        return None
    walks: list[WalkBack] = []
    before, Retention.witness = Retention.witness, witness(walks)
    try:
        with trial(root):  # a step back may be a function of the program
            walk_back([root], [ones_like(root).detach()], [], keep=True, record=False)
    except (TooLargeError, RuntimeError):  # or it was used up before
        return None
    finally:
        Retention.witness = before
    return Passage(walks[0], names) if walks else None


def nearest_steps(last: Node | None) -> dict[int, Node]:
    """Return the steps nearest to the last one by their identity, at most MOST_STEPS."""
    found = {} if last is None else {id(last): last}
    waiting = [*found.values()]
    for step in waiting:  # which grows meanwhile
        behind = [edge.node for edge in step.edges if edge.node and id(edge.node) not in found]
        fresh = {id(each): each for each in behind[: MOST_STEPS - len(found)]}
        found |= fresh
        waiting += fresh.values()
    return found


# of a larger graph only the last values are walked through
MOST_WALKED = 40


class GraphWalk(NamedTuple):
    """A graph with the chapters on it, forward and then back; `steps` says which each is about."""

    nodes: tuple[GraphNode, ...]
    explanation: Explanation
    steps: tuple[int, ...]


def step_of(
    root: Tensor, outcome: Outcome, source: str, names: Mapping[str, object], number: int
) -> tuple[GraphNode, Explanation] | None:
    """Return a step of the graph behind a tensor with its chapters: forward, then backward.

    None is returned where there is no step of that number.
    """
    graph = Graph(root, outcome, source, names)
    node = next((node for node in graph.nodes if node.number == number), None)
    if node is None:
        return None
    with trial(*(step.value for step in outcome.trace)):
        return node, Explanation((*graph.forward(node), *graph.backward(node)))


def walk_through(
    root: Tensor, outcome: Outcome, source: str, names: Mapping[str, object]
) -> GraphWalk:
    """Return every value of the graph behind a tensor as it is made, then every gradient."""
    graph = Graph(root, outcome, source, names)
    ordered = sorted(graph.nodes, key=lambda node: node.number)[-MOST_WALKED:]
    with trial(*(step.value for step in outcome.trace)):
        explained = [(node.number, each) for node in ordered for each in graph.forward(node)]
        explained += [
            (node.number, each) for node in ordered[::-1] for each in graph.backward(node)
        ]
    chapters = tuple(each for _, each in explained)
    return GraphWalk(graph.nodes, Explanation(chapters), tuple(step for step, _ in explained))


class Graph:
    """A graph, and what its run tells of its values."""

    def __init__(
        self, root: Tensor, outcome: Outcome, source: str, names: Mapping[str, object]
    ) -> None:
        self.root, self.outcome, self.source, self.names = root, outcome, source, names
        self.nodes = graph_of(root, names, outcome.trace)

    @cached_property
    def made(self) -> dict[Key, Tensor]:
        """The values of the run by what they are in the graph; the first to be made is it."""
        values = [step.value for step in reversed(self.outcome.trace)]
        return {key_of(value): value for value in values if isinstance(value, Tensor)}

    @cached_property
    def calls(self) -> list[Call]:
        """The calls of the run."""
        return Run(self.outcome.trace, self.source).calls

    @cached_property
    def passage(self) -> Passage | None:
        """The way back, nothing where it is closed."""
        return passage_behind(self.root, Names(self.outcome.trace, self.names))

    def forward(self, node: GraphNode) -> list[Chapter]:
        """Return the chapter on the call that made a value, nothing where the run tells none."""
        made = self.made.get(node.key)
        call = None if made is None else maker_of(made, self.calls)
        return [] if call is None else [chapter_of(call)]

    def backward(self, node: GraphNode) -> list[Chapter]:
        """Return the chapter on what came back to a value, nothing where the way is closed."""
        value = None if self.passage is None else self.passage.values.get(node.key)
        if self.passage is None or value is None:
            return []
        return [chapter_on(value, self.passage.names, shown_elements(tuple(value.gradient.shape)))]
