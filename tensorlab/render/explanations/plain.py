"""An explanation as plain text, one cell after the other."""

import textwrap
from collections.abc import Iterator

from tensorlab.explain.arithmetic.numbers import literal
from tensorlab.explain.story.frames import Chapter, Explanation, Frame
from tensorlab.explain.story.pictures import headline, more_cells, place_text

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
            f"{more_cells(chapter.hidden)}; --cell asks for one of them.", width, INDENT
        )


def frame_lines(frame: Frame, width: int, indent: str) -> Iterator[str]:
    """Yield the lines on one cell: the arithmetic, then the words, then the steps."""
    yield from folded(equation(frame), width, indent)
    yield from folded(frame.sentence, width, indent + INDENT * 2)
    for step in frame.steps:
        yield from folded(f"{equation(step)}  {step.sentence}", width, indent + INDENT * 2)


def equation(frame: Frame) -> str:
    """Return the arithmetic of a cell: what it is made of, then its value."""
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
