"""The autograd graph as an indented tree: values forward, gradients backward."""

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.text import Text

from tensorlab.explain.gradients.graph import MOST_STEPS, GraphNode
from tensorlab.process.colour import is_for_the_ear
from tensorlab.render.look.highlighting import coloured
from tensorlab.render.look.narration import shape_words, values_said
from tensorlab.render.look.tables import badge
from tensorlab.render.tensors.value import one_line
from tensorlab.wording import counted

STEP = 2
# lines of a window that are wanted for other things: the command, and what it tells
BESIDE = 6
LEAST = 5
CUT = " ..."
DEEPEST = 3  # no line begins further to the right than this part of the window


class GraphTree:
    """Each step below the one that it goes into, and further in; what was shown is only named."""

    def __init__(self, nodes: tuple[GraphNode, ...]) -> None:
        self.nodes = nodes

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if is_for_the_ear():
            yield Text("\n".join(map(self.sentence, self.nodes)))
            return
        known = list(self.walk())
        room = max(console.height - BESIDE, LEAST) if console.is_terminal else len(known)
        cut = len(known) > room
        front = (room + 1) // 2 if cut else len(known)
        most = options.max_width // DEEPEST
        step = STEP if STEP * max(depth for _, depth, _ in known) <= most else 1
        for number, (place, depth, again) in enumerate(known):
            if number == front:
                hidden = len(known) - room + 1
                lines = counted(hidden, "line")
                yield Text(f"... {lines} between: :graph step walks through all", "quiet")
            if cut and front <= number < len(known) - (room - front - 1):
                continue
            margin = min(depth * step, most)
            line = self.line(self.nodes[place], again=again, width=options.max_width - margin)
            line.no_wrap, line.overflow = True, "ellipsis"
            yield Padding(line, (0, 0, 0, margin))
        if len(self.nodes) > MOST_STEPS:
            yield Text(f"Only the {MOST_STEPS} nearest steps, without gradients.", "quiet")

    def sentence(self, node: GraphNode) -> str:
        """Return what there is to know of one step, in words."""
        parts = [f"Step {node.number}: {node.text or node.label}, {shape_words(node.shape)}"]
        if node.text and node.sources:
            parts.append(f"made by {node.label}")
        sources = " and ".join(f"step {self.nodes[each].number}" for each in node.sources)
        parts += [f"from {sources}"] if sources else []
        told = [f"{', '.join(parts)}."]
        if node.value is not None:
            told.append(values_said(node.value))
        if node.gradient is not None:
            told.append(f"Its gradient: {values_said(node.gradient)}")
        return " ".join(told)

    def walk(self) -> Iterator[tuple[int, int, bool]]:
        """Yield each node with its depth, and whether it was shown before; a graph may be deep."""
        waiting, seen = [(0, 0)], set[int]()
        while waiting:
            place, depth = waiting.pop()
            yield place, depth, place in seen
            if place in seen:
                continue
            seen.add(place)
            waiting += [(each, depth + 1) for each in reversed(self.nodes[place].sources)]

    def line(self, node: GraphNode, *, again: bool, width: int) -> Text:
        """Return what there is to know of one step, values and gradients cut to half a line."""
        text = Text().append(f"{node.number} ", "index")
        if node.text:
            text.append_text(Text(node.text, "name") if node.name else coloured(node.text))
            text.append(" ")
        text.append(node.label, "code").append(" ").append_text(badge(node.shape))
        if again:
            return text.append("  (see above)", "quiet")
        each = (width - text.cell_len - len("  value   gradient ")) // 2
        for name, role in (("value", ""), ("gradient", "second")):
            tensor = getattr(node, name)
            if tensor is not None and (words := shortened(one_line(tensor), each)):
                text.append(f"  {name} {words}", role)
        return text


def shortened(text: str, most: int) -> str:
    """Return a text in at most so many characters: no number is cut, and nothing is left of one."""
    if len(text) <= most:
        return text
    room = max(most - len(CUT), 0)
    whole = f"{text[:room]} ".rpartition(", ")[0]
    return whole and f"{whole.rstrip(' ,')}{CUT}"
