"""Exceptions of the program: kinds of its own, with methods and attributes."""

from typing import Any

from tensorlab.language.classes.lookup import is_special, lookup, names_in
from tensorlab.language.classes.members import (
    ABSENT,
    ErrorInit,
    Property,
    bound,
    of_class,
    text_said,
)
from tensorlab.language.classes.supers import ORDERS
from tensorlab.language.classes.values import STEPS_OF_CLASS
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.attributes import GATES, PROPERTIES
from tensorlab.language.values.display import FACTS, FORMS, SAID, error_text
from tensorlab.language.values.invoking import CALLABLE, call_value
from tensorlab.language.values.types import class_of
from tensorlab.language.values.values import MARK, ErrorType, ErrorValue, missing

OF_ERRORS = frozenset({"__init__", "__str__", "__repr__", "__doc__", "__annotations__"})


class ErrorClass(ErrorType):
    """A kind of exception that the program defined."""

    __slots__ = ("closed", "made", "table")

    def __init__(self, raised: type[Exception], table: dict[str, Any]) -> None:
        super().__init__(f"__main__.{raised.__qualname__}", raised)
        self.closed = False  # whether it stays as it is: a module's
        self.table = table
        self.made = raised

    def make(self, *arguments: Any, **named: Any) -> "ErrorInstance":
        """Return an exception value.

        Raises:
            TypeError: the arguments are not those of its __init__.
        """
        made = ErrorInstance(self.raised, arguments)
        begin = lookup(self.raised.__mro__, "__init__")
        if named and type(begin) is ErrorInit:
            raise TypeError(f"{self.raised.__name__}() takes no keyword arguments")
        call_value(bound(begin, made, self, "__init__"), list(arguments), named)
        return made


ErrorClass.__name__ = "type"


class ErrorInstance(ErrorValue):
    """An exception of a kind that the program defined."""

    __slots__ = ("attributes",)

    def __init__(self, raised: type[Exception], arguments: tuple[object, ...]) -> None:
        super().__init__(raised, arguments)
        self.attributes: dict[str, Any] = {}

    def __repr__(self) -> str:
        return written(self, ())


def make_error_class(name: str, title: str, bases: list[Any], table: dict[str, Any]) -> ErrorClass:
    """Return a new kind of exception.

    Raises:
        TypeError: a base is no exception, or what it defines is not on the list.
    """
    meter.spend(STEPS_OF_CLASS)
    for base in bases:
        if not isinstance(base, ErrorType):
            raise TypeError(f"{name} derives from exceptions and from others: choose one kind")
    unknown = [word for word in table if is_special(word) and word not in OF_ERRORS]
    if unknown:
        raise TypeError(f"an exception has no {unknown[0]} of its own")
    raised = type(
        name,
        tuple(base.raised for base in bases),
        {"__module__": "__main__", "__qualname__": title},
    )
    found = ErrorClass(raised, table)
    setattr(raised, MARK, found)
    return found


def derives_from_errors(bases: list[Any]) -> bool:
    """Return whether one of the bases is an exception."""
    return any(isinstance(base, ErrorType) for base in bases)


class ErrorGate:
    """Attributes of exceptions that the program defined."""

    def find(self, value: ErrorInstance, name: str) -> Any:
        """Return an attribute.

        Raises:
            AttributeError: there is none.
        """
        if name in value.attributes:
            return value.attributes[name]
        if not is_special(name) or name in OF_ERRORS:
            found = lookup(value.raised.__mro__, name)
            if found is not ABSENT:
                return bound(found, value, class_of(value.raised), name)
        if name in HIDDEN:
            return FACTS[name](value)
        raise missing(value, name)

    def put(self, value: ErrorInstance, name: str, new: Any) -> None:
        """Set an attribute."""
        found = lookup(value.raised.__mro__, name)
        if is_special(name) or name == "args":
            raise missing(value, name)
        if type(found) is Property:
            found.put(value, name, new)
        else:
            value.attributes[name] = new

    def names(self, value: ErrorInstance) -> list[str]:
        """Return the names of all attributes."""
        return [*value.attributes, *names_in(value.raised.__mro__)]


class ErrorClassGate:
    """Attributes of kinds of exceptions that the program defined."""

    def find(self, value: ErrorClass, name: str) -> Any:
        """Return an attribute.

        Raises:
            AttributeError: there is none.
        """
        if not is_special(name) or name in OF_ERRORS:
            found = lookup(value.raised.__mro__, name)
            if found is not ABSENT:
                return of_class(found, value, name)
        raise missing(value, name)

    def put(self, value: ErrorClass, name: str, new: Any) -> None:
        """Set an attribute."""
        if value.closed or is_special(name):
            raise missing(value, name)
        value.table[name] = new

    def names(self, value: ErrorClass) -> list[str]:
        """Return the names of all attributes."""
        return list(names_in(value.raised.__mro__))


def said(value: ErrorInstance) -> str | None:
    """Return what the program's own __str__ says, if there is one."""
    own = lookup(value.raised.__mro__, "__str__")
    return None if own is ABSENT else text_said(own, "__str__", value)


def written(value: ErrorInstance, around: tuple[int, ...]) -> str:
    """Return the text of an exception, by its own __repr__ where there is one."""
    own = lookup(value.raised.__mro__, "__repr__")
    return error_text(value, around) if own is ABSENT else text_said(own, "__repr__", value)


# What only StopIteration and SystemExit have; a program's own exception may have another.
HIDDEN = frozenset({"value", "code"})
PROPERTIES[ErrorType] = {
    **PROPERTIES[ErrorType],
    "__init__": lambda kind: lookup(kind.raised.__mro__, "__init__"),
}
PROPERTIES[ErrorInstance] = {name: read for name, read in FACTS.items() if name not in HIDDEN}
FORMS[ErrorInstance] = written
SAID[ErrorInstance] = said
GATES[ErrorInstance] = ErrorGate()
GATES[ErrorClass] = ErrorClassGate()
CALLABLE[ErrorClass] = ErrorClass.make
ORDERS[ErrorInstance] = ORDERS[ErrorClass] = lambda value: value.raised.__mro__
