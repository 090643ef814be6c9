"""What was typed or learned in the page as a file to keep."""

from collections.abc import Sequence

from tensorlab.course.authoring.handout import Piece
from tensorlab.page.told import JsonObject
from tensorlab.workspace.exporting import FORMS
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


def as_file(name: str, form: str, title: str, pieces: Sequence[Piece]) -> JsonObject:
    """Return words and programs as a file.

    Raises:
        CannotAnswerError: there is no such form.
    """
    if form not in FORMS:
        raise CannotAnswerError(f"there is no form {form}")
    return {"name": f"{name}.{form}", "text": FORMS[form](title, pieces)}
