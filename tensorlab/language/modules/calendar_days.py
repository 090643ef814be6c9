"""The `datetime` module: moments and the times between them."""

import datetime as dt
from collections.abc import Callable
from typing import Any

from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values.attributes import METHODS, PROPERTIES, reading
from tensorlab.language.values.formatting import READING, check_specification
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import Builtin, TypeValue

LONGEST_NAME = 40  # of a zone, which a form may write many times
PARTS = {
    dt.datetime: ("year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo"),
    dt.date: ("year", "month", "day"),
    dt.time: ("hour", "minute", "second", "microsecond"),
    dt.timedelta: ("days", "seconds", "microseconds"),
}
OF_DAYS = (
    "isoformat", "weekday", "isoweekday", "strftime", "replace", "toordinal", "isocalendar",
    "ctime",
)  # fmt: skip
TOLD = {
    dt.datetime: (*OF_DAYS, "timestamp", "date", "time", "astimezone"),
    dt.date: OF_DAYS,
    dt.time: ("isoformat", "strftime", "replace"),
    dt.timedelta: ("total_seconds",),
}
MADE_OF_DAYS = ("today", "fromisoformat", "fromordinal", "fromtimestamp")
MADE: dict[type, tuple[str, ...]] = {
    dt.datetime: (*MADE_OF_DAYS, "now", "utcnow", "strptime", "combine"),
    dt.date: MADE_OF_DAYS,
    dt.time: ("fromisoformat",),
}


def told(kind: type, name: str) -> Callable[..., Any]:
    """Return a method of moments, its form paid for."""
    method = getattr(kind, name)

    def call(moment: Any, *given: Any, **named: Any) -> Any:
        for part in given:
            if isinstance(part, str):
                check_specification(part)
                meter.grow(40 * len(part))
        return method(moment, *given, **named)

    return call


def made(kind: Any, name: str) -> Builtin:
    """Return a function of a type that makes a moment."""

    def call(*given: Any, **named: Any) -> Any:
        for part in given:
            if isinstance(part, str):
                check_specification(part)
        return getattr(kind, name)(*given, **named)

    return Builtin(name, call)


def zone_of(offset: Any, name: Any = "", /) -> dt.timezone:
    """Return a zone of time, under a short name of its own where one is given."""
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        raise TypeError("the name of a zone is a short text")
    return dt.timezone(offset, name) if name else dt.timezone(offset)


def namespace() -> Namespace:
    """Return the table of `datetime`."""
    READING.update((dt.datetime, dt.date, dt.time))
    for kind, names in PARTS.items():
        PROPERTIES[kind] = reading(names)
        METHODS[kind] = {name: told(kind, name) for name in TOLD[kind]}
        members: dict[str, Any] = {name: made(kind, name) for name in MADE.get(kind, ())}
        members |= {name: getattr(kind, name) for name in ("min", "max")}
        TYPE_VALUES[kind] = TypeValue(f"datetime.{kind.__name__}", (kind,), kind, members)
    zone = TypeValue("datetime.timezone", (dt.timezone,), zone_of, {"utc": dt.UTC})
    TYPE_VALUES[dt.timezone] = zone
    kinds = {kind.__name__: TYPE_VALUES[kind] for kind in PARTS}
    return namespace_of("datetime", {}, {**kinds, "timezone": zone, "UTC": dt.UTC})
