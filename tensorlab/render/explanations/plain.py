"""An explanation as plain text, one element after the other, whole or beat by beat."""

import math
import re
import textwrap
from collections.abc import Iterator
from typing import Any

from tensorlab.explain.arithmetic.arithmetic import beats
from tensorlab.explain.arithmetic.numbers import literal, shown
from tensorlab.explain.story.frames import Chapter, Explanation, Frame, Operand
from tensorlab.explain.story.pictures import headline, more_elements
from tensorlab.explain.strategies.regions import ordinal
from tensorlab.render.explanations.equation_view import UNBROKEN, equation_text, unbroken
from tensorlab.render.look.narration import COMPARED, listed, shape_words, spoken, spoken_sentence
from tensorlab.wording import counted

SENTENCE = re.compile(r"[A-Z][a-z]* ")  # that begins with a word, and with no name
# the last words on a slope of 1
ARRIVED = re.compile(r"(minus )?the [^:]* that came from .*")
WORD = re.compile(r"\w+")
MIDDLE = re.compile(r"The \d+ \w+ in the middle make \S+ together\.")
INDENT = "  "
MOST_LINES = 25  # of an answer about one element
# Elements of an operation before the one that was asked about, and how much is told beside them:
# its idea, and by which rule a gradient goes back through it.
ON_THE_WAY = ((4, 2), (4, 1), (2, 1), (1, 1), (1, 0))


def explanation_text(explanation: Explanation, width: int = 80) -> str:
    """Return an explanation as text that is at most so many columns wide.

    Of what leads to the last operation each has its idea and the arithmetic alone; an answer about
    one element has as much of it as there is room for.
    """
    *before, last = explanation.chapters
    ending = list(chapter_lines(last, width))
    if last.is_asked:
        return "\n".join([*lines_before(before, width, MOST_LINES - len(ending)), *ending])
    written = [short_lines(each, width) for each in before]
    return "\n\n".join("\n".join(lines) for lines in [*written, ending])


def lines_before(chapters: list[Chapter], width: int, room: int) -> list[str]:
    """Return the lines on what leads to an element: as many as fit, of the nearest operations."""
    heads = [headline(each) for each in chapters]
    again = [head == before for head, before in zip(heads, ["", *heads], strict=False)]
    for most, beside in ON_THE_WAY:
        written = [
            list(short_lines(each, width, most, beside, is_again=is_again))
            for each, is_again in zip(chapters, again, strict=True)
        ]
        if sum(map(len, written)) <= room:
            return [line for lines in written for line in lines]
    left_out = 0
    while written[left_out:] and sum(map(len, written[left_out:])) >= room:
        left_out += 1
    kept = written[left_out:]
    words = f"{counted(left_out, 'more operation')} before {'these' if kept else 'this'}."
    return [*([words] if left_out else []), *(line for lines in kept for line in lines)]


def short_lines(
    chapter: Chapter, width: int, most: int = 4, beside: int = 1, *, is_again: bool = False
) -> Iterator[str]:
    """Yield the lines on an operation on the way: what it is, the arithmetic of a few elements.

    What was done just before, in another turn, has its name and its idea there.
    """
    if not is_again:
        yield from folded(headline(chapter), width, "")
        yield from folded(chapter.idea, width, INDENT) if chapter.idea and beside else ()
    shown = [each for each in chapter.frames if each.inputs or each.text != literal(each.value)]
    rest = len(shown[most:])
    # the last one often decides
    kept = [*shown[: most - 1], shown[-1]] if rest else shown
    told = [list(lines_on_the_way(frame, beside)) for frame in kept]
    told[-1:-1] = [[more_elements(rest)]] if rest else []
    text = " ".join(line for lines in told for line in lines)
    idea = set(WORD.findall(chapter.idea)) if beside else ()
    for note in chapter.notes:
        name, *others = note.partition(":")[0].split(" and ")
        is_read = f" {name}[" in text or (others and name in idea) or "the turn of the loop" in note
        yield from folded(note, width, INDENT) if is_read else ()
    for each in dict.fromkeys(line for lines in told for line in lines):  # some share steps
        yield from folded(each, width, INDENT)
    if beside > 1 and chapter.operation.startswith("back through"):
        ruled = [each.sentence for each in shown[:1] if each.text != literal(each.value)]
        yield from (line for rule in ruled for line in folded(rule, width, INDENT * 3))


def lines_on_the_way(frame: Frame, beside: int) -> Iterator[str]:
    """Yield the arithmetic of an element, and of the steps whose numbers stand in it."""
    if frame.text == literal(frame.value):
        arrived = ARRIVED.search(frame.sentence)
        words = (arrived[0] if arrived else frame.sentence.partition(": number ")[0]).rstrip(".")
        words = f"as {words.partition('. As ')[2]}" if ". As " in words else words
        words = f"{words[:1].lower()}{words[1:]}" if SENTENCE.match(words) else words
        yield f"{equation_text(frame).plain}: {words}."
        return
    yield equation_text(frame).plain
    yield from (INDENT + each for each in MIDDLE.findall(frame.sentence))
    if beside and any(step.name and literal(step.value) in frame.text for step in frame.steps):
        told = ((step.sentence * (beside > 1), equation_text(step).plain) for step in frame.steps)
        yield from (INDENT + each for words in told for each in words if each)


def chapter_lines(chapter: Chapter, width: int) -> Iterator[str]:
    """Yield the lines on one operation: its idea, and then element by element."""
    yield from folded(headline(chapter), width, "")
    for note in chapter.words:
        yield from folded(note, width, INDENT)
    said = {""}
    for position, frame in enumerate(chapter.frames):
        yield from frame_lines(frame, width, said, with_steps=not position)
    if chapter.hidden:
        words = f"{more_elements(chapter.hidden)}; --element asks for one of them."
        yield from folded(words, width, INDENT)


def frame_lines(frame: Frame, width: int, said: set[str], *, with_steps: bool) -> Iterator[str]:
    """Yield the lines on one element: the arithmetic, then words that are new, then the steps."""
    yield from folded(equation_text(frame).plain, width, INDENT)
    yield from folded(frame.sentence, width, INDENT * 3) if frame.sentence not in said else ()
    said.add(frame.sentence)
    for step in frame.steps if with_steps else ():
        yield from folded(step.sentence, width, INDENT * 3) if step.sentence else ()
        yield from folded(equation_text(step).plain, width, INDENT * 4)


def folded(text: str, width: int, indent: str = "", further: str = INDENT) -> list[str]:
    """Return a text in lines, broken within no place; a continuation is indented further."""
    indents: dict[str, Any] = {"initial_indent": indent, "subsequent_indent": indent + further}
    lines = textwrap.wrap(unbroken(text), max(width, 20), break_on_hyphens=False, **indents)
    return [line.replace(UNBROKEN, " ") for line in lines] or [indent.rstrip()]


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


def narrated_explanation(explanation: Explanation) -> str:
    """Return an explanation as sentences, one a line."""
    count = len(explanation.chapters)
    return "\n".join(
        line
        for number, chapter in enumerate(explanation.chapters, 1)
        for line in chapter_sentences(chapter, number, count)
    )


def chapter_sentences(chapter: Chapter, number: int, chapters: int) -> Iterator[str]:
    """Yield the sentences on one operation."""
    which = f"Operation {number} of {chapters}: " if chapters > 1 else ""
    yield f"{which}{chapter.operation}, written {chapter.source.rstrip('.')}."
    yield from map(spoken_sentence, chapter.words)
    for operand in chapter.operands:
        yield operand_sentence(operand)
    if len(chapter.parts) > 1:
        sizes = [f"{shape_words(each.shape)}, {each.dtype[6:]}" for each in chapter.parts]
        told = dict.fromkeys(f"{ordinal(at)} {each}" for at, each in enumerate(sizes))
        yield f"There are {len(sizes)} results: the {'; the '.join(told)}."
    else:
        yield f"The result is {shape_words(chapter.shape)}, {chapter.dtype.removeprefix('torch.')}."
    said = {""}
    for frame in chapter.frames * (number == chapters or not chapter.is_made_of_nothing):
        yield from frame_sentences(frame, said)
    if chapter.hidden:
        yield f"Left out: {more_elements(chapter.hidden)}."


def operand_sentence(operand: Operand) -> str:
    """Return what an operand is: its numbers are said where they are counted with."""
    words = f"{spoken_sentence(operand.name)} is {shape_words(operand.shape)}, {operand.dtype[6:]}."
    values = [f"Its value: {spoken(shown(literal(value)))}." for value in operand.elements.values()]
    return " ".join([words, *(values if math.prod(operand.shape) == 1 else ())])


def frame_sentences(frame: Frame, said: set[str]) -> Iterator[str]:
    """Yield the sentences on one element, and on its steps those that nobody has heard yet."""
    part = "" if frame.part is None else f" of the {ordinal(frame.part)} result"
    where = f"Element {listed(map(str, frame.index))}{part}" if frame.index else "The result"
    yield f"{where} is {made_from(frame)}. {spoken_sentence(frame.sentence)}".rstrip()
    number = 0
    for step in frame.steps:
        words = f"{spoken_sentence(step.sentence)} " * (step.sentence not in said)
        what = [step.name] if step.name else ["Element" if words else "element"] * bool(step.index)
        place = (*what, listed(map(str, step.index)))
        named = (" at " if step.name else " ").join(filter(None, place))
        told = f"{named}{' is ' if named else ''}{made_from(step)}."
        if told not in said:
            number += 1
            yield f"Step {number}: {words}{told}"
        said |= {step.sentence, told}


def made_from(frame: Frame) -> str:
    """Return a value with the arithmetic that gives it, in words, where it is not the value."""
    value = spoken(shown(literal(frame.value)))
    made = spoken(shown(frame.text))
    if made == value:
        return value
    asked = isinstance(frame.value, bool) and any(word in made for word in COMPARED.values())
    return f"{value}, {'the answer to whether' if asked else 'from'} {made}"
