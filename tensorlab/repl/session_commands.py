"""The commands on the session: its variables, what was typed, what it looks like, and leaving."""

from collections.abc import Callable

from rich.console import RenderableType
from rich.text import Text

from tensorlab.language.outcome import Outcome
from tensorlab.language.running.world import TooLargeError
from tensorlab.language.values.values import type_name
from tensorlab.render.failures.failure import FailureView
from tensorlab.render.look.tables import Pairs
from tensorlab.repl.answering import Answer, quietly, refusal
from tensorlab.workspace.summary import summary
from tensorlab.workspace.timing import timing
from tensorlab.workspace.workspace import Workspace


def variables(workspace: Workspace, argument: str) -> Answer:
    """List the names with what they stand for."""
    known = workspace.variables()
    if not known:
        return quietly("no variables yet")
    return Answer(Pairs((name, summary(value)) for name, value in known.items()))


def reset(workspace: Workspace, argument: str) -> Answer:
    """Forget everything that was typed."""
    workspace.start(workspace.session.watch)
    return quietly("everything is forgotten")


def type_of(workspace: Workspace, argument: str) -> Answer:
    """Say what an expression's value is, without showing it."""
    return evaluated(workspace, argument, lambda outcome: Text(summary_line(outcome.value)))


def summary_line(value: object) -> str:
    """Return the kind of a value, and a tensor's shape and data type."""
    return f"{type_name(value)} {summary(value)}"


def timed(workspace: Workspace, argument: str) -> Answer:
    """Run an expression again and again, and say how long it takes."""
    return evaluated(workspace, argument, lambda outcome: Text(str(timing(workspace, argument))))


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


def undo(workspace: Workspace, argument: str) -> Answer:
    """Take the last statement back."""
    statement = workspace.undo()
    if statement is None:
        return refusal("there is nothing to undo")
    stays = "stays" if len(workspace.kept_back) == 1 else "stay"
    rest = f"; but {' and '.join(workspace.kept_back)} {stays} changed: too large to be kept"
    return quietly(f"took back: {statement}{rest * bool(workspace.kept_back)}")


def review(workspace: Workspace, argument: str) -> Answer:
    """Answer the questions that are due."""
    return Answer(lesson="review")


def lesson(workspace: Workspace, argument: str) -> Answer:
    """Take a lesson, or list them."""
    return Answer(lesson=argument)


def leave(workspace: Workspace, argument: str) -> Answer:
    """Leave the prompt."""
    return Answer(leaves=True)
