"""The kinds of files by their endings, what reads and writes each, and whether that is the same."""

from collections.abc import Callable
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.serialization import load, save

# The module of this folder that reads and writes what a file of an ending holds; none of them for
# what torch.save writes.
MODULES = {
    ".npy": "arrays", ".npz": "archives", ".csv": "tables", ".tsv": "tables",
    ".png": "images", ".jpg": "images", ".jpeg": "images",
    ".pt": "", ".pth": "",
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
    if not MODULES[Path(path).suffix.lower()]:
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
        said = f"{ending!r} is not an ending" if ending else "there is no ending"
        raise UnknownFormatError(f"{path}: {said} that says what is in a file: {ENDINGS}")
    if not MODULES[ending]:
        return load if name == "read" else lambda path, value: save(value, path)
    module = import_module(f"tensorlab.files.{MODULES[ending]}")
    function: Callable[..., Any] = getattr(module, name)
    return function


def facts(tensor: Tensor) -> str:
    """Return what a tensor is, in a few words."""
    return f"{tuple(tensor.shape)} {tensor.dtype.name}"


def difference(written: object, found: object) -> str:
    """Return in what a tensor that was read differs from the one that was written, if it does."""
    if not isinstance(written, Tensor) or not isinstance(found, Tensor):
        return ""
    if facts(written) != facts(found):
        return f"{facts(found)} in place of {facts(written)}"
    same = (written == found) | (written != written)  # noqa: PLR0124  nan
    return "" if bool(same.all()) else "other numbers, which look alike"
