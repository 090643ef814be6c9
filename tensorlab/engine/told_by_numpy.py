"""What numpy warns of: of a program's own arithmetic it is told, of tensorlab's nothing is.

A filter of warnings keeps silent only until a program puts one of its own before it.
"""

import sys
import warnings
from typing import Any

import numpy as np


class Told:
    """What numpy writes its findings to."""

    def write(self, text: str) -> None:
        """Warn of an overflow, a division by zero or the like, unless tensorlab's code met it."""
        frame = sys._getframe(1)
        while frame.f_back is not None and within("numpy", frame.f_globals):
            frame = frame.f_back
        names = frame.f_globals
        if within("tensorlab.language", names) or not within("tensorlab", names):
            words = text.removeprefix("Warning: ").rstrip()
            warnings.warn(words, RuntimeWarning, stacklevel=2)


def within(package: str, names: dict[str, object]) -> bool:
    """Return whether a module's names are those of a package's."""
    name = str(names.get("__name__"))
    return name == package or name.startswith(f"{package}.")


def as_said(errors: Any) -> Any:
    """Return how numpy tells of odd results, by the word that it has without tensorlab."""
    return {kind: "warn" if how == "log" else how for kind, how in errors.items()}


if np.geterrcall() is None:
    np.seterrcall(Told())
    np.seterr(**{kind: "log" for kind, how in np.geterr().items() if how == "warn"})
