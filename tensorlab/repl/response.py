"""What happens with a line: a command, a question about a name, or a statement to run."""

import sys
from contextlib import nullcontext
from functools import partial

from tensorlab.errors import LimitReached
from tensorlab.language.outcome import Failure, Outcome
from tensorlab.language.reading.source import tree_of
from tensorlab.language.reading.syntax import slip_of
from tensorlab.language.running.session import Session
from tensorlab.process.bug_report import report
from tensorlab.process.lifecycle import say
from tensorlab.process.program_text import Program
from tensorlab.render.outcome import Form, show_outcome, value_text
from tensorlab.repl.answering import Answer, refusal
from tensorlab.repl.commands import COMMANDS, answer, help_on
from tensorlab.workspace.command_line import (
    ASKING,
    MARK,
    command_asked_about,
    habit,
    question,
    typed_for_a_shell,
)
from tensorlab.workspace.statements import statements
from tensorlab.workspace.workspace import Workspace

LEAVING = {"exit", "quit", "exit()", "quit()"}


def respond(workspace: Workspace, text: str, form: Form, before: int = 0) -> Answer:
    """Do what a line says, show what comes of it, and return how it went.

    So many lines stand before it where it is part of a script.

    A mistake of ours is reported and the prompt lives on: nobody's variables are lost to it.
    """
    log = workspace.log
    if log is not None:
        log.note(text)
    try:
        with nullcontext() if log is None else log.listening():
            return response(workspace, text, form, before)
    except OSError:
        raise  # the output is gone: the process has to end
    except Exception as error:  # noqa: BLE001  no mistake of ours may show a traceback
        say(report(error))
    return Answer(went_well=False)


def response(workspace: Workspace, text: str, form: Form, before: int) -> Answer:
    """Return how a line went, after showing what comes of it."""
    line = text.strip()
    if not line:
        return Answer()
    # what is shown follows them, also where nothing is run
    workspace.session.settings.enter()
    if line in LEAVING and line not in workspace.session.names:
        return Answer(leaves=True)
    if (said := said_to(workspace, line)) is not None:
        if said.program is not None:
            return answered(workspace, said.program, form, as_typed=said.as_typed)
        return shown(said, workspace.session)
    outcome = workspace.run(text, partial(value_text, form=form))
    workspace.end_line()
    return told(placed(outcome, text, before), form)


def told(outcome: Outcome, form: Form, name: str = "") -> Answer:
    """Show what came of a program, which may end the prompt with a status, as in Python."""
    went_well = show_outcome(outcome, form, name)
    return Answer(went_well=went_well, leaves=outcome.status is not None, status=outcome.code)


def answered(workspace: Workspace, program: Program, form: Form, *, as_typed: bool) -> Answer:
    """Run a program in this session, as if it were typed or without showing values."""
    if not as_typed:
        outcome = workspace.run(program.text, lambda value: "")
        workspace.end_line()
        return told(outcome, form, program.name)
    for number, statement in statements(program.text):
        answer = response(workspace, statement, form, number)
        if not answer.went_well or answer.leaves:
            return answer
    return Answer()


def said_to(workspace: Workspace, line: str) -> Answer | None:
    """Return what the prompt says to a command, a question or a habit; None to a statement."""
    if command := command_asked_about(line):
        return help_on(workspace, command)
    if line.startswith(MARK):
        return answer(line, workspace)
    if command := typed_for_a_shell(line, workspace.session.names):
        return answer(command, workspace)
    if ASKING in line and (filled := hole_in(line)) is not None:
        return filled_hole(workspace, filled)
    if (asked := question(line, workspace.session.names)) is not None:
        return help_on(workspace, asked.subject, in_full=asked.in_full)
    advice = habit(line, COMMANDS, workspace.session.names)
    return refusal(advice) if advice else None


def slip_in(workspace: Workspace, text: str) -> Failure | None:
    """Return why a text cannot be read as the program that it seems to be."""
    line, names = text.strip(), workspace.session.names
    if tree_of(line) or line.startswith(MARK) or command_asked_about(line):
        return None
    if typed_for_a_shell(line, names) or question(line, names) or habit(line, COMMANDS, names):
        return None
    if ASKING in line and hole_in(line) is not None:
        return None
    return slip_of(text)


def placed(outcome: Outcome, text: str, before: int) -> Outcome:
    """Return an outcome whose failure has the line of the whole script, if it is in this text."""
    failure = outcome.failure
    if failure is None or failure.span is None or not before or failure.source != text:
        return outcome
    span = failure.span._replace(
        line=failure.span.line + before, end_line=failure.span.end_line + before
    )
    source = "\n" * before + failure.source
    return outcome._replace(failure=failure._replace(span=span, source=source))


def hole_in(line: str) -> str | None:
    """Return a line with its hole named, None where its question mark is another's."""
    from tensorlab.explain.looking.holes import with_hole

    return with_hole(line)


def filled_hole(workspace: Workspace, program: str) -> Answer:
    """Say what the hole of a program must be."""
    from tensorlab.explain.looking.holes import answer as hole_answer
    from tensorlab.language.running.world import TooLargeError
    from tensorlab.render.failures.failure import HoleAnswer

    try:
        return Answer(HoleAnswer(hole_answer(program, workspace.session.names)))
    except TooLargeError as error:
        return refusal(str(error))


def shown(answer: Answer, session: Session) -> Answer:
    """Show what a command says, a refusal on standard error, and return it."""
    from tensorlab.render.look.console import drawn

    if not answer.text:
        return answer
    sys.stdout.flush()
    stream = sys.stdout if answer.went_well else sys.stderr
    try:
        with session.limits():
            text = drawn(answer.text, stream)
    except LimitReached as limit:
        say(f"This is too long to show: {limit}.")
        return Answer(went_well=False)
    stream.write(text)
    return answer
