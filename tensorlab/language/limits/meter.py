"""How much work, output and depth a program has left."""

import time
from typing import Final

from tensorlab.engine import memory
from tensorlab.errors import LimitReached
from tensorlab.wording import counted

# Accounts are settled this often: a millisecond or two of a program's time.
CHUNK = 20_000
# One C call may take so many steps, half a second or so: nothing interrupts it before its end.
AT_ONCE = 1 << 25


class Meter:
    """Counts a program's steps down; `left` is what may be taken before accounts are settled.

    Evaluating code subtracts from `left` by itself where a call would cost too much.
    """

    __slots__ = (
        "clock",
        "deadline",
        "granted",
        "left",
        "most_output",
        "most_steps",
        "printed",
        "seconds",
        "total",
        "used",
    )

    def __init__(self) -> None:
        self.total = self.used = self.granted = self.left = 0
        self.start(None, None, None)

    def start(
        self,
        steps: int | None,
        output: int | None,
        seconds: float | None,
        *,
        processor: bool = False,
    ) -> None:
        """Begin a new program with a full budget; `total` is what all of those before it took."""
        self.total = self.spent
        self.most_steps = steps
        self.most_output = output
        self.seconds = seconds
        self.clock = time.process_time if processor else time.monotonic
        self.deadline = None if seconds is None else self.clock() + seconds
        self.printed = 0
        self.used = 0
        self.grant()

    @property
    def spent(self) -> int:
        """The steps that this program and all of those before it have taken."""
        return int(self.total + self.used + self.granted - self.left)

    def grant(self) -> None:
        """Hand out the next chunk."""
        remaining = CHUNK if self.most_steps is None else self.most_steps - self.used
        self.granted = self.left = min(CHUNK, remaining)

    def spend(self, steps: int) -> None:
        """Take steps for work that is about to be done.

        Raises:
            LimitReached: of steps, memory or time.
        """
        self.left -= steps
        if self.left < 0:
            self.settle()

    def spend_at_once(self, steps: int) -> None:
        """Take steps for a C call, which hears of no clock and no Ctrl-C while it works.

        Raises:
            LimitReached: of steps, memory or time, or because it would take too long.
        """
        self.require_pause(steps)
        self.spend(steps)

    def require_pause(self, steps: int) -> None:
        """Refuse so many steps where nothing could interrupt them."""
        if steps > AT_ONCE:
            raise LimitReached(
                "work at once",
                f"it would take over {AT_ONCE:,} steps in one piece, which nothing could interrupt",
            )

    def settle(self) -> None:
        """Check every limit, then go on."""
        spent = self.granted - self.left
        self.used += spent
        if self.most_steps is not None and self.used > self.most_steps:
            self.granted = self.left = 0
            raise LimitReached("steps", f"the limit is {counted(self.most_steps, 'step')}")
        self.check_time()
        memory.check()
        self.grant()

    def check_time(self) -> None:
        """Stop a program that has had its time."""
        if self.deadline is not None and self.clock() > self.deadline:
            raise LimitReached("time", f"the limit is {counted(self.seconds or 0, 'second')}")

    def pause(self, seconds: float) -> None:
        """Wait, which takes as much of a program's time.

        Raises:
            LimitReached: the time is over.
        """
        self.check_time()
        time.sleep(seconds)
        if self.deadline is not None and self.clock is not time.monotonic:
            self.deadline -= seconds

    def grow(self, size: int) -> None:
        """Take what copying so many bytes into a new object costs."""
        memory.reserve_memory(size)

    def count_output(self, characters: int) -> None:
        """Take room for text that is about to be printed."""
        self.printed += characters
        if self.most_output is not None and self.printed > self.most_output:
            raise LimitReached("output", f"the limit is {counted(self.most_output, 'character')}")


# One program runs at a time, so that guards need not be handed the meter.
meter = Meter()


class FromWithin:
    """Counts how often Python's own functions have called back, one inside the other.

    Each time takes a piece of the C stack, which ends without a word; 400 fit everywhere.
    """

    __slots__ = ("depth",)

    def __init__(self) -> None:
        self.depth = 0

    def __enter__(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST_FROM_WITHIN:
            self.depth -= 1
            raise RecursionError("maximum recursion depth exceeded")

    def __exit__(self, *error: object) -> None:
        self.depth -= 1


DEEPEST_FROM_WITHIN: Final = 400
from_within: Final = FromWithin()
