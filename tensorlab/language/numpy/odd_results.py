"""What numpy says of odd results, as a division by zero: np.errstate, np.seterr, np.geterr."""

from typing import Any, Final

import numpy as np

STATES: Final = ("ignore", "warn", "raise")
KINDS: Final = frozenset({"all", "divide", "over", "under", "invalid"})


class ErrorState:
    """What `with np.errstate(...)` switches: whether odd results are told, or are errors."""

    __slots__ = ("given", "inner")

    def __init__(self, **given: Any) -> None:
        for word, state in given.items():
            if word not in KINDS or state not in STATES:
                raise ValueError(f"np.errstate({word}={state!r}) is not part of tensorlab")
        self.given = given
        self.inner: Any = None

    def __enter__(self) -> None:
        self.inner = np.errstate(**self.given)
        self.inner.__enter__()

    def __exit__(self, *error: object) -> None:
        self.inner.__exit__(None, None, None)


def seterr(**given: Any) -> dict[str, Any]:
    """Say what becomes of odd results from here on in this session; return what was said before.

    Raises:
        ValueError: they are to be errors, also of what others compute in the session.
    """
    words = {word: state for word, state in given.items() if state is not None}
    ErrorState(**words)
    if "raise" in words.values():
        raise ValueError("np.seterr(...='raise') is not part of tensorlab: use np.errstate")
    before = dict(np.geterr())
    np.seterr(**words)
    return before


def geterr() -> dict[str, Any]:
    """Return what becomes of odd results."""
    return dict(np.geterr())
