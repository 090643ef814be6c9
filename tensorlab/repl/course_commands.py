"""What authors do with lessons: begin one, check them, see one as it will be shown."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

from tensorlab.course.authoring.course_check import check_course, minutes, template
from tensorlab.course.authoring.handout import handout, own_work
from tensorlab.course.authoring.linter import Fault
from tensorlab.course.lessons.library import Library
from tensorlab.course.misconceptions.catalogue import IDEAS
from tensorlab.course.progress.path import in_order
from tensorlab.course.progress.progress import Progress, saved_progress
from tensorlab.frozen import json_line
from tensorlab.process.lifecycle import ExitCode, WrongUsageError, emit, say, write_file
from tensorlab.render.look.console import show
from tensorlab.render.look.tables import Pairs
from tensorlab.repl.lesson_script import shown
from tensorlab.repl.lesson_start import found, is_terminal, library_with, say_notices
from tensorlab.wording import counted
from tensorlab.workspace.as_json import to_json
from tensorlab.workspace.exporting import FORMS
from tensorlab.workspace.lesson_actions import begun, new_session
from tensorlab.workspace.pages_json import check_object

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tensorlab.course.lessons.lesson import Lesson

SECONDS = 0.3  # between looks at a file that is being written


def new(file: str) -> int:
    """Write the beginning of a lesson.

    Raises:
        WrongUsageError: the file exists, or cannot be written.
    """
    path = Path(file).with_suffix(".md")
    title = path.stem.replace("-", " ").replace("_", " ").capitalize()
    write_file(str(path), template(title, path.stem), "x")
    say(f"{path} is written. To see it: tensorlab course preview {path}")
    return ExitCode.FINE


def check(place: str | None, form: str = "auto") -> int:
    """Check the lessons of a folder or a file, all installed ones without, and return the code."""
    library = library_at(place)
    lessons = library.lessons
    course: Sequence[Lesson] = lessons
    if place is not None:  # further lessons stand among those that are installed
        names = {lesson.name for lesson in lessons}
        others = [lesson for lesson in Library().lessons if lesson.name not in names]
        course = in_order([*others, *lessons])
    unreadable = [Fault(each.path, each.line, each.message) for each in library.broken]
    faults = [*unreadable, *check_course(lessons, new_session, course)]
    if form == "json":
        print(json_line(check_object(lessons, faults)))
    else:
        for fault in faults:
            say(str(fault))
        questions = sum(len(lesson.questions) for lesson in lessons)
        known = f"{counted(len(lessons), 'lesson')}, {counted(questions, 'question')}"
        about = counted(round(sum(map(minutes, lessons))), "minute")
        print(f"{known}, about {about}: {counted(len(faults), 'fault')}")
    return ExitCode.CHECK_FAILED if faults else ExitCode.FINE


def library_at(place: str | None) -> Library:
    """Return the lessons of a folder or a file.

    Raises:
        WrongUsageError: there is none.
    """
    if place is not None and not Path(place).exists():
        raise WrongUsageError(f"there is no {place}")
    return Library(Path(place) if place is not None else None)


def preview(file: str) -> int:
    """Show a lesson from beginning to end, on a terminal again whenever it is saved."""
    seen = None
    while True:
        saved = saved_at(Path(file))
        # An editor takes a file away for a moment, to put another in its place.
        if seen is None or saved not in {None, seen}:
            seen = saved or 0
            show_whole(file)
        if not is_terminal():
            return ExitCode.FINE
        try:
            time.sleep(SECONDS)
        except KeyboardInterrupt:
            return ExitCode.FINE


def saved_at(path: Path) -> int | None:
    """Return when a file was saved, None where there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return None


def show_whole(file: str) -> None:
    """Show every step of a lesson with its answers."""
    from tensorlab.course.taking.events import Next, Skip

    library = library_at(file)
    for error in library.broken:
        say(str(error))
    for lesson in library.lessons:
        run = begun(lesson, Progress(None))
        shown(run.start())
        while run.waiting != "end":
            shown(run.send(Skip() if run.waiting == "answer" else Next()))
        for fault in check_course([lesson], new_session):
            if "no lesson" not in fault.message:
                say(str(fault))


def list_ideas(form: str = "auto") -> int:
    """Show the catalogue of wrong ideas."""
    if form == "json":
        print(json_line({"ideas": to_json(list(IDEAS.values()))}))
    else:
        ideas = IDEAS.values()
        show(Pairs((each.name, f"{each.belief}. In truth: {each.sentence}") for each in ideas))
    return ExitCode.FINE


OWN = "transcript"


def export(name: str, output: str | None, course: str | None = None, learner: str = "") -> int:
    """Write a lesson, or what was solved in all of them, in the form that the file's name says.

    Raises:
        WrongUsageError: there is no such lesson or form, or the file cannot be written.
    """
    form = Path(output).suffix.removeprefix(".") if output else "md"
    if form not in FORMS:
        raise WrongUsageError(f"a file ends in {', '.join(f'.{each}' for each in FORMS)}")
    library, progress = library_with(course, learner), saved_progress(learner)
    say_notices(progress)
    if name == OWN:
        title, pieces = "My work", own_work(library.lessons, progress, new_session)
        if not pieces:
            raise WrongUsageError("no exercise has been solved yet")
    else:
        lesson = found(library, name)
        title, pieces = lesson.title, handout(lesson, progress, new_session)
    text = FORMS[form](title, pieces)
    if output is None:
        emit(text)
        return ExitCode.FINE
    write_file(output, text, "x")
    say(f"written to {output}")
    return ExitCode.FINE
