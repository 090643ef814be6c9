"""The kinds of files by their endings, what reads and writes each, and whether that is the same."""

from collections.abc import Callable
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.language.values.values import type_name
from tensorlab.serialization import save

# The module of this folder that reads and writes what a file of an ending holds.
MODULES = {
    ".npy": "arrays", ".npz": "archives", ".csv": "tables", ".tsv": "tables", ".json": "texts",
    ".safetensors": "safe_tensors", ".pt": "checkpoints", ".pth": "checkpoints",
    ".png": "images", ".jpg": "images", ".jpeg": "images",
}  # fmt: skip
ENDINGS = ", ".join(MODULES)
ANY_VALUE = ".pt"


class UnknownFormatError(Exception):
    """No kind of file has this ending."""


class UnreadableError(Exception):
    """A file does not hold what its ending says, or a value does not fit into such a file."""


def read(path: str) -> Any:
    """Return what a file holds: a tensor, or a dict or list of them.

    Raises:
        UnknownFormatError: its ending says nothing.
        UnreadableError: it holds something else.
        OSError: it cannot be read.
    """
    reader = function_for(path, "read")
    try:
        return reader(Path(path))
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001  libraries raise anything at all at damaged files
        raise UnreadableError(f"{path}: {error}") from None


def require_new(path: str) -> None:
    """Refuse a path that `write` would refuse, whatever the value.

    Raises:
        FileExistsError: there is a file of this name.
        UnknownFormatError: the ending says nothing.
    """
    function_for(path, "write")
    if Path(path).exists():
        raise FileExistsError(path)


def write(path: str, value: object) -> str:
    """Write a value to a new file, and return in what the tensor differs that is read from it.

    Raises:
        FileExistsError: there is a file of this name; it stays as it is.
        UnknownFormatError: the ending says nothing.
        UnreadableError: such a file does not hold such a value.
        OSError: it cannot be written.
    """
    writer = function_for(path, "write")
    with Path(path).open("xb"):  # it is ours from now on
        pass
    try:
        writer(Path(path), value)
        return difference(value, read(path))
    except BaseException as error:
        Path(path).unlink(missing_ok=True)
        if isinstance(error, ValueError | TypeError | RuntimeError | KeyError):
            raise UnreadableError(f"{path}: {error}{other_ending(path, value)}") from None
        raise


def other_ending(path: str, value: object) -> str:
    """Return the advice to take a file that holds any value, where that one does."""
    if Path(path).suffix.lower() in {ANY_VALUE, ".pth"}:
        return ""
    try:
        save(value, BytesIO())
    except (TypeError, ValueError, RuntimeError):
        return ""
    return f"; a {ANY_VALUE} file holds it"


def function_for(path: str, name: str) -> Callable[..., Any]:
    """Return what reads or writes files of a path's ending."""
    ending = Path(path).suffix.lower()
    if ending not in MODULES:
        said = f"{ending!r} is not a known ending" if ending else "it has no ending"
        raise UnknownFormatError(f"{path}: {said} that says what is in a file: {ENDINGS}")
    module = import_module(f"tensorlab.files.{MODULES[ending]}")
    function: Callable[..., Any] = getattr(module, name)
    return function


def same(one: Any, other: Any) -> bool:
    """Return whether two values are the same, types included; the order of names counts."""
    if isinstance(one, Tensor):
        return is_same_tensor(one, other)
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(same(one[name], other[name]) for name in one)
    if type(one) is not type(other):
        return False
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other or one != one)  # noqa: PLR0124  nan


def is_same_tensor(one: Tensor, other: object) -> bool:
    """Return whether another value is a tensor of the same type, shape and elements."""
    if not isinstance(other, Tensor) or facts(one) != facts(other):
        return False
    return bool(((one == other) | (one != one)).all())  # noqa: PLR0124  nan


def facts(value: object) -> str:
    """Return what a value is, in a few words."""
    if isinstance(value, Tensor):
        return f"{tuple(value.shape)} {value.dtype.name}"
    return type_name(value)


def difference(written: object, found: object) -> str:
    """Return in what a value that was read differs from the one written, nothing where it is it."""
    if same(written, found) or not isinstance(written, Tensor):
        return ""
    if facts(written) != facts(found):
        return f"{facts(found)} in place of {facts(written)}"
    return "other numbers, which look alike"
