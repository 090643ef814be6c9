"""`tensorlab run`: a program from a file, as Python would run it with PyTorch."""

from functools import partial
from pathlib import Path
from typing import Literal

from tensorlab.commands.initial_options import (
    AS_USUAL,
    EVALUATION,
    InitialOptions,
    watch,
    with_advice,
)
from tensorlab.explain.looking.notices import Watcher
from tensorlab.explain.running import explained
from tensorlab.language.outcome import Failure, Outcome
from tensorlab.language.running.session import Budget, Session
from tensorlab.process.lifecycle import emit
from tensorlab.process.program_text import NotTextError, program_of_file
from tensorlab.render.outcome import show_failure, show_farewell, show_notices

Form = Literal["auto", "json"]


def run(
    file: str,
    form: Form = "auto",
    budget: Budget = EVALUATION,
    *,
    notices: bool = True,
    beginning: InitialOptions = AS_USUAL,
) -> int:
    """Run a program, which prints what it prints, and return the exit code."""
    printed: list[str] = []
    show = partial(shown, printed=printed if form == "json" else None)
    try:
        program = program_of_file(file)
    except NotTextError as error:
        return show(Outcome(failure=Failure("SyntaxError", str(error))), file)
    watcher = Watcher() if notices else None
    write = printed.append if form == "json" else emit
    session = Session(preload=False, budget=budget, write=write, watch=watcher)
    beginning.enter(session)
    session.variables["__file__"] = str(Path(program.name).absolute())
    session.kept.of_modules["sys"] = {"argv": [program.name]}
    stop_the_clock = watch(budget, lambda outcome: show(outcome, program.name))
    outcome = explained(session.run(program.text, name=program.name), session)
    stop_the_clock()
    return show(outcome if notices else outcome._replace(notices=()), program.name)


def shown(outcome: Outcome, name: str, printed: list[str] | None) -> int:
    """Show what the program did not print itself, or all as JSON, and return the exit code."""
    outcome = with_advice(outcome)
    if printed is not None:
        from tensorlab.workspace.as_json import run_line

        print(run_line(outcome, "".join(printed)))
    else:
        show_notices(outcome.notices)
        show_farewell(outcome)
        if outcome.failure is not None:
            show_failure(outcome.failure, name)
    return outcome.code
