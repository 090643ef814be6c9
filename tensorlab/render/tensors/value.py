"""A value on a terminal: what it is, then PyTorch's own text of it, or all on one line."""

import re
from itertools import islice
from typing import TYPE_CHECKING, Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from tensorlab.engine.naming import STRIDED
from tensorlab.engine.printing.array_text import OPTIONS, printoptions
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import number
from tensorlab.explain.story.pictures import brief
from tensorlab.frozen import pattern
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.display import describe, described
from tensorlab.render.look.tables import fact_line
from tensorlab.workspace.summary import facts_of

if TYPE_CHECKING:
    from rich.pretty import Node

MOST_ITEMS = (20, 10, 5)  # of a container that are shown, by how deep it lies
MOST_LEAVES = 100
DEEPEST = 6
# nobody's characters, around the lines of a value's text
BEGIN, BREAK = "\ue000", "\ue001"
BRACKETS: dict[type, tuple[str, str]] = {
    list: ("[", "]"),
    tuple: ("(", ")"),
    dict: ("{", "}"),
    set: ("{", "}"),
}


def is_laid_out(value: object) -> bool:
    """Return whether a value is shown as what lies in it."""
    return type(value) in BRACKETS and bool(value)


def laid_out(value: Any, width: int) -> str:
    """Return the text of a container: on one line where there is room, else an item a line."""
    if 3 * len(value) <= width and not holds_others(value):
        text = described(value, ())
        if len(text) <= width:
            return text
    text = Layout(width).node(value, ()).render(max_width=width, indent_size=2)
    return "\n".join(map(broken, text.split("\n")))


def holds_others(value: Any) -> bool:
    """Return whether containers or tensors lie in a container."""
    items = value.values() if isinstance(value, dict) else value
    return not all(isinstance(item, bool | int | float | str | None) for item in items)


class Layout:
    """What lies in what, as Rich lays it out."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.leaves = 0

    def node(
        self, value: Any, around: tuple[int, ...], key: str = "", *, last: bool = True
    ) -> "Node":
        """Return a value with what lies in it; the texts of others are their own."""
        from rich.pretty import Node  # it loads attrs where that is installed

        if not is_laid_out(value) or id(value) in around or len(around) == DEEPEST:
            return Node(key_repr=key, value_repr=self.leaf(value, around), last=last)
        items = self.items(value, (*around, id(value)))
        opening, closing = BRACKETS[type(value)]
        pair = isinstance(value, tuple)
        return Node(
            key, "", opening, closing, last=last, is_tuple=pair and len(value) == 1, children=items
        )

    def items(self, value: Any, around: tuple[int, ...]) -> "list[Node]":
        """Return the first items of a container, and how many there are besides."""
        from rich.pretty import Node

        keyed = isinstance(value, dict)
        depth = min(len(around), len(MOST_ITEMS)) - 1
        most = MOST_ITEMS[depth] if self.leaves < MOST_LEAVES else 1
        shown = min(len(value), most)
        pairs = value.items() if keyed else (("", item) for item in value)
        nodes = [
            self.node(item, around, described(key, around) * keyed, last=place + 1 == len(value))
            for place, (key, item) in enumerate(islice(pairs, shown))
        ]
        if rest := len(value) - shown:
            nodes.append(Node(value_repr=f"... +{rest}", last=True))
        return nodes

    def leaf(self, value: object, around: tuple[int, ...]) -> str:
        """Return a text that has no room on one line if it has more than one."""
        self.leaves += 1
        text = described(value, around)
        breaks = BREAK * (self.width + 1)
        return f"{BEGIN}{text.replace(chr(10), breaks)}" if "\n" in text else text


def broken(line: str) -> str:
    """Return a line in which the lines of a value's own text stand below its first."""
    before, begin, text = line.partition(BEGIN)
    return before + re.sub(f"{BREAK}+", "\n" + " " * len(before), text) if begin else line


MOST_MARKED = 20_000  # characters in which nan and inf are looked for


class ValueView:
    """A value under a line of facts: shape and type, and what is not as it mostly is.

    The text is PyTorch's, broken where the window ends if that is before PyTorch's 80 columns.
    """

    def __init__(self, value: object) -> None:
        self.value = value

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if facts := facts_of(self.value):
            yield fact_line(facts)
        with printoptions(linewidth=min(OPTIONS.linewidth, options.max_width)):
            laid = is_laid_out(self.value)
            text = laid_out(self.value, options.max_width) if laid else describe(self.value)
            # before it is broken into lines, which takes long
            meter.count_output(len(text))
            shown = Text(text, overflow="fold")
            if len(text) <= MOST_MARKED:
                shown.highlight_regex(ODD)
            yield shown


ZERO = pattern(r"-?0\.?0*(?:e[+-]?0+)?j?")
ODD = pattern(r"\b(?P<nan>nan)\b|(?P<inf>-?\binf)\b")


def odd_role(figure: str) -> str:
    """Return the role of nan and of an infinite number; any other is as usual."""
    found = ODD.search(figure)
    return found.lastgroup or "untouched" if found else "untouched"


def role_of(figure: str) -> str:
    """Return the role of a number as it is written; each is told by its signs as well."""
    figure = figure.strip()
    if ODD.search(figure):
        return odd_role(figure)
    if ZERO.fullmatch(figure) or figure == "False":
        return "zero"
    return "negative" if figure.startswith("-") else "untouched"


MOST = 6


def one_line(tensor: Tensor) -> str:
    """Return a tensor as nested brackets on one line, of a large one only the first values."""
    if tensor.layout is not STRIDED or tensor.is_meta:
        return "..."
    return nested(tensor, ())


def nested(tensor: Tensor, index: tuple[int, ...]) -> str:
    """Return the part of a tensor behind an index."""
    if len(index) == tensor.ndim:
        return brief(number(tensor, index))
    size = tensor.shape[len(index)]
    parts = [nested(tensor, (*index, place)) for place in range(min(size, MOST))]
    return f"[{', '.join(parts + ['...'] * (size > MOST))}]"
