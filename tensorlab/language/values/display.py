"""The text of values and of exceptions: what `print` and `repr` show, with its length counted."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, Final

from tensorlab.engine.addresses import object_text
from tensorlab.engine.naming import public_name
from tensorlab.language.limits.contents import VIEWS
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.values import (
    Closed,
    ErrorValue,
    Namespace,
    Table,
    missing,
    type_name,
)

# The texts of objects that have none of their own: Python's tells an address of the process.
BARE: set[object] = {object.__repr__, Closed.__repr__}


def describe(value: object) -> str:
    """Return the text that `repr` shows."""
    return described(value, ())


Closed.described = staticmethod(describe)


def described(value: object, around: tuple[int, ...]) -> str:
    """Return the text of a value that lies in containers with these identities."""
    form = FORMS.get(type(value))
    if id(value) in around:
        return CYCLES.get(type(value), "...")
    if form is None:
        if isinstance(value, str | bytes):
            meter.grow(4 * len(value))
        bare = type(value).__repr__ in BARE
        text = object_text(public_name(type(value)), value) if bare else repr(value)
    else:
        text = form(value, (*around, id(value)))
    meter.spend(1)
    meter.grow(4 * len(text))
    return text


def listed(items: Iterable[Any], around: tuple[int, ...]) -> str:
    """Return the texts of items with commas between them."""
    return ", ".join([described(item, around) for item in items])


def list_text(value: Any, around: tuple[int, ...]) -> str:
    """Return the text of a list."""
    return f"[{listed(value, around)}]"


def tuple_text(value: Any, around: tuple[int, ...]) -> str:
    """Return the text of a tuple."""
    return f"({listed(value, around)}{',' if len(value) == 1 else ''})"


def dict_text(value: Any, around: tuple[int, ...]) -> str:
    """Return the text of a dict."""
    pairs = value.items() if isinstance(value, dict) else ()
    return (
        "{"
        + ", ".join(f"{described(key, around)}: {described(item, around)}" for key, item in pairs)
        + "}"
    )


def ordered_text(value: OrderedDict[Any, Any], around: tuple[int, ...]) -> str:
    """Return the text of a dict that knows an order."""
    pairs = repr(OrderedDict(a=1)).endswith(")])")  # as Python wrote it before 3.12
    inner = f"[{listed(value.items(), around)}]" if pairs else dict_text(value, around)
    return f"{type(value).__name__}({inner if value else ''})"


def set_text(value: Any, around: tuple[int, ...]) -> str:
    """Return the text of a set."""
    return "{" + listed(value, around) + "}" if value else "set()"


def frozenset_text(value: Any, around: tuple[int, ...]) -> str:
    """Return the text of a frozen set."""
    return "frozenset({" + listed(value, around) + "})" if value else "frozenset()"


def error_text(value: Any, around: tuple[int, ...]) -> str:
    """Return the text of an exception value."""
    return f"{value.raised.__name__}({listed(arguments_of(value), around)})"


def arguments_of(error: ErrorValue) -> tuple[object, ...]:
    """Return what an exception was made of; the name of a file is no argument of it."""
    return error.arguments[:2] if is_of_file(error) else error.arguments


def is_of_file(error: ErrorValue) -> bool:
    """Return whether an exception tells the number of an error, and perhaps the name of a file."""
    return issubclass(error.raised, OSError) and len(error.arguments) in {2, 3}


FORMS: dict[type, Callable[[Any, tuple[int, ...]], str]] = {
    list: list_text,
    tuple: tuple_text,
    dict: dict_text,
    set: set_text,
    OrderedDict: ordered_text,
    frozenset: frozenset_text,
    slice: lambda value, around: f"slice({listed((value.start, value.stop, value.step), around)})",
    ErrorValue: error_text,
    **dict.fromkeys(
        VIEWS, lambda value, around: f"{type(value).__name__}([{listed(value, around)}])"
    ),
}
CYCLES: dict[type, str] = {list: "[...]", tuple: "(...)", dict: "{...}", OrderedDict: "..."}


def ascii_of(value: object) -> str:
    """Return the text that `ascii` shows."""
    return describe(value).encode("ascii", "backslashreplace").decode()


NO_TEXT: object = object.__str__  # which shows what repr does


def text_of(value: object) -> str:
    """Return the text that `print` and `str` show."""
    if type(value) is str:
        return value
    if isinstance(value, ErrorValue):
        return message_of(value)
    if type(value) in FORMS:
        return describe(value)
    if type(value).__str__ is not NO_TEXT:
        return str(value)
    try:
        return describe(value)
    except TypeError as error:
        error.args = (str(error).replace("__repr__ returned", "__str__ returned"),)
        raise


# Exceptions that say something of their own; None where they do not.
SAID: dict[type, Callable[[Any], str | None]] = {}


def message_of(error: ErrorValue) -> str:
    """Return what an exception says, by its class if that has words of its own."""
    own = SAID[type(error)](error) if type(error) in SAID else None
    return words_of(error) if own is None else own


def words_of(error: ErrorValue) -> str:
    """Return what an exception was made with; a KeyError quotes its key."""
    if is_of_file(error):
        number, words, *name = error.arguments
        return f"[Errno {text_of(number)}] {text_of(words)}" + "".join(
            f": {describe(n)}" for n in name
        )
    if len(error.arguments) != 1:
        return describe(error.arguments) if error.arguments else ""
    (only,) = error.arguments
    return describe(only) if issubclass(error.raised, KeyError) else text_of(only)


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


def fact_of_file(name: str, place: int) -> Callable[[ErrorValue], Any]:
    """Return what reads one of the facts that an error of a file tells."""

    def read(error: ErrorValue) -> Any:
        if not issubclass(error.raised, OSError):
            raise missing(error, name)
        return (
            error.arguments[place] if is_of_file(error) and place < len(error.arguments) else None
        )

    return read


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


def trace_of(error: ErrorValue) -> Namespace | None:
    """Return the lines that an exception came through, the outermost first, each with the next."""
    found = None
    for line in error.lines:
        found = Namespace("traceback", Table({"tb_lineno": line, "tb_next": found}))
    return found


FACTS: Final[dict[str, Callable[[Any], Any]]] = {
    "args": arguments_of,
    **{
        name: fact_of_file(name, place)
        for place, name in enumerate(("errno", "strerror", "filename"))
    },
    "value": value_of_stop,
    "code": code_of_end,
    "__cause__": lambda error: error.cause,
    "__context__": lambda error: error.context,
    "__suppress_context__": lambda error: error.suppressed,
    "__notes__": notes_of,
    "__traceback__": trace_of,
}
METHODS_OF_ERRORS: Final[dict[str, Callable[..., Any]]] = {
    "add_note": add_note, "with_traceback": with_traceback,
}  # fmt: skip
