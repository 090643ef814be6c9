"""A lesson on a terminal: Enter goes on, a question has a prompt of its own."""

from tensorlab.course import events
from tensorlab.course.machine import LessonRun
from tensorlab.process import ExitCode, say
from tensorlab.render.console import show
from tensorlab.render.lesson import view
from tensorlab.repl.interrupting import hear_interrupts, interruptible, take_line
from tensorlab.repl.lesson_help import show_lookup
from tensorlab.repl.prompt import Surroundings, leave_on_terminate, line_editor
from tensorlab.repl.toolbar import call_bar
from tensorlab.repl.turns import take_turns
from tensorlab.workspace.command_line import UnknownCommandError
from tensorlab.workspace.configuration import Configuration
from tensorlab.workspace.lesson_actions import COMMANDS, Lookup, Question, action_of
from tensorlab.workspace.lessons import session_of
from tensorlab.workspace.summary import SEPARATOR

# Unlike the prompt where everything goes: one sees at once whom one is talking to.
GOING_ON, ANSWERING = "lesson> ", "answer> "


def take_at_prompt(run: LessonRun, configuration: Configuration) -> int:
    """Take a lesson at the terminal and return the exit code."""
    leave_on_terminate()
    hear_interrupts()
    surroundings = Surroundings(
        session=lambda: session_of(run),
        commands=COMMANDS,
        toolbar=lambda text, in_full: call_bar(session_of(run), text, in_full) or toolbar(run),
        closes_brackets=lambda: configuration.brackets,
    )
    editor = line_editor(surroundings)
    editor.adapt(configuration)
    tell(run.start())

    def turn() -> bool:
        question = ANSWERING if run.waiting == "answer" else GOING_ON
        line = take_line(editor.session, question)
        interruptible(lambda: take(run, line))
        return run.waiting != "end"

    if not take_turns(turn):
        tell(run.send(events.Quit()))
    return ExitCode.FINE


def take(run: LessonRun, line: str) -> None:
    """Do what a line says and show what comes of it."""
    try:
        action = action_of(line, run.bench.session.names)
    except UnknownCommandError as error:
        say(str(error))
        return
    if isinstance(action, Lookup | Question):
        show_lookup(action, session_of(run))
    else:
        tell(run.send(action))


def tell(happened: list[events.Event]) -> None:
    """Show events one after the other."""
    for event in happened:
        show(view(event))


def toolbar(run: LessonRun) -> str:
    """Return the bar's text: where one is, and what can be typed now."""
    place = f"step {run.step + 1} of {len(run.steps)}"
    keys = (
        ("hint", "skip", "try ...", "back", "quit")
        if run.waiting == "answer"
        else ("Enter goes on", "back", "quit", "or type an expression")
    )
    return SEPARATOR.join((run.lesson.name, place, "  ".join(keys)))
