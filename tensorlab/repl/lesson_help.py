"""Help inside a lesson: what can be typed, or the page about a name."""

from tensorlab.language.running.session import Session
from tensorlab.process.lifecycle import emit
from tensorlab.render.look.console import show
from tensorlab.render.look.tables import Pairs
from tensorlab.repl.response import shown
from tensorlab.workspace.command_line import MARK
from tensorlab.workspace.lesson_actions import COMMANDS, OF_PROMPT, Lookup, Question
from tensorlab.workspace.workspace import Workspace


def show_lookup(lookup: Lookup | Question, session: Session) -> None:
    """Show what was looked up, or what the prompt answers about a lesson's names."""
    if isinstance(lookup, Question):
        from tensorlab.repl.commands import answer

        workspace = Workspace(emit, notices=False)
        workspace.session = session
        shown(answer(lookup.line, workspace), session)
        return
    if not lookup.name:
        asked = ((f"{MARK}{name}", about) for name, about in OF_PROMPT.items())
        show(Pairs([*COMMANDS.items(), *asked]))
        return
    from tensorlab.repl.looking_up import looked_up

    shown(looked_up(lookup.name, session), session)
