"""An explanation as plain text, one element after the other, whole or beat by beat."""

import textwrap
from collections.abc import Iterator

from tensorlab.explain.arithmetic.numbers import literal
from tensorlab.explain.arithmetic.partial import beats
from tensorlab.explain.story.frames import Chapter, Explanation, Frame
from tensorlab.explain.story.pictures import headline, more_elements, place_text
from tensorlab.render.explanations.equation_view import equation_text

INDENT = "  "


def explanation_text(explanation: Explanation, width: int = 80) -> str:
    """Return an explanation as text that is at most so many columns wide.

    Where numbers are only written down for the next operation, the headline says it all.
    """
    last = explanation.chapters[-1]
    return "\n\n".join(
        "\n".join(
            folded(headline(chapter), width, "")
            if chapter.is_made_of_nothing and chapter is not last
            else chapter_lines(chapter, width)
        )
        for chapter in explanation.chapters
    )


def chapter_lines(chapter: Chapter, width: int) -> Iterator[str]:
    """Yield the lines on one operation."""
    yield from folded(headline(chapter), width, "")
    for note in chapter.notes:
        yield from folded(note, width, INDENT)
    for frame in chapter.frames:
        yield from frame_lines(frame, width, INDENT)
    if chapter.hidden:
        yield from folded(
            f"{more_elements(chapter.hidden)}; --element asks for one of them.", width, INDENT
        )


def frame_lines(frame: Frame, width: int, indent: str) -> Iterator[str]:
    """Yield the lines on one element: the arithmetic, then the words, then the steps."""
    yield from folded(equation(frame), width, indent)
    yield from folded(frame.sentence, width, indent + INDENT * 2)
    for step in frame.steps:
        yield from folded(f"{equation(step)}  {step.sentence}", width, indent + INDENT * 2)


def equation(frame: Frame) -> str:
    """Return the arithmetic of an element: what it is made of, then its value."""
    value = literal(frame.value)
    left = place_text(frame) or "result"
    return f"{left} = {value}" if frame.text == value else f"{left} = {frame.text} = {value}"


def folded(text: str, width: int, indent: str) -> list[str]:
    """Return a text in lines; a continuation is indented further."""
    return textwrap.wrap(
        text,
        max(width, 20),
        initial_indent=indent,
        subsequent_indent=indent + INDENT,
        break_on_hyphens=False,
    ) or [indent.rstrip()]


INDENT = "  "


def played_text(explanation: Explanation) -> str:
    """Return each element's arithmetic as it grows: its steps, or the terms of its sum."""
    return "\n".join(
        line
        for chapter in explanation.chapters
        if not chapter.is_made_of_nothing or chapter is explanation.chapters[-1]
        for line in (
            headline(chapter),
            *(f"{INDENT}{beat}" for frame in chapter.frames for beat in lines(frame)),
            *([f"{INDENT}{more_elements(chapter.hidden)}"] if chapter.hidden else []),
        )
    )


def lines(frame: Frame) -> Iterator[str]:
    """Yield the beats of an element, the whole of it last."""
    for beat in range(beats(frame) - (not frame.steps)):
        shown = equation_text(frame.steps[beat]) if frame.steps else equation_text(frame, beat)
        yield INDENT * bool(frame.steps) + shown.plain
    yield equation_text(frame).plain
