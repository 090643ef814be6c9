"""What PyTorch says at length, and warnings that it gives once, however often the cause returns."""

import sys
import warnings
from functools import cache

from tensorlab.engine.naming import is_ours
from tensorlab.frozen import lines_beside


class Warned:
    """Which warnings have been given, and whether to repeat them all the same."""

    always = False
    texts: set[str] = set()  # noqa: RUF012  there is one process


def warn(text: str, category: type[Warning] = UserWarning) -> None:
    """Warn at the line of the program that called the library, however deep the cause lies."""
    depth, frame = 1, sys._getframe(1)
    while frame.f_back and is_ours(frame):
        depth, frame = depth + 1, frame.f_back
    warnings.warn(text, category, stacklevel=depth + 1)


def warn_once(text: str, *, cause: str = "") -> None:
    """Warn unless the process has been warned of this before, or of the cause in other words."""
    if Warned.always or (cause or text) not in Warned.texts:
        Warned.texts.add(cause or text)
        warn(text)


@cache
def sentences() -> list[str]:
    """Return the long sentences of PyTorch's, as `sentences.txt` has them."""
    return lines_beside(__file__, "sentences.txt")


@cache
def sentence(opening: str) -> str:
    """Return the sentence that begins so: there is one."""
    (found,) = (row for row in sentences() if row.startswith(opening))
    return found.replace("\\n", "\n").replace("\\e", "\x1b")


def in_full(opening: str, *given: object, **named: object) -> str:
    """Return a long sentence of PyTorch's, known by how it begins, with what is given filled in."""
    found = sentence(opening)
    return found.format(*given, **named) if given or named else found
