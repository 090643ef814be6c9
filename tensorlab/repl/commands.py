"""The `:commands` of the prompt and what they do."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tensorlab.frozen import Frozen, Later
from tensorlab.language.outcome import Failure
from tensorlab.process.lifecycle import WrongUsageError
from tensorlab.process.program_text import NotTextError
from tensorlab.repl.answering import Answer, refusal
from tensorlab.workspace.command_line import ABOUT, MARK, UnknownCommandError, command_named, split

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import RenderableType
    from rich.text import Text

    from tensorlab.repl import explain_commands as explain
    from tensorlab.repl import session_commands as session
    from tensorlab.workspace import session_answers as said
    from tensorlab.workspace.session_answers import Said
    from tensorlab.workspace.workspace import Workspace
else:
    said = Later("tensorlab.workspace.session_answers")
    explain = Later("tensorlab.repl.explain_commands")
    session = Later("tensorlab.repl.session_commands")


class Command(Frozen):
    """One command: its name, what may stand behind it, what it is for and what it does."""

    name: str
    argument: str
    summary: str
    act: Callable[[Workspace, str], Answer | RenderableType | Said]

    @property
    def row(self) -> tuple[str, str]:
        """How it is typed, and what it is for."""
        return f"{MARK}{self.name} {self.argument}".strip(), self.summary

    @property
    def takes(self) -> str:
        """What completion offers behind it: the kind of its argument in lower case, or words."""
        return self.argument.partition(" ")[0].strip("[]").lower().replace("|", " ")


def answer(line: str, workspace: Workspace) -> Answer:
    """Do what a line beginning with a colon says and return what it has to say."""
    word, argument = split(line)
    try:
        command = COMMANDS[command_named(word, COMMANDS)]
    except UnknownCommandError as error:
        return refusal(str(error))
    # numpy can wait until now
    from tensorlab.workspace.questions import CannotAnswerError

    try:
        return as_answer(command.act(workspace, argument))
    except (CannotAnswerError, WrongUsageError, NotTextError) as error:
        return refusal(str(error))


def as_answer(told: Answer | RenderableType | Said) -> Answer:
    """Return what a command says as the prompt shows it."""
    if isinstance(told, Failure):
        from tensorlab.render.failures.failure import FailureView

        return Answer(FailureView(told), went_well=False)
    if isinstance(told, list):
        from tensorlab.render.look.tables import Pairs

        return Answer(Pairs(told))
    if isinstance(told, str):
        from rich.text import Text

        return Answer(Text(told))
    return told if isinstance(told, Answer) else Answer(told)


def help_on(workspace: Workspace, argument: str, *, in_full: bool = False) -> Answer:
    """Explain a function, a command or a value, or list the commands."""
    if not argument:
        return Answer(overview())
    if argument.startswith(MARK):
        return help_on_command(argument)
    from rich.console import Group
    from rich.text import Text

    from tensorlab.render.help_page import HelpPage
    from tensorlab.render.look.tables import Pairs
    from tensorlab.repl.looking_up import looked_up, page_on

    name = argument.strip(" \"'")
    about = looked_up(name, workspace.session, workspace.typed, in_full=in_full)
    if name not in COMMANDS or name in workspace.session.names:
        return about
    is_page = isinstance(page_on(name, workspace.session), HelpPage)
    command = Pairs([COMMANDS[name].row])
    return Answer(Group(command, Text(), about.text) if is_page else command)


def help_on_command(word: str) -> Answer:
    """Explain a command."""
    from tensorlab.render.look.tables import Pairs

    try:
        command = COMMANDS[command_named(word.removeprefix(MARK), COMMANDS)]
    except UnknownCommandError as error:
        return refusal(str(error))
    return Answer(Pairs([command.row]))


def overview() -> RenderableType:
    """Return the commands with what each is for; those that set one thing share the row of :set.

    So the list fits a window of 24 lines.
    """
    from tensorlab.render.look.tables import Pairs

    shown = (command for command in COMMANDS.values() if f"{MARK}{command.name}" not in SETTING)
    return Pairs((typed(command), command.summary) for command in shown)


def typed(command: Command) -> Text:
    """Return how a command is typed, what is to be filled in told from what stays."""
    from rich.text import Text

    text = Text().append(f"{MARK}{command.name}", "name")
    return text.append(f" {command.argument}", "badge") if command.argument else text


SETTING = (":notices", ":device", ":theme", ":format")
theme, form = partial(session.one, "theme"), partial(session.one, "view")
ACTS: dict[str, Callable[[Workspace, str], Answer | RenderableType | Said]] = {
    "help": help_on,
    "vars": said.variables,
    "type": said.type_of,
    "view": explain.view,
    "why": explain.why,
    "shapes": explain.shapes,
    "mem": explain.memory,
    "graph": explain.graph,
    "grad": explain.gradients,
    "time": said.timed,
    "lesson": session.lesson,
    "review": session.review,
    "undo": said.undo,
    "history": said.history,
    "save": session.save,
    "load": session.load,
    "run": session.run,
    "log": session.log,
    "reset": said.reset,
    "notices": session.notices,
    "device": session.device,
    "theme": theme,
    "format": form,
    "set": session.settings,
    "quit": session.leave,
}
COMMANDS = {name: Command(name, *ABOUT[name], act) for name, act in ACTS.items()}
