"""How often declared functions were called in a block, how long they took, and the table of it."""

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter_ns
from types import FrameType
from typing import Any, ClassVar

from tensorlab.engine.calling import closures

FOLDERS = (
    str(Path(closures.__file__).parent),
    str(Path(closures.__file__).parents[1] / "declaring"),
)
TEMPLATES = frozenset({"call", "answer", "held_back", "look_closer", "otherwise", "resolve"})
MOST_EVENTS = 100_000  # that are kept
UNITS = ((1e6, "s"), (1e3, "ms"), (1, "us"))


@dataclass
class Event:
    """One call of a function, or one labelled block: its times in microseconds."""

    name: str
    start: float
    shapes: list[list[int]]
    end: float = 0.0
    inner: float = 0.0  # the time of the events within it

    @property
    def cpu_time_total(self) -> float:
        """How long it took."""
        return self.end - self.start

    @property
    def self_cpu_time_total(self) -> float:
        """How long it took itself."""
        return self.cpu_time_total - self.inner

    key = property(lambda self: self.name)


class Measuring:
    """The events of the block that is measured now, None where none is."""

    events: ClassVar[list[Event] | None] = None
    open: ClassVar[list[Event]] = []


def now() -> float:
    """Return the time in microseconds."""
    return perf_counter_ns() / 1000


def opened(name: str, shapes: list[list[int]]) -> None:
    """Note that an event begins."""
    event = Event(name, now(), shapes)
    Measuring.open.append(event)
    if Measuring.events is not None and len(Measuring.events) < MOST_EVENTS:
        Measuring.events.append(event)


def closed() -> None:
    """Note that the event that began last is over."""
    event = Measuring.open.pop()
    event.end = now()
    if Measuring.open:
        Measuring.open[-1].inner += event.cpu_time_total


def is_declared(frame: FrameType) -> bool:
    """Return whether a frame is a call of a declared function under its own name."""
    code = frame.f_code
    return (
        code.co_name not in TEMPLATES
        and code.co_filename.startswith(FOLDERS)
        and (code.co_name == code.co_qualname)
        and bool(code.co_freevars)  # what declares it has none
    )


def look_on(frame: FrameType, happened: str, _: object) -> None:
    """Note the calls of declared functions: Python calls this at each call and return."""
    if happened not in ("call", "return") or not is_declared(frame):
        return
    if happened == "return":
        if Measuring.open and Measuring.open[-1].name == f"aten::{frame.f_code.co_name}":
            closed()
        return
    given = list(frame.f_locals.values())
    shapes = [list(value.shape) for value in given if hasattr(type(value), "_tracked")]
    opened(f"aten::{frame.f_code.co_name}", shapes)


def begin() -> list[Event]:
    """Measure from here on; return the list that fills."""
    Measuring.events = []
    sys.setprofile(look_on)
    return Measuring.events


def end() -> None:
    """Measure no more."""
    sys.setprofile(None)
    Measuring.events = None
    for event in Measuring.open:
        event.end = now()
    Measuring.open.clear()


@dataclass
class Average:
    """All events of one name together."""

    key: str
    count: int = 0
    cpu_time_total: float = 0.0
    self_cpu_time_total: float = 0.0
    input_shapes: list[list[int]] = field(default_factory=list)

    @property
    def cpu_time(self) -> float:
        """How long one took on average, in microseconds."""
        return self.cpu_time_total / self.count

    device_time_total = self_device_time_total = 0.0
    cpu_memory_usage = self_cpu_memory_usage = 0


class EventList(list[Any]):
    """Events, or averages of them, which can be shown as a table."""

    @property
    def self_cpu_time_total(self) -> float:
        """The time of all, in microseconds."""
        return float(sum(event.self_cpu_time_total for event in self))

    def key_averages(self, group_by_input_shape: bool = False, *_: Any, **__: Any) -> "EventList":
        """Return one entry for each name, and for each input shape where that is asked."""
        found: dict[Any, Average] = {}
        for event in self:
            key = (event.name, str(event.shapes) if group_by_input_shape else "")
            entry = found.setdefault(key, Average(event.name, input_shapes=event.shapes))
            entry.count += 1
            entry.cpu_time_total += event.cpu_time_total
            entry.self_cpu_time_total += event.self_cpu_time_total
        return EventList(found.values())

    def table(
        self, sort_by: str | None = None, row_limit: int = 100, max_src_column_width: int = 75,
        max_name_column_width: int = 55, max_shapes_column_width: int = 80,
        header: str | None = None, top_level_events_only: bool = False, **_: object,
    ) -> str:  # fmt: skip
        """Return a table of the events, those with most of what it is sorted by first."""
        rows = list(self)
        if sort_by is not None:
            by = sort_by.replace("cuda", "device")
            rows.sort(key=lambda event: -float(getattr(event, by, 0)))
        whole = self.self_cpu_time_total or 1.0
        elements = [
            (
                event.key[:max_name_column_width],
                f"{event.self_cpu_time_total / whole:.2%}",
                timed(event.self_cpu_time_total),
                f"{event.cpu_time_total / whole:.2%}",
                timed(event.cpu_time_total),
                timed(event.cpu_time_total / getattr(event, "count", 1)),
                str(getattr(event, "count", 1)),
            )
            for event in rows[: row_limit if row_limit > 0 else None]
        ]
        return drawn(elements, header) + f"Self CPU time total: {timed(whole)}\n"

    def total_average(self) -> Average:
        """Return all events as one."""
        total = Average("Total", len(self))
        total.self_cpu_time_total = total.cpu_time_total = self.self_cpu_time_total
        return total

    def export_chrome_trace(self, path: str) -> None:
        """Write the events to a file that browsers show as a time line."""
        entries = [
            {
                "ph": "X",
                "name": event.name,
                "ts": event.start,
                "dur": event.cpu_time_total,
                "pid": 0,
                "tid": 0,
                "cat": "cpu_op",
            }
            for event in self
        ]
        Path(path).write_text(json.dumps({"traceEvents": entries}), encoding="utf-8")

    def __str__(self) -> str:
        return self.table()


HEADINGS = (
    "Name", "Self CPU %", "Self CPU", "CPU total %", "CPU total", "CPU time avg", "# of Calls",
)  # fmt: skip


def timed(microseconds: float) -> str:
    """Return a time as PyTorch writes it: 1.500ms."""
    size, unit = next((pair for pair in UNITS if microseconds >= pair[0]), UNITS[-1])
    return f"{microseconds / size:.3f}{unit}"


def drawn(elements: Sequence[tuple[str, ...]], header: str | None) -> str:
    """Return rows as a table, with its headings between two lines."""
    widths = [max(12, *(len(row[place]) for row in (HEADINGS, *elements))) for place in range(7)]
    rule = "  ".join("-" * width for width in widths) + "  \n"
    line: Callable[[tuple[str, ...]], str] = lambda row: (  # noqa: E731
        "  ".join(element.rjust(width) for element, width in zip(row, widths, strict=True)) + "  \n"
    )
    head = f"{header}\n" if header else ""
    return head + rule + line(HEADINGS) + rule + "".join(map(line, elements)) + rule
