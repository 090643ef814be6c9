"""What a program's functions say of themselves, and what the program may say of them instead."""

from collections.abc import Callable
from copy import copy
from typing import Any

from tensorlab.language.values.functions import Function
from tensorlab.language.values.values import Namespace, Table, missing

ANNOTATIONS = "__annotations__"


def defaults_of(function: Function) -> tuple[Any, ...]:
    """Return what the last of a function's parameters are where they are not given.

    Of a module's functions nothing is told: all sessions have the same ones.
    """
    known = {} if function.code.closed else function.defaults
    return tuple(known[name] for name in function.code.positional if name in known)


def code_of(function: Function) -> Namespace:
    """Return what is asked of a function's code: its names, and how many it takes."""
    code = function.code
    if code.closed:
        raise missing(function, "__code__")
    takes = {"co_argcount": len(code.positional), "co_kwonlyargcount": len(code.keyword_only)}
    return Namespace("code", Table(takes | {"co_name": code.name, "co_varnames": (*code.slots,)}))


FACTS: dict[str, Callable[[Function], Any]] = {
    "__code__": code_of,
    "__name__": lambda function: function.code.name,
    "__qualname__": lambda function: function.code.title,
    "__doc__": lambda function: function.code.doc or None,
    "__module__": lambda function: "__main__",
    ANNOTATIONS: lambda function: dict((function.attributes or {}).get(ANNOTATIONS, {})),
    "__defaults__": lambda function: defaults_of(function) or None,
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
