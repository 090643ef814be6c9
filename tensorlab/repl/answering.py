"""What the prompt says to a line that is no statement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorlab.frozen import Frozen

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tensorlab.process.program_text import Program


class Answer(Frozen):
    """What a command says; `went_well` is false where what it was asked for could not be done."""

    text: RenderableType = ""
    went_well: bool = True
    leaves: bool = False
    status: int = 0  # with which it leaves
    # the lesson to take, an empty one for the list, or review
    lesson: str | None = None
    # to run in this session, or statement by statement, as typed
    program: Program | None = None
    as_typed: bool = False


def refusal(message: str, hint: str = "") -> Answer:
    """Return the answer to what cannot be done, with what to do instead."""
    from tensorlab.render.look.remarks import refused

    return Answer(refused(f"{message}; {hint}" if hint else message), went_well=False)


def quietly(message: str) -> Answer:
    """Return the answer that something was done."""
    from tensorlab.render.look.remarks import quiet

    return Answer(quiet(message))
