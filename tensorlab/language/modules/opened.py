"""The `io` and `pickle` modules, and files that a program writes, kept in memory by their names."""

import io
import pickle
from collections.abc import Callable
from posixpath import dirname
from typing import Any, Final

from tensorlab.engine.warning import warn
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.copies import deep
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.running import saving
from tensorlab.language.running.keeping import KINDS, Kind, nothing
from tensorlab.language.running.saving import wrong
from tensorlab.language.running.screen import STREAMS, OfFile, kept, name_of, silence
from tensorlab.language.values.attributes import METHODS, PROPERTIES, reading
from tensorlab.language.values.display import FORMS
from tensorlab.language.values.iteration import WALKED, collected
from tensorlab.language.values.text_methods import decode, encode
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import (
    CONTEXTS,
    Closed,
    ErrorType,
    Namespace,
    TypeValue,
    type_name,
)

NOTE: Final = "open keeps what is written in memory while the program runs; it writes no file"
WAYS: Final = frozenset({"r", "w", "a", "x", "r+", "w+", "a+", "x+"})


def require_folder(path: object, name: str) -> None:
    """Refuse a name in a folder that nobody has made.

    Raises:
        FileNotFoundError: there is none, where the program runs.
        NotADirectoryError: it is a file.
    """
    if dirname(name) in kept.values:
        raise wrong(NotADirectoryError, path)
    if not saving.lies_in_folder(name):
        raise wrong(FileNotFoundError, path)


class Stream(Closed):
    """A stream in memory: what it gives is paid for, and its closing can be taken back."""

    mode = "r+"
    closed = False

    def require(self, way: str = "") -> None:
        """Refuse what a closed stream is asked, and what it was not opened for."""
        if self.closed:
            raise ValueError("I/O operation on closed file" + "." * (type(self) is not StringIO))
        if way and not getattr(self, way)():
            raise io.UnsupportedOperation(f"not {way}")

    def close(self) -> None:
        """Be of no more use; what was written is kept."""
        self.closed = True

    def readable(self) -> bool:
        """Return whether it was opened for reading."""
        return "r" in self.mode or "+" in self.mode

    def writable(self) -> bool:
        """Return whether it was opened for writing."""
        return "r" not in self.mode or "+" in self.mode

    def write(self: Any, data: Any, /) -> int:
        """Write a text, or bytes, and return how long it is; what is added to grows at its end."""
        self.require("writable")
        if self.mode[0] == "a":
            self.seek(0, io.SEEK_END)
        after = self.tell() + (len(data) if isinstance(data, str | bytes) else 0)
        meter.grow(4 * after)
        return super().write(data)  # type: ignore[misc,no-any-return]  # a stream's of Python

    def writelines(self, lines: Any, /) -> None:
        """Write texts one after the other."""
        for line in collected(lines):
            self.write(line)

    def __next__(self) -> Any:
        self.require("readable")
        line: Any = super().__next__()  # type: ignore[misc]  # as above
        meter.grow(4 * len(line))
        return line


def checked(name: str, way: str) -> Callable[..., Any]:
    """Return a method of Python's streams; one that reads gives at most all that there is."""

    def call(stream: Any, *given: object) -> Any:
        stream.require(way)
        method = getattr(super(Stream, stream), name)
        if way == "readable":
            here = stream.tell()
            meter.grow(4 * stream.seek(0, io.SEEK_END))
            stream.seek(here)
        return method(*given)

    return call


READING: Final = ("getvalue", "read", "readline")
ANYHOW: Final = ("flush", "seek", "tell", "seekable")
for name in (*READING, *ANYHOW, "truncate"):
    way = "readable" if name in READING else "writable" * (name == "truncate")
    setattr(Stream, name, checked(name, way))


class BytesIO(Stream, io.BytesIO):
    """Bytes in memory."""


class StringIO(Stream, io.StringIO):
    """A text in memory."""


class File(Stream, OfFile):
    """A stream of a file: how it was opened."""

    name: Any = ""
    code = "UTF-8", "strict"  # how a text is written as bytes

    def held(self: Any) -> bytes:
        """Return the bytes of the file."""
        whole = super(Stream, self).getvalue()  # type: ignore[misc]  # a stream's of Python
        return whole if isinstance(whole, bytes) else encode(whole, *self.code)


class BinaryFile(File, io.BytesIO):
    """A file of bytes."""


class TextFile(File, io.StringIO):
    """A file of text."""

    def write(self, data: Any, /) -> int:
        """Write a text that its bytes can stand for, and return how long it is."""
        if not isinstance(data, str):
            raise TypeError(f"write() argument must be str, not {type_name(data)}")
        encode(data, *self.code)
        return super().write(data)


def opened(
    file: Any, mode: str = "r", buffering: int = -1, encoding: str | None = None,
    errors: str | None = None, newline: str | None = None,
) -> File:  # fmt: skip
    """Return a file of the program's own, for reading or writing.

    Raises:
        FileNotFoundError: the program has written none of this name, or has made no such folder.
        FileExistsError: there is one, and a new one was asked for.
        IsADirectoryError: it is a folder.
        ValueError: there is no such mode.
    """
    name, way = name_of(file), "".join(sorted(set(mode) - {"b", "t"}, reverse=True))
    if name is None:
        kind = type_name(file)
        raise TypeError(f"expected str, bytes or os.PathLike object, not {kind}")
    if way not in WAYS:
        raise ValueError(f"invalid mode: '{mode}'")
    if saving.is_folder(name):
        raise wrong(IsADirectoryError, file)
    if way[0] == "x" and name in kept.values:
        raise wrong(FileExistsError, file)
    if way[0] == "r" and name not in kept.values:
        raise wrong(FileNotFoundError, file)
    require_folder(file, name)
    before = saving.data_of(name) if way[0] in "ra" and name in kept.values else b""
    meter.grow(2 * len(before))
    code = (encoding or "UTF-8", errors or "strict")
    ends = newline or ("\n" if way[0] in "wx" else newline)
    text = "b" not in mode
    stream: Any = TextFile(decode(before, *code), ends) if text else BinaryFile(before)
    stream.name, stream.mode, stream.code = file, mode, code
    if way[0] == "a":
        stream.seek(0, io.SEEK_END)
    if way != "r" and not silence.wanted:
        warn(NOTE)
        kept.values[name] = stream
    return stream  # type: ignore[no-any-return]  # one of the two


def described(stream: Any, around: object) -> str:
    """Return what Python shows of a file."""
    code = f" encoding={stream.code[0]!r}" if type(stream) is TextFile else ""
    mode = f" mode={stream.mode!r}" if code else ""
    return f"<{type(stream).__name__} name={str(stream.name)!r}{mode}{code}>"


def made(kind: Any) -> Callable[..., Any]:
    """Return what makes a stream, its beginning paid for."""

    def make(*given: Any, **named: Any) -> Any:
        for part in (*given, *named.values()):
            meter.grow(4 * len(part) if isinstance(part, str | bytes) else 0)
        return kind(*given, **named)

    return make


def put_back(stream: Any, held: Any) -> None:
    """Let a stream hold what it held, and be open if it was."""
    vars(stream).clear()
    stream.__setstate__(held)


OFFERED: Final[dict[str, Any]] = {"BytesIO": BytesIO, "StringIO": StringIO}
KINDS_OF_FILES: Final = {"BufferedRandom": BinaryFile, "TextIOWrapper": TextFile}
METHODS_OF_FILES: Final = (
    "read", "readline", *ANYHOW, "truncate", "close", "readable", "writable", "write",
    "writelines",
)  # fmt: skip
for title, kind in (OFFERED | KINDS_OF_FILES).items():
    kind.__name__ = f"_io.{title}"
    is_file = issubclass(kind, File)
    names = METHODS_OF_FILES if is_file else ("getvalue", *METHODS_OF_FILES)
    METHODS[kind] = {name: getattr(kind, name) for name in names} | {"readlines": collected}
    PROPERTIES[kind] = reading(("closed", "name", "mode") if is_file else ("closed",))
    TYPE_VALUES[kind] = TypeValue(kind.__name__, (kind,), made(kind))
    CONTEXTS.add(kind)
    WALKED.add(kind)
    KINDS[kind] = Kind(kind.__getstate__, nothing, put_back)
    if is_file:
        FORMS[kind] = described
PROPERTIES[TextFile] = {**PROPERTIES[TextFile], "encoding": lambda file: file.code[0]}
STREAMS.update((StringIO, TextFile))


def io_module() -> Namespace:
    """Return the table of `io`."""
    kinds = {name: TYPE_VALUES[kind] for name, kind in OFFERED.items()}
    unsupported = ErrorType("io.UnsupportedOperation", io.UnsupportedOperation)
    return namespace_of("io", {"open": opened}, {**kinds, "UnsupportedOperation": unsupported})


def pickle_module() -> Namespace:
    """Return the table of `pickle`: the bytes stand for a value that the program keeps."""
    functions: dict[str, Any] = {
        "dumps": lambda obj, protocol=None: saving.as_bytes(deep(obj)),
        "loads": lambda data, /: saving.load(io.BytesIO(data), weights_only=False),
        "dump": lambda obj, file, protocol=None: saving.save(obj, file),
        "load": lambda file: saving.load(file, weights_only=False),
    }
    errors = {name: ErrorType(f"_pickle.{name}", getattr(pickle, name)) for name in ERRORS}
    return namespace_of("pickle", functions, {"HIGHEST_PROTOCOL": 5, **errors})


ERRORS: Final = ("PickleError", "PicklingError", "UnpicklingError")
MODULES = {"io": io_module, "pickle": pickle_module}
