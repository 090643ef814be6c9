"""Shapes one below the other, the columns that clash marked with a caret."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from tensorlab.language.outcome import Alignment

GAP = 2
LONGEST_NAME = 24
ELLIPSIS = "..."


class AlignmentView:
    """The shapes of operands aligned as they are compared."""

    def __init__(self, alignment: Alignment, indent: int = 2) -> None:
        self.alignment = alignment
        self.indent = " " * indent

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        sizes_of = [sizes for _, sizes in self.alignment.rows]
        columns = [max(map(len, sizes)) for sizes in zip(*sizes_of, strict=True)]
        room = options.max_width - len(self.indent) - sum(columns) - GAP * len(columns)
        longest = max(min(LONGEST_NAME, room), len(ELLIPSIS) + 1)
        rows = [(shortened(name, longest), sizes) for name, sizes in self.alignment.rows]
        width = max((len(name) for name, _ in rows), default=0)
        for name, sizes in rows:
            line = Text(self.indent).append(name.ljust(width), "name")
            for size, column, clash in zip(sizes, columns, self.alignment.clashes, strict=True):
                line.append(" " * GAP).append(size.rjust(column), "error" if clash else "badge")
            yield line
        marks = "".join(
            " " * GAP + ("^" if clash else " ").rjust(column)
            for column, clash in zip(columns, self.alignment.clashes, strict=True)
        ).rstrip()
        if marks:
            yield Text(self.indent + " " * width + marks, "error")


def shortened(name: str, longest: int) -> str:
    """Return a name that leaves room for the sizes."""
    return name if len(name) <= longest else name[: longest - len(ELLIPSIS)] + ELLIPSIS
