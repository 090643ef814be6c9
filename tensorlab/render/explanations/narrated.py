"""An explanation as sentences for the ear: no drawing, every value said."""

import math
from collections.abc import Iterator

from tensorlab.explain.story.frames import Chapter, Explanation, Frame, Operand
from tensorlab.explain.story.pictures import more_elements, place_text
from tensorlab.render.look.narration import listed, row_sentence, shape_words
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
    for operand in chapter.operands:
        yield operand_sentence(operand)
    yield f"The result is {shape_words(chapter.shape)}, {kind}."
    yield from map(spoken_sentence, chapter.notes)
    for frame in chapter.frames:
        yield from frame_sentences(frame)
    if chapter.hidden:
        yield f"Not told: {more_elements(chapter.hidden)}."


def operand_sentence(operand: Operand) -> str:
    """Return what an operand is, and the values of it that matter."""
    words = f"{operand.name} is {shape_words(operand.shape)}, {operand.dtype[6:]}."
    values = [said(value) for value in operand.elements.values()]
    if not values:
        return words
    if math.prod(operand.shape) == 1:
        return f"{words} Its value: {values[0]}."
    if len(values) < math.prod(operand.shape):
        told = zip(operand.elements, values, strict=True)
        elements = "; ".join(f"element {listed(map(str, at))} is {value}" for at, value in told)
        return f"{words} Of it, {elements}."
    width = operand.shape[-1]
    rows = [values[at : at + width] for at in range(0, len(values), width)]
    fronts = list(operand.elements)[::width]
    return " ".join([words, *map(row_sentence, [at[:-1] for at in fronts], rows)])


def frame_sentences(frame: Frame) -> Iterator[str]:
    """Yield the sentences on one element."""
    part = "" if frame.part is None else f" of part {frame.part}"
    where = (
        f"Element {listed([str(at) for at in frame.index])}{part}" if frame.index else "The result"
    )
    yield f"{where} is {made_from(frame)}. {spoken_sentence(frame.sentence)}"
    for number, step in enumerate(frame.steps, 1):
        named = f"{spoken_sentence(place_text(step))} is " if step.name else ""
        yield f"Step {number}: {named}{made_from(step)}. {spoken_sentence(step.sentence)}"


def made_from(frame: Frame) -> str:
    """Return a value with the arithmetic that gives it, in words, where it is not the value."""
    value = said(frame.value)
    made = spoken(frame.text)
    return value if made == value else f"{value}, from {made}"
