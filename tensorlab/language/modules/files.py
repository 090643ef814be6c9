"""The `os`, `pathlib` and `tempfile` modules: names of files, and none of what reaches them."""

import os
import posixpath
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any, Final, NoReturn

from tensorlab.errors import meant
from tensorlab.language.compiling.place import Unsupported
from tensorlab.language.library.elsewhere import CLOSED
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.modules.written import written
from tensorlab.language.running.screen import NAMES, kept, name_of, silence
from tensorlab.language.values.attributes import METHODS, PROPERTIES, reading
from tensorlab.language.values.iteration import collected
from tensorlab.language.values.types import TYPE_VALUES, no_instances, type_of
from tensorlab.language.values.values import Builtin, Namespace, Table, TypeValue, type_name

LONGEST: Final = 4096
OF_TEXT: Final = ("basename", "dirname", "normpath", "split", "splitext", "isabs")
OF_PATHS: Final = ("joinpath", "with_name", "with_stem", "with_suffix", "as_posix", "is_absolute")
PARTS: Final = ("name", "stem", "suffix", "suffixes", "parent", "parts")
# What reaches out of the program, in either module.
REACHING: Final = frozenset({
    "absolute", "chdir", "cwd", "fork", "getcwd", "getpid", "glob", "home", "iterdir", "kill",
    "listdir", "open", "popen", "read_bytes", "read_text", "rename", "resolve", "rglob", "rmdir",
    "scandir", "system", "urandom", "walk", "write_bytes", "write_text",
})  # fmt: skip


def refusal(name: str) -> Unsupported:
    """Return the refusal of what reaches out of the program."""
    return Unsupported(f"{name} is not part of tensorlab.", CLOSED)


def text(path: object) -> str:
    """Return the text of a name of a file.

    Raises:
        TypeError: it names none.
    """
    name = name_of(path)
    if name is None:
        kind = type_of(path).name
        raise TypeError(f"expected str, bytes or os.PathLike object, not {kind}")
    meter.grow(8 * len(name))
    return path if isinstance(path, str) else name


def of_text(name: str) -> Callable[..., Any]:
    """Return a function of `os.path` that only looks at a text."""
    function = getattr(posixpath, name)
    return lambda path, /: function(text(path))


def exists(path: object, /) -> bool:
    """Return whether something is kept under a name."""
    return text(path).removeprefix("./") in kept.values


def remove(path: object, /, missing_ok: bool = False) -> None:
    """Keep no longer what is kept under a name."""
    if exists(path):
        del kept.values[text(path).removeprefix("./")]
    elif not missing_ok:
        raise meant(FileNotFoundError(2, "No such file or directory", text(path)))


def size(path: object, /) -> int:
    """Return how many bytes a file of what is kept under a name would have.

    Raises:
        FileNotFoundError: nothing is kept there.
        Unsupported: it is more than tensors, numbers and texts.
    """
    from tensorlab.language.running.saving import bytes_of, is_data  # noqa: PLC0415  few ask

    if not exists(path):
        raise meant(FileNotFoundError(2, "No such file or directory", text(path)))
    value = kept.values[text(path).removeprefix("./")]
    if not is_data(value):
        raise refusal("The size of a file that holds more than tensors, numbers and texts")
    return len(bytes_of(value))


def make_folder(name: object, *given: object, **named: object) -> None:
    """Do nothing: names of what is kept need no folders."""
    text(name)


class Environment:
    """Settings that a program makes and reads back; it sees none of the machine's."""

    def get(self, key: Any, default: Any = None, /) -> Any:
        """Return a setting, or a default."""
        return kept.environment.get(key, default)

    def setdefault(self, key: str, value: str, /) -> str:
        """Return a setting, made if there was none."""
        if key not in self:
            self[key] = value
        return self[key]

    def __getitem__(self, key: str) -> str:
        return kept.environment[key]

    def __setitem__(self, key: str, value: str) -> None:
        if not (isinstance(key, str) and isinstance(value, str)):
            raise TypeError("str expected, not " + type_of(key).name)
        if not silence.wanted:
            kept.environment[key] = value

    def __contains__(self, key: object) -> bool:
        return key in kept.environment


def reach(name: str) -> NoReturn:
    """Say of what reaches out of the program that it is not here.

    Raises:
        Unsupported: the name is one of those.
        KeyError: there is nothing of this name.
    """
    if name in REACHING and hasattr(os, name):
        raise refusal(f"os.{name}")
    raise KeyError(name)


def os_module() -> Namespace:
    """Return the table of `os`."""
    path = namespace_of(
        "posixpath",
        {"join": lambda *paths: posixpath.join(*map(text, collected(paths))), "exists": exists,
         "getsize": size, "isfile": exists, "isdir": lambda path, /: False,
         **{name: of_text(name) for name in OF_TEXT}},
        {"sep": "/"},
    )  # fmt: skip
    environment = Environment()
    like = TypeValue("os.PathLike", (), no_instances("os.PathLike"))
    made = namespace_of(
        "os",
        {"remove": remove, "makedirs": make_folder, "mkdir": make_folder,
         "getenv": environment.get, "cpu_count": os.cpu_count},
        {"path": path, "sep": os.sep, "linesep": "\n", "name": os.name, "environ": environment,
         "PathLike": like},
    )  # fmt: skip
    return Namespace("os", Table(made.table, reach))


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


def closed(name: str) -> Callable[..., NoReturn]:
    """Return a method that says that it is not here."""

    def refuse(*given: object, **named: object) -> NoReturn:
        raise refusal(f"Path.{name}")

    return refuse


def pathlib_module() -> Namespace:
    """Return the table of `pathlib`."""
    NAMES[Path] = str
    METHODS[Path] = {
        **{name: closed(name) for name in REACHING}, **{name: of_paths(name) for name in OF_PATHS},
        "exists": exists, "is_file": exists, "is_dir": lambda own: False, "unlink": remove,
        "mkdir": make_folder,
        "stat": lambda own: namespace_of("os.stat_result", {}, {"st_size": size(own)}),
    }  # fmt: skip
    PROPERTIES[Path] = {**reading(PARTS), "parents": lambda own: tuple(own.parents)}
    TYPE_VALUES[Path] = TypeValue("pathlib.PosixPath", (Path,), path_of)
    return namespace_of("pathlib", {}, dict.fromkeys(("Path", "PurePath"), TYPE_VALUES[Path]))


def forget(folder: str) -> None:
    """Keep no longer what is kept under names that begin so."""
    if not silence.wanted:
        for name in [name for name in kept.values if name.startswith(folder)]:
            del kept.values[name]


def tempfile_module() -> Namespace:
    """Return the table of `tempfile`."""
    state = Builtin("_state", lambda: kept.of_modules.setdefault("tempfile", {}))
    given = {"_state": state, "_forget": Builtin("_forget", forget)}
    return namespace_of("tempfile", {}, written("tempfile", given))


Path.__name__, Environment.__name__ = "PosixPath", "_Environ"
METHODS[Environment] = {"get": Environment.get, "setdefault": Environment.setdefault}
MODULES = {"os": os_module, "pathlib": pathlib_module, "tempfile": tempfile_module}
