"""The functions that programs call: an operation's closure, under one of its names."""

# ruff: noqa: PLC0415  plain calls do not pay for what looks closer

from collections.abc import Callable
from functools import cache
from typing import Any, cast

from tensorlab.engine.calling.closures import factory_of, gpu_too, named_like, writing
from tensorlab.engine.calling.halves import rounding
from tensorlab.engine.calling.operands import binary
from tensorlab.engine.operation import Operation
from tensorlab.engine.overriding import Overriding, answered, handed_over, others_among, overriders
from tensorlab.engine.signatures.signature import MISSING
from tensorlab.engine.tensor import Tensor

# Operators that are asked with their operands swapped.
REFLECTED = {"__rmod__", "__rpow__", "__rlshift__", "__rrshift__", "__rmatmul__"}


class Entrance:
    """A name under which programs call an operation, and by which its refusals go.

    `first` is 0 for a method, whose tensor is not counted among its arguments, and 1 otherwise.
    """

    __slots__ = ("closure", "first", "name", "operation", "places")

    def __init__(self, operation: Operation, name: str, first: int) -> None:
        self.operation = operation
        self.name = name
        self.first = first
        self.closure: Callable[..., Any] | None = None  # what answers plain calls
        self.places: dict[tuple[Any, ...], tuple[str, ...]] = {}  # by names and traits

    @property
    def __signature__(self) -> Any:
        """What `inspect.signature` tells of the function.

        Raises:
            ValueError: PyTorch has it as a builtin.
        """
        from tensorlab.engine.signatures.overloads import Call, python_signature

        return python_signature(Call(self.operation.signature, self.name, (), {}, self.first))

    def __call__(self, args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        """Answer a call, or refuse it by the name."""
        if Overriding.watching and overriders((*args, *settings.values())):
            return self.handed_over(args, settings)
        named = settings or (args and args[-1] is MISSING)
        if named and (result := self.by_place(args, settings)) is not MISSING:
            return result
        from tensorlab.engine.calling.resolving import resolve

        try:
            return resolve(self.operation, args, settings, self.name, self.first)
        except (TypeError, AttributeError):
            if not others_among((*args, *settings.values())):
                raise
        return self.handed_over(args, settings)

    def by_place(self, args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        """Return the answer to a call that names arguments, as if it did not.

        Or MISSING, where it is wrong: by name it is refused by name.
        """
        given, rest = [argument for argument in args if argument is not MISSING], {**settings}
        key = (*map(trait, given), None, *settings, *map(trait, settings.values()))
        if key not in self.places:
            from tensorlab.engine.signatures.binding import places_of
            from tensorlab.engine.signatures.overloads import Call

            call = Call(self.operation.signature, self.name, tuple(given), settings, self.first)
            self.places[key] = places_of(call)
        names = self.places[key]
        if not names or self.closure is None:
            return MISSING
        try:
            return self.closure(*given, *map(rest.pop, names), **rest)
        except (TypeError, AttributeError):
            return MISSING

    def handed_over(self, args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        """Return what the program's classes among the arguments answer."""
        args = tuple(argument for argument in args if argument is not MISSING)
        if self.first == 0:
            method = getattr(Tensor, self.name)
            return handed_over(f"torch.Tensor.{self.name}", method, args, settings)
        place = f"{self.operation.namespace}.{self.name}"
        return handed_over(place, cast("Callable[..., Any]", self.closure), args, settings)


def trait(value: Any) -> object:
    """Return what decides which of PyTorch's signatures take a value: more than its class.

    A tensor of one number may be that number where autograd does not follow it, and of a list the
    parts count.
    """
    if isinstance(value, Tensor):
        return (
            (value.dtype.category, value.ndim, value._tracked)
            if value.shape.numel() == 1
            else Tensor
        )
    if isinstance(value, tuple | list):
        return frozenset(map(trait, value))
    return value.__class__


def entrance(operation: Operation, name: str, first: int) -> Callable[..., Any]:
    """Return the function of a name, or the method."""
    plain: list[Callable[..., Any]] = []
    refusing = Entrance(operation, name, first)
    call = made(operation, writing(operation, refusing, plain, name) if first else refusing, name)
    plain.append(call)
    refusing.closure = call
    call.operation = operation  # type: ignore[attr-defined]  # mypy knows no attributes of functions
    call.__wrapped__ = refusing  # type: ignore[attr-defined]  # which knows its signature
    return call


@cache
def function_of(operation: Operation) -> Callable[..., Any]:
    """Return the function under the operation's own name."""
    return entrance(operation, operation.name, 1)


def gives_way(operation: Operation, method: str, args: tuple[Any, ...]) -> bool:
    """Return whether an operator has no answer, for no tensor is in the place of its own.

    Raises:
        TypeError: likewise, and PyTorch's method is not written in Python.
    """
    if isinstance(args[0], Tensor) or method in ("__floordiv__", "__rfloordiv__"):
        return False
    if method in REFLECTED:
        return not isinstance(args[1], Tensor)
    if method in ("__pow__", "__rsub__"):
        return True
    from tensorlab.engine.signatures.refusal import require_own

    require_own(method if len(args) > 1 else operation.name, args[0])
    return False


def operator_of(operation: Operation, method: str) -> Callable[..., Any]:
    """Return the method behind the operator that an operation is; its own tensor comes first."""

    def answer(args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        from tensorlab.engine.calling.resolving import resolve_operator

        if gives_way(operation, method, args):
            return NotImplemented
        if not (Overriding.watching and overriders(args)):
            result = resolve_operator(operation, args, settings)
            if result is not NotImplemented or not others_among(args):
                return result
        turned = not isinstance(args[0], Tensor)  # 2 ** x asks x for its __rpow__
        own = getattr(Tensor, method if turned else operation.name, None)
        own = own or getattr(Tensor, method)  # there is no x.rsub(y)
        return answered(own, overriders(args), args[::-1] if turned else args)

    return made(operation, answer, operation.name, tensor_first=method not in REFLECTED)


def made(
    operation: Operation, otherwise: Callable[..., Any], name: str, tensor_first: bool = False
) -> Callable[..., Any]:
    """Return the closure specialised for an operation's operands, which leaves it the rest."""
    factory = factory_of(operation)
    resolve = gpu_too(factory, operation, rounding(operation, otherwise))
    closure = factory(operation, resolve, *([tensor_first] if factory is binary else ()))
    return named_like(closure, operation.forward, name)
