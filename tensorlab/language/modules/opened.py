"""The `io` and `pickle` modules, and files that a program writes, kept in memory by their names."""

import io
import pickle
import warnings
from posixpath import dirname, isabs
from typing import Any, Final

from tensorlab.errors import meant
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.copies import deep
from tensorlab.language.modules.streams import COMMON, OFFERED, Lines, Written, enter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.running.saving import as_bytes, data_of, is_folder, load, save
from tensorlab.language.running.screen import WRITERS, OfFile, kept, name_of, silence
from tensorlab.language.values.attributes import METHODS, PROPERTIES, reading
from tensorlab.language.values.display import FORMS
from tensorlab.language.values.iteration import collected
from tensorlab.language.values.text_methods import decode, encode
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import Closed, ErrorType, Namespace, type_name

NOTE: Final = "open keeps what is written in memory while the program runs; it writes no file"
WAYS: Final = frozenset({"r", "w", "a", "x", "r+", "w+", "a+", "x+"})
WORDS: Final[dict[type[OSError], tuple[int, str]]] = {
    FileNotFoundError: (2, "No such file or directory"), FileExistsError: (17, "File exists"),
    NotADirectoryError: (20, "Not a directory"), IsADirectoryError: (21, "Is a directory"),
    OSError: (39, "Directory not empty"),
}  # fmt: skip


def wrong(kind: type[OSError], path: object) -> OSError:
    """Return the error of a name of a file, in Python's words."""
    return meant(kind(*WORDS[kind], str(path)))


def require_folder(path: object, name: str) -> None:
    """Refuse a name in a folder that nobody has made.

    Raises:
        FileNotFoundError: there is none, where the program runs.
    """
    if not (isabs(name) or is_folder(dirname(name))):
        raise wrong(FileNotFoundError, path)


class Stream(Closed, Lines, OfFile):
    """What a stream of a file has besides its text or bytes: how it was opened."""

    __slots__ = ()
    name: Any
    mode: str
    code: tuple[str, str]  # how a text is written as bytes
    last: bytes  # what it held when it was closed

    def held(self: Any) -> bytes:
        """Return the bytes of the file."""
        if self.closed:
            return self.last  # type: ignore[no-any-return]  # close sets it
        whole = self.getvalue()
        return whole if isinstance(whole, bytes) else encode(whole, *self.code)

    def close(self: Any) -> None:
        """Keep what was written."""
        if not self.closed:
            self.last = self.held()
        super().close()  # type: ignore[misc]  # a stream's, which stands behind it

    def readable(self) -> bool:
        """Return whether it was opened for reading."""
        return "r" in self.mode or "+" in self.mode

    def writable(self) -> bool:
        """Return whether it was opened for writing."""
        return "r" not in self.mode or "+" in self.mode


class BinaryFile(Stream, io.BytesIO):
    """A file of bytes."""

    __slots__ = ("code", "last", "mode", "name")


class TextFile(Stream, io.StringIO):
    """A file of text."""

    __slots__ = ("code", "last", "mode", "name")


def opened(
    file: Any, mode: str = "r", buffering: int = -1, encoding: str | None = None,
    errors: str | None = None, newline: str | None = None,
) -> Stream:  # fmt: skip
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
    if is_folder(name):
        raise wrong(IsADirectoryError, file)
    if way[0] == "x" and name in kept.values:
        raise wrong(FileExistsError, file)
    if way[0] == "r" and name not in kept.values:
        raise wrong(FileNotFoundError, file)
    require_folder(file, name)
    before = data_of(name) if way[0] in "ra" and name in kept.values else b""
    meter.grow(2 * len(before))
    code = (encoding or "UTF-8", errors or "strict")
    stream: Any = (
        BinaryFile(before)
        if "b" in mode
        else TextFile(decode(before, *code), newline="\n" if way[0] in "wx" else newline)
    )
    stream.name, stream.mode, stream.code = file, mode, code
    if way[0] == "a":
        stream.seek(0, io.SEEK_END)
    if way != "r" and not silence.wanted:
        warnings.warn(NOTE, UserWarning, stacklevel=2)
        kept.values[name] = stream
    return stream  # type: ignore[no-any-return]  # one of the two


def require_open(stream: Any) -> None:
    """Refuse what a closed file is asked."""
    if stream.closed:
        raise ValueError("I/O operation on closed file.")


def write(stream: Any, data: Any, /) -> int:
    """Write a text, or bytes, and return how long it is; what is added to grows at its end."""
    require_open(stream)
    if not stream.writable():
        raise io.UnsupportedOperation("not writable")
    if type(stream) is TextFile and not isinstance(data, str):
        raise TypeError(f"write() argument must be str, not {type_name(data)}")
    if stream.mode[0] == "a":
        stream.seek(0, io.SEEK_END)
    return int(COMMON["write"](stream, data))


def described(stream: Any, around: object) -> str:
    """Return what Python shows of a file."""
    code = f" encoding={stream.code[0]!r}" if type(stream) is TextFile else ""
    mode = f" mode={stream.mode!r}" if code else ""
    return f"<{type(stream).__name__} name={str(stream.name)!r}{mode}{code}>"


def write_lines(stream: Any, lines: Any, /) -> None:
    """Write texts one after the other."""
    for line in collected(lines):
        write(stream, line)


def for_reading(name: str) -> Any:
    """Return a method that reads, which refuses what was opened for writing."""

    def call(stream: Any, *given: object) -> Any:
        require_open(stream)
        if not stream.readable():
            raise io.UnsupportedOperation("not readable")
        return COMMON[name](stream, *given)

    return call


for kind, title in ((BinaryFile, "_io.BufferedRandom"), (TextFile, "_io.TextIOWrapper")):
    enter(kind, title)
    METHODS[kind] = {
        **{name: method for name, method in COMMON.items() if name != "getvalue"},
        **{name: for_reading(name) for name in ("read", "readline", "readlines")},
        "write": write, "writelines": write_lines,
    }  # fmt: skip
    FORMS[kind] = described
    PROPERTIES[kind] = reading(("closed", "name", "mode")) | {"encoding": lambda f: f.code[0]}
WRITERS[TextFile] = Written


def io_module() -> Namespace:
    """Return the table of `io`."""
    kinds = {name: TYPE_VALUES[kind] for name, kind in OFFERED.items()}
    unsupported = ErrorType("io.UnsupportedOperation", io.UnsupportedOperation)
    return namespace_of("io", {"open": opened}, {**kinds, "UnsupportedOperation": unsupported})


def pickle_module() -> Namespace:
    """Return the table of `pickle`: the bytes stand for a value that the program keeps."""
    functions: dict[str, Any] = {
        "dumps": lambda obj, protocol=None: as_bytes(deep(obj)),
        "loads": lambda data, /: load(io.BytesIO(data), weights_only=False),
        "dump": lambda obj, file, protocol=None: save(obj, file),
        "load": lambda file: load(file, weights_only=False),
    }
    errors = {name: ErrorType(f"_pickle.{name}", getattr(pickle, name)) for name in ERRORS}
    return namespace_of("pickle", functions, {"HIGHEST_PROTOCOL": 5, **errors})


ERRORS: Final = ("PickleError", "PicklingError", "UnpicklingError")
MODULES = {"io": io_module, "pickle": pickle_module}
