"""An explanation as sentences for the ear: no drawing, every value said."""

import math
from collections.abc import Iterator

from tensorlab.explain.arithmetic.numbers import literal, shown
from tensorlab.explain.story.frames import Chapter, Explanation, Frame, Operand
from tensorlab.explain.story.pictures import more_elements
from tensorlab.render.look.narration import listed, shape_words
from tensorlab.render.look.spoken import said, spoken, spoken_sentence


def narrated_explanation(explanation: Explanation) -> str:
    """Return an explanation as sentences, one a line."""
    return "\n".join(
        line
        for number, chapter in enumerate(explanation.chapters, 1)
        for line in chapter_sentences(chapter, number, len(explanation.chapters))
    )


def chapter_sentences(chapter: Chapter, number: int, chapters: int) -> Iterator[str]:
    """Yield the sentences on one operation."""
    which = f"Operation {number} of {chapters}: " if chapters > 1 else ""
    kind = chapter.dtype.removeprefix("torch.")
    yield f"{which}{chapter.operation}, written {chapter.source}."
    yield from map(spoken_sentence, chapter.words)
    for operand in chapter.operands:
        yield operand_sentence(operand)
    yield f"The result is {shape_words(chapter.shape)}, {kind}."
    for frame in chapter.frames * (number == chapters or not chapter.is_made_of_nothing):
        yield from frame_sentences(frame)
    if chapter.hidden:
        yield f"Left out: {more_elements(chapter.hidden)}."


def operand_sentence(operand: Operand) -> str:
    """Return what an operand is: its numbers are said where they are counted with."""
    words = f"{operand.name} is {shape_words(operand.shape)}, {operand.dtype[6:]}."
    values = [f"Its value: {said(value)}." for value in operand.elements.values()]
    return " ".join([words, *(values if math.prod(operand.shape) == 1 else ())])


def frame_sentences(frame: Frame) -> Iterator[str]:
    """Yield the sentences on one element."""
    part = "" if frame.part is None else f" of part {frame.part}"
    where = f"Element {listed(map(str, frame.index))}{part}" if frame.index else "The result"
    yield f"{where} is {made_from(frame)}. {spoken_sentence(frame.sentence)}"
    for number, step in enumerate(frame.steps, 1):
        named = f"{step.name} at {listed(map(str, step.index))}" if step.index else step.name
        words = f"{spoken_sentence(step.sentence)} " if step.sentence else ""
        yield f"Step {number}: {words}{named}{' is ' if named else ''}{made_from(step)}."


def made_from(frame: Frame) -> str:
    """Return a value with the arithmetic that gives it, in words, where it is not the value."""
    value = spoken(shown(literal(frame.value)))
    made = spoken(shown(frame.text))
    return value if made == value else f"{value}, from {made}"
