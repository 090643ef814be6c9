"""Text and bytes: how they are made, and their methods, with what they make counted."""

from collections.abc import Callable
from typing import Any, Final

from tensorlab.frozen import names_beside
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.formatting import check_width, format_map, format_text
from tensorlab.language.values.guards import as_int
from tensorlab.language.values.iteration import collected
from tensorlab.language.values.values import type_name

NAMES: Final = names_beside(__file__, "names.txt")  # of Python's, that programs have
LOOKS = 100
LETTERS_PER_STEP = 64

# Each character may become a text of its own, in a list.
BYTES_OF_PART = 40
# characters: of what is less, a chunk of steps makes too little to matter
SHORTEST_CLAIMED = 16


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
    backwards = method.__name__ in NAMES["backwards"]
    paid = linear(method)

    def call(text: str, *given: object, **named: object) -> Any:
        for part in (*given, *named.values()):
            size = len(part) if isinstance(part, str | bytes) else getattr(part, "nbytes", 0)
            looks = size if backwards else min(size, LOOKS)
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


def join(text: Any, items: object, /) -> Any:
    """Return the items with the text, or the bytes, between them."""
    parts = collected(items)
    length = sum(len(part) for part in parts if isinstance(part, str | bytes))
    meter.grow(4 * (length + len(text) * len(parts)))
    return text.join(parts)


def replace(text: Any, old: Any, new: Any, count: int = -1, /) -> Any:
    """Return the text, or the bytes, with one part exchanged for another."""
    kind = bytes if isinstance(text, bytes) else str
    for part in (old, new):
        if kind is bytes and not isinstance(part, bytes):
            raise TypeError(f"a bytes-like object is required, not '{type_name(part)}'")
    pay_to_find(text, old if isinstance(old, kind) else "")
    found = text.count(old) if isinstance(old, kind) and isinstance(new, kind) else 0
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


ENCODINGS: Final = {
    "utf-8", "utf8", "ascii", "latin-1", "latin1", "utf-16", "utf-32", "utf-16-le", "utf-16-be",
    "iso-8859-1", "cp1252",
}  # fmt: skip
HANDLERS: Final = {"strict", "ignore", "replace", "backslashreplace", "surrogateescape"}
LONGEST_OF_LETTER: Final = 16


def require_known(encoding: object, errors: object) -> None:
    """Refuse an encoding that is not on the list: Python looks for others among modules.

    Raises:
        LookupError: it is not.
    """
    if str(encoding).lower().replace("_", "-") not in ENCODINGS:
        raise LookupError(f"unknown encoding: {encoding}")
    if errors not in HANDLERS:
        raise LookupError(f"unknown error handler name '{errors}'")


def encode(text: str, encoding: str = "utf-8", errors: str = "strict") -> bytes:
    """Return a text as bytes."""
    require_known(encoding, errors)
    meter.grow(LONGEST_OF_LETTER * len(text))
    return text.encode(encoding, errors)


def decode(value: bytes, encoding: str = "utf-8", errors: str = "strict") -> str:
    """Return the text that bytes stand for."""
    require_known(encoding, errors)
    meter.grow(LONGEST_OF_LETTER * len(value))
    return value.decode(encoding, errors)


def to_bytes(*given: Any) -> bytes:
    """Return bytes: of numbers, of a text and its encoding, or so many zeros."""
    if given and isinstance(given[0], str):
        if len(given) == 1:
            raise TypeError("string argument without an encoding")
        return encode(*given)
    if len(given) > 1:
        raise TypeError("encoding without a string argument")
    value = as_int(given[0]) if given else b""
    if isinstance(value, int):
        meter.grow(max(value, 0))
        return bytes(value)
    return value if isinstance(value, bytes) else bytes(collected(value))


def methods_of(kind: type) -> dict[str, Callable[..., Any]]:
    """Return the methods that text, or bytes, have in Python, each paid for."""
    of_parts = NAMES["forwards"] + NAMES["backwards"]
    ways = (linear, NAMES["linear"]), (searching, of_parts), (padded, NAMES["padded"])
    return {
        name: way(getattr(kind, name))
        for way, names in ways
        for name in names
        if hasattr(kind, name)
    } | {"join": join, "replace": replace}


TEXT_METHODS: dict[str, Callable[..., Any]] = {
    **methods_of(str),
    "expandtabs": expandtabs,
    "translate": translate,
    "format": format_text,
    "format_map": format_map,
}
METHODS_OF_BYTES: Final = {**methods_of(bytes), "decode": decode}
METHODS_OF_BYTES["translate"] = searching(bytes.translate)


def bytes_of_int(value: int, length: int = 1, byteorder: str = "big", **named: bool) -> bytes:
    """Return the bytes of a whole number."""
    length = as_int(length)
    check_width(length)
    return value.to_bytes(length, byteorder, **named)  # type: ignore[arg-type]  # Python says


def int_from_bytes(bytes: object, byteorder: str = "big", **named: bool) -> int:
    """Return the whole number that bytes mean."""
    data = to_bytes(bytes)
    check_width(len(data))
    return int.from_bytes(data, byteorder, **named)  # type: ignore[arg-type]  # Python says


def float_from_hex(text: str, /) -> float:
    """Return the number that a text of `float.hex` means."""
    check_width(len(text))
    return float.fromhex(text)
