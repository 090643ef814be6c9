"""What an exception says of itself: its words, what it came from, the notes on it."""

from collections.abc import Callable
from typing import Any, Final

from tensorlab.language.limits.meter import meter
from tensorlab.language.values.attributes import missing
from tensorlab.language.values.values import ErrorValue, type_name


def value_of_stop(error: ErrorValue) -> Any:
    """Return what a generator that has come to its end returned.

    Raises:
        AttributeError: it is another exception.
    """
    if not issubclass(error.raised, StopIteration):
        raise missing(error, "value")
    return error.arguments[0] if error.arguments else None


def code_of_end(error: ErrorValue) -> Any:
    """Return what a program ended itself with.

    Raises:
        AttributeError: it is another exception.
    """
    if error.raised.__name__ != "SystemExit":
        raise missing(error, "code")
    return error.arguments[0] if len(error.arguments) == 1 else error.arguments or None


def notes_of(error: ErrorValue) -> list[str]:
    """Return the notes on an exception.

    Raises:
        AttributeError: there are none.
    """
    if not error.notes:
        raise missing(error, "__notes__")
    return error.notes


def add_note(error: ErrorValue, note: object, /) -> None:
    """Add a note to an exception."""
    if not isinstance(note, str):
        raise TypeError(f"note must be a str, not '{type_name(note)}'")
    meter.grow(len(note))
    error.notes.append(note)


def with_traceback(error: ErrorValue, tb: None, /) -> ErrorValue:
    """Return the exception: it has no trace."""
    return error


FACTS: Final[dict[str, Callable[[Any], Any]]] = {
    "args": lambda error: error.arguments,
    "value": value_of_stop,
    "code": code_of_end,
    "__cause__": lambda error: error.cause,
    "__context__": lambda error: error.context,
    "__suppress_context__": lambda error: error.suppressed,
    "__notes__": notes_of,
}
METHODS_OF_ERRORS: Final[dict[str, Callable[..., Any]]] = {
    "add_note": add_note, "with_traceback": with_traceback,
}  # fmt: skip
