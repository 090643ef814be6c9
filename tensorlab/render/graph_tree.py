"""The autograd graph as an indented tree: values forward, gradients backward."""

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.text import Text

from tensorlab.colour import is_for_the_ear
from tensorlab.explain.graph import GraphNode
from tensorlab.render.badges import badge
from tensorlab.render.highlighting import coloured
from tensorlab.render.narration import shape_words, values_said
from tensorlab.render.tensor_line import one_line

STEP = 2
BESIDE = 6  # lines of a window that are wanted for other things: the command, and what it tells
LEAST = 5
DEEPEST = 4  # no line begins further to the right than this part of the window


class GraphTree:
    """Each step below the one that used it; what stands above already is only named."""

    def __init__(self, nodes: tuple[GraphNode, ...]) -> None:
        self.nodes = nodes

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if is_for_the_ear():
            yield Text("\n".join(map(self.sentence, self.nodes)))
            return
        known = list(self.walk(0, 0, set()))
        room = max(console.height - BESIDE, LEAST) if console.is_terminal else len(known)
        cut = len(known) > room
        front = (room + 1) // 2 if cut else len(known)
        for number, (place, depth, again) in enumerate(known):
            if number == front:
                hidden = len(known) - room + 1
                yield Text(f"... {hidden} lines between: :graph step walks through all", "quiet")
            if cut and front <= number < len(known) - (room - front - 1):
                continue
            line = self.line(self.nodes[place], again=again)
            if cut:
                line.no_wrap, line.overflow = True, "ellipsis"
            yield Padding(line, (0, 0, 0, min(depth * STEP, options.max_width // DEEPEST)))

    def sentence(self, node: GraphNode) -> str:
        """Return what there is to know of one step, in words."""
        parts = [f"Step {node.number}: {node.text or node.label}, {shape_words(node.shape)}"]
        parts += [f"made by {node.label}"] if node.text and node.sources else []
        sources = " and ".join(f"step {self.nodes[each].number}" for each in node.sources)
        parts += [f"from {sources}"] if sources else []
        told = [f"{', '.join(parts)}."]
        told += [values_said(node.value)] if node.value is not None else []
        told += [f"Its gradient: {values_said(node.gradient)}"] if node.gradient is not None else []
        return " ".join(told)

    def walk(self, place: int, depth: int, seen: set[int]) -> Iterator[tuple[int, int, bool]]:
        """Yield each node with its depth, and whether it was shown before."""
        again = place in seen
        yield place, depth, again
        if again:
            return
        seen.add(place)
        for source in self.nodes[place].sources:
            yield from self.walk(source, depth + 1, seen)

    def line(self, node: GraphNode, *, again: bool) -> Text:
        """Return what there is to know of one step."""
        text = Text().append(f"{node.number} ", "index")
        if node.text:
            text.append_text(Text(node.text, "name") if node.name else coloured(node.text))
            text.append(" ")
        text.append(node.label, "code").append(" ").append_text(badge(node.shape))
        if again:
            return text.append("  (see above)", "quiet")
        if node.value is not None:
            text.append(f"  value {one_line(node.value)}")
        if node.gradient is not None:
            text.append(f"  gradient {one_line(node.gradient)}", "second")
        return text
