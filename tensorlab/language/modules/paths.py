"""The `pathlib` module: names of files, and what is kept in memory under them."""

from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import Any, Final, NoReturn

from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.files import (
    REACHING,
    absolute,
    exists,
    is_file,
    is_folder,
    listed,
    make_folder,
    refusal,
    remove,
    remove_folder,
    rename,
    size,
)
from tensorlab.language.modules.opened import opened
from tensorlab.language.modules.tables import OFFERED, namespace_of
from tensorlab.language.modules.written import written
from tensorlab.language.running.screen import NAMES
from tensorlab.language.values.attributes import METHODS, PROPERTIES
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import Namespace, TypeValue, type_name

LONGEST: Final = 4096
TITLES: Final = ("Path", "PosixPath", "PurePath", "PurePosixPath")


class Path(PurePosixPath):
    """A name of a file, as pathlib has it."""

    def __truediv__(self, other: object) -> "Path":
        return path_of(self, other)

    def __rtruediv__(self, other: object) -> "Path":
        return path_of(other, self)


def path_of(*parts: object) -> Path:
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


def of_paths(name: str) -> Callable[..., Any]:
    """Return a method that makes a name of a name and of texts."""

    def call(own: Path, *given: object) -> Any:
        for part in given:
            path_of(part)
        found = getattr(own, name)(*given)
        return path_of(found) if isinstance(found, PurePosixPath) else found

    return call


def part_of(name: str) -> Callable[[Path], Any]:
    """Return what reads a part of a name: a copy of it, or of as many as it has parts."""

    def read(own: Path) -> Any:
        meter.grow(8 * len(own.parts) ** 2 + 64 * len(str(own)))
        found = getattr(own, name)
        return tuple(found) if name == "parents" else found

    return read


def closed(name: str) -> Callable[..., NoReturn]:
    """Return a method that says that it is not here."""

    def refuse(*given: object, **named: object) -> NoReturn:
        raise refusal(f"Path.{name}")

    return refuse


def pathlib_module() -> Namespace:
    """Return the table of `pathlib`."""
    NAMES[Path] = str
    given = {"open": opened, "_listed": listed, "_fits": fnmatchcase, "_rename": rename}
    own = written("pathlib", {**given, "_path": path_of})
    METHODS[Path] = {
        **{name: closed(name) for name in REACHING},
        **{name: of_paths(name) for name in OFFERED["pathlib, making paths"]},
        "exists": exists, "is_file": is_file, "is_dir": is_folder, "unlink": remove,
        **dict.fromkeys(("absolute", "resolve"), lambda own: path_of(absolute(own))),
        "mkdir": make_folder, "rmdir": remove_folder, "open": opened, **own,
        "stat": lambda own: namespace_of("os.stat_result", {}, {"st_size": size(own)}),
    }  # fmt: skip
    PROPERTIES[Path] = {name: part_of(name) for name in OFFERED["pathlib, parts of paths"]}
    TYPE_VALUES[Path] = TypeValue("pathlib.PosixPath", (Path,), path_of)
    return namespace_of("pathlib", {}, dict.fromkeys(TITLES, TYPE_VALUES[Path]))


Path.__name__ = "PosixPath"
MODULES = {"pathlib": pathlib_module, "glob": lambda: namespace_of("glob", {}, written("glob", {}))}
