"""`tensorlab help NAME`: the page about a function."""

from difflib import get_close_matches

from tensorlab.process import ExitCode, WrongUsageError
from tensorlab.render.console import show


def show_help(name: str) -> int:
    """Show the page about a function and return the exit code.

    Raises:
        WrongUsageError: there is no such function.
    """
    from tensorlab.explain.examples import page_about
    from tensorlab.explain.reference import function_names
    from tensorlab.render.help_page import HelpPage

    page = page_about(name)
    if page is None:
        near = get_close_matches(name.rpartition(".")[2], function_names(), 3)
        advice = f" Did you mean {', '.join(near)}?" if near else ""
        raise WrongUsageError(f"there is no help on {name!r}.{advice}")
    show(HelpPage(page))
    return ExitCode.FINE
