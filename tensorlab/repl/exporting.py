"""`tensorlab export`: a lesson, or one's own work, as a file to keep."""

from pathlib import Path

from tensorlab.course.authoring.handout import handout, own_work
from tensorlab.course.progress.progress import saved_progress
from tensorlab.process.lifecycle import ExitCode, WrongUsageError, emit, say, write_file
from tensorlab.repl.lesson_start import found, library_with, say_notices
from tensorlab.workspace.exporting import FORMS
from tensorlab.workspace.lesson_actions import new_session

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
