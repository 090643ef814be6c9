"""The `:commands` of the prompt and what they do."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from tensorlab.devices import choose, chosen
from tensorlab.language.outcome import Outcome
from tensorlab.language.values import type_name
from tensorlab.language.world import TooLargeError
from tensorlab.process import WrongUsageError
from tensorlab.render.failure import FailureView
from tensorlab.render.tables import Pairs
from tensorlab.render.value import ValueView
from tensorlab.repl import explain_commands
from tensorlab.workspace.command_line import MARK, UnknownCommandError, command_named, split
from tensorlab.workspace.questions import CannotAnswerError
from tensorlab.workspace.saving import save as write_program
from tensorlab.workspace.summary import summary
from tensorlab.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command says; `went_well` is false where what it was asked for could not be done."""

    text: RenderableType = ""
    went_well: bool = True
    leaves: bool = False
    lesson: str | None = None  # the lesson to take, an empty one for the list


@dataclass(frozen=True, slots=True)
class Command:
    """One command: its name, what may stand behind it, what it is for and what it does."""

    name: str
    argument: str
    summary: str
    act: Callable[[Workspace, str], Answer]


def answer(line: str, workspace: Workspace) -> Answer:
    """Do what a line beginning with a colon says and return what it has to say."""
    word, argument = split(line)
    try:
        command = COMMANDS[command_named(word, COMMANDS)]
    except UnknownCommandError as error:
        return refusal(str(error))
    return command.act(workspace, argument)


def refusal(message: str, hint: str = "") -> Answer:
    """Return the answer to what cannot be done, with what to do instead."""
    text = Text(f"{message}; {hint}" if hint else message, "error")
    return Answer(text, went_well=False)


def help_on(workspace: Workspace, argument: str) -> Answer:
    """Explain a function or a value, or list the commands."""
    return explanation(workspace, argument) if argument else Answer(overview())


def overview() -> RenderableType:
    """Return the commands with what each is for."""
    return Pairs(
        (f"{MARK}{command.name} {command.argument}".strip(), command.summary)
        for command in COMMANDS.values()
    )


def explanation(workspace: Workspace, name: str) -> Answer:
    """Return the page about a function, or what is known of one of the program's own values."""
    from tensorlab.explain.examples import example_of, page_about
    from tensorlab.language.rules.table import CODED
    from tensorlab.render.help_page import HelpPage

    if name in workspace.session.names:
        return Answer(ValueView(workspace.session.names[name]))
    if rule := CODED.get(name.upper()):
        from tensorlab.render.error_story import ErrorStory

        return Answer(ErrorStory(rule, example_of(rule)))
    page = page_about(name)
    if page is None:
        return refusal(f"there is no help on {name!r}")
    return Answer(HelpPage(page))


def variables(workspace: Workspace, argument: str) -> Answer:
    """List the names with what they stand for."""
    known = workspace.variables()
    if not known:
        return Answer(Text("no variables yet", "quiet"))
    return Answer(Pairs((name, summary(value)) for name, value in known.items()))


def reset(workspace: Workspace, argument: str) -> Answer:
    """Forget everything that was typed."""
    workspace.start(workspace.session.watch)
    return Answer(Text("everything is forgotten", "quiet"))


def save(workspace: Workspace, argument: str) -> Answer:
    """Write the statements that worked to a file that `tensorlab run` takes."""
    if not argument:
        return refusal("where to? write :save session.py")
    try:
        write_program(workspace.typed, Path(argument).expanduser())
    except FileExistsError:
        return refusal(f"{argument} exists already", "choose another name")
    except (OSError, ValueError) as error:
        return refusal(f"{argument} cannot be written: {getattr(error, 'strerror', error)}")
    return Answer(Text(f"saved {len(workspace.typed)} statements to {argument}", "quiet"))


def type_of(workspace: Workspace, argument: str) -> Answer:
    """Say what an expression's value is, without showing it."""
    return evaluated(workspace, argument, lambda outcome: Text(summary_line(outcome.value)))


def summary_line(value: object) -> str:
    """Return the kind of a value, and a tensor's shape and data type."""
    return f"{type_name(value)} {summary(value)}"


def timed(workspace: Workspace, argument: str) -> Answer:
    """Evaluate an expression and say how long that took."""
    return evaluated(workspace, argument, lambda outcome: Text(duration(workspace.seconds)))


def duration(seconds: float) -> str:
    """Return a time in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} us"


def evaluated(
    workspace: Workspace, source: str, show: Callable[[Outcome], RenderableType]
) -> Answer:
    """Run an expression and return what is shown of its outcome, or its failure."""
    if not source:
        return refusal("an expression is missing", "write for instance :type x + 1")
    try:
        outcome = workspace.evaluate(source)
    except TooLargeError as error:
        return refusal(str(error))
    if outcome.failure is not None:
        return Answer(FailureView(outcome.failure), went_well=False)
    return Answer(show(outcome))


def asking(command: Callable[[Workspace, str], RenderableType]) -> Callable[..., Answer]:
    """Return what a command does that answers a question, or says why it cannot."""

    def act(workspace: Workspace, argument: str) -> Answer:
        try:
            return Answer(command(workspace, argument))
        except CannotAnswerError as error:
            return refusal(str(error))

    return act


def device(workspace: Workspace, argument: str) -> Answer:
    """Say where tensors are made, or choose another device."""
    if argument:
        try:
            choose(argument)
        except WrongUsageError as error:
            return refusal(str(error))
    return Answer(Text(f"tensors are made on {chosen()}", "quiet"))


def undo(workspace: Workspace, argument: str) -> Answer:
    """Take the last statement back."""
    statement = workspace.undo()
    if statement is None:
        return refusal("there is nothing to undo")
    stays = "stays" if len(workspace.kept_back) == 1 else "stay"
    rest = f"; but {' and '.join(workspace.kept_back)} {stays} changed: too large to be kept"
    return Answer(Text(f"took back: {statement}{rest * bool(workspace.kept_back)}", "quiet"))


def lesson(workspace: Workspace, argument: str) -> Answer:
    """Take a lesson, or list them."""
    return Answer(lesson=argument)


def leave(workspace: Workspace, argument: str) -> Answer:
    """Leave the prompt."""
    return Answer(leaves=True)


COMMANDS = {
    command.name: command
    for command in (
        Command("help", "[NAME]", "explain a function, or list these commands", help_on),
        Command("vars", "", "list your variables", variables),
        Command("type", "EXPR", "say what a value is, without showing it", type_of),
        Command("time", "EXPR", "say how long an expression takes", timed),
        Command("view", "EXPR [heat]", "show a tensor as grids", asking(explain_commands.view)),
        Command("why", "[CELL]", "explain a result, as :why r[0, 1]", asking(explain_commands.why)),
        Command("shapes", "EXPR", "show the shape of each part", asking(explain_commands.shapes)),
        Command("mem", "[NAME]", "show who shares memory", asking(explain_commands.memory)),
        Command("graph", "[NAME]", "show the autograd graph", asking(explain_commands.graph)),
        Command("grad", "[NAME]", "list the gradients", asking(explain_commands.gradients)),
        Command("notices", "[on|off]", "point out surprises", asking(explain_commands.notices)),
        Command("device", "[NAME]", "say or choose where tensors are made", device),
        Command("lesson", "[NAME]", "take a lesson, or list them", lesson),
        Command("undo", "", "take the last statement back", undo),
        Command("save", "FILE", "write what worked to a program", save),
        Command("reset", "", "forget all variables", reset),
        Command("quit", "", "leave", leave),
    )
}
