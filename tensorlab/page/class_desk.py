"""An assignment in the page: its lessons with the learner's own numbers, and what is handed in."""

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from tensorlab.assignments.assignment import Assignment, as_one, assignment_in
from tensorlab.assignments.hand_in import (
    Done,
    Record,
    as_line,
    hand_in_text,
    is_name,
    lines_of,
    named,
)
from tensorlab.assignments.taking import ClassRun, states
from tensorlab.course.progress.progress import Progress
from tensorlab.page import lesson_desk
from tensorlab.page.desk import Desk, JsonObject
from tensorlab.workspace.questions import CannotAnswerError

FILE = Path("class.toml")


class RecordInPage(Record):
    """What a learner does in a class; the next answer brings it to the browser, which keeps it."""

    def add(self, done: Done) -> None:
        """Write down what was done."""
        super().add(done)
        lesson_desk.written.append(as_line(done))


def assignment(desk: Desk, text: str, learner: str, work: str) -> JsonObject:
    """Return what an assignment asks of a learner, and what is done by the lines of their work.

    Raises:
        CannotAnswerError: it has mistakes, or nobody can be called so.
    """
    found, name = read(text), name_of(learner)
    state = states(found, lines_of(work))
    lessons = [
        {
            "name": part.lesson.name,
            "title": part.title,
            "due": part.due and part.due.isoformat(),
            "states": [state[part.lesson.name, item] for item in part.questions],
        }
        for part in found.parts
    ]
    return {"class": found.name, "title": found.title, "learner": name, "lessons": lessons}


def take(
    desk: Desk, text: str, learner: str, lesson: str, work: str, records: dict[str, Any]
) -> JsonObject:
    """Open a lesson of an assignment, where the learner left it.

    Raises:
        CannotAnswerError: it has mistakes, or asks no such lesson, or nobody can be called so.
    """
    found, progress = read(text), Progress(None)
    unreadable = lesson_desk.take_over(progress, records)
    for part in found.parts:
        if part.lesson.name == lesson:
            run = ClassRun(part, name_of(learner), progress, RecordInPage(lines_of(work)))
            return lesson_desk.opened(desk, run, resume=True) | {"unreadable": unreadable}
    raise CannotAnswerError(f"the assignment has no lesson {lesson!r}")


def hand_in(desk: Desk, text: str, learner: str, work: str) -> JsonObject:
    """Return the file to hand in: its name, its text.

    Raises:
        CannotAnswerError: nothing was done, or the assignment has mistakes.
    """
    found, name, done = read(text), name_of(learner), lines_of(work)
    if not done:
        raise CannotAnswerError(f"{name} has answered nothing here yet")
    file = re.sub(r"[^-.@\w]", "_", name)
    return {"name": f"{file}.jsonl", "text": hand_in_text(found, name, done)}


@lru_cache(1)
def read(text: str) -> Assignment:
    """Return the assignment in the text of a file.

    Raises:
        CannotAnswerError: it has mistakes; the first is told, with its line.
    """
    found, faults = assignment_in(text, FILE)
    if found is None:
        raise CannotAnswerError(as_one(faults))
    return found


def name_of(learner: str) -> str:
    """Return a learner's name as a hand-in has it.

    Raises:
        CannotAnswerError: it is none, or too long.
    """
    name = named(learner)
    if not is_name(name):
        raise CannotAnswerError("give the name under which you hand in, of 200 characters at most")
    return name


ACTIONS: dict[str, Callable[..., JsonObject]] = {
    each.__name__: each for each in (assignment, take, hand_in)
}
