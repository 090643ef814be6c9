"""The `inspect` module: what a function takes, and which values are functions or classes."""

import inspect
from typing import Any

from tensorlab.language.attributes import PROPERTIES
from tensorlab.language.invoking import invoker_of
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values import Function, Namespace, TypeValue


class Signature:
    """The names of what a function takes."""

    __slots__ = ("parameters",)

    def __init__(self, parameters: dict[str, str]) -> None:
        self.parameters = parameters


def signature(value: Any, /) -> Signature:
    """Return what a function or a class takes: its parameters, by name.

    Raises:
        TypeError: it is neither.
    """
    if invoker_of(type(value)) is None:
        raise TypeError(f"{value!r} is not a callable object")
    if isinstance(value, Function):
        code = value.code
        return Signature({name: name for name in (*code.positional, *code.keyword_only)})
    own: Any = getattr(value, "made", None) or getattr(value, "function", None)
    try:
        return Signature({name: name for name in inspect.signature(own).parameters})
    except (TypeError, ValueError):
        raise ValueError(f"no signature found for {value!r}") from None


def is_class(value: Any, /) -> bool:
    """Return whether a value is a class."""
    return isinstance(value, TypeValue)


def is_function(value: Any, /) -> bool:
    """Return whether a value is a function of the program."""
    return isinstance(value, Function)


PROPERTIES[Signature] = {"parameters": lambda found: dict(found.parameters)}


def namespace() -> Namespace:
    """Return the table of `inspect`."""
    return namespace_of(
        "inspect", {"signature": signature, "isclass": is_class, "isfunction": is_function}
    )
