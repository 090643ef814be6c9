"""Help inside a lesson: what can be typed, or the page about a function."""

from tensorlab.process import say
from tensorlab.render.console import show
from tensorlab.render.tables import Pairs
from tensorlab.workspace.lesson_actions import COMMANDS, Lookup


def show_lookup(lookup: Lookup) -> None:
    """Show what was looked up."""
    if not lookup.name:
        show(Pairs(COMMANDS.items()))
        return
    from tensorlab.explain.examples import page_about
    from tensorlab.render.help_page import HelpPage

    page = page_about(lookup.name)
    if page is None:
        say(f"there is no help on {lookup.name!r}")
    else:
        show(HelpPage(page))
