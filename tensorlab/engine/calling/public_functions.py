"""The functions that programs call: an operation's closure, under one of its names."""

from collections.abc import Callable
from functools import cache
from typing import Any

from tensorlab.engine.calling.closures import factory_of, gpu_too, named_like
from tensorlab.engine.calling.given_out import writing
from tensorlab.engine.calling.halves import rounding
from tensorlab.engine.operation import Operation
from tensorlab.engine.overriding import Overriding, answered, handed_over, others_among, overriders
from tensorlab.engine.signatures.signature import MISSING
from tensorlab.engine.tensor import Tensor


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

        if Overriding.watching and overriders((*args, *settings.values())):
            return self.handed_over(args, settings)
        try:
            return resolve(self.operation, args, settings, self.name, self.first)
        except (TypeError, AttributeError):
            if not others_among((*args, *settings.values())):
                raise
        return self.handed_over(args, settings)

    def handed_over(self, args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        """Return what the program's classes among the arguments answer."""
        args = tuple(argument for argument in args if argument is not MISSING)
        name, operation = self.name, self.operation
        if self.first == 0:
            return handed_over(f"torch.Tensor.{name}", getattr(Tensor, name), args, settings)
        own = name == operation.name
        function = function_of(operation) if own else entrance(operation, name, 1)
        return handed_over(f"{operation.namespace}.{name}", function, args, settings)


def entrance(operation: Operation, name: str, first: int) -> Callable[..., Any]:
    """Return the function of a name, or the method."""
    plain: list[Callable[..., Any]] = []
    refusing = Entrance(operation, name, first)
    call = made(operation, writing(operation, refusing, plain) if first else refusing, name)
    if not first:
        call.__code__ = of_method(call.__code__)
    plain.append(call)
    call.operation = operation  # type: ignore[attr-defined]  # mypy knows no attributes of functions
    return call


@cache
def of_method(code: Any) -> Any:
    """Return code that takes its first operand, a method's tensor, by its place alone."""
    return code.replace(co_posonlyargcount=max(code.co_posonlyargcount, min(code.co_argcount, 1)))


@cache
def function_of(operation: Operation) -> Callable[..., Any]:
    """Return the function under the operation's own name."""
    return entrance(operation, operation.name, 1)


def operator_of(operation: Operation) -> Callable[..., Any]:
    """Return the method behind the operator that an operation is."""

    def answer(args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        from tensorlab.engine.calling.resolving import resolve_operator  # noqa: PLC0415  likewise

        if not (Overriding.watching and overriders(args)):
            result = resolve_operator(operation, args, settings)
            if result is not NotImplemented or not others_among(args):
                return result
        return answered(getattr(Tensor, operation.name), overriders(args), args, settings)

    return made(operation, answer, operation.name)


def made(operation: Operation, otherwise: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Return the closure specialised for an operation's operands, which leaves it the rest."""
    factory = factory_of(operation)
    closure = factory(operation, gpu_too(factory, operation, rounding(operation, otherwise)))
    return named_like(closure, operation.forward, name)
