"""torch.autograd.profiler: blocks that are measured, and labels for their parts."""

from contextlib import ContextDecorator
from typing import Any, Self

from tensorlab.autograd.measuring import EventList, begin, closed, end, opened
from tensorlab.engine.naming import printed_under

__all__ = ["emit_nvtx", "profile", "record_function"]


class record_function(ContextDecorator):  # noqa: N801  PyTorch's name
    """A block, or a decorated function, that stands under its own name in what is measured.

    >>> with torch.autograd.profiler.profile() as measured:
    ...     with torch.autograd.profiler.record_function("doubling"):
    ...         y = torch.ones(2) * 2
    >>> [entry.count for entry in measured.key_averages() if entry.key == "doubling"]
    [1]
    """

    def __init__(self, name: str, args: str | None = None) -> None:
        self.name = name
        self.args = args

    def __enter__(self) -> Self:
        opened(self.name, [])
        return self

    def __exit__(self, *error: object) -> None:
        closed()


class profile:  # noqa: N801
    """A block whose calls of functions are counted and timed.

    >>> with torch.autograd.profiler.profile() as measured:
    ...     y = torch.ones(2) @ torch.ones(2)
    >>> "aten::matmul" in measured.table()
    True
    """

    def __init__(self, enabled: bool = True, **_: object) -> None:
        self.enabled = enabled
        self.function_events = EventList()

    def __enter__(self) -> Self:
        if self.enabled:
            self.found = begin()
        return self

    def __exit__(self, *error: object) -> None:
        if self.enabled:
            end()
            self.function_events = EventList(self.found)

    def key_averages(self, *settings: Any, **more: Any) -> EventList:
        """Return one entry for each name."""
        return self.function_events.key_averages(*settings, **more)

    def table(self, sort_by: str | None = None, row_limit: int = 100, **settings: Any) -> str:
        """Return all events as a table."""
        return self.function_events.table(sort_by, row_limit, **settings)

    def total_average(self) -> Any:
        """Return all events as one."""
        return self.function_events.total_average()

    def export_chrome_trace(self, path: str) -> None:
        """Write the events to a file that browsers show as a time line."""
        self.function_events.export_chrome_trace(path)

    @property
    def self_cpu_time_total(self) -> float:
        """The time of all events, in microseconds."""
        return self.function_events.self_cpu_time_total

    def __str__(self) -> str:
        return self.table()


class emit_nvtx:  # noqa: N801
    """A block that would be marked for a GPU's own profiler: there is none.

    >>> with torch.autograd.profiler.emit_nvtx(enabled=False):
    ...     torch.ones(1)
    tensor([1.])
    """

    def __init__(self, enabled: bool = True, record_shapes: bool = False) -> None:
        self.enabled = enabled

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Leave everything as it was."""


emit_itt = emit_nvtx


printed_under("torch.autograd.profiler", globals())
