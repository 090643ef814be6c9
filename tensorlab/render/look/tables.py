"""Tables without lines, badges and bars, which read the same on every terminal."""

from collections.abc import Iterable, Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from tensorlab.wording import SEPARATOR

GAP = 2


class Pairs:
    """Names with what is said about them, in two columns; no blanks at the ends of lines.

    Where the names take half of the window and what is said has too little room beside them, it
    stands below each name.
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
        room = options.max_width - column
        stacked = column > room and any(text.cell_len > room for _, text in self.rows)
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


BAR_WIDTH = 20
DONE, REST = "\u2501", "\u2500"  # a thick line and a thin one: they differ without colour


def badge(shape: Iterable[int], dtype: str | None = None) -> Text:
    """Return a shape and a data type."""
    from tensorlab.workspace.summary import shape_text, short_dtype  # a list waits for no numpy

    return Text(f"{shape_text(shape)} {short_dtype(dtype)}".rstrip(), "badge")


def fact_line(facts: Sequence[str]) -> Text:
    """Return what is known of a value in one line: what is usual is quiet, the rest is not."""
    text = Text(SEPARATOR, "quiet").join(Text(fact, "badge") for fact in facts)
    for odd in ("nan", "inf"):
        text.highlight_words([odd], odd)
    return text


def bar(done: int, of: int, width: int = BAR_WIDTH) -> Text:
    """Return how much of something is done as the length of a line."""
    filled = round(width * done / of) if of else 0
    return Text(DONE * filled, "progress").append(REST * (width - filled), "progress.rest")
