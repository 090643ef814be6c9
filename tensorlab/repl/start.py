"""`tensorlab repl`: a prompt on a terminal; elsewhere standard input is a script."""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from shutil import get_terminal_size
from textwrap import fill
from threading import Thread
from typing import TYPE_CHECKING

from tensorlab.language.running.session import Session
from tensorlab.process.colour import Colour, Place
from tensorlab.process.devices import choose
from tensorlab.process.lifecycle import WrongUsageError, emit, say
from tensorlab.process.paths import state_directory
from tensorlab.render.information import usual_configuration
from tensorlab.render.outcome import Form
from tensorlab.repl.answering import Answer
from tensorlab.repl.commands import COMMANDS
from tensorlab.repl.interrupting import take_turns
from tensorlab.repl.response import respond, slip_in
from tensorlab.repl.script import run_script
from tensorlab.version import VERSION
from tensorlab.workspace.configuration import Configuration
from tensorlab.workspace.workspace import Workspace

if TYPE_CHECKING:
    from prompt_toolkit.application import Application

    from tensorlab.repl.prompt import Surroundings

GREETING = f"tensorlab {VERSION} · torch, F and nn are at hand · :help lists the commands"
PROMPT = ">>> "
MEANWHILE = (
    "tensorlab.render.look.console",
    "pygments.lexers.python",
    "tensorlab.repl.session_commands",
    "tensorlab.explain.reference.functions",
)
FORMS: dict[str, Form] = {"text": "rich", "grid": "grid", "plain": "plain", "narrated": "narrated"}


def start(
    *,
    use_configuration: bool = True,
    device: str | None = None,
    first: Sequence[str] = (),
    prepare: Callable[[Session], object] = lambda session: None,
) -> int:
    """Talk until the end of the input and return the exit code; answer some lines first.

    Raises:
        WrongUsageError: tensors can't be made on the device that was asked for.
    """
    if device is not None:
        choose(device)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return run_script(first, prepare)
    configuration = usual_configuration() if use_configuration else Configuration()
    if device is None:
        choose_usual(configuration)
    workspace = Workspace(emit, notices=configuration.notices)
    prepare(workspace.session)
    workspace.configuration = configuration
    Colour.theme = configuration.theme
    return talk(workspace, first)


def choose_usual(configuration: Configuration) -> None:
    """Make tensors on the device of the settings, or say why they stay in the main memory."""
    try:
        choose(configuration.device)
    except WrongUsageError as error:
        say(f"note: {error}")


def talk(workspace: Workspace, first: Sequence[str] = ()) -> int:
    """Read and answer statements on a terminal until the user leaves."""
    from tensorlab.repl.history import FileHistory
    from tensorlab.repl.interrupting import hear_interrupts, interruptible, take_line
    from tensorlab.repl.prompt import Editor, leave_on_terminate

    Place.at_prompt = True
    leave_on_terminate()
    hear_interrupts()
    kept = workspace.configuration.history
    history = FileHistory(state_directory() / "history") if kept else None
    editor = Editor(surroundings(workspace), history)
    editor.session.app.after_render += load_meanwhile
    waiting = list(first)
    status = 0

    def turn() -> bool:
        nonlocal status
        editor.adapt(workspace.configuration)
        text = waiting.pop(0) if waiting else take_line(editor.session, PROMPT)
        if history is not None and history.problem:
            say(f"note: {history.problem}")
            history.problem = ""
        form = FORMS[workspace.configuration.view]
        answer = interruptible(lambda: respond(workspace, text, form))
        if answer.lesson is not None:
            visit_lesson(answer, workspace.configuration)
        status = answer.status if answer.leaves else 0
        return not answer.leaves

    greet()
    take_turns(turn)
    return status


def greet() -> None:
    """Say what is due, and what can be typed."""
    from tensorlab.course.progress.progress import saved_progress

    progress = saved_progress()
    if progress.records:  # who has taken no lesson need not wait for them to be read
        from rich.text import Text

        from tensorlab.course.lessons.library import Library
        from tensorlab.render.look.console import show
        from tensorlab.repl.lesson_start import due_line

        if waiting := due_line(Library(), progress):
            show(Text(waiting, "hint"))
    emit(f"{fill(GREETING, get_terminal_size().columns)}\n")


def surroundings(workspace: Workspace) -> "Surroundings":
    """Return what the line editor asks of a workspace."""
    from tensorlab.repl.prompt import Surroundings, toolbar

    return Surroundings(
        session=lambda: workspace.session,
        commands={name: command.summary for name, command in COMMANDS.items()},
        arguments={name: command.takes for name, command in COMMANDS.items()},
        toolbar=lambda text, in_full: toolbar(workspace, text, in_full),
        slip_in=lambda text: slip_in(workspace, text),
        repairs=lambda: workspace.repairs,
    )


def load_meanwhile(app: "Application[str]") -> None:
    """Load what answers and completion ask for, while somebody reads the first prompt."""
    app.after_render -= load_meanwhile
    Thread(target=lambda: list(map(import_module, MEANWHILE)), daemon=True).start()


def visit_lesson(answer: Answer, configuration: Configuration) -> None:
    """Take a lesson from the prompt, or list them, and come back."""
    from tensorlab.repl.lesson_start import list_lessons, review, take_lesson

    try:
        if answer.lesson == "review":
            review()
        elif answer.lesson:
            take_lesson(answer.lesson, configuration)
        else:
            list_lessons()
    except WrongUsageError as error:
        say(str(error))
