"""`tensorlab run`: a program from a file, as Python would run it with PyTorch."""

from tensorlab.commands.beginning import AS_USUAL, Beginning
from tensorlab.commands.limits import EVALUATION, watch, with_advice
from tensorlab.explain.notices import Watcher
from tensorlab.explain.running import explained
from tensorlab.language.outcome import Failure, Outcome
from tensorlab.language.session import Budget, Session
from tensorlab.process import ExitCode, emit
from tensorlab.reading import NotTextError, program_of_file
from tensorlab.render.outcome import show_failure, show_notices


def run(
    file: str,
    budget: Budget = EVALUATION,
    *,
    notices: bool = True,
    beginning: Beginning = AS_USUAL,
) -> int:
    """Run a program, which prints what it prints, and return the exit code."""
    try:
        program = program_of_file(file)
    except NotTextError as error:
        show_failure(Failure("SyntaxError", str(error)))
        return ExitCode.FAILED
    watcher = Watcher() if notices else None
    session = Session(preload=False, budget=budget, write=emit, watch=watcher)
    beginning.enter(session)
    watch(budget, lambda outcome: shown(outcome, program.name))
    outcome = explained(session.run(program.text, name=program.name), session)
    return shown(outcome if notices else outcome._replace(notices=()), program.name)


def shown(outcome: Outcome, name: str) -> int:
    """Show what the program did not print itself and return the exit code."""
    outcome = with_advice(outcome)
    show_notices(outcome.notices)
    if outcome.failure is not None:
        show_failure(outcome.failure, name)
        return ExitCode.FAILED
    return ExitCode.FINE
