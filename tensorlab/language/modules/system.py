"""The `sys` module: what a program may know of Python, and what it prints to."""

import sys
from typing import Any, Final, NamedTuple, NoReturn

from tensorlab.language.compiling.place import Ended
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.running.screen import WRITERS, Aside, Screen, aside, screen
from tensorlab.language.values.attributes import METHODS
from tensorlab.language.values.display import text_of
from tensorlab.language.values.guards import size_of
from tensorlab.language.values.namespaces import Namespace

PLAIN: Final = ("version", "maxsize", "byteorder", "platform")
BYTES_OF_OBJECT: Final = 56


def write(stream: Any, text: str, /) -> int:
    """Write a text to the screen."""
    if not isinstance(text, str):
        raise TypeError(f"write() argument must be str, not {type(text).__name__}")
    stream.write(text)
    return len(text)


def nothing(stream: Any) -> None:
    """Do nothing: what is written is shown at once."""


def ended(status: Any = None, /) -> NoReturn:
    """End the program; what is no whole number is said beside the output."""
    if status is not None and not isinstance(status, int):
        aside.write(text_of(status))
    raise Ended(*(() if status is None else (status,)))


def size(value: Any, /) -> int:
    """Return about how many bytes a value takes."""
    return BYTES_OF_OBJECT + size_of(value)


for own in (Screen, Aside):
    METHODS[own] = {"write": write, "flush": nothing, "isatty": lambda stream: False}
    WRITERS[own] = lambda stream: stream
    own.__name__ = "TextIOWrapper"


class VersionInfo(NamedTuple):
    """Which Python this is."""

    major: int
    minor: int
    micro: int
    releaselevel: str
    serial: int


def namespace() -> Namespace:
    """Return the table of `sys`."""
    values = {name: getattr(sys, name) for name in PLAIN}
    return namespace_of(
        "sys",
        {"exit": ended, "getsizeof": size, "getrecursionlimit": sys.getrecursionlimit,
         "setrecursionlimit": lambda limit, /: None},
        {**values, "version_info": VersionInfo(*sys.version_info), "argv": ["program.py"],
         "stdout": screen, "stderr": aside},
    )  # fmt: skip
