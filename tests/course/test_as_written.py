"""What lessons say, word by word: `python -m tests.course.test_as_written` writes it anew.

`as_written.txt` holds what is asked: the word before the first colon is one of KINDS. Behind two
dashes stands what is said.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from tensorlab.course.answers.comparison import compare, see
from tensorlab.course.answers.observing import Observed
from tensorlab.course.authoring.handout import handout
from tensorlab.course.authoring.linter import check_lesson
from tensorlab.course.lessons.lesson import LessonError
from tensorlab.course.lessons.markdown import parse_lesson
from tensorlab.course.misconceptions import facts
from tensorlab.course.progress.progress import Progress
from tensorlab.course.setups.declaring import DeclarationError, declaration
from tensorlab.course.setups.drawing import draws, simpler
from tensorlab.course.taking import events
from tensorlab.course.taking.machine import LessonRun
from tensorlab.explain.story.frames import Explanation
from tensorlab.frozen import Frozen
from tensorlab.language.outcome import Outcome
from tensorlab.workspace.lesson_actions import new_session
from tests.course.conftest import FRONT
from tests.written import answers_in, write_anew

FILE = Path(__file__).parent / "as_written.txt"
ASKED = answers_in(FILE)


def said(asked: str) -> str:
    """Return what is said of what is asked."""
    kind, _, text = asked.partition(": ")
    return "\n".join(KINDS[kind](text))


def taken(text: str) -> Iterator[str]:
    """Yield what a lesson says to what is sent: a line each behind +++, a word and its text."""
    body, _, sent = text.partition("\n+++\n")
    run = LessonRun(parse_lesson(f"{FRONT}{body}\n", Path("test.md")), new_session, Progress(None))
    yield from map(line_of, run.start())
    for line in sent.splitlines():
        yield f"> {line}"
        word, _, given = line.partition(" ")
        action = getattr(events, word)(*([given] if given or word == "Answer" else []))
        yield from (f"  {line_of(event)}" for event in run.send(action))


def line_of(event: Frozen) -> str:
    """Return an event on a line, without what is empty in it; of an outcome its value."""
    found = {name: shown(getattr(event, name)) for name in event.__match_args__}
    empty = {"", "()", "None", "False"}
    given = (f"{name}={text}" for name, text in found.items() if text not in empty)
    return f"{type(event).__name__} {', '.join(given)}"


def shown(value: object) -> str:
    """Return a part of an event."""
    if isinstance(value, Outcome):
        return value.failure.type if value.failure else shown(repr(value.value))
    if isinstance(value, Explanation):
        return str([chapter.source for chapter in value.chapters])
    if isinstance(value, tuple):
        return f"({', '.join(map(shown, value))})"
    if isinstance(value, Frozen):
        return f"<{line_of(value)}>"
    return value.replace("\n", "|") if isinstance(value, str) else repr(value)


def seen(text: str) -> Iterator[str]:
    """Yield how each of some values differs from each other one, and what that may tell."""
    values = {each: new_session(str).run(each).value for each in text.split("; ")}
    sights = {each: see(value) for each, value in values.items()}
    for one, expected in sights.items():
        for other, given in sights.items():
            found = compare(expected, given)
            ideas = [
                name
                for name, holds in dict.fromkeys((*facts.SURE, *facts.LIKELY, *facts.FORETOLD))
                if holds(expected, given)
            ]
            pairs = [(sight(expected), sight(given))]
            ideas += ["factor"] * facts.is_factor_off(pairs)
            reasons = " ".join(each.sentence for each in found.reasons)
            place = found.difference and found.difference.index
            if one != other:
                yield f"{one} | {other}: {found.checked} {reasons} {place} {ideas}"


def sight(value: object) -> Observed:
    """Return what was seen as a program's."""
    return type("Sight", (), {"seen": value, "failed": False})


def drawn(text: str) -> Iterator[str]:
    """Yield draws of a declaration, and what is simpler than the last of them."""
    try:
        found = draws(declaration(text), "seed", 6, (2,))
    except DeclarationError as error:
        yield str(error)
        return
    yield from (f"{each.size} {each.program}" for each in found)
    yield from (f"  {each.program}" for each in simpler(found[-1]))


def faulty(body: str) -> Iterator[str]:
    """Yield the faults of a lesson; else what a handout of it shows."""
    try:
        lesson = parse_lesson(f"{FRONT}{body}\n", Path("test.md"))
    except LessonError as error:
        yield str(error)
        return
    faults = check_lesson(lesson, new_session)
    yield from map(str, faults)
    yield from () if faults else map(line_of, handout(lesson, Progress(None), new_session))


KINDS: dict[str, Callable[[str], Iterable[str]]] = {
    "taken": taken, "seen": seen, "drawn": drawn, "faulty": faulty,
}  # fmt: skip


@pytest.mark.parametrize("asked", ASKED)
def test_it_is_said_as_written(asked):
    assert said(asked) == ASKED[asked]


if __name__ == "__main__":
    write_anew(FILE, ASKED, said)
