"""How long an expression takes: run again and again, the best and the spread."""

from textwrap import indent
from typing import NamedTuple

from tensorlab.workspace.workspace import Workspace

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
