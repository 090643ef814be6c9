"""Format specifications: of numbers and texts only, with widths that stay small."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.errors import LimitReached
from tensorlab.frozen import pattern
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.attributes import gate_of, get_attribute
from tensorlab.language.values.display import ascii_of, describe, text_of
from tensorlab.language.values.values import type_name

WIDEST = 10_000
# What asks the classes of the program how their instances are formatted: entered by the first.
OWN_FORMATS: list[Callable[[Any, str], str | None]] = []
# Types of values that are formatted as their text is.
AS_TEXT: list[type] = []
# Types of values of ours, or of Python's, that read a specification themselves.
READING: set[type] = set()
NUMBERS = pattern(r"\d+")


def check_width(width: int) -> None:
    """Refuse a width or precision that no page could hold."""
    if width > WIDEST:
        raise LimitReached(
            "format width", f"a width of {width:,} was asked for, and the limit is {WIDEST:,}"
        )
    meter.spend(width >> 4)


def check_specification(specification: str) -> None:
    """Refuse a specification that asks for very long text."""
    if len(specification) > WIDEST:
        check_width(len(specification))
    for digits in NUMBERS.findall(specification):
        check_width(int(digits[:18]))


def format_value(value: object, specification: str = "") -> str:
    """Return `format(value, specification)`.

    Raises:
        TypeError: the value is no number and no text.
    """
    if not isinstance(specification, str):
        raise TypeError(f"format() argument 2 must be str, not {type_name(specification)}")
    if isinstance(value, Tensor | np.ndarray) and value.ndim == 0:
        value = value if isinstance(value, Tensor) and value.is_meta else value.item()
    if OWN_FORMATS and gate_of(type(value)) is not None:
        own = OWN_FORMATS[0](value, specification)
        if own is not None:
            return own
    if not specification:
        return format(value) if isinstance(value, np.generic) else text_of(value)
    check_specification(specification)
    if type(value) in READING:
        return format(value, specification)
    if AS_TEXT and isinstance(value, tuple(AS_TEXT)):
        value = text_of(value)
    if not isinstance(value, str | int | float | complex | np.generic):
        raise TypeError(f"unsupported format string passed to {type_name(value)}.__format__")
    if isinstance(value, str):
        meter.grow(4 * len(value))
    return format(value, specification)


# What `value[index]` means: entered by what compiles it.
ITEM_OF: list[Callable[[Any, Any], Any]] = []
FIELD = pattern(r"(\w*)((?:\.\w+|\[[^\[\]]+\])*)\Z")
STEP = pattern(r"\.(\w+)|\[([^\[\]]+)\]")
CONVERSIONS = {
    None: None,
    "s": text_of,
    "r": describe,
    "a": ascii_of,
}


def format_text(pattern: str, *given: object, **named: object) -> str:
    """Return `pattern.format(...)`; what a field finds inside one, our tables have."""
    return filled(pattern, given, named, [0], 2)


def filled(
    pattern: str, given: tuple[Any, ...], named: dict[str, Any], count: list[int], depth: int
) -> str:
    """Fill the fields of a pattern; `count` is the number of the next field without a name."""
    from string import Formatter  # noqa: PLC0415  seldom used

    if depth < 0:
        raise ValueError("Max string recursion exceeded")
    parts = []
    for text, field, specification, conversion in Formatter().parse(pattern):
        parts.append(text)
        if field is None:
            continue
        value = argument(field, given, named, count)
        if conversion is not None:
            if conversion not in CONVERSIONS:
                raise ValueError(f"Unknown conversion specifier {conversion}")
            value = CONVERSIONS[conversion](value)  # type: ignore[misc]  # checked above
        inner = filled(specification, given, named, count, depth - 1) if specification else ""
        parts.append(format_value(value, inner))
        meter.grow(4 * len(parts[-1]))
    return "".join(parts)


def argument(field: str, given: tuple[Any, ...], named: dict[str, Any], count: list[int]) -> Any:
    """Return the argument that a field means."""
    found = FIELD.match(field)
    if found is None:
        raise ValueError(f"the field {{{field}}} is none that tensorlab knows: write an f-string")
    value = named_argument(found[1], given, named, count)
    for attribute, index in STEP.findall(found[2]):
        value = get_attribute(value, attribute) if attribute else item_of(value, index)
    return value


def item_of(value: object, index: str) -> Any:
    """Return what `[...]` in a field means: a place where it is a number, else a key."""
    short = index.isdecimal() and len(index) < 10
    return ITEM_OF[0](value, int(index) if short else index)


def named_argument(
    field: str, given: tuple[Any, ...], named: dict[str, Any], count: list[int]
) -> Any:
    """Return the argument that a field begins with."""
    if field == "":
        field = str(count[0])
        count[0] += 1
    if field.isdecimal():
        place = int(field) if len(field) < 10 else len(given)
        if place >= len(given):
            raise IndexError(f"Replacement index {field} out of range for positional args tuple")
        return given[place]
    return named[field]


CONVERSION = pattern(r"%(?:\(([^()]*)\))?([-#0 +]*)(\*|\d*)(?:\.(\*|\d*))?[hlL]?(.?)", re.DOTALL)
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
    for match in CONVERSION.finditer(pattern):
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
