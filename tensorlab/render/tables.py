"""Tables without lines, which read the same on every terminal."""

from collections.abc import Iterable

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

GAP = 2


class Pairs:
    """Names with what is said about them, in two columns; no blanks at the ends of lines.

    In a window so narrow that the names take half of it, what is said stands below each name.
    """

    def __init__(self, rows: Iterable[tuple[str, str]], style: str = "name") -> None:
        self.rows = list(rows)
        self.style = style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        column = max((cell_len(name) for name, _ in self.rows), default=0) + GAP
        stacked = column > options.max_width // 2
        margin = GAP if stacked else column
        for name, text in self.rows:
            lines = Text(text).wrap(console, max(options.max_width - margin, 1)) or [Text()]
            if stacked:
                yield Text(name, self.style)
            else:
                lead = Text(name, self.style) + " " * (column - cell_len(name) if text else 0)
                yield lead + lines.pop(0)
            for line in lines:
                yield Text(" " * margin) + line
