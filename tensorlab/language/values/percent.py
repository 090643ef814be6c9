"""The `%` operator on texts: `'%.2f' % x`."""

import re
from collections.abc import Callable
from typing import Any

from tensorlab.language.limits.meter import meter
from tensorlab.language.values.display import ascii_of, describe, text_of
from tensorlab.language.values.formatting import check_width

FIELD = re.compile(r"%(?:\(([^()]*)\))?([-#0 +]*)(\*|\d*)(?:\.(\*|\d*))?[hlL]?(.?)", re.DOTALL)
TEXTS: dict[str, Callable[[Any], str]] = {
    "s": text_of,
    "r": describe,
    "a": ascii_of,
}


class Arguments:
    """The right side of `%`, taken one by one."""

    def __init__(self, values: Any) -> None:
        self.table = values if isinstance(values, dict) else None
        self.several = isinstance(values, tuple)
        self.values = list(values) if self.several else [values]
        self.place = 0

    def following(self) -> Any:
        """Return the next value."""
        if self.place >= len(self.values):
            raise TypeError("not enough arguments for format string")
        self.place += 1
        return self.values[self.place - 1]

    def named(self, key: str) -> Any:
        """Return the value of a key."""
        if self.table is None:
            raise TypeError("format requires a mapping")
        return self.table[key]

    def finish(self) -> None:
        """Refuse values that nobody asked for."""
        # Python takes whatever has items, but for text and tuples, for a table not asked for.
        single = self.values[0] if len(self.values) == 1 and not self.several else ""
        like_table = not isinstance(single, str) and hasattr(type(single), "__getitem__")
        if self.place < len(self.values) and not like_table:
            raise TypeError("not all arguments converted during string formatting")


def percent(pattern: str, values: object) -> str:
    """Return a text with its `%` fields filled."""
    meter.grow(4 * len(pattern))
    arguments = Arguments(values)
    parts = []
    end = 0
    for match in FIELD.finditer(pattern):
        parts.append(pattern[end : match.start()])
        parts.append(field(match, arguments))
        meter.grow(4 * len(parts[-1]))
        end = match.end()
    arguments.finish()
    return "".join(parts) + pattern[end:]


def field(match: re.Match[str], arguments: Arguments) -> str:
    """Return the text of one field."""
    key, flags, width, precision, kind = match.groups()
    if kind == "%":
        return "%"
    if not kind:
        raise ValueError("incomplete format")
    width = number(width, arguments)
    precision = None if precision is None else number(precision or "0", arguments)
    value = arguments.following() if key is None else arguments.named(key)
    if kind in TEXTS:
        value, kind = TEXTS[kind](value), "s"
    dot = "" if precision is None else f".{precision}"
    return f"%{flags}{width}{dot}{kind}" % (value,)


def number(digits: str, arguments: Arguments) -> str:
    """Return a width or a precision, checked."""
    if digits == "*":
        value = arguments.following()
        if not isinstance(value, int):
            raise TypeError("* wants int")
        digits = str(value)
    if digits.lstrip("-"):
        check_width(int(digits.lstrip("-")[:10]))
    return digits
