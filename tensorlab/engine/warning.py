"""Warnings that PyTorch gives once in a process, however often the cause returns."""

import warnings


class Warned:
    """Which warnings have been given, and whether to repeat them all the same."""

    always = False
    texts: set[str] = set()  # noqa: RUF012  there is one process


def warn_once(text: str, stacklevel: int = 3, *, cause: str = "") -> None:
    """Warn unless the process has been warned of this before, or of the cause in other words."""
    if Warned.always or (cause or text) not in Warned.texts:
        Warned.texts.add(cause or text)
        warnings.warn(text, UserWarning, stacklevel=stacklevel)
