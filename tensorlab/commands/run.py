"""`tensorlab run`: a program from a file, as Python would run it with PyTorch."""

from tensorlab.commands.limits import EVALUATION
from tensorlab.explain.notices import Watcher
from tensorlab.language.outcome import Failure
from tensorlab.language.session import Budget, Session
from tensorlab.process import ExitCode, emit
from tensorlab.reading import NotTextError, program_of_file
from tensorlab.render.outcome import explained, show_failure, show_notices


def run(file: str, budget: Budget = EVALUATION, *, notices: bool = True) -> int:
    """Run a program, which prints what it prints, and return the exit code."""
    try:
        program = program_of_file(file)
    except NotTextError as error:
        show_failure(Failure("SyntaxError", str(error)))
        return ExitCode.FAILED
    watch = Watcher() if notices else None
    session = Session(preload=False, budget=budget, write=emit, watch=watch)
    outcome = explained(session.run(program.text, name=program.name), session)
    if notices:
        show_notices(outcome.notices)
    if outcome.failure is not None:
        show_failure(outcome.failure, program.name)
        return ExitCode.FAILED
    return ExitCode.FINE
