"""What happens with a line: a command, a question about a name, or a statement to run."""

import sys

from tensorlab.mistakes import report
from tensorlab.render.outcome import Form, show_outcome
from tensorlab.repl.command_line import MARK
from tensorlab.repl.commands import Answer, answer, explanation, refusal
from tensorlab.repl.workspace import Workspace

LEAVING = {"exit", "quit", "exit()", "quit()"}


def respond(workspace: Workspace, text: str, form: Form) -> Answer:
    """Do what a line says, show what comes of it, and return how it went.

    A mistake of ours is reported and the prompt lives on: nobody's variables are lost to it.
    """
    try:
        return response(workspace, text, form)
    except OSError:
        raise  # the output is gone: the process has to end
    except Exception as error:  # noqa: BLE001  no mistake of ours may show a traceback
        report(error)
    return Answer(went_well=False)


def response(workspace: Workspace, text: str, form: Form) -> Answer:
    """Return how a line went, after showing what comes of it."""
    line = text.strip()
    if not line:
        return Answer()
    if line in LEAVING and line not in workspace.session.names:
        return Answer(leaves=True)
    if line.startswith(MARK):
        return shown(answer(line, workspace))
    if "?" in line and (filled := hole_in(line)) is not None:
        return shown(filled_hole(workspace, filled))
    if line.startswith("?") or (line.endswith("?") and "\n" not in line):
        return shown(explanation(workspace, line.strip("? ")))
    outcome = workspace.run(text)
    workspace.end_line()
    return Answer(went_well=show_outcome(outcome, form))


def hole_in(line: str) -> str | None:
    """Return a line with its hole named, None where its question mark is another's."""
    from tensorlab.explain.holes import with_hole

    return with_hole(line)


def filled_hole(workspace: Workspace, program: str) -> Answer:
    """Say what the hole of a program must be."""
    from tensorlab.explain.holes import answer as hole_answer
    from tensorlab.language.world import TooLargeError
    from tensorlab.render.hole_answer import HoleAnswer

    try:
        return Answer(HoleAnswer(hole_answer(program, workspace.session.names)))
    except TooLargeError as error:
        return refusal(str(error))


def shown(answer: Answer) -> Answer:
    """Show what a command says, a refusal on standard error, and return it."""
    from tensorlab.render.console import show

    if answer.text:
        sys.stdout.flush()
        show(answer.text, sys.stdout if answer.went_well else sys.stderr)
    return answer
