"""Functions that are chosen by the type of their first argument."""

from typing import Any

from tensorlab.language.classes.members import Property
from tensorlab.language.expressions.invoking import CALLABLE, call_value
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.attributes import METHODS, PROPERTIES
from tensorlab.language.values.builtins import callable_value
from tensorlab.language.values.display import described
from tensorlab.language.values.reflection import is_subclass
from tensorlab.language.values.types import BUILTIN_TYPES, is_instance
from tensorlab.language.values.values import Builtin, Function, TypeValue


class Dispatched:
    """A function that is chosen by the type of its first argument."""

    __slots__ = ("function", "known")

    def __init__(self, function: Any) -> None:
        self.function = callable_value(function)
        self.known: list[tuple[TypeValue, Any]] = []

    def register(self, kind: Any, function: Any = None) -> Any:
        """Enter what is called for a type, or return a decorator that does."""
        if isinstance(kind, Function):
            return self.register(kind_said_by(kind), kind)
        if not isinstance(kind, TypeValue):
            raise TypeError(f"Invalid first argument to `register()`: {described(kind, ())}")
        if function is None:
            return Builtin("register", lambda given: self.register(kind, given))
        self.known = [(kind, function), *self.known]
        return function

    def chosen(self, value: Any) -> Any:
        """Return what is called for a value: that of the nearest type."""
        best: tuple[TypeValue, Any] | None = None
        for kind, function in self.known:
            meter.spend(2)
            if is_instance(value, kind) and (best is None or is_subclass(kind, best[0])):
                best = kind, function
        return self.function if best is None else best[1]

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Return what the function for the first argument gives."""
        if not given:
            name = getattr(self.function, "__name__", "function")
            raise TypeError(f"{name} requires at least 1 positional argument")
        return call_value(self.chosen(given[0]), [*given], named)


class DispatchedMethod(Property):
    """A method that is chosen by the type of its first argument."""

    __slots__ = ("choice",)

    def __init__(self, function: Any) -> None:
        super().__init__()
        self.choice = Dispatched(function)

    def value(self, owner: Any, name: str) -> Any:
        """Return the method of an instance."""

        def method(first: Any, *given: Any, **named: Any) -> Any:
            return call_value(self.choice.chosen(first), [owner, first, *given], named)

        return Builtin("register", method)


def kind_said_by(function: Function) -> Any:
    """Return the type that a function says its first argument is of.

    Raises:
        TypeError: it says nothing, or names none of Python's types.
    """
    words = getattr(function.code.arguments, "args", ())
    first = [part for part in words if part.arg != "self"][:1]
    said = getattr(first[0].annotation, "id", "") if first else ""
    outer: Any = function.parent
    while isinstance(outer, list):
        outer = outer[0]
    kind = outer.get(said) or BUILTIN_TYPES.get(said)
    if not isinstance(kind, TypeValue):
        raise TypeError("register() takes a type, or a function whose first argument has one")
    return kind


CALLABLE[Dispatched] = Dispatched.__call__
METHODS[Dispatched] = {
    "register": Dispatched.register,
    "dispatch": lambda value, kind: next(
        (function for known, function in value.known if is_subclass(kind, known)), value.function
    ),
}
METHODS[DispatchedMethod] = {"register": lambda own, *given: own.choice.register(*given)}
PROPERTIES[Dispatched] = {"__name__": lambda value: getattr(value.function, "__name__", "function")}
