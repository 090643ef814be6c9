"""`tensorlab lesson`: the list, or one lesson on a terminal or from a script's answers."""

import sys
from typing import TYPE_CHECKING

from tensorlab.course.library import Library, UnknownLessonError
from tensorlab.course.progress import saved_progress
from tensorlab.process import ExitCode, WrongUsageError, say
from tensorlab.render.console import show
from tensorlab.render.lesson_list import lesson_list

if TYPE_CHECKING:
    from tensorlab.workspace.configuration import Configuration


def list_lessons() -> int:
    """Show the lessons with what is done, and return the exit code."""
    library = Library()
    progress = saved_progress()
    show(lesson_list(library.lessons, progress))
    for notice in progress.take_notices():
        say(f"note: {notice}")
    for error in library.broken:
        say(f"note: {error}")
    return ExitCode.FINE


def take_lesson(name: str, configuration: "Configuration | None" = None) -> int:
    """Take a lesson from where it was left, and return the exit code.

    Raises:
        WrongUsageError: there is no such lesson.
    """
    try:
        lesson = Library().find(name)
    except UnknownLessonError as error:
        raise WrongUsageError(str(error)) from None
    from tensorlab.workspace.lessons import begun  # the list of lessons needs no engine

    run = begun(lesson, saved_progress())
    if sys.stdin.isatty() and sys.stdout.isatty():
        from tensorlab.repl.configuration import usual_configuration
        from tensorlab.repl.lesson_prompt import take_at_prompt

        return take_at_prompt(run, configuration or usual_configuration())
    from tensorlab.repl.lesson_script import take_from_script

    return take_from_script(run)
