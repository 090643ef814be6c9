"""What numpy warns of: of a program's own arithmetic it is told, of tensorlab's nothing is.

A filter of warnings keeps silent only until a program puts one of its own before it.
"""

import sys
import warnings
from typing import Any, ClassVar

import numpy as np

from tensorlab.engine.naming import is_ours

WORDS = {"divide": "divide by", "over": "overflow", "under": "underflow", "invalid": "invalid"}


class Told:
    """What numpy writes its findings to."""

    raising: ClassVar[tuple[str, ...]] = ()  # how those begin that are errors

    def write(self, text: str) -> None:
        """Warn of an overflow, a division by zero or the like, unless tensorlab's code met it.

        Raises:
            FloatingPointError: the program wants an error for it.
        """
        frame: Any = sys._getframe(1)
        while (name := str(frame.f_globals.get("__name__"))).startswith("numpy."):
            frame = frame.f_back
        if name.startswith("tensorlab.language") or not is_ours(frame):
            said = text.removeprefix("Warning: ").rstrip()
            if said.startswith(self.raising):
                raise FloatingPointError(said)
            warnings.warn(said, RuntimeWarning, stacklevel=2)


def how_told() -> Any:
    """Return how numpy tells of odd results, by the words that it has without tensorlab."""
    words = {kind: "raise" if word in Told.raising else "warn" for kind, word in WORDS.items()}
    return {kind: words[kind] if how == "log" else how for kind, how in np.geterr().items()}


def tell(**errors: Any) -> Any:
    """Let numpy tell of odd results by such words; return those before."""
    before = how_told()
    told = {**before, **errors}
    Told.raising = tuple(WORDS[kind] for kind, how in told.items() if how == "raise")
    np.seterr(**{kind: "log" if how in ("warn", "raise") else how for kind, how in told.items()})
    return before


if np.geterrcall() is None:  # a program's own way to be told stays
    np.seterrcall(Told())
    own: Any = {kind: "log" if how == "warn" else how for kind, how in np.geterr().items()}
    np.seterr(**own)
BEGINS: Any = np.geterr(), Told.raising
