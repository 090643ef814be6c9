"""Lists, tuples, dicts and sets on a terminal: laid out where they are long, and shortened."""

import re
from itertools import islice
from typing import TYPE_CHECKING, Any

from tensorlab.language.values.display import described

if TYPE_CHECKING:
    from rich.pretty import Node

MOST_ITEMS = (20, 10, 5)  # of a container that are shown, by how deep it lies
MOST_LEAVES = 100
DEEPEST = 6
BEGIN, BREAK = "\ue000", "\ue001"  # nobody's characters, around the lines of a value's text
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
