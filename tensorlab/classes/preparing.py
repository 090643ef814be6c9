"""`tensorlab class new` and `class check`: an assignment is begun, and looked over."""

import json
import os
import random
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path

from tensorlab.assignments.assignment import Assignment, lesson_named, question_of
from tensorlab.assignments.taking import asking_only, varies
from tensorlab.classes.kept import assignment_of
from tensorlab.course.lessons.lesson import Tell
from tensorlab.course.lessons.library import Library, UnknownLessonError
from tensorlab.frozen import asdict, json_line
from tensorlab.process.lifecycle import ExitCode, WrongUsageError, say, write_file
from tensorlab.wording import counted

FILE = "class.toml"
TEMPLATE = """\
# An assignment. After a change: tensorlab class check class.toml
title = {title}
{due}
seed = {seed}  # the learners' numbers follow from it: leave it once this file is handed out
{course}points = 1  # of a question
attempts = 3  # answers that count; of a prediction or a choice only the first
hint_cost = 0.5  # points that a hint takes away; 0: hints are free

# Each key above may also stand in a table below, and holds for that lesson alone.
"""
LESSON = """
[[lessons]]
name = {name}
# questions = {questions}
"""


def new(
    folder: str,
    lessons: str,
    course: str | None,
    title: str | None,
    due: str | None,
    seed: int | None,
) -> int:
    """Write an assignment to edit by hand, and say what to hand out.

    Raises:
        WrongUsageError: a lesson or a day is none, or the file exists.
    """
    if course is not None and not Path(course).exists():
        raise WrongUsageError(f"there is no folder {course}")
    libraries = [Library(Path(course)), Library()] if course else [Library()]
    names = [name.strip() for name in lessons.split(",") if name.strip()]
    if not names:
        raise WrongUsageError("name the lessons, as: --lessons add,matmul")
    try:
        asked = dict.fromkeys(lesson_named(name, libraries) for name in names)
    except UnknownLessonError as error:
        raise WrongUsageError(str(error)) from None
    place = Path(folder)
    file = place / FILE
    day = f"due = {day_of(due)}" if due else "# due = 2026-12-01"
    beside = f"course = {quoted(relative(course, place))}\n" if course else ""
    text = TEMPLATE.format(
        title=quoted(title or ", ".join(each.title for each in asked)),
        due=day,
        seed=random.SystemRandom().randrange(10**9) if seed is None else seed,
        course=beside,
    )
    for lesson in asked:
        items = json.dumps([question.item for question in lesson.questions], ensure_ascii=False)
        text += LESSON.format(name=quoted(lesson.name), questions=items)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongUsageError(f"{folder} cannot be made: {error.strerror}") from None
    write_file(str(file), text, "x")
    say(f"{file} is written: edit it, then: tensorlab class check {file}")
    say(f"Hand out: {file}" + (f", and the folder {course}" if course else ""))
    say(f"Learners type: tensorlab class take {FILE} --learner NAME")
    say(f"and hand in with: tensorlab class hand-in {FILE} --learner NAME -o NAME.jsonl")
    if not course:
        say("or do both in the web page, under Lessons, A class")
    return ExitCode.FINE


def relative(course: str, place: Path) -> str:
    """Return the path of a course as an assignment in some folder names it."""
    try:
        return Path(os.path.relpath(course, place)).as_posix()
    except ValueError:  # on another drive
        return Path(course).resolve().as_posix()


def day_of(due: str) -> str:
    """Return a day or a time as TOML writes it.

    Raises:
        WrongUsageError: it is none.
    """
    for kind in (date, datetime):
        with suppress(ValueError):
            return kind.fromisoformat(due).isoformat()
    words = f"{due!r} is not a date; write it as 2026-12-01, or with a time: 2026-12-01T18:00"
    raise WrongUsageError(words)


def quoted(text: str) -> str:
    """Return a text as TOML writes it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def check(file: str, form: str) -> int:
    """Say what is wrong with an assignment, and what its questions are like; return the code."""
    assignment, faults = assignment_of(file)
    notes = list(notes_on(assignment)) if assignment is not None else []
    questions = sum(len(part.questions) for part in assignment.parts) if assignment else 0
    if form == "json":
        found = [{**asdict(fault), "path": str(fault.path)} for fault in faults]
        total = assignment.total if assignment else 0
        print(json_line({"questions": questions, "points": total, "faults": found, "notes": notes}))
    else:
        for fault in faults:
            say(str(fault))
        for note in notes:
            print(f"note: {note}")
        if assignment is not None:
            lessons, points = len(assignment.parts), counted(assignment.total, "point")
            asked = f"{counted(lessons, 'lesson')}, {counted(questions, 'question')}"
            print(f"{asked}, {points}: no faults")
    return ExitCode.CHECK_FAILED if faults else ExitCode.FINE


def notes_on(assignment: Assignment) -> list[str]:
    """Return what a lecturer should know of the questions."""
    notes = []
    for part in assignment.parts:
        lesson = asking_only(part.lesson, part.questions)
        told = [item for item in part.questions if isinstance(question_of(part, item), Tell)]
        same = [i for i in part.questions if i not in told and not varies(part, lesson, i)]
        if told:
            notes.append(f"{lesson.name}: any answer in words gets its points: {', '.join(told)}")
        if same:
            notes.append(f"{lesson.name}: the same numbers for everybody: {', '.join(same)}")
    return notes
