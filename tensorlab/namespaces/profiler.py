"""torch.profiler: a program's steps measured by a schedule."""

import os
from collections.abc import Callable, Iterable
from enum import Enum
from pathlib import Path
from typing import Any, Self

from tensorlab.autograd.measuring import EventList, begin, end
from tensorlab.autograd.profiler import record_function
from tensorlab.engine.naming import printed_under

__all__ = [
    "profile", "record_function", "schedule",
    "supported_activities", "tensorboard_trace_handler",
]  # fmt: skip


class ProfilerActivity(Enum):
    """What is measured: here there is only the CPU."""

    CPU = 0
    XPU = 1
    CUDA = 2


class ProfilerAction(Enum):
    """What is done with a step."""

    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3


def supported_activities() -> set[ProfilerActivity]:
    """Return what can be measured.

    >>> torch.profiler.supported_activities()
    {<ProfilerActivity.CPU: 0>}
    """
    return {ProfilerActivity.CPU}


def schedule(
    *, wait: int, warmup: int, active: int, repeat: int = 0, skip_first: int = 0,
    skip_first_wait: int = 0,
) -> Callable[[int], ProfilerAction]:  # fmt: skip
    """Return which steps are measured: after some that are skipped, some of each round.

    >>> plan = torch.profiler.schedule(wait=1, warmup=1, active=2)
    >>> [plan(step).name for step in range(4)]
    ['NONE', 'WARMUP', 'RECORD', 'RECORD_AND_SAVE']
    """

    def action(step: int) -> ProfilerAction:
        if step < skip_first:
            return ProfilerAction.NONE
        step -= skip_first
        if skip_first_wait:
            step += wait
        rounds, place = divmod(step, wait + warmup + active)
        if (repeat and rounds >= repeat) or place < wait:
            return ProfilerAction.NONE
        if place < wait + warmup:
            return ProfilerAction.WARMUP
        last = place == wait + warmup + active - 1
        return ProfilerAction.RECORD_AND_SAVE if last else ProfilerAction.RECORD

    return action


def tensorboard_trace_handler(
    dir_name: str, worker_name: str | None = None, use_gzip: bool = False
) -> Callable[[Any], None]:
    """Return what writes each trace to a file of its own in a folder.

    >>> torch.profiler.tensorboard_trace_handler("traces").__name__
    'handler_fn'
    """

    def handler_fn(measured: Any) -> None:
        Path(dir_name).mkdir(parents=True, exist_ok=True)
        name = f"{worker_name or os.getpid()}.{measured.step_num}.pt.trace.json"
        measured.export_chrome_trace(str(Path(dir_name) / name))

    return handler_fn


class profile:  # noqa: N801  PyTorch's name
    """A block whose calls of functions are counted and timed, whole or by a schedule of steps.

    >>> with torch.profiler.profile() as measured:
    ...     with torch.profiler.record_function("sum"):
    ...         y = torch.ones(3).sum()
    >>> sorted(entry.key for entry in measured.key_averages() if entry.count == 1)[-1]
    'sum'
    """

    def __init__(
        self, *, activities: Iterable[ProfilerActivity] | None = None,
        schedule: Callable[[int], ProfilerAction] | None = None,
        on_trace_ready: Callable[[Any], Any] | None = None, **_: object,
    ) -> None:  # fmt: skip
        self.activities = set(activities or supported_activities())
        self.schedule = schedule or (lambda step: ProfilerAction.RECORD)
        self.on_trace_ready = on_trace_ready
        self.step_num = 0
        self.found: list[Any] | None = None
        self.function_events = EventList()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def start(self) -> None:
        """Begin with the first step."""
        self.follow(self.schedule(self.step_num))

    def follow(self, action: ProfilerAction) -> None:
        """Measure or wait, as the schedule says."""
        wanted = action in (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE)
        if wanted and self.found is None:
            self.found = begin()
        elif not wanted and self.found is not None:
            self.gather()

    def gather(self) -> None:
        """Stop measuring and keep what was found."""
        end()
        self.function_events, self.found = EventList(self.found or []), None

    def step(self) -> None:
        """Go on to the next step; where a round is over, hand what was measured on."""
        action = self.schedule(self.step_num)
        self.step_num += 1
        if action is ProfilerAction.RECORD_AND_SAVE:
            self.gather()
            self.hand_on()
        self.follow(self.schedule(self.step_num))

    def stop(self) -> None:
        """End, and hand what was measured on."""
        if self.found is not None:
            self.gather()
            self.hand_on()

    def hand_on(self) -> None:
        """Call what waits for the trace."""
        if self.on_trace_ready is not None:
            self.on_trace_ready(self)

    def key_averages(self, *settings: Any, **more: Any) -> EventList:
        """Return one entry for each name."""
        return self.function_events.key_averages(*settings, **more)

    def events(self) -> EventList:
        """Return every event."""
        return self.function_events

    def export_chrome_trace(self, path: str) -> None:
        """Write the events to a file that browsers show as a time line."""
        self.function_events.export_chrome_trace(path)

    def export_stacks(self, path: str, metric: str = "self_cpu_time_total") -> None:
        """Write nothing: no stacks are kept."""
        Path(path).write_text("", encoding="utf-8")

    def add_metadata(self, key: str, value: str) -> None:
        """Take a note that nobody reads."""

    add_metadata_json = add_metadata


printed_under("torch.profiler.profiler", globals())
