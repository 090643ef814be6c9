"""The commands on what was typed and on files: history, log, save, load, run."""

from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from tensorlab.language.reading.layout import without_prompts
from tensorlab.process.lifecycle import WrongUsageError
from tensorlab.process.program_text import NotTextError, Program, program_of_file
from tensorlab.render.look.tables import Pairs
from tensorlab.repl.answering import Answer, quietly, refusal
from tensorlab.workspace.questions import CannotAnswerError
from tensorlab.workspace.saving import save as write_program
from tensorlab.workspace.workspace import Workspace


def history(workspace: Workspace, argument: str) -> Answer | RenderableType:
    """List the statements that worked, by the numbers of their results."""
    if not workspace.typed:
        return quietly("nothing has been typed yet")
    rows = [(str(number), source) for number, source in enumerate(workspace.typed, 1)]
    return Pairs(rows[-int(argument) :] if argument.isdecimal() and int(argument) else rows)


def save(workspace: Workspace, argument: str) -> Answer:
    """Write the statements that worked to a file that `tensorlab run` and PyTorch take."""
    if not argument:
        return refusal("where to? write :save session.py")
    try:
        write_program(workspace.entered, Path(argument).expanduser())
    except FileExistsError:
        return refusal(f"{argument} exists already", "choose another name")
    except (OSError, ValueError) as error:
        return refusal(f"{argument} cannot be written: {getattr(error, 'strerror', error)}")
    count = workspace.number
    return quietly(f"saved {count} statement{'s' * (count != 1)} to {argument}")


def log(workspace: Workspace, argument: str) -> Answer:
    """Keep all that is typed and shown in a file, from now on, or no longer."""
    if argument in {"", "off"}:
        kept = workspace.log.path if workspace.log else None
        if argument:
            workspace.log = None
        state = f"is kept in {kept}" if kept and not argument else "is kept in no file"
        return quietly(f"what is typed and shown {state}")
    from tensorlab.repl.log import Log

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
        CannotAnswerError: none can be read.
    """
    if not argument:
        raise CannotAnswerError("which file? write for instance :load session.py")
    try:
        return program_of_file(str(Path(argument).expanduser()))
    except (WrongUsageError, NotTextError) as error:
        raise CannotAnswerError(str(error)) from None
