"""What numpy warns of: of a program's own arithmetic it is told, of tensorlab's nothing is.

A filter of warnings keeps silent only until a program puts one of its own before it.
"""

import sys
import warnings
from typing import Any

import numpy as np

from tensorlab.engine.naming import is_ours


class Told:
    """What numpy writes its findings to."""

    def write(self, text: str) -> None:
        """Warn of an overflow, a division by zero or the like, unless tensorlab's code met it."""
        frame: Any = sys._getframe(1)
        while (name := str(frame.f_globals.get("__name__"))).startswith("numpy."):
            frame = frame.f_back
        if name.startswith("tensorlab.language") or not is_ours(frame):
            warnings.warn(text.removeprefix("Warning: ").rstrip(), RuntimeWarning, stacklevel=2)


def as_said(errors: Any) -> Any:
    """Return how numpy tells of odd results, by the word that it has without tensorlab."""
    return {kind: "warn" if how == "log" else how for kind, how in errors.items()}


BEGINS: Any = np.geterr()
if np.geterrcall() is None:  # a program's own way to be told stays
    BEGINS = {kind: "log" if how == "warn" else how for kind, how in BEGINS.items()}
    np.seterrcall(Told())
    np.seterr(**BEGINS)
