"""The methods of text, with what they make counted beforehand."""

from collections.abc import Callable
from typing import Any

from tensorlab.language.limits.meter import meter
from tensorlab.language.values.formatting import format_text
from tensorlab.language.values.guards import as_int
from tensorlab.language.values.iteration import collected

# Their results are no longer than a few times the text.
LINEAR = [
    "capitalize", "casefold", "endswith", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit",
    "isidentifier", "islower", "isnumeric", "isprintable", "isspace", "istitle", "isupper", "lower",
    "removeprefix", "removesuffix", "splitlines", "startswith", "swapcase", "title", "upper",
]  # fmt: skip

FORWARDS = ["count", "find", "index", "partition", "split"]
# These look at each letter as often as the part that they look for is long.
BACKWARDS = ["lstrip", "rfind", "rindex", "rpartition", "rsplit", "rstrip", "strip"]
LOOKS = 100
LETTERS_PER_STEP = 64

# Each character may become a text of its own, in a list.
BYTES_OF_PART = 40
SHORTEST_CLAIMED = 16  # characters: of what is less, a chunk of steps makes too little to matter


def linear(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that is paid for by the length of its text."""
    size = BYTES_OF_PART if "split" in method.__name__ else 8

    def call(text: str, *given: object, **named: object) -> Any:
        if len(text) > SHORTEST_CLAIMED:
            meter.grow(size * len(text))
        return method(text, *given, **named)

    return call


def pay_to_find(text: str, part: Any) -> None:
    """Take the steps for looking for a part: forwards no letter is looked at very often."""
    meter.spend_at_once(len(text) * min(len(part), LOOKS) // LETTERS_PER_STEP)


def searching(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that looks for a text, or takes letters of a text off the ends."""
    backwards = method.__name__ in BACKWARDS
    paid = linear(method)

    def call(text: str, *given: object, **named: object) -> Any:
        for part in (*given, *named.values()):
            if isinstance(part, str):
                looks = len(part) if backwards else min(len(part), LOOKS)
                meter.spend_at_once(len(text) * looks // LETTERS_PER_STEP)
        return paid(text, *given, **named)

    return call


def maketrans(*given: Any) -> dict[int, Any]:
    """Return a table for translate."""
    for part in given:
        meter.spend_at_once(len(part) if isinstance(part, str | dict) else 1)
    return str.maketrans(*given)


def padded(method: Callable[..., str]) -> Callable[..., str]:
    """Return a method whose first argument is the length of the result."""

    def call(text: str, *given: object) -> str:
        given = tuple(map(as_int, given))
        width = given[0] if given and isinstance(given[0], int) else 0
        meter.grow(4 * max(width, len(text)))
        return method(text, *given)

    return call


def join(text: str, items: object, /) -> str:
    """Return the items with the text between them."""
    parts = collected(items)
    length = sum(len(part) for part in parts if isinstance(part, str))
    meter.grow(4 * (length + len(text) * len(parts)))
    return text.join(parts)


def replace(text: str, old: str, new: str, count: int = -1, /) -> str:
    """Return the text with one part exchanged for another."""
    pay_to_find(text, old if isinstance(old, str) else "")
    found = text.count(old) if isinstance(old, str) and isinstance(new, str) else 0
    times = found if count < 0 else min(found, count)
    meter.grow(4 * (len(text) + times * max(len(new) - len(old), 0) if times else len(text)))
    return text.replace(old, new, count)


def expandtabs(text: str, tabsize: int = 8) -> str:
    """Return the text with its tabs as spaces."""
    tabsize = as_int(tabsize)
    meter.grow(4 * (len(text) + text.count("\t") * max(tabsize, 0)))
    return text.expandtabs(tabsize)


def translate(text: str, table: object, /) -> str:
    """Return the text with its characters exchanged."""
    if not isinstance(table, dict):
        raise TypeError("translate() needs a table made by str.maketrans")
    meter.spend_at_once(len(text))
    longest = max((len(part) for part in table.values() if isinstance(part, str)), default=1)
    meter.grow(4 * len(text) * max(longest, 1))
    return text.translate(table)


TEXT_METHODS: dict[str, Callable[..., Any]] = {
    **{name: linear(getattr(str, name)) for name in LINEAR},
    **{name: searching(getattr(str, name)) for name in (*FORWARDS, *BACKWARDS)},
    **{name: padded(getattr(str, name)) for name in ("center", "ljust", "rjust", "zfill")},
    "join": join,
    "replace": replace,
    "expandtabs": expandtabs,
    "translate": translate,
    "format": format_text,
}
