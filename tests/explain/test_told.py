"""What is told of some questions, word by word: `python -m tests.explain.test_told` writes it anew.

In `told.txt` stands each question, and behind it what its chapters and their frames are made of.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tensorlab.explain.arithmetic.numbers import literal, shown
from tensorlab.explain.story.frames import Chapter, Frame
from tensorlab.explain.story.story import explanation_of
from tensorlab.language.running.session import Session
from tests.explain.telling import SETUP

FILE = Path(__file__).parent / "told.txt"
PARTS = FILE.read_text(encoding="utf-8").rstrip("\n").split("\n====\n")
QUESTIONS = dict(part.split("\n--\n") for part in PARTS)


def told(question: str) -> str:
    """Return what is told of a question: a program, and behind a ? an element that is asked for."""
    program, _, asked = question.partition(" ? ")
    source = f"{SETUP}from torch import nn\n{program}"
    outcome = Session(record=True, write=lambda text: None).run(source)
    assert outcome.failure is None, outcome.failure
    elements = [tuple(map(int, asked.split()))] if asked else []
    chapters = explanation_of(outcome, source, elements).chapters
    return "\n".join(line for chapter in chapters for line in lines_of(chapter))


def lines_of(chapter: Chapter) -> Iterator[str]:
    """Yield what a chapter is made of."""
    drawn = [f"{each.name} {each.shape} {each.dtype}" for each in chapter.operands]
    results = [f"{each.name} {each.shape}" for each in chapter.parts]
    yield f"{chapter.source}: {chapter.operation} {chapter.shape} {chapter.dtype}"
    yield f" of {', '.join(drawn)} gives {', '.join(results)}, hidden {chapter.hidden}"
    yield from (f" {words}" for words in chapter.words)
    yield from (f" padded {each}" for each in chapter.padding)
    for frame in chapter.frames:
        yield from frame_lines(frame, " ")


def frame_lines(frame: Frame, indent: str) -> Iterator[str]:
    """Yield what a frame is made of, in digits that any machine has, and what its steps are."""
    part = "" if frame.part is None else f"part {frame.part} "
    given = ", ".join(f"{each.name}{list(each.index)}" for each in frame.inputs)
    value = shown(literal(frame.value))
    at = f"{indent}{part}{frame.name}{list(frame.index)}"
    yield f"{at} = {shown(frame.text)} = {value}: {frame.sentence} ({given})"
    for step in frame.steps:
        yield from frame_lines(step, f"{indent} ")


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_is_told_as_written(question):
    assert told(question) == QUESTIONS[question]


if __name__ == "__main__":
    answers = [f"{question}\n--\n{told(question)}" for question in QUESTIONS]
    FILE.write_text("\n====\n".join(answers) + "\n", encoding="utf-8")
