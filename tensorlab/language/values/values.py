"""The values that a program can hold and Python does not have: all of them closed."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import FunctionType
from typing import Any, ClassVar

from tensorlab.engine.naming import named_in_c
from tensorlab.errors import meant
from tensorlab.language.limits.meter import from_within, meter

# Under which a class that stands for one of the program's has that one.
MARK = "<class>"
# The types of the objects that `with` may enter.
CONTEXTS: set[type] = set()


class Closed:
    """A value that prints without an address of the process, alone and within torch's texts."""

    __slots__ = ()
    described: ClassVar[Callable[[Any], str]]  # set where values are described

    def __repr__(self) -> str:
        return type(self).described(self)


class Plain(Closed):
    """What `object()` gives."""

    __slots__ = ()


class TypeValue:
    """A type as the program sees it: a name, a way to convert, and what belongs to it."""

    __slots__ = ("classes", "convert", "members", "name")

    def __init__(
        self,
        name: str,
        classes: tuple[type, ...],
        convert: Callable[..., Any],
        members: Mapping[str, object] | None = None,
    ) -> None:
        self.name = name
        self.classes = classes
        self.convert = convert
        if isinstance(convert, FunctionType):  # whose errors name it
            convert.__qualname__ = name.rpartition(".")[2]
        self.members = {} if members is None else members  # one to be filled is empty at first

    def __call__(self, /, *arguments: object, **named: object) -> Any:
        """Return what the call gives."""
        try:
            return self.convert(*arguments, **named)
        except TypeError as error:
            told = constructor_hidden(self.name.rpartition(".")[2], str(error))
            if told is None or error.__dict__:  # what the program itself called is named
                raise
            raise TypeError(told) from None

    def __getattr__(self, name: str) -> Any:
        kind = "" if name == "name" else self.name.rpartition(".")[2]  # a copy has none at first
        raise AttributeError(f"type object '{kind}' has no attribute '{name}'")

    def __or__(self, other: object) -> Any:
        return JOINED[0](self, other)

    def __ror__(self, other: object) -> Any:
        return JOINED[0](other, self)

    def __repr__(self) -> str:
        return f"<class '{self.name}'>"


# What `int | None` means: entered by the file of types, which loads what few programs need.
JOINED: list[Callable[[Any, Any], Any]] = []


def no_instances(name: str) -> Callable[..., Any]:
    """Return the conversion of a type whose values cannot be made by calling it."""

    def refuse(*given: object, **named: object) -> Any:
        raise TypeError(f"cannot create '{name}' instances")

    return refuse


def constructor_hidden(name: str, text: str) -> str | None:
    """Return Python's words on wrong arguments, as of a function; None for any other words.

    Python counts the new object as an argument and names the method that is given it: so it does
    of a class that is one of Python's in PyTorch too, which bears the same name.
    """
    wrong = re.fullmatch(r"(?:\w+\.)*(\w+)\.__(?:init|new)__\(\) (.+)", text)
    if wrong is None or wrong[1] == name:
        return None
    counted = re.sub(r"\b\d+(?=.* given$)", lambda count: str(int(count[0]) - 1), wrong[2])
    return f"{name}() {counted}".replace(" 1 positional arguments ", " 1 positional argument ")


NONE_TYPE = TypeValue("NoneType", (type(None),), no_instances("NoneType"))


class ErrorType(TypeValue):
    """A kind of exception that a program can raise and catch."""

    __slots__ = ("raised",)

    def __init__(self, name: str, raised: type[Exception]) -> None:
        super().__init__(name, (ErrorValue,), self.make)
        self.raised = raised

    def make(self, *arguments: object) -> "ErrorValue":
        """Return an exception value with a message."""
        return ErrorValue(self.raised, arguments)


class ErrorValue(Closed):
    """An exception as a program sees it: what it says, and no way to where it was raised."""

    __slots__ = ("arguments", "cause", "context", "facts", "lines", "notes", "raised", "suppressed")

    def __init__(self, raised: type[Exception], arguments: tuple[object, ...]) -> None:
        self.cause: ErrorValue | None = None  # of `raise ... from`
        self.suppressed = False  # whether there was a `from`
        self.context: ErrorValue | None = None  # whose `except` block it arose in
        self.facts: dict[str, Any] = {}  # what it tells besides its words
        self.notes: list[str] = []
        self.lines: list[int] = []  # of the program through which it came, the innermost first
        self.raised = raised
        self.arguments = arguments


class ProgramIterator:
    """An iterator, or a generator expression: gives items, each for a step."""

    __slots__ = ("kind", "plain", "source")

    def __init__(self, kind: str, source: Iterator[Any], *, plain: bool = False) -> None:
        self.kind = kind
        self.plain = plain  # it goes through what cannot fail: a loop may do so by itself
        self.source = source

    def __iter__(self) -> "ProgramIterator":
        return self

    def __next__(self) -> Any:
        meter.left -= 1
        if meter.left < 0:
            meter.settle()
        with from_within:
            return next(self.source)

    def __repr__(self) -> str:
        return f"<{self.kind} object>"


# Python's own error texts name the types of our values: as Python calls its like.
for own, python in (
    (TypeValue, "type"),
    (ErrorType, "type"),
    (ErrorValue, "Exception"),
    (Plain, "object"),
    (ProgramIterator, "generator"),
):
    own.__name__ = python  # its name among programs


def type_name(value: object) -> str:
    """Return the name of a value's type, as error messages have it."""
    if isinstance(value, ErrorValue):
        return value.raised.__name__
    if isinstance(value, ProgramIterator):
        return value.kind
    return named_in_c(value)


class Table(dict[str, Any]):
    """The names of a namespace; one that is not there yet is looked for when it is asked for."""

    __slots__ = ("beyond", "find", "index")

    def __init__(
        self,
        members: Mapping[str, object],
        find: Callable[[str], Any] | None = None,
        index: Callable[[], Iterable[str]] = tuple,
        beyond: Callable[[str], Any] | None = None,
    ) -> None:
        super().__init__(members)
        self.find = find  # raises KeyError
        self.index = index
        self.beyond = beyond  # what stands for names that are not here; raises KeyError

    def member(self, name: str) -> Any:
        """Return what follows a dot, were it only to say that it is not here."""
        try:
            return self[name]
        except KeyError:
            if self.beyond is None:
                raise
        return self.beyond(name)

    def __missing__(self, name: str) -> Any:
        """Return a name that was asked for the first time."""
        if self.find is None:
            raise KeyError(name)
        value = self[name] = self.find(name)
        return value

    def names(self) -> list[str]:
        """Return every name, asked for before or not."""
        return list(dict.fromkeys((*self, *self.index())))


class SwitchTable(Table):
    """The names of a namespace with switches: they stand otherwise once a program set them."""

    __slots__ = ()

    def __missing__(self, name: str) -> Any:
        """Return how a switch stands, or what has this name."""
        super().__missing__(name)
        return self.pop(name)


class Namespace:
    """A frozen table of names: `torch`, `F`, `math`. Not a module.

    What a program writes into it is its session's own, `MACHINE.members`; the table stays.
    """

    __slots__ = ("is_as_made", "name", "table")

    def __init__(self, name: str, table: Table) -> None:
        self.name = name
        self.table = table
        self.is_as_made = True  # no program has written to it, so its names can be kept at hand

    def __repr__(self) -> str:
        return f"<module '{self.name}'>"


Namespace.__name__ = "module"  # in Python's own error texts


def missing(value: object, name: str) -> BaseException:
    """Return the error for an attribute that does not exist."""
    if isinstance(value, Namespace):
        text = f"module '{value.name}' has no attribute '{name}'"
    elif isinstance(value, TypeValue):
        text = f"type object '{value.name.rpartition('.')[2]}' has no attribute '{name}'"
    else:
        kind = type_name(value)  # a method asks its function
        text = f"'{'function' if kind == 'method' else kind}' object has no attribute '{name}'"
    return meant(AttributeError(text, name=name, obj=value))
