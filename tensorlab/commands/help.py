"""`tensorlab help NAME`: the page about a function."""

from difflib import get_close_matches

from tensorlab.process import ExitCode, WrongUsageError
from tensorlab.render.console import show


def show_help(name: str) -> int:
    """Show the page about a function and return the exit code.

    Raises:
        WrongUsageError: there is no such function.
    """
    from tensorlab.explain.reference import function_names
    from tensorlab.render.help_page import help_page

    page = help_page(name)
    if page is None:
        near = get_close_matches(name.rpartition(".")[2], function_names(), 3)
        advice = f" Did you mean {', '.join(near)}?" if near else ""
        raise WrongUsageError(f"there is no help on {name!r}.{advice}")
    show(page)
    return ExitCode.FINE
