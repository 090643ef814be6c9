"""An explanation on a terminal: each operation with its picture, each cell with its arithmetic."""

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.text import Text

from tensorlab.explain.frames import Chapter, Explanation, Frame
from tensorlab.explain.pictures import headline, more_cells, panels
from tensorlab.render.explanation_plain import equation
from tensorlab.render.panels import PanelsView

MARGIN = (0, 0, 0, 2)


class FrameView:
    """One frame: the operands and the result with the active cells marked, and the words."""

    def __init__(self, chapter: Chapter, position: int, most_rows: int | None = None) -> None:
        self.chapter = chapter
        self.position = position
        self.most_rows = most_rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from self.picture()
        if self.chapter.frames:
            yield from words(self.chapter.frames[self.position])

    def picture(self) -> Iterator[RenderableType]:
        """Yield the operation and its panels."""
        chapter = self.chapter
        yield Text(headline(chapter), "name")
        for note in chapter.notes:
            yield Padding(Text(note, "quiet"), MARGIN)
        if not chapter.frames:
            yield Padding(Text("There are no cells.", "quiet"), MARGIN)
            return
        yield Text()
        yield PanelsView(panels(chapter, self.position), self.most_rows)
        yield Text()


def words(frame: Frame) -> Iterator[RenderableType]:
    """Yield the arithmetic of a frame, its sentence and its steps."""
    yield Padding(Text(equation(frame), "code"), MARGIN)
    yield Padding(Text(frame.sentence), MARGIN)
    for step in frame.steps:
        line = Text(equation(step), "code").append(f"  {step.sentence}", "quiet")
        yield Padding(line, (0, 0, 0, 4))


class ExplanationView:
    """Every chapter at its last frame, then the arithmetic of all its cells."""

    def __init__(self, explanation: Explanation) -> None:
        self.explanation = explanation

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for number, chapter in enumerate(self.explanation.chapters):
            if number:
                yield Text()
            if chapter.is_made_of_nothing and chapter is not self.explanation.chapters[-1]:
                yield Text(headline(chapter), "name")
            else:
                yield from self.chapter(chapter)

    def chapter(self, chapter: Chapter) -> Iterator[RenderableType]:
        """Yield one operation."""
        yield from FrameView(chapter, max(len(chapter.frames) - 1, 0)).picture()
        for frame in chapter.frames:
            yield from words(frame)
        if chapter.hidden:
            yield Padding(Text(more_cells(chapter.hidden), "quiet"), MARGIN)
