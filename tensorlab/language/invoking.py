"""Calling a value of the program, whatever kind of value it is."""

from collections.abc import Callable
from typing import Any

from tensorlab.language.tensor_guards import guard_values
from tensorlab.language.values import (
    BoundMethod,
    Builtin,
    ErrorType,
    EstimatedFunction,
    Function,
    FunctionMaker,
    TensorFunction,
    TypeValue,
    type_name,
)

CALLABLE: dict[type, Callable[..., Any]] = {
    Function: Function.invoke,
    Builtin: Builtin.__call__,
    TensorFunction: TensorFunction.__call__,
    EstimatedFunction: TensorFunction.__call__,
    FunctionMaker: FunctionMaker.__call__,
    BoundMethod: BoundMethod.__call__,
    TypeValue: TypeValue.__call__,
    ErrorType: TypeValue.__call__,
}


def call_value(value: Any, given: list[Any], named: dict[str, Any]) -> Any:
    """Call a value of the program.

    Raises:
        TypeError: it cannot be called.
    """
    if isinstance(value, TensorFunction):
        guard_values(value.name, (*given, *named.values()) if named else given)
        return value.function(*given, **named)
    if type(value) is Builtin:
        return value.function(*given, **named)
    invoke = CALLABLE.get(type(value))
    if invoke is None:
        raise TypeError(f"'{type_name(value)}' object is not callable")
    return invoke(value, *given, **named)
