"""One step of a graph in full: how its value came about, and what came back to it."""

from collections.abc import Mapping

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.chapters import chapter_of, shown_cells
from tensorlab.explain.frames import Chapter, Explanation
from tensorlab.explain.gradients.chapters import chapter_on
from tensorlab.explain.gradients.names import Names, key_of
from tensorlab.explain.graph import GraphNode, graph_of, passage_behind
from tensorlab.explain.made import calls_made, maker_of
from tensorlab.language.outcome import Outcome
from tensorlab.language.world import trial


def step_of(
    root: Tensor, outcome: Outcome, source: str, names: Mapping[str, object], number: int
) -> tuple[GraphNode, Explanation] | None:
    """Return a step of the graph behind a tensor with its chapters: forward, then backward.

    None is returned where there is no step of that number.
    """
    nodes = graph_of(root, names, outcome.trace)
    node = next((node for node in nodes if node.number == number), None)
    if node is None:
        return None
    with trial(*(step.value for step in outcome.trace)):
        chapters = [*forward(node, outcome, source), *backward(node, root, outcome, names)]
    return node, Explanation(tuple(chapters))


def forward(node: GraphNode, outcome: Outcome, source: str) -> list[Chapter]:
    """Return the chapter on the call that made a value, nothing where the run does not tell."""
    made = next(
        (
            step.value
            for step in outcome.trace
            if isinstance(step.value, Tensor) and key_of(step.value) == node.key
        ),
        None,
    )
    call = None if made is None else maker_of(made, calls_made(outcome.trace, source))
    return [] if call is None else [chapter_of(call)]


def backward(
    node: GraphNode, root: Tensor, outcome: Outcome, names: Mapping[str, object]
) -> list[Chapter]:
    """Return the chapter on what came back to a value, nothing where the way is closed."""
    passage = passage_behind(root, Names(outcome.trace, names))
    value = None if passage is None else passage.values.get(node.key)
    if passage is None or value is None:
        return []
    return [chapter_on(value, passage.names, shown_cells(tuple(value.gradient.shape)))]
