"""What was typed or learned in the page as a file to keep."""

from collections.abc import Sequence

from tensorlab.course.authoring.handout import Piece, handout
from tensorlab.course.lessons.lesson import Lesson
from tensorlab.course.progress.progress import Progress
from tensorlab.page.told import JsonObject
from tensorlab.workspace.exporting import FORMS
from tensorlab.workspace.lesson_actions import new_session
from tensorlab.workspace.questions import CannotAnswerError
from tensorlab.workspace.saving import program_of
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


def handed_out(lesson: Lesson, progress: Progress, form: str) -> JsonObject:
    """Return a lesson with the learner's answers in one of the forms.

    Raises:
        CannotAnswerError: there is no such form.
    """
    return as_file(lesson.name, form, lesson.title, handout(lesson, progress, new_session))


def as_file(name: str, form: str, title: str, pieces: Sequence[Piece]) -> JsonObject:
    """Return words and programs as a file.

    Raises:
        CannotAnswerError: there is no such form.
    """
    if form not in FORMS:
        raise CannotAnswerError(f"there is no form {form}")
    return {"name": f"{name}.{form}", "text": FORMS[form](title, pieces)}
