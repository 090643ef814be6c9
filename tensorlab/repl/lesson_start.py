"""`tensorlab lesson`: the list, or one lesson on a terminal or from a script's answers."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tensorlab.course.lessons.files import short_name
from tensorlab.course.lessons.library import Library, UnknownLessonError
from tensorlab.course.progress.due import answered, due
from tensorlab.course.progress.path import next_lesson, track_of
from tensorlab.course.progress.progress import Progress, saved_progress
from tensorlab.course.progress.standing import standing
from tensorlab.frozen import asdict, json_line
from tensorlab.process.lifecycle import ExitCode, WrongUsageError, say
from tensorlab.render.lessons.lesson_list import LessonMap, lesson_list, standing_view
from tensorlab.render.look.console import show
from tensorlab.render.look.remarks import typed_as
from tensorlab.wording import counted

if TYPE_CHECKING:
    from tensorlab.course.lessons.lesson import Lesson
    from tensorlab.course.taking.machine import LessonRun
    from tensorlab.workspace.configuration import Configuration

MOST_FOUND = 4


def library_with(course: str | None, learner: str = "") -> Library:
    """Return the installed lessons, and those of a folder, with a learner's numbers.

    Raises:
        WrongUsageError: there is no such folder.
    """
    if course is not None and not Path(course).exists():
        raise WrongUsageError(f"there is no folder {course}")
    return Library(more=[Path(course)] if course else [], learner=learner)


def list_lessons(
    course: str | None = None, form: str = "auto", wanted: str = "", learner: str = ""
) -> int:
    """Show the map of the lessons, and return the exit code.

    Shown are all titles where `all` are wanted or nobody sits there; or those of a `wanted` track.

    Raises:
        WrongUsageError: there is no such track.
    """
    library, progress = library_with(course), saved_progress(learner)
    track = None if wanted in {"", "all"} else track_named(wanted, library)
    if form == "json":
        from tensorlab.workspace.pages_json import lessons_object

        print(json_line(lessons_object(library.lessons, progress)))
    elif wanted or not (library.read and is_terminal()):
        show(lesson_list(library.lessons, progress, track))
    else:
        show(LessonMap(library.lessons, progress))
    say_notices(progress)
    for error in library.broken:
        say(f"note: {error}")
    return ExitCode.FINE


def say_notices(progress: Progress) -> None:
    """Say what kept the progress from being read or saved."""
    for notice in progress.take_notices():
        say(f"note: {notice}")


def track_named(wanted: str, library: Library) -> str:
    """Return the track with such a name, or with one that begins so.

    Raises:
        WrongUsageError: there is none.
    """
    tracks = dict.fromkeys(map(track_of, library.lessons))
    found = [each for each in tracks if each.startswith(wanted.lower())]
    if not found:
        raise WrongUsageError(f"there is no track {wanted!r}; there are: {', '.join(tracks)}")
    return found[0]


def due_line(library: Library, progress: Progress) -> str:
    """Return how many questions are due, and how to answer them; nothing where none is."""
    count = len(due(library.begun(progress.records), progress))
    waits = counted(count, "question is", "questions are")
    return f"{waits} due for review: {typed_as('review')}" if count else ""


def go_on(course: str | None = None, learner: str = "", form: str = "auto") -> int:
    """Take the lesson that comes next, or list them where all are done or nobody is there."""
    library, progress = library_with(course), saved_progress(learner)
    advice = next_lesson(library.lessons, progress)
    if waiting := due_line(library, progress):
        say(waiting)
    if advice is None or not is_terminal():
        return list_lessons(course, form, learner=learner)
    say(f"{advice.title}: {advice.why}.\nThe map of all lessons: tensorlab lesson --list")
    return take_lesson(advice.lesson, None, course, learner, form)


def take_lesson(
    name: str,
    configuration: "Configuration | None" = None,
    course: str | None = None,
    learner: str = "",
    form: str = "auto",
) -> int:
    """Take a lesson from where it was left, and return the exit code.

    `course` is a folder of further lessons, `learner` says whose numbers there are.

    Raises:
        WrongUsageError: there is no such lesson.
    """
    library = library_with(course, learner)
    lesson = found(library, name)
    import numpy as np  # noqa: F401  from here, not from deep within, as in commands/evaluate.py

    # the list of lessons needs no engine
    from tensorlab.workspace.lesson_actions import begun

    return take(begun(lesson, saved_progress(learner), library.lessons), configuration, form)


def take(run: "LessonRun", configuration: "Configuration | None" = None, form: str = "auto") -> int:
    """Take a lesson on a terminal, or with answers from standard input."""
    if form != "json" and is_terminal():
        from tensorlab.render.configuration import usual_configuration
        from tensorlab.repl.lesson_prompt import take_at_prompt

        return take_at_prompt(run, configuration or usual_configuration())
    from tensorlab.repl.lesson_script import take_from_script

    return take_from_script(run, form)


def found(library: Library, name: str) -> "Lesson":
    """Return the lesson that answers to a name.

    Raises:
        WrongUsageError: none does; those that speak of it are named.
    """
    try:
        return library.find(name)
    except UnknownLessonError as error:
        titles = [f"{each.name} ({each.title})" for each in library.search(name)[:MOST_FOUND]]
        speaking = f" These lessons mention it: {', '.join(titles)}." if titles else ""
        told = on_relatives(library, name) or f"{error}{speaking}"
        raise WrongUsageError(told) from None


def on_relatives(library: Library, name: str) -> str:
    """Return where to read on of what has no lesson; nothing of what has no page either."""
    from tensorlab.course.progress.nearest import class_place, nearest_lesson
    from tensorlab.explain.reference.functions import declared, last_named

    short = short_name(name)
    if not (declared(short) or last_named(short) or class_place(short)):
        return ""
    page = f"There is no lesson on {name!r}; its page: {typed_as(f'help {name}')}."
    lesson = nearest_lesson(library, short)
    if lesson is None:
        return page
    return f"{page} The lesson nearest to it is {lesson.name} ({lesson.title})."


def is_terminal() -> bool:
    """Return whether somebody sits there."""
    return sys.stdin.isatty() and sys.stdout.isatty()


EVERYTHING = "all"


def review(
    *, missed: bool = False, form: str = "auto", course: str | None = None, learner: str = ""
) -> int:
    """Ask a few questions that are due, or those that were missed, and return the exit code."""
    from tensorlab.course.progress.review import review_of
    from tensorlab.course.taking.events import Notice
    from tensorlab.workspace.lesson_actions import begun, new_session, nothing_due

    library, progress = library_with(course, learner), saved_progress(learner)
    questions = (answered if missed else due)(library.lessons, progress)
    questions = [each for each in questions if each.missed or not missed]
    if not questions:
        say_notices(progress)
        why = "Nothing was missed." if missed else nothing_due(library.lessons, progress)
        if form == "json":
            from tensorlab.repl.lesson_script import tell_as_json

            tell_as_json(Notice(why))
        else:
            say(why)
        return ExitCode.FINE
    lesson, written = review_of(questions, progress, new_session)
    return take(begun(lesson, written, library.lessons), form=form)


def show_progress(
    restart: str | None = None, form: str = "auto", course: str | None = None, learner: str = ""
) -> int:
    """Show how one stands, or forget a lesson, and return the exit code.

    It fails where the progress that is to be forgotten cannot be read or written.

    Raises:
        WrongUsageError: there is no such lesson to begin anew.
    """
    library, progress = library_with(course, learner), saved_progress(learner)
    if restart is not None:
        names = [each.name for each in library.lessons]
        if restart not in (*names, EVERYTHING):
            raise WrongUsageError(
                f"there is no lesson {restart!r}; {EVERYTHING} forgets all lessons"
            )
        for name in names if restart == EVERYTHING else [restart]:
            progress.restart(name)
        if progress.path is None:
            say_notices(progress)
            return ExitCode.FAILED
        say(f"note: {restart} starts again from the beginning")
    stands = standing(library.lessons, progress)
    if form == "json":
        print(json_line(asdict(stands)))
    else:
        show(standing_view(stands))
    say_notices(progress)
    return ExitCode.FINE
