"""The methods of text, with what they make counted beforehand."""

from collections.abc import Callable
from typing import Any

from tensorlab.language.formatting import format_text
from tensorlab.language.iteration import collected
from tensorlab.language.meter import meter

# Their results are no longer than a few times the text.
LINEAR = [
    "capitalize",
    "casefold",
    "count",
    "endswith",
    "find",
    "index",
    "isalnum",
    "isalpha",
    "isascii",
    "isdecimal",
    "isdigit",
    "isidentifier",
    "islower",
    "isnumeric",
    "isprintable",
    "isspace",
    "istitle",
    "isupper",
    "lower",
    "lstrip",
    "partition",
    "removeprefix",
    "removesuffix",
    "rfind",
    "rindex",
    "rpartition",
    "rsplit",
    "rstrip",
    "split",
    "splitlines",
    "startswith",
    "strip",
    "swapcase",
    "title",
    "upper",
]

# Each character may become a text of its own, in a list.
BYTES_OF_PART = 40


def linear(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that is paid for by the length of its text."""
    size = BYTES_OF_PART if "split" in method.__name__ else 8

    def call(text: str, *given: Any, **named: Any) -> Any:
        meter.grow(size * len(text))
        return method(text, *given, **named)

    return call


def padded(method: Callable[..., str]) -> Callable[..., str]:
    """Return a method whose first argument is the length of the result."""

    def call(text: str, *given: Any) -> str:
        width = given[0] if given and isinstance(given[0], int) else 0
        meter.grow(4 * max(width, len(text)))
        return method(text, *given)

    return call


def join(text: str, items: Any, /) -> str:
    """Return the items with the text between them."""
    parts = collected(items)
    length = sum(len(part) for part in parts if isinstance(part, str))
    meter.grow(4 * (length + len(text) * len(parts)))
    return text.join(parts)


def replace(text: str, old: str, new: str, count: int = -1, /) -> str:
    """Return the text with one part exchanged for another."""
    found = text.count(old) if isinstance(old, str) and isinstance(new, str) else 0
    times = found if count < 0 else min(found, count)
    meter.grow(4 * (len(text) + times * max(len(new) - len(old), 0) if times else len(text)))
    return text.replace(old, new, count)


def expandtabs(text: str, tabsize: int = 8) -> str:
    """Return the text with its tabs as spaces."""
    meter.grow(4 * (len(text) + text.count("\t") * max(tabsize, 0)))
    return text.expandtabs(tabsize)


def translate(text: str, table: Any, /) -> str:
    """Return the text with its characters exchanged."""
    if not isinstance(table, dict):
        raise TypeError("translate() needs a table made by str.maketrans")
    longest = max((len(part) for part in table.values() if isinstance(part, str)), default=1)
    meter.grow(4 * len(text) * max(longest, 1))
    return text.translate(table)


TEXT_METHODS: dict[str, Callable[..., Any]] = {
    **{name: linear(getattr(str, name)) for name in LINEAR},
    **{name: padded(getattr(str, name)) for name in ("center", "ljust", "rjust", "zfill")},
    "join": join,
    "replace": replace,
    "expandtabs": expandtabs,
    "translate": translate,
    "format": format_text,
}
