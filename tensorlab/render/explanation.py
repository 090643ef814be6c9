"""How a result came about: each cell with its arithmetic and one sentence."""

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.text import Text

from tensorlab.explain.frames import Chapter, Explanation, Frame, Index
from tensorlab.render.shapes import shape_text, short_dtype

MARGIN = (0, 0, 0, 2)


class ExplanationView:
    """The operations of an expression in the order of evaluation, cell by cell."""

    def __init__(self, explanation: Explanation) -> None:
        self.explanation = explanation

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for number, chapter in enumerate(self.explanation.chapters):
            if number:
                yield Text()
            yield heading(chapter)
            for part in body(chapter):
                yield Padding(part, MARGIN)


def heading(chapter: Chapter) -> Text:
    """Return what an operation makes of which operands."""
    kind = f"{shape_text(chapter.shape)} {short_dtype(chapter.dtype)}"
    return Text.assemble((chapter.source, "code"), " gives ", (kind, "fact"))


def body(chapter: Chapter) -> Iterator[RenderableType]:
    """Yield the notes on an operation, its cells, and how many more there are."""
    for note in chapter.notes:
        yield Text(note)
    for frame in chapter.frames:
        yield from lines(frame)
    if chapter.hidden:
        yield Text(f"... and {chapter.hidden} more cells", "quiet")


def lines(frame: Frame) -> Iterator[RenderableType]:
    """Yield a cell with its arithmetic, its sentence below, and the steps on the way."""
    place = place_text(frame.index, frame.part)
    told = "" if frame.text == str(frame.value) else f" = {frame.text}"
    yield Text.assemble((place, "name"), told, f" = {frame.value}")
    for step in frame.steps:
        yield Padding(Text(f"{step.text} = {step.value}"), MARGIN)
    if frame.sentence:
        yield Padding(Text(frame.sentence, "quiet"), MARGIN)


def place_text(index: Index, part: int | None) -> str:
    """Return the place of a cell as it would be written behind a tensor's name."""
    place = f"[{', '.join(map(str, index))}]"
    return place if part is None else f"[{part}]{place}"
