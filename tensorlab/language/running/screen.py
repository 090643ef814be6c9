"""Where a program writes what it prints: the session that runs it says where that is."""

import sys
import warnings
from collections.abc import Callable
from typing import Any, Final

from tensorlab.language.limits.meter import meter
from tensorlab.language.running.silence import silence
from tensorlab.language.values.values import Closed


class Screen(Closed):
    """Text that is shown, its length counted."""

    def __init__(self) -> None:
        self.show: Callable[[str], object] = sys.stdout.write

    def write(self, text: str) -> None:
        """Show a text, unless something is only being tried."""
        meter.count_output(len(text))
        if not silence.wanted:
            self.show(text)


class SaidAside(UserWarning):
    """What a program writes to standard error: its own words, as often as it writes them."""


class Aside(Closed):
    """What a program says beside its output: a notice."""

    def write(self, text: str) -> None:
        """Add a notice."""
        meter.count_output(len(text))
        if text.strip() and not silence.wanted:
            warnings.warn(text.strip(), SaidAside, stacklevel=2)


screen: Final = Screen()
aside: Final = Aside()


def written_to(file: Any) -> Any:
    """Return what takes the text that is printed to a file.

    Raises:
        TypeError: nothing of a program is written there.
    """
    if file is None:
        return screen
    take = WRITERS.get(type(file))
    if take is None:
        raise TypeError(
            "print(file=...) is not part of tensorlab: it writes to the screen, to sys.stderr and "
            "to an io.StringIO"
        )
    return take(file)


# What else can be printed to, by its type; entered by the files that make it.
WRITERS: Final[dict[type, Callable[[Any], Any]]] = {}
