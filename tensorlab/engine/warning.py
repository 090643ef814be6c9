"""Warnings that PyTorch gives once in a process, however often the cause returns."""

import warnings


class Warned:
    """Which warnings have been given, and whether to repeat them all the same."""

    always = False
    texts: set[str] = set()  # noqa: RUF012  there is one process


def warn_once(text: str, stacklevel: int = 3) -> None:
    """Warn unless the process has been warned of this before."""
    if Warned.always or text not in Warned.texts:
        Warned.texts.add(text)
        warnings.warn(text, UserWarning, stacklevel=stacklevel)
