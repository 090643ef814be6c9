"""What is told of some questions, word by word: `python -m tests.explain.test_told` writes it anew.

In `told.txt` stands each question, and behind it what its chapters and their frames are made of.
A word before a colon asks for something else: KINDS has them.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from tensorlab.explain.arithmetic.arithmetic import beats
from tensorlab.explain.arithmetic.numbers import literal, shown
from tensorlab.explain.gradients.graph import step_of, walk_through
from tensorlab.explain.looking.subexpressions import tensor_parts
from tensorlab.explain.running import explained
from tensorlab.explain.story.explanation import explanation_of
from tensorlab.explain.story.frames import Chapter, Frame
from tensorlab.explain.story.pictures import Panel, panels
from tensorlab.language.outcome import Outcome
from tensorlab.language.running.session import Session
from tests.explain.telling import SETUP
from tests.written import answers_in, write_anew

FILE = Path(__file__).parent / "told.txt"
QUESTIONS = answers_in(FILE)


def told(question: str) -> str:
    """Return what is told of a question: a program, and behind a ? an element that is asked for."""
    kind, _, program = question.partition(": ")
    if kind not in KINDS:
        kind, program = "", question
    return "\n".join(KINDS[kind](program))


def run(program: str) -> tuple[Outcome, str, Session]:
    """Return the outcome of a program, all that was run, and its session."""
    source = f"{SETUP}from torch import nn\n{program}"
    session = Session(record=True, write=lambda text: None)
    return session.run(source), source, session


def chapters_on(question: str) -> tuple[Chapter, ...]:
    """Return the chapters on a question."""
    program, _, asked = question.partition(" ? ")
    outcome, source, _ = run(program)
    assert outcome.failure is None, outcome.failure
    return explanation_of(
        outcome, source, [tuple(map(int, asked.split()))] if asked else ()
    ).chapters


def of_chapters(question: str) -> Iterator[str]:
    """Yield what the chapters on a question are made of."""
    return (line for chapter in chapters_on(question) for line in lines_of(chapter))


def lines_of(chapter: Chapter) -> Iterator[str]:
    """Yield what a chapter is made of."""
    drawn = [f"{each.name} {each.shape} {each.dtype}" for each in chapter.operands]
    drawn += ["nothing"] * chapter.is_made_of_nothing
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


def of_panels(question: str) -> Iterator[str]:
    """Yield the pictures of the last frame, as a whole and beat by beat."""
    chapter = chapters_on(question)[-1]
    last = len(chapter.frames) - 1
    for beat in (None, *range(beats(chapter.frames[last]))):
        yield f"beat {beat}"
        yield from (line for each in panels(chapter, last, beat) for line in panel_lines(each))


def panel_lines(panel: Panel) -> Iterator[str]:
    """Yield the picture of a tensor: each number with how it is marked and its term."""
    yield f" {panel.operator} {panel.title} {panel.facts} {panel.column_labels} {panel.is_result}"
    for label, row in zip(panel.row_labels, panel.rows, strict=True):
        slots = (f"{each.text}{each.mark}{'' if each.term is None else each.term}" for each in row)
        yield f"  {label}| {' | '.join(slots)}"


def of_graph(program: str) -> Iterator[str]:
    """Yield the steps of the graph behind a value, and what is told of them, there and back."""
    outcome, source, session = run(program)
    given = outcome.value, outcome, source, session.names
    walk = walk_through(*given)
    for node in walk.nodes:
        yield f"{node.number} {node.label} {node.name} {node.shape} {node.sources} {node.text}"
        found = step_of(*given, node.number)
        yield from (f"  {each.source}: {each.operation}" for each in found[1].chapters)
    yield f"{walk.steps} {step_of(*given, 99)}"


def of_parts(program: str) -> Iterable[str]:
    """Yield the parts of an expression that are tensors."""
    outcome = Session(record=True, write=lambda text: None).run(program)
    return (f"{each.source} {each.shape} {each.dtype}" for each in tensor_parts(outcome))


def of_failure(program: str) -> Iterator[str]:
    """Yield what is told of a program that fails, and the repairs that are offered."""
    session = run("0")[2]
    failure = explained(session.run(program), session).failure
    yield from (failure.explanation, *failure.hints)
    yield from (f" {each.program!r}: {each.meaning}" for each in failure.repairs)


KINDS: dict[str, Callable[[str], Iterable[str]]] = {
    "": of_chapters, "drawn": of_panels, "graph": of_graph, "parts": of_parts, "wrong": of_failure,
}  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_is_told_as_written(question):
    assert told(question) == QUESTIONS[question]


if __name__ == "__main__":
    write_anew(FILE, QUESTIONS, told)
