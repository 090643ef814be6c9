"""Lessons in the page: the course as a list, and one lesson that is being taken."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from tensorlab.course.authoring.handout import Piece
from tensorlab.course.authoring.handout import handout as pieces_of
from tensorlab.course.lessons.lesson import Lesson
from tensorlab.course.lessons.library import Library
from tensorlab.course.progress.due import due
from tensorlab.course.progress.progress import Progress
from tensorlab.course.progress.record import from_json, to_json
from tensorlab.course.progress.review import ReviewProgress, review_of
from tensorlab.course.taking import events
from tensorlab.course.taking.events import Event
from tensorlab.course.taking.machine import LessonRun
from tensorlab.explain.story.frames import Explanation
from tensorlab.language.outcome import Outcome
from tensorlab.page.desk import Desk, JsonObject, explanation_json
from tensorlab.workspace import as_json
from tensorlab.workspace.command_line import UnknownCommandError
from tensorlab.workspace.exporting import FORMS, inline, paragraphs, program_of
from tensorlab.workspace.lesson_actions import (
    Lookup,
    Question,
    action_of,
    begun,
    new_session,
    nothing_due,
    session_of,
)
from tensorlab.workspace.questions import CannotAnswerError
from tensorlab.workspace.workspace import Workspace


def exported(workspace: Workspace, form: str) -> JsonObject:
    """Return what worked as a program, `py`, or as a notebook, `ipynb`.

    Raises:
        CannotAnswerError: nothing has been typed, or there is no such form.
    """
    if not workspace.typed:
        raise CannotAnswerError("nothing has been typed yet")
    if form == "py":
        return {"name": "session.py", "text": program_of(workspace.entered)}
    pieces = [Piece(program=source) for source in workspace.typed]
    return as_file("session", form, "A session", pieces)


def as_file(name: str, form: str, title: str, pieces: Sequence[Piece]) -> JsonObject:
    """Return words and programs as a file.

    Raises:
        CannotAnswerError: there is no such form.
    """
    if form not in FORMS:
        raise CannotAnswerError(f"there is no form {form}")
    return {"name": f"{name}.{form}", "text": FORMS[form](title, pieces)}


progress = Progress(None)
runs: dict[str, LessonRun] = {}  # the one lesson that is open, under "open"
OPEN = "open"
written: list[str] = []  # lines of a class that the browser has not been given yet
# Texts of events that are sentences with marks for code, as lessons have them.
MARKED = {"markdown", "prompt", "text", "accepts", "sentence", "model"}


@cache
def library() -> Library:
    """Return the course, read once."""
    return Library()


def restore(desk: Desk, records: dict[str, Any]) -> JsonObject:
    """Take over what the browser kept of each lesson; return the names of what is no record."""
    return {"unreadable": take_over(progress, records)}


def take_over(known: Progress, records: dict[str, Any]) -> list[str]:
    """Add what the browser kept of each lesson; return the names of what is no record."""
    unreadable = []
    for name, record in records.items():
        try:
            known.records |= from_json({"schema": record["schema"], "lessons": {name: record}})
        except Exception:  # noqa: BLE001  anything at all may stand in a browser's storage
            unreadable.append(name)
    return unreadable


def lesson(desk: Desk, name: str, *, resume: bool = True) -> JsonObject:
    """Open a lesson, where the learner left it or from its beginning.

    Raises:
        CannotAnswerError: there is no such lesson.
    """
    found = named(name)
    if not resume:
        progress.restart(name)
    return opened(desk, begun(found, progress, library().lessons), resume=resume)


def review(desk: Desk) -> JsonObject:
    """Open a lesson of a few questions that are due.

    Raises:
        CannotAnswerError: none is; when some will be.
    """
    questions = due(library().lessons, progress)
    if not questions:
        raise CannotAnswerError(nothing_due(library().lessons, progress))
    made, written = review_of(questions, progress, new_session)
    return opened(desk, begun(made, written, library().lessons))


def handout(desk: Desk, name: str, form: str) -> JsonObject:
    """Return a lesson with the learner's answers as a file: its name, its text."""
    found = named(name)
    return as_file(name, form, found.title, pieces_of(found, progress, new_session))


def named(name: str) -> Lesson:
    """Return a lesson.

    Raises:
        CannotAnswerError: there is none of that name.
    """
    for each in library().lessons:
        if each.name == name:
            return each
    raise CannotAnswerError(f"there is no lesson {name}")


def opened(desk: Desk, run: LessonRun, *, resume: bool = False) -> JsonObject:
    """Return how a lesson begins that is now the open one."""
    runs[OPEN] = run
    return step(desk, run, run.start(resume=resume))


def send(desk: Desk, text: str, *, action: str = "answer") -> JsonObject:
    """Give the open lesson a line, or do what a button says.

    Raises:
        CannotAnswerError: no lesson is open, or the line asks for what is not there.
    """
    if OPEN not in runs:
        raise CannotAnswerError("no lesson is open")
    run = runs[OPEN]
    if action != "answer":
        return step(desk, run, run.send(BUTTONS[action]))
    try:
        meant = action_of(text, session_of(run).names)
    except UnknownCommandError as error:
        raise CannotAnswerError(str(error)) from None
    if isinstance(meant, Lookup | Question):
        return aside(run, meant)
    return step(desk, run, run.send(meant))


def aside(run: LessonRun, asked: Lookup | Question) -> JsonObject:
    """Return what the prompt answers, about the lesson's own names."""
    from tensorlab.page.lines import response  # noqa: PLC0415  it loads what explains

    beside = Desk()
    beside.workspace.session.names.update(session_of(run).names)
    line = asked.line if isinstance(asked, Question) else f":help {asked.name}"
    return {"aside": response(beside, line), "waiting": run.waiting, "events": []}


def step(desk: Desk, run: LessonRun, events: list[Event]) -> JsonObject:
    """Return what happened, what is expected next, and what the browser is to keep."""
    names = {run.lesson.name}
    if isinstance(run.progress, ReviewProgress):
        names = {each.lesson.name for each in run.progress.origins.values()}
    kept = to_json({name: run.progress.lesson(name) for name in names})
    records = {name: {"schema": kept["schema"], **each} for name, each in kept["lessons"].items()}
    told = [event_json(desk, run, each) for each in events]
    lines = [written.pop(0) for _ in written[:]]
    return {"events": told, "waiting": run.waiting, "records": records, "written": lines}


def event_json(desk: Desk, run: LessonRun, event: Event) -> JsonObject:
    """Return an event with its outcome as the page draws it, and its words as HTML."""
    found: JsonObject = {"event": type(event).__name__}
    for name in event.fields:
        value = getattr(event, name)
        if isinstance(value, Outcome):
            source, printed = getattr(event, "source", ""), getattr(event, "printed", "")
            names = dict(session_of(run).names)
            found["outcome"] = desk.shown(value, source, printed, names)
        elif isinstance(value, Explanation):
            found[name] = explanation_json(value)
        elif name in MARKED and isinstance(value, str):
            found[name] = "".join(paragraphs(value))
        elif name == "names" and isinstance(value, tuple):
            found[name] = [event_json(desk, run, each) for each in value]
        else:
            found[name] = as_json.to_json(value)
    return with_sentences(found)


def with_sentences(found: JsonObject) -> JsonObject:
    """Return an event whose inner sentences and choices have their marks for code as HTML, too."""
    for reason in found.get("reasons") or ():
        reason["sentence"] = inline(reason["sentence"])
    if found.get("misconception"):
        found["misconception"]["sentence"] = inline(found["misconception"]["sentence"])
    if found.get("choices"):
        found["choices"] = [[letter, inline(text)] for letter, text in found["choices"]]
    return found


BUTTONS: dict[str, events.Action] = {
    "next": events.Next(),
    "back": events.Back(),
    "hint": events.Hint(),
    "skip": events.Skip(),
    "reset": events.Reset(),
}
ACTIONS: dict[str, Callable[..., JsonObject]] = {
    each.__name__: each for each in (restore, lesson, review, send, handout)
}
