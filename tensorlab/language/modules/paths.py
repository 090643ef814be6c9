"""The `pathlib` module: names of files, of which none is opened."""

from pathlib import PurePosixPath
from typing import Any, Final, NoReturn

from tensorlab.errors import meant
from tensorlab.language.compiling.place import Unsupported
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.machine import CLOSED
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.running.kept import NAMES, kept
from tensorlab.language.values.attributes import METHODS, PROPERTIES, reading
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import TypeValue, type_name

OF_TEXT: Final = ("joinpath", "with_name", "with_stem", "with_suffix", "as_posix", "is_absolute")
PARTS: Final = ("name", "stem", "suffix", "suffixes", "parent", "parts")
REACHING: Final = (
    "read_text", "write_text", "read_bytes", "write_bytes", "open", "glob", "rglob", "iterdir",
    "resolve", "rename", "absolute", "cwd", "home", "stat", "rmdir",
)  # fmt: skip
LONGEST: Final = 4096


class Path(PurePosixPath):
    """A name of a file."""

    def exists(self) -> bool:
        """Return whether something is kept under it."""
        return str(self) in kept.values

    def unlink(self, missing_ok: bool = False) -> None:
        """Keep no longer what is kept under it."""
        if not self.exists() and not missing_ok:
            raise meant(FileNotFoundError(2, "No such file or directory", str(self)))
        kept.values.pop(str(self), None)

    def mkdir(self, *given: Any, **named: Any) -> None:
        """Do nothing: names of what is kept need no folders."""

    def __truediv__(self, other: Any) -> "Path":
        return path(self, other)

    def __rtruediv__(self, other: Any) -> "Path":
        return path(other, self)


def path(*parts: Any) -> Path:
    """Return the name of a file that is put together of parts.

    Raises:
        TypeError: a part is no text.
    """
    for part in parts:
        if not isinstance(part, str | Path):
            raise TypeError(
                "argument should be a str or an os.PathLike object where __fspath__ returns a str, "
                f"not '{type_name(part)}'"
            )
    texts = [str(part) for part in parts]
    meter.grow(8 * sum(map(len, texts)))
    made = Path(*texts)
    if len(str(made)) > LONGEST:
        raise ValueError("the name of a file is too long")
    return made


def putting(name: str) -> Any:
    """Return a method that makes a name of a name and of texts."""

    def call(own: Path, *given: Any) -> Any:
        for part in given:
            path(part)
        found = getattr(own, name)(*given)
        return path(found) if isinstance(found, PurePosixPath) else found

    return call


def closed(name: str) -> Any:
    """Return a method that says that it is not here."""

    def refuse(*given: Any, **named: Any) -> NoReturn:
        raise Unsupported(f"Path.{name} is not part of tensorlab.", CLOSED)

    return refuse


Path.__name__ = "PosixPath"
NAMES[Path] = str
METHODS[Path] = {
    **{name: putting(name) for name in OF_TEXT}, **{name: closed(name) for name in REACHING},
    "exists": Path.exists, "is_file": Path.exists, "is_dir": lambda own: False,
    "unlink": Path.unlink, "mkdir": Path.mkdir,
}  # fmt: skip
PROPERTIES[Path] = {**reading(PARTS), "parents": lambda own: tuple(own.parents)}
TYPE_VALUES[Path] = TypeValue("pathlib.PosixPath", (Path,), path)


def namespace() -> Namespace:
    """Return the table of `pathlib`."""
    return namespace_of("pathlib", {}, {"Path": TYPE_VALUES[Path], "PurePath": TYPE_VALUES[Path]})
