"""The steps of a graph in full: how each value came about, and what came back to it."""

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.call import Call
from tensorlab.explain.calls.made import Run, maker_of
from tensorlab.explain.gradients.chapters import chapter_on
from tensorlab.explain.gradients.graph import GraphNode, graph_of, passage_behind
from tensorlab.explain.gradients.names import Key, Names, key_of
from tensorlab.explain.gradients.values import Passage
from tensorlab.explain.story.chapters import chapter_of, shown_elements
from tensorlab.explain.story.frames import Chapter, Explanation
from tensorlab.language.outcome import Outcome
from tensorlab.language.running.world import trial

# of a larger graph only the last values are walked through
MOST_STEPS = 40


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
    ordered = sorted(graph.nodes, key=lambda node: node.number)[-MOST_STEPS:]
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
