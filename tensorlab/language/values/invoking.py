"""Calling a value of the program, whatever kind of value it is."""

import builtins
from collections.abc import Callable, Sequence
from typing import Any

from tensorlab.language.limits.tensor_guards import guard_values
from tensorlab.language.values.attributes import gate_of
from tensorlab.language.values.functions import (
    BoundMethod,
    Builtin,
    Function,
    FunctionMaker,
    SwitchedFunction,
    TensorFunction,
)
from tensorlab.language.values.values import ErrorType, TypeValue, type_name

CALLABLE: dict[type, Callable[..., Any]] = {
    Function: Function.invoke,
    Builtin: Builtin.__call__,
    SwitchedFunction: Builtin.__call__,
    TensorFunction: TensorFunction.__call__,
    FunctionMaker: FunctionMaker.__call__,
    BoundMethod: BoundMethod.__call__,
    TypeValue: TypeValue.__call__,
    ErrorType: TypeValue.__call__,
}


def invoker_of(kind: type) -> Callable[..., Any] | None:
    """Return what calls values of a type; None where they cannot be called."""
    known = CALLABLE.get(kind)
    if known is None and gate_of(kind) is not None:
        for base in kind.__mro__[:-1]:  # the nearest that says how: an heir's own goes before
            if base in CALLABLE or "__call__" in vars(base):
                known = CALLABLE[kind] = CALLABLE.get(base) or kind.__call__
                break
    return known


def as_python_says(
    error: TypeError, own: Any, given: Sequence[Any], named: dict[str, Any]
) -> TypeError:
    """Return why arguments do not fit one of our functions in the words of Python's own."""
    entered = error.__traceback__ is None or error.__traceback__.tb_next is not None
    if entered or own is None:
        return error
    try:
        own(*given, **named)
    except TypeError as said:
        return said
    return error


def call_value(value: Any, given: list[Any], named: dict[str, Any]) -> Any:
    """Call a value of the program.

    Raises:
        TypeError: it cannot be called.
    """
    kind = type(value)
    if kind is Function:
        return value.invoke(*given, **named)
    if kind is TensorFunction:
        guard_values(value.name, (*given, *named.values()) if named else given)
        return value.function(*given, **named)
    if kind is Builtin:
        try:
            return value.function(*given, **named)
        except TypeError as error:
            raise as_python_says(error, vars(builtins).get(value.name), given, named) from None
    invoke = CALLABLE.get(kind) or invoker_of(kind)
    if invoke is None:
        raise TypeError(f"'{type_name(value)}' object is not callable")
    return invoke(value, *given, **named)
