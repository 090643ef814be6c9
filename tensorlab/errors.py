"""The errors that PyTorch does not have, and errors that are as they should be."""

from typing import TypeVar

Raised = TypeVar("Raised", bound=BaseException)


def meant(error: Raised) -> Raised:
    """Return an error marked as meant: unmarked ones of some kinds are mistakes of ours."""
    error.__dict__["meant"] = True
    return error


class SaidAside(UserWarning):
    """What is said beside the output: the very words, as often as they are said."""


class LimitReached(BaseException):
    """A program asked for more than its budget.

    Not an Exception: neither a program's `except` nor ours may swallow it.
    """

    def __init__(self, limit: str, message: str) -> None:
        super().__init__(message)
        self.limit = limit
