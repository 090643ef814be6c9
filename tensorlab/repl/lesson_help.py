"""Help inside a lesson: what can be typed, or the page about a name."""

from tensorlab.language.session import Session
from tensorlab.render.console import show
from tensorlab.render.tables import Pairs
from tensorlab.repl.response import shown
from tensorlab.workspace.lesson_actions import COMMANDS, Lookup


def show_lookup(lookup: Lookup, session: Session) -> None:
    """Show what was looked up."""
    if not lookup.name:
        show(Pairs(COMMANDS.items()))
        return
    from tensorlab.repl.looking_up import looked_up

    shown(looked_up(lookup.name, session), session)
