"""Format specifications: of numbers and texts only, with widths that stay small."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.printing.tensor_text import as_formatted
from tensorlab.engine.tensor import Tensor
from tensorlab.errors import LimitReached
from tensorlab.frozen import pattern
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.attributes import gate_of, get_attribute
from tensorlab.language.values.display import ascii_of, describe, text_of
from tensorlab.language.values.values import type_name

# What str.format itself reads a pattern by.
from _string import formatter_field_name_split, formatter_parser  # type: ignore[import-not-found]  # isort: skip

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
    if isinstance(value, Tensor | np.ndarray):
        value = as_formatted(value)
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
CONVERSIONS: dict[str, Callable[[Any], str]] = {"s": text_of, "r": describe, "a": ascii_of}


def format_text(pattern: str, *given: object, **named: object) -> str:
    """Return `pattern.format(...)`; what a field finds inside one, our tables have."""
    return filled(pattern, given, named, [0], 1)


def format_map(pattern: str, mapping: Any, /) -> str:
    """Return `pattern.format_map(mapping)`."""
    return filled(pattern, (), mapping, [0], 1)


def filled(
    pattern: str, given: tuple[Any, ...], named: dict[str, Any], count: list[int], depth: int
) -> str:
    """Fill the fields of a pattern; `count` is the number of the next field without a name."""
    if depth < 0:
        raise ValueError("Max string recursion exceeded")
    parts = []
    for text, field, specification, conversion in formatter_parser(pattern):
        parts.append(text)
        if field is None:
            continue
        value = argument(field, given, named, count)
        if conversion is not None:
            if conversion not in CONVERSIONS:
                raise ValueError(f"Unknown conversion specifier {conversion}")
            value = CONVERSIONS[conversion](value)
        inner = filled(specification, given, named, count, depth - 1) if specification else ""
        parts.append(format_value(value, inner))
        meter.grow(4 * len(parts[-1]))
    return "".join(parts)


def argument(field: str, given: tuple[Any, ...], named: dict[str, Any], count: list[int]) -> Any:
    """Return the argument that a field means, or what our tables have inside it."""
    first, path = formatter_field_name_split(field)
    if first == "" or isinstance(first, int):
        step = 1 if first == "" else -1  # below zero once a field has a number
        if count[0] * step < 0:
            ways = ("automatic field numbering", "manual field specification")
            raise ValueError(f"cannot switch from {ways[step > 0]} to {ways[step < 0]}")
        count[0] += step
        first = count[0] - 1 if first == "" else first
    if isinstance(first, int) and first >= len(given):
        raise IndexError(f"Replacement index {first} out of range for positional args tuple")
    value = named[first] if isinstance(first, str) else given[first]
    for is_attribute, word in path:
        value = get_attribute(value, word) if is_attribute else ITEM_OF[0](value, word)
    return value


CONVERSION = pattern(r"%(?:\(([^()]*)\))?([-#0 +]*)(\*|\d*)(?:\.(\*|\d*))?[hlL]?(.?)", re.DOTALL)


def percent(pattern: str, values: Any) -> str:
    """Return a text with its `%` fields filled."""
    meter.grow(4 * len(pattern))
    several = isinstance(values, tuple)
    waiting = iter(values if several else (values,))

    def following() -> Any:
        for value in waiting:
            return value
        raise TypeError("not enough arguments for format string")

    def field(match: re.Match[str]) -> str:
        key, flags, width, precision, kind = match.groups()
        if kind == "%":
            return "%"
        if not kind:
            raise ValueError("incomplete format")
        if key is not None and not isinstance(values, dict):
            raise TypeError("format requires a mapping")
        width = number(width, following)
        dot = "" if precision is None else f".{number(precision or '0', following)}"
        value = following() if key is None else values[key]
        if kind in CONVERSIONS:
            value, kind = CONVERSIONS[kind](value), "s"
        text = f"%{flags}{width}{dot}{kind}" % (value,)
        meter.grow(4 * len(text))
        return text

    made = CONVERSION.sub(field, pattern)
    # Python takes whatever has items, but for text and tuples, for a table not asked for.
    like_table = hasattr(type(values), "__getitem__") and not (several or isinstance(values, str))
    if not like_table and next(waiting, waiting) is not waiting:
        raise TypeError("not all arguments converted during string formatting")
    return made


def number(digits: str, following: Callable[[], Any]) -> str:
    """Return a width or a precision, checked; a star stands for the value that follows."""
    if digits == "*":
        value = following()
        if not isinstance(value, int):
            raise TypeError("* wants int")
        digits = str(value)
    if digits.lstrip("-"):
        check_width(int(digits.lstrip("-")[:10]))
    return digits
