"""Bytes: made of text or of numbers, and their methods, with what they make counted."""

from collections.abc import Callable
from typing import Any, Final

from tensorlab.language.limits.meter import meter
from tensorlab.language.values.formatting import check_width
from tensorlab.language.values.guards import as_int
from tensorlab.language.values.iteration import collected
from tensorlab.language.values.values import type_name

ENCODINGS: Final = {
    "utf-8", "utf8", "ascii", "latin-1", "latin1", "utf-16", "utf-32", "utf-16-le", "utf-16-be",
    "iso-8859-1", "cp1252",
}  # fmt: skip
HANDLERS: Final = {"strict", "ignore", "replace", "backslashreplace", "surrogateescape"}
LINEAR: Final = ("hex", "startswith", "endswith", "strip", "lstrip", "rstrip", "upper", "lower",
                 "isalpha", "isdigit", "split")  # fmt: skip
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


def join(between: bytes, items: object, /) -> bytes:
    """Return bytes with others between them."""
    parts = collected(items)
    length = sum(len(part) for part in parts if isinstance(part, bytes))
    meter.grow(length + len(between) * len(parts))
    return between.join(parts)


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
    if isinstance(value, bytes):
        return value
    return bytes(collected(value))


def linear(name: str) -> Callable[..., Any]:
    """Return a method that is paid for by the length of its bytes."""
    method = getattr(bytes, name)

    def call(value: bytes, *given: object) -> Any:
        meter.grow(40 * len(value))
        for part in given:
            if isinstance(part, bytes):
                meter.spend_at_once(len(value) * len(part) // 64)
        return method(value, *given)

    return call


def searching(name: str) -> Callable[..., Any]:
    """Return a method that looks for bytes in others."""
    method = getattr(bytes, name)

    def call(value: bytes, part: object, *given: object) -> Any:
        size = len(part) if isinstance(part, bytes) else 1
        meter.spend_at_once(len(value) * min(size, 100) // 64)
        return method(value, part, *given)

    return call


def replace(value: bytes, old: bytes, new: bytes, /) -> bytes:
    """Return bytes with a part exchanged for another."""
    for part in (old, new):
        if not isinstance(part, bytes):
            raise TypeError(f"a bytes-like object is required, not '{type_name(part)}'")
    meter.spend_at_once(len(value) * min(len(old), 100) // 64)
    meter.grow(len(value) + value.count(old) * len(new))
    return value.replace(old, new)


METHODS_OF_BYTES: Final[dict[str, Callable[..., Any]]] = {
    "decode": decode, "join": join, "replace": replace,
    **{name: linear(name) for name in LINEAR},
    **{name: searching(name) for name in ("find", "count", "index")},
}  # fmt: skip


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
