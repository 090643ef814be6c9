"""`tensorlab help NAME`: the page about a function, or what fits words of what is looked for."""

from tensorlab.process import ExitCode, WrongUsageError
from tensorlab.render.console import show


def show_help(name: str, form: str = "auto") -> int:
    """Show the page about a function and return the exit code.

    Raises:
        WrongUsageError: nothing is found.
    """
    from tensorlab.language.session import Session
    from tensorlab.repl.looking_up import as_object, looked_up

    found = looked_up(name, Session())
    if not found.went_well:
        raise WrongUsageError(str(found.text))
    if form == "json":
        from tensorlab.workspace.pages_json import line

        print(line(as_object(name, found)))
    else:
        show(found.text)
    return ExitCode.FINE
