"""`tensorlab lesson`: finds the lesson, and takes it on a terminal or from a script's answers."""

import sys
from collections.abc import Callable

from tensorlab.course.library import Library, UnknownLessonError
from tensorlab.course.machine import LessonRun
from tensorlab.course.progress import saved_progress
from tensorlab.language.session import Session
from tensorlab.process import ExitCode, say
from tensorlab.render.console import show
from tensorlab.render.lesson_list import lesson_list
from tensorlab.repl.configuration import Configuration, usual_configuration
from tensorlab.repl.workspace import EXPLORATION


def new_session(write: Callable[[str], object], /) -> Session:
    """Return a session for the programs of a lesson."""
    return Session(budget=EXPLORATION, write=write)


def list_lessons() -> int:
    """Show the lessons with what is done, and return the exit code."""
    library = Library()
    show(lesson_list(library.lessons, saved_progress()))
    for error in library.broken:
        say(f"note: {error}")
    return ExitCode.FINE


def take_lesson(name: str, configuration: Configuration | None = None) -> int:
    """Take a lesson from where it was left, and return the exit code."""
    try:
        lesson = Library().find(name)
    except UnknownLessonError as error:
        say(f"tensorlab: {error}")
        return ExitCode.WRONG_USAGE
    run = LessonRun(lesson, new_session, saved_progress())
    if sys.stdin.isatty() and sys.stdout.isatty():
        from tensorlab.repl.lesson_prompt import take_at_prompt

        return take_at_prompt(run, configuration or usual_configuration())
    from tensorlab.repl.lesson_script import take_from_script

    return take_from_script(run)
