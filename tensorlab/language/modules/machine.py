"""The `os` module: names of files put together, and none of what reaches them."""

import os
import posixpath
from collections.abc import Callable
from typing import Any, Final, NoReturn

from tensorlab.errors import meant
from tensorlab.language.compiling.place import Unsupported
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.running.kept import kept, name_of
from tensorlab.language.running.silence import silence
from tensorlab.language.values.attributes import METHODS
from tensorlab.language.values.iteration import collected
from tensorlab.language.values.namespaces import Namespace, Table
from tensorlab.language.values.types import no_instances, type_of
from tensorlab.language.values.values import TypeValue

CLOSED: Final = "A program of tensorlab reaches no files, no processes and no network."
REACHING: Final = (
    "chdir", "fork", "getcwd", "getpid", "kill", "listdir", "open", "popen", "rename", "rmdir",
    "scandir", "stat", "system", "urandom", "walk",
)  # fmt: skip
OF_TEXT: Final = ("basename", "dirname", "normpath", "split", "splitext", "isabs")


def reach(name: str) -> NoReturn:
    """Say of what reaches out of the program that it is not here.

    Raises:
        Unsupported: it does.
        KeyError: there is nothing of this name.
    """
    if name in REACHING:
        raise Unsupported(f"os.{name} is not part of tensorlab.", CLOSED)
    raise KeyError(name)


def text(path: Any) -> str:
    """Return the text of a name of a file.

    Raises:
        TypeError: it is none.
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


def join(*paths: Any) -> str:
    """Return the parts of a name put together."""
    return posixpath.join(*map(text, collected(paths)))


def exists(path: Any, /) -> bool:
    """Return whether something is kept under a name."""
    return text(path).removeprefix("./") in kept.values


def remove(path: Any, /) -> None:
    """Keep no longer what is kept under a name."""
    if not exists(path):
        raise meant(FileNotFoundError(2, "No such file or directory", text(path)))
    del kept.values[text(path).removeprefix("./")]


def make_folder(name: Any, *given: Any, **named: Any) -> None:
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


Environment.__name__ = "_Environ"
METHODS[Environment] = {"get": Environment.get, "setdefault": Environment.setdefault}
PATH_LIKE: Final = TypeValue("os.PathLike", (), no_instances("os.PathLike"))


def namespace() -> Namespace:
    """Return the table of `os`."""
    path = namespace_of(
        "posixpath",
        {"join": join, "exists": exists, "isfile": exists, "isdir": lambda path, /: False,
         **{name: of_text(name) for name in OF_TEXT}},
        {"sep": "/"},
    )  # fmt: skip
    environment = Environment()
    made = namespace_of(
        "os",
        {"remove": remove, "makedirs": make_folder, "mkdir": make_folder,
         "getenv": environment.get, "cpu_count": os.cpu_count},
        {"path": path, "sep": os.sep, "linesep": "\n", "name": os.name, "environ": environment,
         "PathLike": PATH_LIKE},
    )  # fmt: skip
    return Namespace("os", Table(made.table, reach))
