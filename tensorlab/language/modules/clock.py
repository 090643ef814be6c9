"""The `time` and `datetime` modules: clocks, pauses that end, moments and durations."""

import datetime as dt
import time
from collections.abc import Callable, Iterable
from typing import Any, Final

from tensorlab.errors import LimitReached
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import OFFERED, namespace_of, paid, taken_from
from tensorlab.language.running.screen import silence
from tensorlab.language.values.attributes import METHODS, PROPERTIES, reading
from tensorlab.language.values.formatting import READING, check_specification
from tensorlab.language.values.functions import under_names
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import Namespace, TypeValue

LONGEST_PAUSE: Final = 60
PIECE_OF_PAUSE: Final = 0.1

KINDS: Final = (dt.datetime, dt.date, dt.time, dt.timedelta, dt.timezone)
PROPERTIES[time.struct_time] = reading(OFFERED["time.struct_time"])


def check_form(*given: object, **named: object) -> None:
    """Refuse a form that asks for a very long text, and pay for what it asks for."""
    for part in given:
        if isinstance(part, str):
            check_specification(part)
            meter.grow(40 * len(part))


def sleep(seconds: Any, /) -> None:
    """Wait, but not while something is only being tried.

    Raises:
        LimitReached: the time of the program is over, or nobody waits so long.
    """
    if isinstance(seconds, int | float) and seconds > LONGEST_PAUSE:
        raise LimitReached("time", f"a pause lasts {LONGEST_PAUSE} seconds at most")
    if silence.wanted:
        return
    end = time.monotonic() + seconds
    meter.pause(min(seconds, PIECE_OF_PAUSE))
    while (left := end - time.monotonic()) > 0:
        meter.pause(min(left, PIECE_OF_PAUSE))


def time_module() -> Namespace:
    """Return the table of `time`."""
    own = {"sleep": sleep, **with_forms(time, ("strftime", "strptime"))}
    return namespace_of("time", taken_from(time, "time") | own)


def with_forms(kind: Any, names: Iterable[str]) -> dict[str, Callable[..., Any]]:
    """Return functions of a kind of moments, or of a module, that check their forms."""
    return {name: paid(getattr(kind, name), check_form) for name in names}


def datetime_module() -> Namespace:
    """Return the table of `datetime`."""
    READING.update((dt.datetime, dt.date, dt.time))
    PROPERTIES[type(dt.date.min.isocalendar())] = reading(("year", "week", "weekday"))
    for kind in KINDS:
        title = f"datetime.{kind.__name__}"
        PROPERTIES[kind] = reading(OFFERED.get(f"{title}, parts", ()))
        METHODS[kind] = with_forms(kind, OFFERED[title])
        made = under_names(with_forms(kind, OFFERED.get(f"{title}, making one", ())))
        words = ("utc",) if kind is dt.timezone else ("min", "max", "resolution")
        members = made | {word: getattr(kind, word) for word in words}
        TYPE_VALUES[kind] = TypeValue(title, (kind,), kind, members)
    kinds: dict[str, Any] = {kind.__name__: TYPE_VALUES[kind] for kind in KINDS}
    return namespace_of(
        "datetime", {}, kinds | {"UTC": dt.UTC, **taken_from(dt, "datetime constants")}
    )


MODULES = {"time": time_module, "datetime": datetime_module}
