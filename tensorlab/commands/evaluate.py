"""`tensorlab eval`: one program in, the value of its last expression out."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

# Loaded from here, not from deep within other files, where Python would take memory for its stack
# and give it back a thousand times.
import numpy as np  # noqa: F401

from tensorlab.commands.initial_options import (
    AS_USUAL,
    EVALUATION,
    NONE,
    InitialOptions,
    Values,
    watch,
    with_advice,
)
from tensorlab.explain.looking.notices import Watcher
from tensorlab.explain.running import run
from tensorlab.frozen import asdict, json_line
from tensorlab.language.outcome import Failure, Outcome
from tensorlab.language.running.session import Budget, Session
from tensorlab.process.lifecycle import ExitCode, emit
from tensorlab.process.program_text import NotTextError, program_of_argument
from tensorlab.render.outcome import Form, resolved, show_outcome, value_text

if TYPE_CHECKING:
    from tensorlab.explain.looking.holes import Answer


def evaluate(
    expressions: Sequence[str],
    form: Form = "auto",
    budget: Budget = EVALUATION,
    *,
    notices: bool = True,
    beginning: InitialOptions = AS_USUAL,
    values: Values = NONE,
) -> int:
    """Evaluate programs one after the other, show each value and return the exit code.

    The later ones know the names of the earlier ones; the first that fails is the last. Nothing is
    saved then.
    """
    printed: list[str] = []
    write = printed.append if form == "json" else emit
    session = Session(budget=budget, write=write, watch=Watcher() if notices else None)
    beginning.enter(session)
    start_the_clock = partial(watch, budget, lambda outcome: shown(outcome, form))
    stop_the_clock = start_the_clock()
    if failed := values.enter(session):
        stop_the_clock()
        return shown(failed[1], form, name=failed[0])
    value_as_text = partial(value_text, form=resolved(form))
    last: object = None
    for place, expression in enumerate(expressions):
        if place:
            stop_the_clock = start_the_clock()
        try:
            program = program_of_argument(expression)
        except NotTextError as error:
            stop_the_clock()
            return shown(Outcome(failure=Failure("SyntaxError", str(error))), form)
        if "?" in program.text and (hole := hole_in(program.text, session)):
            stop_the_clock()
            show_hole(*hole, form)
            continue
        outcome = run(session, program.text, program.name, value_as_text)
        stop_the_clock()
        told = outcome if notices else outcome._replace(notices=())
        name = program.name if expression == "-" else ""
        code = shown(told, form, "".join(printed), name)
        if code != ExitCode.FINE or outcome.status is not None:
            return code
        printed.clear()
        last = outcome.value
    values.save(last)
    return ExitCode.FINE


def hole_in(text: str, around: Session) -> "tuple[str, Answer] | None":
    """Return what a program prints, and what the hole in its last statement must be.

    None where there is no hole, or what comes before it fails: nothing has been done then, and the
    program itself is to be run.
    """
    from tensorlab.explain.looking.holes import answer, parted
    from tensorlab.language.running.world import TooLargeError

    printed: list[str] = []
    session = Session(budget=around.budget, write=printed.append)
    session.names.update(around.names)
    found = parted(text)
    if found is None or session.run(found[0]).failure is not None:
        return None
    try:
        return "".join(printed), answer(found[1], session.names)
    except TooLargeError:
        return None


def show_hole(printed: str, told: "Answer", form: Form) -> None:
    """Show what a program printed, where it is not read as JSON, and what its hole must be."""
    if form == "json":
        print(json_line({"hole": asdict(told)}))
        return
    from tensorlab.render.failures.failure import HoleAnswer
    from tensorlab.render.look.console import show

    emit(printed)
    show(HoleAnswer(told))


def shown(outcome: Outcome, form: Form, printed: str = "", name: str = "") -> int:
    """Show what came of the program and return the exit code, the program's own where it ends."""
    outcome = with_advice(outcome)
    if form == "json":
        from tensorlab.workspace.as_json import outcome_line

        print(outcome_line(outcome, printed))
    else:
        show_outcome(outcome, resolved(form), name)
    return ExitCode.FAILED if outcome.failure is not None else outcome.status or ExitCode.FINE
