"""`tensorlab help NAME`: the page about a function, or what fits words of what is looked for."""

from tensorlab.process import ExitCode, WrongUsageError
from tensorlab.render.console import show


def show_help(name: str) -> int:
    """Show the page about a function and return the exit code.

    Raises:
        WrongUsageError: nothing is found.
    """
    from tensorlab.language.session import Session
    from tensorlab.repl.looking_up import looked_up

    found = looked_up(name, Session())
    if not found.went_well:
        raise WrongUsageError(str(found.text))
    show(found.text)
    return ExitCode.FINE
