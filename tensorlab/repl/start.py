"""`tensorlab repl`: a prompt on a terminal; elsewhere standard input is a script."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module
from shutil import get_terminal_size
from textwrap import fill
from threading import Lock, Thread
from typing import TYPE_CHECKING

from tensorlab.frozen import Later
from tensorlab.process.colour import Colour, Place
from tensorlab.process.devices import choose
from tensorlab.process.lifecycle import WrongUsageError, emit, say
from tensorlab.process.paths import state_directory
from tensorlab.render.configuration import usual_configuration
from tensorlab.version import VERSION
from tensorlab.workspace.configuration import Configuration

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from prompt_toolkit.application import Application

    from tensorlab.language.running.session import Session
    from tensorlab.render.outcome import Form
    from tensorlab.repl import bar, response, script
    from tensorlab.repl.answering import Answer
    from tensorlab.repl.prompt import Surroundings
    from tensorlab.workspace.workspace import Workspace
else:
    bar = Later("tensorlab.repl.bar")
    response = Later("tensorlab.repl.response")
    script = Later("tensorlab.repl.script")

GREETING = f"tensorlab {VERSION} · torch, F and nn are at hand · :help lists the commands"
PROMPT = ">>> "
MEANWHILE = (
    "tensorlab.repl.response",
    "tensorlab.render.look.console",
    "tensorlab.repl.bar",
    "tensorlab.repl.session_commands",
    "tensorlab.explain.reference.functions",
)
FORMS: dict[str, Form] = {"text": "rich", "grid": "grid", "plain": "plain", "narrated": "narrated"}


class Coming:
    """A workspace that is made when it is first asked for; another thread that asks waits."""

    def __init__(self, make: Callable[[], Workspace]) -> None:
        self.make = make
        self.lock = Lock()
        self.made: Workspace | None = None

    def __call__(self) -> Workspace:
        """Return it."""
        with self.lock:
            self.made = self.made or self.make()
            return self.made

    def begin(self, app: Application[str]) -> None:
        """Make it, and load what answers ask for, while somebody reads the first prompt."""
        app.after_render -= self.begin
        Thread(target=self.load, args=(app,), daemon=True).start()

    def load(self, app: Application[str]) -> None:
        """Make it, load what answers and completion ask for, and let the bar be drawn anew."""
        with suppress(Exception):  # whoever asks for it is told why there is none
            import_module("pygments.lexers.python")  # the first key asks for it
            self()
            for name in MEANWHILE:
                import_module(name)
            app.invalidate()


def as_it_is(session: Session) -> None:
    """Leave a session as it begins."""


def start(
    *,
    use_configuration: bool = True,
    device: str | None = None,
    first: Sequence[str] = (),
    prepare: Callable[[Session], object] = as_it_is,
) -> int:
    """Talk until the end of the input and return the exit code; answer some lines first.

    Raises:
        WrongUsageError: tensors can't be made on the device that was asked for.
    """
    if device is not None:
        choose(device)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return script.run_script(first, prepare)
    configuration = usual_configuration() if use_configuration else Configuration()
    if device is None and configuration.device != "cpu":
        choose_usual(configuration)
    Colour.theme = configuration.theme
    coming = Coming(lambda: opened(configuration, prepare))
    if prepare is not as_it_is:
        coming()  # what is wrong with an option is said first
    return talk(coming, configuration, first)


def choose_usual(configuration: Configuration) -> None:
    """Make tensors on the device of the settings, or say why they stay in the main memory."""
    try:
        choose(configuration.device)
    except WrongUsageError as error:
        say(f"note: {error}")


def opened(configuration: Configuration, prepare: Callable[[Session], object]) -> Workspace:
    """Return a workspace as the settings want it."""
    import numpy as np  # noqa: F401  from here, not from deep within, as in commands/evaluate.py

    from tensorlab.workspace.workspace import Workspace

    workspace = Workspace(emit, notices=configuration.notices)
    prepare(workspace.session)
    workspace.configuration = configuration
    return workspace


def talk(coming: Coming, configuration: Configuration, first: Sequence[str] = ()) -> int:
    """Read and answer statements on a terminal until the user leaves."""
    from tensorlab.repl.history import PrivateHistory
    from tensorlab.repl.interrupting import hear_interrupts, interruptible, take_line, take_turns
    from tensorlab.repl.prompt import Editor, leave_on_terminate

    Place.typed = frozenset({"help", "explain", "lesson", "review"})
    leave_on_terminate()
    hear_interrupts()
    history = PrivateHistory(state_directory() / "history") if configuration.history else None
    editor = Editor(surroundings(coming), history)
    editor.adapt(configuration)
    editor.session.app.after_render += coming.begin
    waiting = list(first)
    status = 0

    def turn() -> bool:
        nonlocal status
        text = waiting.pop(0) if waiting else take_line(editor.session, PROMPT)
        if history is not None and history.problem:
            say(f"note: {history.problem}")
            history.problem = ""
        workspace = coming()
        form = FORMS[workspace.configuration.view]
        answer = interruptible(lambda: response.respond(workspace, text, form))
        if answer.lesson is not None:
            visit_lesson(answer, workspace.configuration)
        editor.adapt(workspace.configuration)
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


def surroundings(coming: Coming) -> Surroundings:
    """Return what the line editor asks of a workspace; the bar does not wait for it."""
    from tensorlab.repl.commands import COMMANDS
    from tensorlab.repl.prompt import Surroundings, usual_bar

    return Surroundings(
        session=lambda: coming().session,
        commands={name: command.summary for name, command in COMMANDS.items()},
        arguments={name: command.takes for name, command in COMMANDS.items()},
        toolbar=lambda text, in_full: (
            bar.toolbar(coming.made, text, in_full) if coming.made else usual_bar()
        ),
        slip_in=lambda text: response.slip_in(coming(), text),
        repairs=lambda: coming().repairs,
    )


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
