"""The limits of a program as the command line gives them."""

import re
from collections.abc import Callable

from tensorlab.frozen import pattern
from tensorlab.language.outcome import Failure, Outcome
from tensorlab.language.running.session import Budget
from tensorlab.process.lifecycle import WrongUsageError, flushed
from tensorlab.process.watchdog import end_after, end_on_interrupt

EVALUATION = Budget(memory=1 << 30, seconds=8.0)

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
SIZE = pattern(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?", re.IGNORECASE)


OPTIONS = {"steps": "--max-steps", "memory": "--max-memory", "time": "--timeout"}


def watch(budget: Budget, show: Callable[[Outcome], int]) -> Callable[[], None]:
    """Let the budget's clock and Ctrl-C end the process, whatever the program is doing.

    Returns what stops the clock.
    """
    words = f"The limit on time was reached: the limit is {budget.seconds or 0:g} seconds."
    failure = Failure("LimitError", words, code="limit", limit="time")
    end_on_interrupt()
    return end_after(budget.seconds, lambda: flushed(show(Outcome(failure=failure))))


def with_advice(outcome: Outcome) -> Outcome:
    """Return the outcome; of a limit that was reached, with how to raise it."""
    failure = outcome.failure
    option = OPTIONS.get(failure.limit or "") if failure else None
    if failure is None or option is None:
        return outcome
    hint = f"{option} sets another limit, {option} 0 sets none"
    return outcome._replace(failure=failure._replace(hints=(*failure.hints, hint)))


def limits(steps: int | None, memory: str | None, seconds: float | None) -> Budget:
    """Return the limits of a one-shot run: None keeps the usual one, 0 takes it away.

    Raises:
        WrongUsageError: the memory is no size.
    """
    budget = EVALUATION
    if steps is not None:
        budget = budget._replace(steps=steps or None)
    if memory is not None:
        budget = budget._replace(memory=byte_count(memory) or None)
    if seconds is not None:
        budget = budget._replace(seconds=seconds or None)
    return budget


def byte_count(text: str) -> int:
    """Return the bytes that a size such as 500MB, 2GiB or 1048576 stands for.

    Raises:
        WrongUsageError: the text is no size.
    """
    match = SIZE.fullmatch(text.strip())
    if match is None:
        raise WrongUsageError(f"{text!r} is not a size: write 500MB, 2GB, or 0 for no limit")
    return int(float(match[1]) * UNITS[match[2].upper()])
