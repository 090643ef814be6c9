"""What one run may use, and what holds it to that."""

import sys
from types import FunctionType
from typing import Any, NamedTuple

from tensorlab.engine import memory
from tensorlab.engine.work import Work
from tensorlab.language.limits.meter import meter
from tensorlab.language.limits.tensor_guards import guard_values

# Python's own frames that a program's calls take: enough for a thousand calls in one another.
FRAMES = 12_000


class Budget(NamedTuple):
    """What one run may use: steps, bytes, printed characters, seconds. None means no limit.

    Seconds are those that somebody waits, or those of `processor` time and of pauses alone, which
    other programs on the machine do not change.
    """

    steps: int | None = 200_000_000
    memory: int | None = 1 << 30
    output: int | None = 10_000_000
    seconds: float | None = None
    processor: bool = False


USUAL = Budget()


class Counted:
    """Has the library's own loops count their work."""

    __slots__ = ("before",)

    def __enter__(self) -> None:
        self.before = Work.spend, Work.guard
        Work.spend, Work.guard = meter.spend, guard_values

    def __exit__(self, *error: object) -> None:
        Work.spend, Work.guard = self.before


class Limits(Counted):
    """Gives a run its whole budget, of memory beyond what was in use at a start."""

    __slots__ = ("budget", "memory")

    def __init__(self, budget: Budget, start: int) -> None:
        self.budget = budget
        self.memory = memory.Limit(budget.memory, start, hard=True)

    def __enter__(self) -> None:
        budget = self.budget
        meter.start(budget.steps, budget.output, budget.seconds, processor=budget.processor)
        super().__enter__()
        self.memory.__enter__()

    def __exit__(self, *error: object) -> None:
        self.memory.__exit__()
        super().__exit__()
        # What is shown afterwards is counted too, but not by the clock.
        meter.start(self.budget.steps, None, None)


class DeepRecursion:
    """Lets Python go as deep as the closures of a deep program need."""

    __slots__ = ("before",)

    def __enter__(self) -> None:
        self.before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(self.before, FRAMES))

    def __exit__(self, *error: object) -> None:
        sys.setrecursionlimit(self.before)


# Python takes the variables of calls from the system in pieces of 16 KiB, and gives a piece back
# with the call that needed it: a loop that stands at an edge does so each round. Below a function
# with so many of its own there is a large piece for all.
ROOM_FOR_CALLS = 1 << 17


def with_room(function: Any) -> Any:
    """Return a function like another one, within which calls find room for their variables."""
    code = function.__code__.replace(co_stacksize=ROOM_FOR_CALLS)
    return FunctionType(code, function.__globals__)
