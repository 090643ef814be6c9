"""`tensorlab repl`: a prompt on a terminal; elsewhere standard input is a script."""

import sys
from typing import Literal

from tensorlab.devices import choose
from tensorlab.language.source import LONGEST
from tensorlab.paths import state_directory
from tensorlab.process import ExitCode, WrongUsageError, emit, say
from tensorlab.render.commands import Place
from tensorlab.repl.answering import Answer
from tensorlab.repl.commands import COMMANDS
from tensorlab.repl.configuration import usual_configuration
from tensorlab.repl.response import respond, slip_in
from tensorlab.repl.turns import take_turns
from tensorlab.version import __version__
from tensorlab.watchdog import end_on_interrupt
from tensorlab.workspace.configuration import Configuration
from tensorlab.workspace.statements import is_question, statements
from tensorlab.workspace.workspace import Workspace

GREETING = f"tensorlab {__version__} · torch, F and nn are at hand · :help lists the commands"
PROMPT = ">>> "


def start(*, use_configuration: bool = True, device: str | None = None) -> int:
    """Talk until the end of the input and return the exit code.

    Raises:
        WrongUsageError: tensors can't be made on the device that was asked for.
    """
    if device is not None:
        choose(device)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return run_script()
    configuration = usual_configuration() if use_configuration else Configuration()
    if device is None:
        choose_usual(configuration)
    return talk(Workspace(emit, notices=configuration.notices), configuration)


def choose_usual(configuration: Configuration) -> None:
    """Make tensors on the device of the settings, or say why they stay in the main memory."""
    try:
        choose(configuration.device)
    except WrongUsageError as error:
        say(f"note: {error}")


def run_script() -> int:
    """Run standard input statement by statement, showing values, and stop at the first failure."""
    from tensorlab.reading import NotTextError, decode, read_standard_input

    end_on_interrupt()
    try:
        text = decode(read_standard_input(), "<stdin>")
    except NotTextError as error:
        say(f"SyntaxError: {error}")
        return ExitCode.FAILED
    if len(text) > LONGEST:
        say(f"LimitError: The limit on program size was reached: {LONGEST:,} characters.")
        return ExitCode.FAILED
    # What each statement finds is kept for commands and questions alone: it takes long to keep.
    parts = list(statements(text))
    workspace = Workspace(emit, looks_back=any(is_question(part) for _, part in parts))
    for number, statement in parts:
        answer = respond(workspace, statement, "plain", number)
        if answer.lesson is not None:
            say("tensorlab: a lesson cannot be taken inside a script: run tensorlab lesson NAME")
            return ExitCode.WRONG_USAGE
        if not answer.went_well:
            return ExitCode.FAILED
        if answer.leaves:
            break
    return ExitCode.FINE


def talk(workspace: Workspace, configuration: Configuration) -> int:
    """Read and answer statements on a terminal until the user leaves."""
    from rich.text import Text

    from tensorlab.render.console import show
    from tensorlab.repl.history import FileHistory
    from tensorlab.repl.interrupting import hear_interrupts, interruptible, take_line
    from tensorlab.repl.prompt import Surroundings, leave_on_terminate, line_editor
    from tensorlab.repl.toolbar import toolbar

    Place.at_prompt = True
    leave_on_terminate()
    hear_interrupts()
    history = FileHistory(state_directory() / "history") if configuration.history else None
    surroundings = Surroundings(
        session=lambda: workspace.session,
        commands={name: command.summary for name, command in COMMANDS.items()},
        arguments={name: command.takes for name, command in COMMANDS.items()},
        toolbar=lambda text, in_full: toolbar(workspace, text, in_full),
        slip_in=lambda text: slip_in(workspace, text),
        closes_brackets=lambda: configuration.brackets,
    )
    editor = line_editor(surroundings, configuration, history)
    form: Literal["grid", "rich"] = "grid" if configuration.view == "grid" else "rich"

    def turn() -> bool:
        text = take_line(editor, PROMPT)
        if history is not None and history.problem:
            say(f"note: {history.problem}")
            history.problem = ""
        answer = interruptible(lambda: respond(workspace, text, form))
        if answer.lesson is not None:
            visit_lesson(answer, configuration)
        return not answer.leaves

    show(Text(GREETING))
    take_turns(turn)
    return ExitCode.FINE


def visit_lesson(answer: Answer, configuration: Configuration) -> None:
    """Take a lesson from the prompt, or list them, and come back."""
    from tensorlab.repl.lesson_start import list_lessons, take_lesson

    try:
        if answer.lesson:
            take_lesson(answer.lesson, configuration)
        else:
            list_lessons()
    except WrongUsageError as error:
        say(str(error))
