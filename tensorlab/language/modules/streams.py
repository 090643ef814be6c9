"""Streams of bytes and of text that are kept in memory."""

import io
from collections.abc import Callable
from typing import Any

from tensorlab.language.limits.meter import meter
from tensorlab.language.running.keeping import KINDS, Kind, nothing
from tensorlab.language.running.screen import WRITERS
from tensorlab.language.values.attributes import METHODS, PROPERTIES, reading
from tensorlab.language.values.iteration import WALKED
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import CONTEXTS, Closed, TypeValue


def made(kind: Any) -> Callable[..., Any]:
    """Return what makes a stream, its beginning paid for."""

    def make(initial: Any = None, *given: Any) -> Any:
        meter.grow(4 * len(initial) if isinstance(initial, str | bytes) else 0)
        return kind(initial, *given)

    return make


def write(stream: Any, data: Any, /) -> int:
    """Write a text, or bytes, and return how long it is."""
    after = stream.tell() + (len(data) if isinstance(data, str | bytes) else 0)
    meter.grow(4 * after)
    return int(stream.write(data))


def calling(name: str) -> Callable[..., Any]:
    """Return a method that is called as it is."""
    return lambda stream, *given: getattr(stream, name)(*given)


def taking(name: str) -> Callable[..., Any]:
    """Return a method whose result is at most as long as the stream."""

    def call(stream: Any, *given: object) -> Any:
        here = stream.tell()
        meter.grow(4 * stream.seek(0, io.SEEK_END))
        stream.seek(here)
        return getattr(stream, name)(*given)

    return call


COMMON: dict[str, Callable[..., Any]] = {
    "write": write,
    **{name: taking(name) for name in ("getvalue", "read", "readline", "readlines", "truncate")},
    **{name: calling(name)
       for name in ("close", "flush", "seek", "tell", "readable", "writable", "seekable")},
}  # fmt: skip


class Lines:
    """What a stream has for those who go through its lines: each is paid for."""

    __slots__ = ()

    def __next__(self) -> Any:
        line: Any = super().__next__()  # type: ignore[misc]  # a stream's, which stands behind it
        meter.grow(4 * len(line))
        return line


class BytesIO(Closed, Lines, io.BytesIO):
    """Bytes in memory."""

    __slots__ = ()


class StringIO(Closed, Lines, io.StringIO):
    """A text in memory."""

    __slots__ = ()


def enter(kind: Any, name: str) -> None:
    """Let programs have streams of a kind."""
    kind.__name__ = name
    METHODS[kind] = COMMON
    PROPERTIES[kind] = reading(("closed",))
    TYPE_VALUES[kind] = TypeValue(name, (kind,), made(kind))
    CONTEXTS.add(kind)
    WALKED.add(kind)
    KINDS[kind] = Kind(
        lambda stream: None if stream.closed else (stream.getvalue(), stream.tell()),
        nothing,
        lambda stream, held: put_back(stream, held),
    )


OFFERED = {"BytesIO": BytesIO, "StringIO": StringIO}
for name, kind in OFFERED.items():
    enter(kind, f"_io.{name}")


def put_back(stream: Any, held: Any) -> None:
    """Let a stream hold what it held."""
    if held is not None and not stream.closed:
        whole, place = held
        stream.seek(0)
        stream.truncate()
        stream.write(whole)
        stream.seek(place)


class Written(Closed):
    """A stream of text as what is printed to."""

    def __init__(self, stream: io.StringIO) -> None:
        self.stream = stream

    def write(self, text: str) -> None:
        """Write a text."""
        write(self.stream, text)


WRITERS[StringIO] = Written
