"""An explanation played on paper: the arithmetic of each cell beat by beat, a line for each."""

from collections.abc import Iterator

from tensorlab.explain.arithmetic.partial import beats
from tensorlab.explain.story.frames import Explanation, Frame
from tensorlab.explain.story.pictures import headline, more_cells
from tensorlab.render.explanations.equation_view import equation_text

INDENT = "  "


def played_text(explanation: Explanation) -> str:
    """Return each cell's arithmetic as it grows: its steps, or the terms of its sum."""
    return "\n".join(
        line
        for chapter in explanation.chapters
        if not chapter.is_made_of_nothing or chapter is explanation.chapters[-1]
        for line in (
            headline(chapter),
            *(f"{INDENT}{beat}" for frame in chapter.frames for beat in lines(frame)),
            *([f"{INDENT}{more_cells(chapter.hidden)}"] if chapter.hidden else []),
        )
    )


def lines(frame: Frame) -> Iterator[str]:
    """Yield the beats of a cell, the whole of it last."""
    for beat in range(beats(frame) - (not frame.steps)):
        shown = equation_text(frame.steps[beat]) if frame.steps else equation_text(frame, beat)
        yield INDENT * bool(frame.steps) + shown.plain
    yield equation_text(frame).plain
