"""What stands in the body of a class, and how it is bound to an instance."""

from collections.abc import Callable
from types import FunctionType
from typing import Any, Final

from tensorlab.errors import meant
from tensorlab.language.limits.meter import from_within, meter
from tensorlab.language.values.attributes import METHODS, PROPERTIES, get_attribute
from tensorlab.language.values.display import described
from tensorlab.language.values.functions import BoundMethod, Function, SwitchedFunction
from tensorlab.language.values.invoking import CALLABLE, call_value
from tensorlab.language.values.values import MARK, Closed, ErrorValue, TypeValue, type_name

ABSENT: Final = object()


def unchanged(value: object, /) -> Any:
    """Return what is given: a decorator that says something to readers."""
    return value


class StaticMethod(Closed):
    """A function of a class that is given no instance."""

    __slots__ = ("function",)

    def __init__(self, function: Any) -> None:
        self.function = function


class ClassMethod(Closed):
    """A function of a class that is given the class."""

    __slots__ = ("function",)

    def __init__(self, function: Any) -> None:
        self.function = function


class Property(Closed):
    """An attribute that is worked out when it is read."""

    __slots__ = ("erase", "read", "write")

    def __init__(self, fget: Any = None, fset: Any = None, fdel: Any = None) -> None:
        self.read = fget
        self.write = fset
        self.erase = fdel

    def setter(self, write: object) -> "Property":
        """Return the property with a function that sets it."""
        return Property(self.read, write, self.erase)

    def deleter(self, erase: object) -> "Property":
        """Return the property with a function that deletes it."""
        return Property(self.read, self.write, erase)

    def getter(self, read: object) -> "Property":
        """Return the property with another function that reads it."""
        return Property(read, self.write, self.erase)

    def value(self, owner: object, name: str) -> Any:
        """Return what the property is of an instance."""
        if self.read is None:
            raise lacking(owner, name, "getter")
        return call_value(self.read, [owner], {})

    def put(self, owner: Any, name: str, new: Any) -> None:
        """Set the property of an instance."""
        if self.write is None:
            raise lacking(owner, name, "setter")
        call_value(self.write, [owner, new], {})

    def remove(self, owner: Any, name: str) -> None:
        """Delete the property of an instance."""
        if self.erase is None:
            raise lacking(owner, name, "deleter")
        call_value(self.erase, [owner], {})


def lacking(owner: object, name: str, what: str) -> BaseException:
    """Return the error for a property that has no function for what is to be done."""
    words = f"property '{name}' of '{type_name(owner)}' object has no {what}"
    return meant(AttributeError(words))


METHODS[Property] = {
    "setter": Property.setter, "getter": Property.getter, "deleter": Property.deleter,
}  # fmt: skip
PROPERTIES[Property] = {
    "__doc__": lambda value: get_attribute(value.read, "__doc__") if value.read else None
}


class LibraryMethod:
    """A public method of one of the library's classes: it takes only instances of that class."""

    __slots__ = ("check", "function", "name", "owner")

    def __init__(
        self, owner: type, name: str, function: FunctionType, check: Callable[[Any], Any]
    ) -> None:
        self.owner = owner
        self.name = name
        self.function = function
        self.check = check  # of what is handed to the program

    def __call__(self, /, *given: Any, **named: Any) -> Any:
        """Return what the method gives.

        Raises:
            TypeError: the first argument is no instance of the class.
        """
        if not given and self.function.__code__.co_argcount:
            self.function()  # Python says what is missing
        if not (given and isinstance(given[0], self.owner)):
            kind = type_name(given[0]) if given else "nothing"
            raise TypeError(
                f"{self.name}() is a method of {self.owner.__name__}: it takes one, not {kind}"
            )
        meter.spend(8)
        with from_within:
            return self.check(self.function(*given, **named))

    def __repr__(self) -> str:
        return f"<function {self.owner.__name__}.{self.name}>"


class LibraryFunction:
    """A function of one of the library's classes: it takes no instance, or the class."""

    __slots__ = ("check", "function", "name")

    def __init__(self, name: str, function: FunctionType, check: Callable[[Any], Any]) -> None:
        self.name = name
        self.function = function
        self.check = check

    def __call__(self, /, *given: Any, **named: Any) -> Any:
        """Return what the function gives."""
        meter.spend(8)
        # a class: the one that it stands for
        if given and isinstance(given[0], TypeValue):
            given = (getattr(given[0], "made", given[0]), *given[1:])
        with from_within:
            return self.check(self.function(*given, **named))

    def __repr__(self) -> str:
        return f"<function {self.name}>"


class ProgramMethod(BoundMethod):
    """A method together with its instance, or with its class."""

    __slots__ = ()

    def __call__(self, /, *given: Any, **named: Any) -> Any:
        """Answer a call by Python's own functions."""
        with from_within:
            return self.invoke(*given, **named)

    def invoke(self, /, *given: object, **named: object) -> Any:
        """Return what the method returns."""
        if type(self.function) is Function:
            return self.function.invoke(self.receiver, *given, **named)
        return self.function(self.receiver, *given, **named)

    def __repr__(self) -> str:
        own = getattr(self.function, "function", self.function)  # of the library's
        title = own.code.title if type(own) is Function else getattr(own, "__qualname__", self.name)
        return f"<bound method {title} of {described(self.receiver, ())}>"


class EmptyInit(Closed):
    """What `object` has for `__init__`: it does nothing."""

    __slots__ = ()

    def __call__(self, /, *given: Any, **named: Any) -> None:
        """Do nothing.

        Raises:
            TypeError: there is something to do.
        """
        if len(given) > 1 or named:
            raise TypeError(f"{type_name(given[0])}() takes no arguments")


class ErrorInit(Closed):
    """What exceptions have for `__init__`: it keeps the arguments."""

    __slots__ = ()

    def __call__(self, error: Any, *given: Any) -> None:
        """Keep the arguments.

        Raises:
            TypeError: what is given first is no exception.
        """
        if not isinstance(error, ErrorValue):
            raise TypeError(f"__init__() takes an exception first, not '{type_name(error)}'")
        error.arguments = given


CALLABLE.update(
    {
        ProgramMethod: ProgramMethod.invoke,
        LibraryMethod: LibraryMethod.__call__,
        LibraryFunction: LibraryFunction.__call__,
        EmptyInit: EmptyInit.__call__,
        ErrorInit: ErrorInit.__call__,
    }
)
for own, python in ((ProgramMethod, "method"), (LibraryMethod, "function"),
                    (LibraryFunction, "function"), (Property, "property"),
                    (StaticMethod, "staticmethod"), (ClassMethod, "classmethod"),
                    (EmptyInit, "wrapper_descriptor"),
                    (ErrorInit, "wrapper_descriptor")):  # fmt: skip
    own.__name__ = python
for kind in (LibraryMethod, LibraryFunction, BoundMethod):
    PROPERTIES[kind] = {"__name__": lambda function: function.name}
BINDING: Final[set[type]] = {Function, SwitchedFunction, LibraryMethod, EmptyInit, ErrorInit}


def bound(found: Any, receiver: Any, owner: object, name: str) -> Any:
    """Return what an attribute of a class is to an instance; `owner` is the class of it."""
    kind = type(found)
    if kind in BINDING:
        return ProgramMethod(receiver, name, found)
    if isinstance(found, Property):
        return found.value(receiver, name)
    if (read := word_of(found, "__get__")) is not None:
        return call_value(read, [found, receiver, owner], {})
    return of_class(found, owner, name)


def text_said(own: object, word: str, value: object) -> str:
    """Return the text that a program's __str__ or __repr__ gives for a value.

    Raises:
        TypeError: it gives something else.
    """
    text = call_value(own, [value], {})
    if type(text) is not str:
        raise TypeError(f"{word} returned non-string (type {type_name(text)})")
    return text


def word_of(value: object, word: str) -> Any:
    """Return the special method of an instance of a class of the program, None without one."""
    if MARK not in type(value).__dict__:
        return None
    tables = (base.__dict__[MARK].table for base in type(value).__mro__ if MARK in base.__dict__)
    return next((table[word] for table in tables if word in table), None)


def of_class(found: object, owner: Any, name: str) -> Any:
    """Return what an attribute of a class is to the class itself."""
    if type(found) is StaticMethod:
        return found.function
    if type(found) is ClassMethod:
        inner = found.function
        if isinstance(inner, Property):
            return inner.value(owner, name)
        return ProgramMethod(owner, name, inner)
    if (read := word_of(found, "__get__")) is not None:
        return call_value(read, [found, None, owner], {})
    return found
