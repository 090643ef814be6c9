"""The values that a program can hold and Python does not have: all of them closed."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from types import FunctionType
from typing import Any, ClassVar

from tensorlab.engine.naming import named_in_c
from tensorlab.engine.tensor import Tensor
from tensorlab.language.compiling.code import UNBOUND, Code, bind
from tensorlab.language.limits.meter import from_within, meter
from tensorlab.language.limits.tensor_guards import CHEAP, guard_values

# Under which a class that stands for one of the program's has that one.
MARK = "<class>"
# The types of the objects that `with` may enter.
CONTEXTS: set[type] = set()


RESULTS = "torch.return_types"  # the module that classes of several results are of


class Closed:
    """A value that prints without an address of the process, alone and within torch's texts."""

    __slots__ = ()
    described: ClassVar[Callable[[Any], str]]  # set where values are described

    def __repr__(self) -> str:
        return type(self).described(self)


class Plain(Closed):
    """What `object()` gives."""

    __slots__ = ()


class Function:
    """A function of the program; `parent` is the frame in which it was defined."""

    __slots__ = ("attributes", "code", "defaults", "parent", "start")

    def __init__(self, code: Code, defaults: dict[str, Any], parent: list[Any]) -> None:
        self.attributes: dict[str, Any] | None = None  # a dict when the first is set
        self.code = code
        self.defaults = defaults
        self.parent = parent
        self.start: list[Any] | None = None  # what its variables are before arguments are given

    @property
    def __name__(self) -> str:
        """The name by which the engine speaks of it."""
        return self.code.name

    def __call__(self, /, *arguments: object, **named: object) -> Any:
        """Answer a call by Python's own functions, such as map and sorted."""
        from_within.__enter__()  # a third of the time of `with`
        try:
            return self.invoke(*arguments, **named)
        finally:
            from_within.depth -= 1

    def invoke(self, /, *arguments: object, **named: object) -> Any:
        """Return what the function returns."""
        code = self.code
        meter.left -= code.cost
        if meter.left < 0:
            meter.settle()
        if not named and 0 <= (absent := code.arity - len(arguments)) <= len(self.defaults):
            rest = [*self.defaults.values()][-absent:] if absent else ()
            return code.evaluate([self.parent, *arguments, *rest, *code.blank])
        if self.start is None:
            names = (*code.positional, *code.keyword_only)
            self.start = [self.parent, *(self.defaults.get(name, UNBOUND) for name in names)]
        variables = code.laid_out(self.start, arguments, named)
        if variables is not None:
            return code.evaluate(variables)
        values = bind(code, self.defaults, list(arguments), named)
        return code.evaluate([self.parent, *values])

    def __repr__(self) -> str:
        return f"<function {self.code.title}>"


class Builtin:
    """A function of ours, by its public name."""

    __slots__ = ("function", "name")

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        self.name = name
        self.function = function

    def __call__(self, /, *arguments: object, **named: object) -> Any:
        """Return what the call gives."""
        return self.function(*arguments, **named)

    def __repr__(self) -> str:
        return f"<built-in function {self.name}>"


def under_names(functions: Mapping[str, Callable[..., Any]]) -> dict[str, Builtin]:
    """Return functions of ours by their public names, which their errors tell, too."""
    for name, function in functions.items():
        if isinstance(function, FunctionType):
            function.__name__ = function.__qualname__ = name
    return {name: Builtin(name, function) for name, function in functions.items()}


class SwitchedFunction(Builtin):
    """A function of the program that runs under a switch: in a class it is a method."""

    __slots__ = ()


class TensorFunction(Builtin):
    """A function of tensors, whose results are paid for before they are made."""

    __slots__ = ()

    def __call__(self, /, *arguments: object, **named: object) -> Any:
        """Return what the call gives."""
        guard_values(self.name, (*arguments, *named.values()))
        return self.function(*arguments, **named)


class FunctionMaker(Builtin):
    """A function that gives functions, which programs get as functions of ours."""

    __slots__ = ()

    def __call__(self, /, *arguments: object, **named: object) -> Any:
        """Return what the call gives."""
        guard_values(self.name, (*arguments, *named.values()))
        result = self.function(*arguments, **named)
        if type(result) is tuple:
            return tuple(self.presented(part) for part in result)
        return self.presented(result)

    def presented(self, value: Any) -> Any:
        """Return a function of the engine's as one of ours, and any other value as it is."""
        if not isinstance(value, FunctionType | partial):
            return value
        of = getattr(value, "__wrapped__", None)  # the program's function that it is made of
        name = of.code.name if isinstance(of, Function) else getattr(of, "name", self.name)
        return FunctionMaker(name, value)


class BoundMethod:
    """A method that was read without being called: `f = x.sum`."""

    __slots__ = ("function", "name", "receiver")

    def __init__(self, receiver: object, name: str, function: Callable[..., Any]) -> None:
        self.receiver = receiver
        self.name = name
        self.function = function

    def __call__(self, /, *arguments: object, **named: object) -> Any:
        """Return what the call gives."""
        if isinstance(self.receiver, Tensor) and self.name not in CHEAP:
            guard_values(self.name, (self.receiver, *arguments, *named.values()))
        return self.function(self.receiver, *arguments, **named)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, BoundMethod)
            and other.receiver is self.receiver
            and other.function is self.function
        )

    def __hash__(self) -> int:
        return hash((id(self.receiver), self.name))

    def __repr__(self) -> str:
        return f"<built-in method {self.name} of {type_name(self.receiver)} object>"


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
            if told is None:
                raise
            raise TypeError(told) from None

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

    __slots__ = ("arguments", "cause", "context", "lines", "notes", "raised", "suppressed")

    def __init__(self, raised: type[Exception], arguments: tuple[object, ...]) -> None:
        self.cause: ErrorValue | None = None  # of `raise ... from`
        self.suppressed = False  # whether there was a `from`
        self.context: ErrorValue | None = None  # whose `except` block it arose in
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
    (Function, "function"),
    (FunctionMaker, "builtin_function_or_method"),
    (TensorFunction, "builtin_function_or_method"),
    (Builtin, "builtin_function_or_method"),
    (SwitchedFunction, "function"),
    (BoundMethod, "builtin_function_or_method"),
    (TypeValue, "type"),
    (ErrorType, "type"),
    (ErrorValue, "Exception"),
    (Plain, "object"),
    (ProgramIterator, "iterator"),
):
    own.__name__ = python  # type: ignore[method-assign]  # its name among programs


def type_name(value: object) -> str:
    """Return the name of a value's type, as error messages have it."""
    if isinstance(value, ErrorValue):
        return value.raised.__name__
    if isinstance(value, ProgramIterator):
        return value.kind
    name = named_in_c(value)
    return f"{RESULTS}.{name}" if type(value).__module__ == RESULTS else name


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
        value = super().__missing__(name)
        del self[name]
        return value


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
