"""Tables without lines, which read the same on every terminal."""

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

GAP = 2


class Pairs:
    """Names with what is said about them, in two columns; no blanks at the ends of lines.

    In a window so narrow that the names take half of it, what is said stands below each name.
    """

    def __init__(
        self,
        rows: Iterable[tuple[str | Text, str | Text]],
        style: str = "name",
        least: int = 0,  # columns for the names, where several tables stand below each other
    ) -> None:
        self.least = least
        self.rows = [(styled(name, style), styled(text, "untouched")) for name, text in rows]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        column = max((name.cell_len for name, _ in self.rows), default=0)
        column = max(column, self.least) + GAP
        stacked = column > options.max_width // 2
        margin = GAP if stacked else column
        for name, text in self.rows:
            lines = text.wrap(console, max(options.max_width - margin, 1)) or [Text()]
            if stacked:
                yield name
            else:
                lead = Text().append_text(name).append(" " * (column - name.cell_len))
                yield lead.append_text(lines.pop(0)) if text else name
            for line in lines:
                yield Text(" " * margin).append_text(line)


def styled(text: str | Text, style: str) -> Text:
    """Return a text that has a style, its own or the usual one."""
    return text if isinstance(text, Text) else Text(text, style)
