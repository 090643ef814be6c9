"""The commands on the session: its variables, settings, files, what was typed, and leaving."""

from dataclasses import replace
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from tensorlab.explain.looking.notices import Watcher
from tensorlab.language.reading.layout import without_prompts
from tensorlab.process.colour import Colour
from tensorlab.process.devices import choose, chosen
from tensorlab.process.lifecycle import write_file
from tensorlab.process.program_text import Program, program_of_file
from tensorlab.render.look.tables import Pairs
from tensorlab.repl.answering import Answer, quietly, refusal
from tensorlab.wording import counted
from tensorlab.workspace import configuration
from tensorlab.workspace.exporting import program_of
from tensorlab.workspace.questions import CannotAnswerError
from tensorlab.workspace.workspace import Workspace


def review(workspace: Workspace, argument: str) -> Answer:
    """Answer the questions that are due."""
    return Answer(lesson="review")


def lesson(workspace: Workspace, argument: str) -> Answer:
    """Take a lesson, or list them."""
    return Answer(lesson=argument)


def leave(workspace: Workspace, argument: str) -> Answer:
    """Leave the prompt."""
    return Answer(leaves=True)


def change(workspace: Workspace, name: str, text: str) -> Answer:
    """Change a setting here, and remember it."""
    try:
        value = configuration.value_of(name, text)
    except ValueError as error:
        return refusal(str(error))
    workspace.configuration = replace(workspace.configuration, **{name: value})
    hold(workspace, name)
    said = f"{name} is {configuration.as_text(value)}"
    try:
        configuration.remember(name, value, configuration.configuration_file())
    except OSError as error:
        return quietly(f"{said}; it cannot be remembered: {error.strerror}")
    return quietly(said)


def hold(workspace: Workspace, name: str) -> None:
    """Let a setting hold that is not asked for at each line."""
    if name == "theme":
        Colour.theme = workspace.configuration.theme
    if name == "notices":
        workspace.session.watch = Watcher() if workspace.configuration.notices else None
    if name == "device":
        choose(workspace.configuration.device)


def settings(workspace: Workspace, argument: str) -> Answer | RenderableType:
    """List the settings, say what one is, or change it."""
    name, _, text = argument.partition(" ")
    name = "view" if name == "format" else name  # as its command is called
    if text:
        return change(workspace, name, text.strip())
    if name and name not in configuration.FIELDS:
        return refusal(f"there is no setting {name!r}; :set lists them")
    chosen_here = workspace.configuration
    rows = (
        (each, f"{configuration.as_text(getattr(chosen_here, each))}: {field.metadata['about']}")
        for each, field in configuration.FIELDS.items()
        if name in {"", each}
    )
    return Pairs(rows)


def notices(workspace: Workspace, argument: str) -> Answer:
    """Switch the notices on surprises on or off, and say which it is."""
    if argument not in {"", "on", "off"}:
        return refusal("write :notices on or :notices off")
    if argument:
        workspace.session.watch = Watcher() if argument == "on" else None
    return quietly(f"notices are {'off' if workspace.session.watch is None else 'on'}")


def one(name: str, workspace: Workspace, argument: str) -> Answer | RenderableType:
    """Change a setting, or say what it is and what it can be."""
    if argument:
        return change(workspace, name, argument)
    ways = ", ".join(configuration.FIELDS[name].metadata["choices"])
    return quietly(f"{name} is {getattr(workspace.configuration, name)}; it can be {ways}")


def device(workspace: Workspace, argument: str) -> Answer:
    """Say where tensors are made, or choose another device."""
    if argument:
        choose(argument)
    return quietly(f"tensors are made on {chosen()}")


def save(workspace: Workspace, argument: str) -> Answer:
    """Write the statements that worked to a file that `tensorlab run` and PyTorch take."""
    if not argument:
        return refusal("where to? write :save session.py")
    write_file(str(Path(argument).expanduser()), program_of(workspace.entered), "x")
    return quietly(f"saved {counted(workspace.number, 'statement')} to {argument}")


def log(workspace: Workspace, argument: str) -> Answer:
    """Keep all that is typed and shown in a file, from now on, or no longer."""
    if argument in {"", "off"}:
        kept = workspace.log.path if workspace.log else None
        if argument:
            workspace.log = None
        state = f"is kept in {kept}" if kept and not argument else "is not kept in a file"
        return quietly(f"what is typed and shown {state}")
    from tensorlab.repl.history import Log

    path = Path(argument).expanduser()
    try:
        workspace.log = Log(path)
    except FileExistsError:
        return refusal(f"{argument} exists already", "choose another name")
    except (OSError, ValueError) as error:
        return refusal(f"{argument} cannot be written: {getattr(error, 'strerror', error)}")
    return quietly(f"what is typed and shown is kept in {argument}; :log off ends that")


def load(workspace: Workspace, argument: str) -> Answer:
    """Run the statements of a file as if they were typed, up to the first that fails.

    What :log kept is run once more: its prompts and what it shows are left out.
    """
    program = program_in(argument)
    typed = without_prompts(program.text)
    return Answer(Text(""), program=program._replace(text=typed), as_typed=True)


def run(workspace: Workspace, argument: str) -> Answer:
    """Run a program from a file, which shows what it prints; its names stay."""
    return Answer(Text(""), program=program_in(argument))


def program_in(argument: str) -> Program:
    """Return the program in a file.

    Raises:
        CannotAnswerError, WrongUsageError, NotTextError: none can be read.
    """
    if not argument:
        raise CannotAnswerError("which file? write for instance :load session.py")
    return program_of_file(str(Path(argument).expanduser()))
