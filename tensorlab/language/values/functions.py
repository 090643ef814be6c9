"""The functions that a program holds, and what its own say of themselves."""

from collections.abc import Callable, Mapping
from copy import copy
from functools import partial
from types import FunctionType
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.language.compiling.code import UNBOUND, Code, bind
from tensorlab.language.limits.meter import from_within, meter
from tensorlab.language.limits.tensor_guards import CHEAP, guard_values
from tensorlab.language.values.values import Namespace, Table, missing, type_name

ANNOTATIONS = "__annotations__"


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


# In Python's own error texts they bear the names of its like.
for own in (Builtin, TensorFunction, FunctionMaker, BoundMethod):
    own.__name__ = "builtin_function_or_method"
for defined in (Function, SwitchedFunction):
    defined.__name__ = "function"  # type: ignore[method-assign]  # a property of its functions


def defaults_of(function: Function, kind: str) -> dict[str, Any]:
    """Return what parameters of a function are where they are not given.

    Of a module's functions nothing is told: all sessions have the same ones.
    """
    known = {} if function.code.closed else function.defaults
    names = getattr(function.code, kind)
    return {name: known[name] for name in names if name in known}


def code_of(function: Function) -> Namespace:
    """Return what is asked of a function's code: its names, and how many it takes."""
    code = function.code
    if code.closed:
        raise missing(function, "__code__")
    names = (*dict.fromkeys((*code.positional, *code.keyword_only, *code.slots)),)
    takes = {"co_argcount": len(code.positional), "co_kwonlyargcount": len(code.keyword_only)}
    return Namespace("code", Table(takes | {"co_name": code.name, "co_varnames": names}))


FACTS: dict[str, Callable[[Function], Any]] = {
    "__code__": code_of,
    "__name__": lambda function: function.code.name,
    "__qualname__": lambda function: function.code.title,
    "__doc__": lambda function: function.code.doc or None,
    "__module__": lambda function: "__main__",
    ANNOTATIONS: lambda function: dict((function.attributes or {}).get(ANNOTATIONS, {})),
    "__defaults__": lambda own: tuple(defaults_of(own, "positional").values()) or None,
    "__kwdefaults__": lambda own: defaults_of(own, "keyword_only") or None,
}
# What a function says of itself, and a program may say otherwise.
WORDS_OF_CODE = {"__name__": "name", "__qualname__": "title", "__doc__": "doc"}


def say_otherwise(function: Function, name: str, new: object) -> bool:
    """Set what a function says of itself, or an attribute; return whether it takes that."""
    if function.code.closed:
        return False
    if name in WORDS_OF_CODE and isinstance(new, str):
        function.code = copy(function.code)  # other functions of the same definition keep theirs
        setattr(function.code, WORDS_OF_CODE[name], new)
        return True
    if name.startswith("__"):
        return False
    function.attributes = {**(function.attributes or {}), name: new}
    return True
