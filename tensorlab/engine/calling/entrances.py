"""The functions that programs call: an operation's closure, under one of its names."""

from collections.abc import Callable
from functools import cache
from typing import Any

from tensorlab.engine.calling.closures import factory_of, gpu_too, named_like
from tensorlab.engine.calling.halves import rounding
from tensorlab.engine.operation import Operation


class Entrance:
    """A name under which programs call an operation, and by which its refusals go.

    `first` is 0 for a method, whose tensor is not counted among its arguments, and 1 otherwise.
    """

    __slots__ = ("first", "name", "operation")

    def __init__(self, operation: Operation, name: str, first: int) -> None:
        self.operation = operation
        self.name = name
        self.first = first

    def __call__(self, args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        """Answer a call, or refuse it by the name."""
        from tensorlab.engine.calling.resolving import resolve  # noqa: PLC0415  plain calls do not pay

        return resolve(self.operation, args, settings, self.name, self.first)


def entrance(operation: Operation, name: str, first: int) -> Callable[..., Any]:
    """Return the function of a name, or the method."""
    call = made(operation, Entrance(operation, name, first), name)
    call.operation = operation  # type: ignore[attr-defined]  # mypy knows no attributes of functions
    return call


@cache
def function_of(operation: Operation) -> Callable[..., Any]:
    """Return the function under the operation's own name."""
    return entrance(operation, operation.name, 1)


def operator_of(operation: Operation) -> Callable[..., Any]:
    """Return the method behind the operator that an operation is."""

    def answer(args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        from tensorlab.engine.calling.resolving import resolve_operator  # noqa: PLC0415  likewise

        return resolve_operator(operation, args, settings)

    return made(operation, answer, operation.name)


def made(operation: Operation, otherwise: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Return the closure specialised for an operation's operands, which leaves it the rest."""
    factory = factory_of(operation)
    closure = factory(operation, gpu_too(factory, operation, rounding(operation, otherwise)))
    return named_like(closure, operation.forward, name)
