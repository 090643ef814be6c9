"""What a prompt of any kind says of its session: names, what was typed, how long it takes."""

from textwrap import indent
from typing import NamedTuple

from tensorlab.language.outcome import Failure, Outcome
from tensorlab.language.running.world import TooLargeError
from tensorlab.language.values.values import type_name
from tensorlab.wording import joined
from tensorlab.workspace.questions import CannotAnswerError
from tensorlab.workspace.summary import summary
from tensorlab.workspace.workspace import Workspace

# a sentence, names with what they are, what failed
Said = str | list[tuple[str, str]] | Failure


def variables(workspace: Workspace, argument: str) -> Said:
    """List the names with what they stand for."""
    known = workspace.variables()
    return [(name, summary(value)) for name, value in known.items()] or "no variables yet"


def history(workspace: Workspace, argument: str) -> Said:
    """List the statements that worked, or the last ones, by the numbers of their results."""
    rows = [(str(number), source) for number, source in enumerate(workspace.typed, 1)]
    last = int(argument) if argument.isdecimal() else 0
    return rows[-last:] or "nothing has been typed yet"


def type_of(workspace: Workspace, argument: str) -> Said:
    """Say what an expression's value is, without showing it."""
    outcome = evaluated(workspace, argument)
    return outcome.failure or f"{type_name(outcome.value)} {summary(outcome.value)}"


def timed(workspace: Workspace, argument: str) -> Said:
    """Run an expression again and again, and say how long it takes."""
    outcome = evaluated(workspace, argument)
    return outcome.failure or str(timing(workspace, argument))


def evaluated(workspace: Workspace, source: str) -> Outcome:
    """Run an expression.

    Raises:
        CannotAnswerError: there is none, or what it may change is too large to be kept.
    """
    if not source:
        raise CannotAnswerError("an expression is missing: write it after the command, as x + 1")
    try:
        return workspace.evaluate(source)
    except TooLargeError as error:
        raise CannotAnswerError(str(error)) from None


def undo(workspace: Workspace, argument: str) -> Said:
    """Take the last statement back.

    Raises:
        CannotAnswerError: there is none.
    """
    statement = workspace.undo()
    if statement is None:
        raise CannotAnswerError("there is nothing to undo")
    stays, rest = "stays" if len(workspace.kept_back) == 1 else "stay", ""
    if workspace.kept_back:
        rest = f"; but {joined(workspace.kept_back)} {stays} changed: too large to be kept"
    return f"took back: {statement}{rest}"


def reset(workspace: Workspace, argument: str) -> Said:
    """Forget everything that was typed."""
    workspace.start(workspace.session.watch)
    return "everything is forgotten"


ROUNDS = 7
ROUND_SECONDS = 0.03
LONG = 1.0  # seconds: a longer one is not run again
MOST_RUNS = 100_000
UNITS = (("s", 1.0), ("ms", 1e-3), ("us", 1e-6))


class Timing(NamedTuple):
    """The seconds of a run in each of some rounds, the best first, and the runs of a round."""

    seconds: tuple[float, ...]
    runs: int

    def __str__(self) -> str:
        best, worst, rounds = self.seconds[0], self.seconds[-1], len(self.seconds)
        if rounds == 1:
            return f"{duration(best)}, run once"
        count = f"{rounds} x {self.runs:,} runs" if self.runs > 1 else f"{rounds} runs"
        return f"{duration(best)} at best, up to {duration(worst)}: {count}"


def timing(workspace: Workspace, source: str) -> Timing:
    """Return how long an expression takes that has just been evaluated; nothing is changed."""
    once = workspace.seconds
    if once > LONG:
        return Timing((once,), 1)
    runs = 1
    while runs < MOST_RUNS and (taken := seconds_of(workspace, source, runs)) < ROUND_SECONDS:
        runs = min(max(int(1.2 * runs * ROUND_SECONDS / max(taken, 1e-6)), 2 * runs), MOST_RUNS)
    found = [seconds_of(workspace, source, runs) / runs for _ in range(ROUNDS)]
    return Timing(tuple(sorted(found)), runs)


def seconds_of(workspace: Workspace, source: str, runs: int) -> float:
    """Return how long so many runs take."""
    body = indent(source, "    ")
    workspace.evaluate(source if runs == 1 else f"for _ in range({runs}):\n{body}")
    return workspace.seconds


def duration(seconds: float) -> str:
    """Return a time in the unit that suits it."""
    unit, size = next((each for each in UNITS if seconds >= each[1]), UNITS[-1])
    return f"{seconds / size:.3g} {unit}"
