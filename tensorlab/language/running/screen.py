"""Where a program writes what it prints, what it keeps under names of files, and where warnings go.

The session that runs it says where that is; what is only being tried is silent.
"""

import sys
import warnings
from collections.abc import Callable
from functools import cache
from posixpath import normpath
from typing import Any, Final, cast

from tensorlab.engine.autograd.gradmode import Retention
from tensorlab.engine.settings import MACHINE
from tensorlab.engine.warning import warn
from tensorlab.errors import SaidAside
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.values import Closed


class Silence:
    """Counts who wants it: one trial can lie within another."""

    wanted = 0

    def __enter__(self) -> None:
        self.wanted += 1

    def __exit__(self, *error: object) -> None:
        self.wanted -= 1


silence: Final = Silence()


class Screen(Closed):
    """Text that is shown, its length counted."""

    def __init__(self) -> None:
        self.show: Callable[[str], object] = sys.stdout.write

    def write(self, text: str) -> None:
        """Show a text, unless something is only being tried."""
        meter.count_output(len(text))
        if not (silence.wanted or Retention.kept):
            self.show(text)


class Aside(Closed):
    """What a program says beside its output: a notice."""

    def write(self, text: str) -> None:
        """Add a notice."""
        meter.count_output(len(text))
        if text.strip() and not silence.wanted:
            warn(text.strip(), SaidAside)


screen: Final = Screen()
aside: Final = Aside()


def written_to(file: object) -> Any:
    """Return what takes the text that is printed to a file, or to what stands for the screen.

    Raises:
        AttributeError: nothing can be written there.
    """
    if file is None:
        file = MACHINE.members.get("sys.stdout", screen)
    return file if type(file) in STREAMS else OF_PROGRAMS[0](file)


# Types of what can be printed to as it is, and what lets a stream of a program's take a text.
STREAMS: Final[set[type]] = {Screen, Aside}
OF_PROGRAMS: Final[list[Callable[[Any], Any]]] = []


class Notices:
    """Collects what the engine warns of, each text once."""

    __slots__ = ("before", "texts")

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.before = warnings.catch_warnings()

    def __enter__(self) -> list[str]:
        self.before.__enter__()
        cast("list[Any]", warnings.filters)[:0] = heard()
        # Python allows it to be replaced.
        warnings.showwarning = self.collect  # type: ignore[assignment]
        return self.texts

    def __exit__(self, *error: object) -> None:
        self.before.__exit__(None, None, None)

    def collect(self, message: Warning | str, category: type[Warning], *place: object) -> None:
        """Take note of a warning, once; of what the program itself says, each time."""
        own = category is SaidAside
        text = str(message) if own else f"{category.__name__}: {message}"
        if own or text not in self.texts:
            self.texts.append(text)


@cache
def heard() -> tuple[Any, ...]:
    """Return the filters of the warnings that a program hears of."""
    with warnings.catch_warnings():
        warnings.resetwarnings()
        warnings.simplefilter("always", UserWarning)
        warnings.simplefilter("always", ImportWarning)
        # What numpy warns of in a program's own arithmetic; of the engine's it is silent.
        own = r"(tensorlab\.language|numpy)\."
        warnings.filterwarnings("always", category=RuntimeWarning, module=own)
        # What Python's parser finds odd, which PyTorch does not speak of.
        warnings.simplefilter("ignore", SyntaxWarning)
        warnings.simplefilter("ignore", DeprecationWarning)
        return tuple(warnings.filters)


class OfFile:
    """What holds the bytes of a file that the program opened; other values are kept as they are."""

    __slots__ = ()

    def held(self) -> bytes:
        """Return the bytes of the file."""
        raise NotImplementedError


# Types that stand for the name of a file, with what gives its text.
NAMES: Final[dict[type, Callable[[Any], str]]] = {str: str}


class Kept:
    """What the program at work keeps; its session sets it."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}  # by the name of a file
        # what a module keeps for the program
        self.of_modules: dict[str, dict[str, Any]] = {}
        self.names: dict[str, Any] = {}  # the program's variables

    def put(self, other: "Kept") -> None:
        """Keep what another one keeps."""
        self.__dict__.update(other.__dict__)


kept: Final = Kept()


def name_of(file: object) -> str | None:
    """Return the name of a file; None for what names none.

    Raises:
        ValueError: a sign in it is one that no name has, by which values of no file are kept.
    """
    if (text := NAMES.get(type(file))) is None:
        return None
    name = normpath(text(file))
    if "\0" in name:
        raise ValueError("embedded null byte")
    return name[1:] if name.startswith("//") else name
