"""Which closure each kind of operation has, made to look like its forward."""

from collections.abc import Callable
from types import FunctionType
from typing import Any

from tensorlab.engine.calling.lists import listed, several
from tensorlab.engine.calling.operands import Resolve, binary, pair, selecting
from tensorlab.engine.calling.three_operands import ternary
from tensorlab.engine.calling.unary import unary, unary_with
from tensorlab.engine.calling.views import view
from tensorlab.engine.facts import Kind
from tensorlab.engine.operation import Operation
from tensorlab.engine.signatures.signature import MISSING
from tensorlab.engine.tensor import CudaTensor


def general(operation: Operation, resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of a function that has no plain case."""

    def call(*args: object, **settings: object) -> Any:
        return resolve(args, settings)

    return call


FACTORIES: dict[Kind, Callable[[Operation, Any], Callable[..., Any]]] = {
    Kind.UNARY: unary,
    Kind.BINARY: binary,
    Kind.PAIR: pair,
    Kind.SELECTING: selecting,
    Kind.TERNARY: ternary,
    Kind.TRIPLE: ternary,
    Kind.SEVERAL: several,
    Kind.LIST: listed,
    Kind.VIEW: view,
    Kind.GENERAL: general,
}
PLAIN = {unary_with, *FACTORIES.values()} - {general}


def factory_of(operation: Operation) -> Callable[..., Any]:
    """Return what makes the closures of an operation."""
    count = operation.forward.__code__.co_argcount
    if operation.kind is Kind.UNARY and count > 1:
        return unary_with
    if operation.kind is Kind.BINARY and count > 2:
        return pair  # its template passes more arguments on
    return FACTORIES[operation.kind]


def gpu_too(
    factory: Callable[..., Any], operation: Operation, resolve: Resolve
) -> Callable[..., Any]:
    """Return an operation's `resolve`, quicker for tensors on a GPU.

    What makes tensors, or is composed of other functions, has no closure of that kind.
    """
    if factory not in PLAIN:
        return resolve
    made: list[Callable[..., Any]] = []  # for a GPU, at the first call

    def call(args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        named = not settings.keys().isdisjoint(operation.operands)
        if not args or args[0].__class__ is not CudaTensor or named:
            return resolve(args, settings)
        if not made:
            from tensorlab.engine.cuda.closures import made_for_gpu  # noqa: PLC0415  loads CuPy

            made.append(made_for_gpu(factory, operation, resolve))
        return made[0](*args, **settings)

    return call


def named_like(
    call: Callable[..., Any], forward: Callable[..., Any], name: str
) -> Callable[..., Any]:
    """Return a closure under the forward's name, its first parameters named like the forward's.

    A setting that a template takes by name has a name of its own; renaming it in its code object
    costs a call nothing. Operands go by place alone, so that a refusal knows which were named. No
    comprehension in a template may use one of them: that makes it a cell, whose name stays.
    """
    template = call.__code__
    count = template.co_argcount + template.co_kwonlyargcount
    names = forward.__code__.co_varnames[: forward.__code__.co_argcount][:count]
    code = template.replace(
        co_posonlyargcount=template.co_argcount,
        co_varnames=(*names, *template.co_varnames[len(names) :]),
        co_name=name,
        co_qualname=name,
    )
    made = FunctionType(code, call.__globals__, name, call.__defaults__, call.__closure__)
    made.__doc__ = forward.__doc__
    named = code.co_varnames[template.co_argcount : count]
    made.__kwdefaults__ = dict.fromkeys(named, MISSING) or None
    return made
