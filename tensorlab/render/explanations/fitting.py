"""How much of a frame is shown where the window is small: as much as has room."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.text import Text

CUT = " ... "
MOST_LOST = 12  # characters at the end of a line, where a word does not fit any more
EVERY = 1000  # more panels than there are


class Detail(NamedTuple):
    """How much is shown: rows of each tensor, steps, panels, lines of text; None is all."""

    rows: int | None = None
    steps: int | None = None
    panels: int = EVERY
    is_tight: bool = False  # no blank lines, notes left out, facts beside the names
    head_lines: int | None = None
    equation_lines: int | None = None
    sentence_lines: int | None = None


def details() -> Iterator[Detail]:
    """Yield what is shown, from what is wanted to what fits a very small window."""
    for rows in (None, 8, 5, 3):
        for steps in (None, 16, 8, 4) if rows is None else (8, 4):
            yield Detail(rows, steps)
    for rows in (3, 2, 1):
        for steps in (4, 2, 1):
            yield Detail(rows, steps, is_tight=True, head_lines=2)
    for panels in (EVERY, 4, 3, 2, 1):
        for lines in (3, 2, 1):
            yield Detail(1, 1, panels, True, 1, lines, lines)


DETAILS = tuple(details())


def worth_trying(whole: Detail, room: int) -> Iterable[Detail]:
    """Return the details that differ where there are so many rows and panels, and steps or none."""
    tried = {}
    tallest = whole.rows or 0
    for detail in DETAILS:
        rows = None if detail.rows is None or detail.rows >= tallest else detail.rows
        steps = None if whole.steps is None else detail.steps
        panels = min(detail.panels, whole.panels)
        if tallest <= room or rows is not None:
            tried[detail._replace(rows=rows, steps=steps, panels=panels)] = True
    return tried


class Fitted:
    """What is drawn in the first detail that has at most so many lines, else cut to them."""

    def __init__(
        self, draw: Callable[[Detail], Iterable[RenderableType]], room: int, whole: Detail
    ) -> None:
        self.draw = draw
        self.room = max(room, 1)
        self.whole = whole  # how much there is

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines: list[list[Segment]] = []
        for detail in worth_trying(self.whole, self.room):
            lines = [
                line
                for part in self.draw(detail)
                for line in console.render_lines(part, options, pad=False)
            ]
            if len(lines) <= self.room:
                break
        for line in lines[: self.room]:
            yield from line
            yield Segment.line()


def shortened(text: Text, width: int, lines: int | None) -> Text:
    """Return a text that takes at most so many lines: a longer one is cut in the middle."""
    if lines is None:
        return text
    kept = width * lines - (lines - 1) * MOST_LOST - len(CUT)
    if text.cell_len <= width * lines - (lines - 1) * MOST_LOST or kept < 2:
        return text if kept >= 2 else text[:width]
    before = kept // 2
    return text[:before].append(CUT, "quiet").append_text(text[len(text) - (kept - before) :])
