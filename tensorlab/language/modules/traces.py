"""The `traceback` module: what an error says; where it came from the program is not told."""

from typing import Any, Final

from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.running.screen import aside
from tensorlab.language.statements.blocks import handled
from tensorlab.language.values.display import message_of
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.values import ErrorValue, type_name

BEGINNING: Final = "Traceback (most recent call last):\n"


def last_line(error: Any) -> str:
    """Return the line that names an error and says what it says."""
    words = message_of(error)
    return f"{type_name(error)}: {words}\n" if words else f"{type_name(error)}\n"


def format_exc(limit: Any = None, chain: Any = True) -> str:
    """Return the text of the error whose `except` block is running."""
    return BEGINNING + last_line(handled[-1]) if handled else "NoneType: None\n"


def print_exc(*given: Any, **named: Any) -> None:
    """Say what the error says whose `except` block is running, beside the output."""
    aside.write(format_exc())


def format_exception(exc: Any, /, *given: Any) -> list[str]:
    """Return the lines of an error."""
    return [BEGINNING, *format_exception_only(exc, *given)]


def format_exception_only(exc: Any, /, *given: Any) -> list[str]:
    """Return the last line of an error."""
    error = given[0] if given and isinstance(given[0], ErrorValue) else exc
    if not isinstance(error, ErrorValue):
        raise TypeError(f"an exception is needed, not '{type_name(error)}'")
    return [last_line(error)]


def namespace() -> Namespace:
    """Return the table of `traceback`."""
    return namespace_of(
        "traceback",
        {
            "format_exc": format_exc, "print_exc": print_exc,
            "format_exception": format_exception, "format_exception_only": format_exception_only,
        },
    )  # fmt: skip
