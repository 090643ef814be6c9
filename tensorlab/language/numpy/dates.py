"""Dates and spans of time: np.datetime64 and np.timedelta64, and ranges of them."""

import re
from typing import Any, Final

import numpy as np

from tensorlab.language.expressions.invoking import CALLABLE
from tensorlab.language.numpy.arguments import Arguments, type_given
from tensorlab.language.numpy.calling import call, pay, run
from tensorlab.language.numpy.types import ScalarType
from tensorlab.language.numpy.values import presented
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import TypeValue

KINDS: Final = {"datetime64": np.datetime64, "timedelta64": np.timedelta64}
# A moment as text: nothing else is read as one.
MOMENT: Final = re.compile(r"(?:now|today|NaT|[-+]?[\dT :.\-+Z]{1,40})", re.IGNORECASE)
FUNCTIONS: Final = "isnat is_busday busday_count busday_offset datetime_as_string"


class DateType(ScalarType):
    """np.datetime64 or np.timedelta64: made of a moment as text, or of a number and a unit."""

    __slots__ = ()

    def made(self, *given: Any) -> Any:
        """Return a moment, or a span of time."""
        kind: Any = self.classes[0]
        first, *rest = given or ("NaT",)
        if isinstance(first, str):
            if not MOMENT.fullmatch(first):
                raise ValueError(f'Error parsing datetime string "{first[:60]}" at position 0')
            return presented(kind(first, *Arguments(rest, {}).given))
        arguments = Arguments(given, {})
        pay(arguments.cells, arguments.cells)
        return run(kind, arguments)


DateType.__name__ = "type"
CALLABLE[DateType] = TypeValue.__call__


def is_dated(value: Any) -> bool:
    """Return whether a value is a moment, a span of time, or stands for one as text."""
    return isinstance(value, np.datetime64 | np.timedelta64 | str)


def arange(*given: Any, **named: Any) -> Any:
    """Return numbers, or moments, at equal distances."""
    kind = named.get("dtype", given[3] if len(given) > 3 else None)
    dated = isinstance(kind, str) and np.dtype(type_given(kind)).kind in "mM"
    if not dated and not any(map(is_dated, given)):
        return call("arange", np.arange, given, named)
    wanted = type_given(kind) if kind is not None else None
    unit = [] if wanted is None else [np.datetime_data(wanted)[0]]
    ends = [moment(value, unit) for value in given[:3]]
    span = ends[1] - ends[0] if len(ends) > 1 else ends[0]
    spans: Any = np.timedelta64
    step = ends[2] if len(ends) > 2 else spans(1, np.datetime_data(span.dtype)[0])
    count = abs(int(span / spans(step, np.datetime_data(step.dtype)[0]))) + 1
    pay(count, count)
    return presented(np.arange(*ends, dtype=wanted))


def moment(value: Any, unit: list[str]) -> Any:
    """Return an end of a range as numpy gets it."""
    if isinstance(value, str):
        if not MOMENT.fullmatch(value):
            raise ValueError(f'Error parsing datetime string "{value[:60]}" at position 0')
        return np.datetime64(value, *unit)
    if isinstance(value, int):
        return np.timedelta64(value, *unit)
    return Arguments((value,), {}).given[0]


def names() -> dict[str, Any]:
    """Return what this file adds to numpy's table."""
    found: dict[str, Any] = {}
    for name, kind in KINDS.items():
        found[name] = TYPE_VALUES[kind] = DateType(name, kind)
        of_kind = type(np.dtype(kind))
        TYPE_VALUES[of_kind] = TypeValue(f"numpy.dtypes.{of_kind.__name__}", (of_kind,), type_given)
    return found
