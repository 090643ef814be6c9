"""What a profiler measured, as programs see it: entered when one names the profiler."""

from typing import Any, Final

from tensorlab.autograd.measuring import Average, Event, EventList
from tensorlab.language.classes.admission import admitted
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.attributes import METHODS, PROPERTIES, reading
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import TypeValue, no_instances

WIDEST: Final = 200  # letters of a name
BYTES_OF_ROW: Final = 2000
TIMES: Final = ("key", "cpu_time_total", "self_cpu_time_total")
SORTED_BY: Final = frozenset({*TIMES, "count", "cpu_time", "cpu_memory_usage", "cuda_time_total",
                              "self_cuda_time_total", "self_cpu_memory_usage", "cuda_time",
                              "device_time_total", "self_device_time_total"})  # fmt: skip


def table(events: EventList, sort_by: Any = None, row_limit: int = 100, **settings: Any) -> str:
    """Return the events as a table, each of its rows paid for.

    Raises:
        ValueError: it is to be sorted by something else, or would be very wide.
    """
    if sort_by is not None and sort_by not in SORTED_BY:
        raise ValueError(f"a table is sorted by one of {', '.join(sorted(SORTED_BY))}")
    width = settings.get("max_name_column_width", 55)
    if not isinstance(width, int) or width > WIDEST or len(str(settings.get("header"))) > WIDEST:
        raise ValueError(f"names in a table have {WIDEST} letters at most")
    meter.spend_at_once(8 * len(events))
    meter.grow(BYTES_OF_ROW * (len(events) + 1))
    return events.table(sort_by, row_limit, **settings)


def averages(events: EventList, group_by_input_shape: object = False, **settings: Any) -> Any:
    """Return one entry for each name."""
    meter.spend_at_once(16 * len(events))
    meter.grow(BYTES_OF_ROW * len(events))
    return admitted(events.key_averages(bool(group_by_input_shape)))


METHODS[EventList] = {"table": table, "key_averages": averages}
PROPERTIES[EventList] = reading(("self_cpu_time_total",))
PROPERTIES[Event] = reading((*TIMES, "name"))
PROPERTIES[Average] = reading((*TIMES, "count", "cpu_time"))
for kind in (EventList, Event, Average):
    name = f"torch.autograd.profiler_util.{kind.__name__}"
    TYPE_VALUES[kind] = TypeValue(name, (kind,), no_instances(name))
