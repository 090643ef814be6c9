"""An explanation on a terminal: each operation with its picture, each cell with its arithmetic."""

from collections.abc import Iterator
from functools import cached_property

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.segment import Segment
from rich.text import Text

from tensorlab.explain.frames import Chapter, Explanation
from tensorlab.explain.pictures import Panel, more_cells, panels
from tensorlab.render.badges import badge
from tensorlab.render.equation_view import MARGIN, equation_text, steps_view
from tensorlab.render.fitting import DETAILS, Detail, Fitted, shortened
from tensorlab.render.highlighting import coloured
from tensorlab.render.panels import PanelsView

MOST_OTHERS = 12  # cells that are told in a line each, beside the one that is drawn
BELOW = 2  # lines of a window: the prompt and its bar
ALSO = 5  # lines of a window: the prompt, its bar, the title of the others, how many are left


def headline_text(chapter: Chapter) -> Text:
    """Return what an operation is and gives."""
    text = Text().append(f"{chapter.operation}:", "heading").append(" ")
    text.append_text(coloured(chapter.source)).append(" -> ", "quiet")
    return text.append_text(badge(chapter.shape, chapter.dtype))


class FrameView:
    """One frame: the operands and the result with the active cells marked, and the words.

    On a terminal it has at most as many lines as there is `room` for, those of the window unless
    told otherwise; `beat` is the term or the step that is played.
    """

    def __init__(
        self, chapter: Chapter, position: int, room: int | None = None, beat: int | None = None
    ) -> None:
        self.chapter = chapter
        self.position = position
        self.room = room
        self.beat = beat

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = self.room
        if room is None and console.is_terminal:
            room = console.height - BELOW
        if room is None:
            yield from self.parts(DETAILS[0], options.max_width)
        else:
            yield Fitted(lambda detail: self.parts(detail, options.max_width), room, self.whole())

    @cached_property
    def drawn(self) -> tuple[Panel, ...]:
        """The panels of the frame."""
        return panels(self.chapter, self.position, self.beat)

    @cached_property
    def equation(self) -> Text:
        """The arithmetic of the frame."""
        frame = self.chapter.frames[self.position]
        return equation_text(frame, None if frame.steps else self.beat)

    def whole(self) -> Detail:
        """Return how many rows, steps and panels there are."""
        if not self.chapter.frames:
            return Detail(0, 0, 0)
        steps = len(self.chapter.frames[self.position].steps) or None
        return Detail(
            max((len(each.rows) for each in self.drawn), default=0), steps, len(self.drawn)
        )

    def parts(self, detail: Detail, width: int) -> Iterator[RenderableType]:
        """Yield the operation, its panels and its words in as much detail as is wanted."""
        yield from self.picture(detail, width)
        if not self.chapter.frames:
            return
        frame = self.chapter.frames[self.position]
        inner = width - MARGIN[-1]
        yield Padding(shortened(self.equation, inner, detail.equation_lines), MARGIN, expand=False)
        yield Padding(
            shortened(Text(frame.sentence), inner, detail.sentence_lines), MARGIN, expand=False
        )
        yield from steps_view(frame, self.beat, detail.steps)

    def picture(self, detail: Detail, width: int) -> Iterator[RenderableType]:
        """Yield the operation and its panels."""
        chapter = self.chapter
        yield shortened(headline_text(chapter), width, detail.head_lines)
        if not detail.is_tight:
            for note in chapter.notes:
                yield Padding(Text(note, "quiet"), MARGIN, expand=False)
        if not chapter.frames:
            yield Padding(Text("There are no cells.", "quiet"), MARGIN, expand=False)
            return
        if not detail.is_tight:
            yield Text()
        yield PanelsView(self.drawn[-detail.panels :], detail.rows, is_tight=detail.is_tight)
        if not detail.is_tight:
            yield Text()


class ExplanationView:
    """Every chapter with its last cell drawn and told, and the arithmetic of others in a line."""

    def __init__(self, explanation: Explanation) -> None:
        self.explanation = explanation

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for number, chapter in enumerate(self.explanation.chapters):
            if number:
                yield Text()
            if chapter.is_made_of_nothing and chapter is not self.explanation.chapters[-1]:
                yield headline_text(chapter)
            else:
                view = FrameView(chapter, max(len(chapter.frames) - 1, 0))
                lines = console.render_lines(view, options, pad=False)
                for line in lines:
                    yield from line
                    yield Segment.line()
                room = console.height - ALSO - len(lines) if console.is_terminal else MOST_OTHERS
                yield from others(chapter, max(room, 0), options.max_width - MARGIN[-1])


def others(chapter: Chapter, most: int, width: int) -> Iterator[RenderableType]:
    """Yield the arithmetic of so many of the other cells, a line each, and how many are left."""
    cells = chapter.frames[:-1]
    told = cells[: min(most, MOST_OTHERS)]
    if told:
        yield Padding(Text("The other cells:", "quiet"), MARGIN, expand=False)
    for frame in told:
        line = shortened(equation_text(frame, None, "name"), width, 1)
        yield Padding(line, MARGIN, expand=False)
    if hidden := chapter.hidden + len(cells) - len(told):
        yield Padding(Text(more_cells(hidden), "quiet"), MARGIN, expand=False)
