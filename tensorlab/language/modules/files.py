"""The `os`, `tempfile` and `shutil` modules: files that are kept in memory, and their names."""

import os
import posixpath
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tensorlab.errors import meant
from tensorlab.language.compiling.place import Unsupported
from tensorlab.language.library.elsewhere import CLOSED
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.opened import opened, require_folder
from tensorlab.language.modules.tables import OFFERED, namespace_of
from tensorlab.language.modules.written import state_of, written
from tensorlab.language.running.saving import data_of, is_data, wrong
from tensorlab.language.running.saving import is_folder as is_folder_name
from tensorlab.language.running.screen import OfFile, kept, name_of, silence
from tensorlab.language.values.iteration import collected
from tensorlab.language.values.types import type_of
from tensorlab.language.values.values import Namespace, SwitchTable, TypeValue, no_instances

# What reaches out of the program, in either module.
REACHING: Final = frozenset(OFFERED["os, reaching out"])


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
        raise TypeError(f"expected str, bytes or os.PathLike object, not {type_of(path).name}")
    meter.grow(8 * len(name))
    return path if isinstance(path, str) else name


def of_text(name: str) -> Callable[..., Any]:
    """Return a function of `os.path` that only looks at a text."""
    function = getattr(posixpath, name)
    return lambda path, /: function(text(path))


def absolute(path: object, /) -> str:
    """Return an absolute path without detours, as the system would, but for its links.

    Raises:
        Unsupported: it is none: in which folder the program runs is not told.
    """
    name = text(path)
    if not posixpath.isabs(name):
        raise refusal("The folder of the program")
    return posixpath.normpath(name)


def named(path: object) -> str:
    """Return the name under which something may be kept."""
    text(path)
    return str(name_of(path))


def is_file(path: object, /) -> bool:
    """Return whether something is kept under a name."""
    return named(path) in kept.values


def is_folder(path: object, /) -> bool:
    """Return whether a name is that of a folder."""
    return is_folder_name(named(path))


def exists(path: object, /) -> bool:
    """Return whether there is a file or a folder of a name."""
    return is_file(path) or is_folder(path)


def file_at(path: object) -> str:
    """Return the name under which a file is kept.

    Raises:
        FileNotFoundError: there is none.
        IsADirectoryError: it is a folder.
    """
    if not is_file(path):
        raise wrong(IsADirectoryError if is_folder(path) else FileNotFoundError, path)
    return named(path)


def folder_at(path: object) -> str:
    """Return how the names begin that are kept in a folder.

    Raises:
        FileNotFoundError: there is none.
        NotADirectoryError: it is a file.
    """
    if not is_folder(path):
        raise wrong(NotADirectoryError if is_file(path) else FileNotFoundError, path)
    return "" if named(path) == "." else f"{named(path).rstrip('/')}/"


def remove(path: object, /, missing_ok: bool = False) -> None:
    """Keep no longer what is kept under a name."""
    if exists(path) or not missing_ok:
        name = file_at(path)
        if not silence.wanted:
            del kept.values[name]


def rename(path: object, target: object, /) -> None:
    """Keep under another name what is kept under one, a whole folder too.

    Raises:
        OSError: there is nothing, no folder for it, or something else in its place.
    """
    old, new = named(path), named(target)
    if not exists(path):
        raise wrong(FileNotFoundError, path)
    require_folder(path, new)
    if is_folder(path):
        if new.startswith(f"{old}/"):
            raise meant(OSError(22, "Invalid argument", str(path)))
        if is_file(target):
            raise wrong(NotADirectoryError, path)
        if old != new and is_folder(target) and listed(target):
            raise wrong(OSError, path)
    elif is_folder(target):
        raise wrong(IsADirectoryError, path)
    meter.spend_at_once(len(kept.values))
    for name in list(kept.values):
        if (name == old or name.startswith(f"{old}/")) and not silence.wanted:
            kept.values[new + name.removeprefix(old)] = kept.values.pop(name)


def listed(path: object = ".", /) -> list[str]:
    """Return the names in a folder."""
    within = folder_at(path)
    meter.spend_at_once(len(kept.values))
    inner = (name.removeprefix(within) for name in kept.values if name.startswith(within))
    first = dict.fromkeys(name.partition("/")[0] for name in inner if name[:1] != "\0")
    return [name for name in first if name not in {"", ".."}]


def remove_folder(path: object, /) -> None:
    """Have a folder no longer.

    Raises:
        OSError: something is in it.
    """
    if listed(path):
        raise wrong(OSError, path)
    forget(f"{named(path)}/")


def size(path: object, /) -> int:
    """Return how many bytes a file of what is kept under a name would have.

    Raises:
        Unsupported: it is more than tensors, numbers and texts.
    """
    name = file_at(path)
    if not (isinstance(kept.values[name], OfFile) or is_data(kept.values[name])):
        raise refusal("The size of a file that holds more than tensors, numbers and texts")
    return len(data_of(name))


def make_folder(
    name: object, mode: int = 0o777, parents: bool = False, exist_ok: bool = False
) -> None:
    """Make a folder, and with `parents` those in which it is to be.

    Raises:
        FileExistsError: there is one, or a file of its name.
        FileNotFoundError: the folder in which it is to be has not been made.
        NotADirectoryError: that is a file.
    """
    folder = named(name)
    if exists(name) and not (exist_ok and is_folder(name)):
        raise wrong(FileExistsError, name)
    if not parents:
        require_folder(name, folder)
    made: dict[str, None] = {}
    while folder not in {"", "/", "."}:
        if folder in kept.values:
            raise wrong(NotADirectoryError, name)
        made[f"{folder}/"] = None
        folder = posixpath.dirname(folder)
    if not silence.wanted:
        kept.values.update(made)


def make_folders(name: object, mode: int = 0o777, exist_ok: bool = False) -> None:
    """Make a folder, and those in which it is to be."""
    make_folder(name, mode, parents=True, exist_ok=exist_ok)


def os_module() -> Namespace:
    """Return the table of `os`."""
    path = namespace_of(
        "posixpath",
        {"join": lambda *paths: posixpath.join(*map(text, collected(paths))), "exists": exists,
         "getsize": size, "isfile": is_file, "isdir": is_folder, "abspath": absolute,
         "realpath": absolute, **{name: of_text(name) for name in OFFERED["os.path"]}},
        {"sep": "/", **written("posixpath")},
    )  # fmt: skip
    like = TypeValue("os.PathLike", (), no_instances("os.PathLike"))
    given = {"_listed": listed, "_is_folder": is_folder, "_join": path.table["join"]}
    own = written("os", {**given, "_state": partial(state_of, "os")})
    environ = own.pop("environ")
    made = namespace_of(
        "os",
        {"remove": remove, "unlink": remove, "makedirs": make_folders, "mkdir": make_folder,
         "listdir": listed, "rmdir": remove_folder, "rename": rename, "replace": rename,
         "cpu_count": os.cpu_count},
        {"path": path, "sep": os.sep, "linesep": "\n", "name": os.name, "PathLike": like, **own},
    )  # fmt: skip

    def find(name: str) -> Any:
        """Return the settings of the session at work, or say of a name that it is not here."""
        if name == "environ":
            return environ()
        if name in REACHING and hasattr(os, name):
            raise refusal(f"os.{name}")
        raise KeyError(name)

    return Namespace("os", SwitchTable(made.table, find, lambda: ("environ",)))


def forget(folder: str) -> None:
    """Keep no longer what is kept under names that begin so."""
    if not silence.wanted:
        for name in [name for name in kept.values if name.startswith(folder)]:
            del kept.values[name]


def copied(path: object, target: Any, /) -> Any:
    """Keep under another name, too, what is kept under one, and return that name."""
    value = kept.values[file_at(path)]
    require_folder(target, named(target))
    if isinstance(value, OfFile):
        file: Any = opened(target, "wb")
        file.write(value.held())
        file.close()
    elif not silence.wanted:
        kept.values[named(target)] = value
    return target


def remove_tree(path: object, ignore_errors: bool = False) -> None:
    """Have a folder no longer, nor what is in it."""
    if is_folder(path) or not ignore_errors:
        folder_at(path)
        forget(f"{named(path)}/")


def tempfile_module() -> Namespace:
    """Return the table of `tempfile`."""
    given: dict[str, Any] = {"_make": make_folders, "_forget": forget}
    given["_state"] = partial(state_of, "tempfile")
    return namespace_of("tempfile", {}, written("tempfile", given))


MODULES = {
    "os": os_module, "tempfile": tempfile_module,
    "shutil": lambda: namespace_of(
        "shutil", {"rmtree": remove_tree}, written("shutil", {"_copied": copied})
    ),
}  # fmt: skip
