"""Which closure each kind of operation has, for plain calls, for `out=`, for other tensors."""

from collections.abc import Callable
from types import FunctionType
from typing import Any

from tensorlab.engine.calling.falling import fallen
from tensorlab.engine.calling.halves import OF_TENSORS_FIRST
from tensorlab.engine.calling.lists import listed, several
from tensorlab.engine.calling.operands import Resolve, binary, fits_theirs, pair, selecting
from tensorlab.engine.calling.three_operands import ternary
from tensorlab.engine.calling.unary import unary, unary_with
from tensorlab.engine.calling.views import view
from tensorlab.engine.calling.writing import bump
from tensorlab.engine.facts import Kind, Quantized, Sparse
from tensorlab.engine.kinds import QuantizedTensor, SparseTensor
from tensorlab.engine.operation import Operation
from tensorlab.engine.signatures.signature import MISSING
from tensorlab.engine.tensor import DENSE, CudaTensor, Tensor


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


# `out=` in the plain case: a tensor of the result's type and shape, which nobody else shows.
WITH_OUT = OF_TENSORS_FIRST | {Kind.TRIPLE, Kind.SEVERAL}
SETTINGS = {int, float, bool, tuple, list, str, type(None)}


def writing(operation: Operation, resolve: Resolve, plain: list[Any], name: str) -> Resolve:
    """Return what a name resolves by, quicker where `out` alone keeps a call from its closure.

    `plain` will hold that closure.
    """
    signature = operation.signature
    if (
        operation.kind not in WITH_OUT
        or "out" not in signature.extra
        or "generator" in signature.parameters
        or operation.facts.get("apart")
    ):
        return resolve

    taken: set[tuple[Any, ...]] = set()  # forms that PyTorch's signatures have

    def call(args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        if "out" not in settings or not fits(settings["out"], args):
            return resolve(args, settings)
        form = (len(args), *settings)
        if form not in taken and not fits_theirs(operation, name, args, settings):
            return resolve(args, settings)
        taken.add(form)
        out, others = settings["out"], {n: s for n, s in settings.items() if n != "out"}
        try:
            result = plain[0](*args, **others)
            if result._tracked or result.dtype is not out.dtype or result.shape != out.shape:
                return resolve(args, settings)
            out._array[...] = result._array
        except Exception as error:
            return fallen(operation, error, resolve, args, settings)
        bump(out)
        return out

    return call


def fits(out: object, args: tuple[Any, ...]) -> bool:
    """Return whether a tensor's elements lie in order in its own memory, with nothing to record."""
    if out.__class__ is not Tensor or out._tracked or out._view_of is not None:
        return False
    if not (out._array.flags.c_contiguous and out._array.flags.writeable):
        return False
    return all(
        not part._tracked
        and (part is out or part._writes is None or part._writes is not out._writes)
        if part.__class__ in DENSE
        else part.__class__ in SETTINGS
        for part in args
    )


Variant = Callable[..., Any]
# What makes the answer of an operation; entered where such tensors are made.
ANSWERS: dict[Sparse | Quantized, Callable[[Operation], Variant]] = {}


def answer_other_kinds(operation: Operation) -> None:
    """Enter what an operation answers for sparse and quantized tensors."""
    facts = operation.facts
    if (sparse := facts.get("sparse")) is not None:
        operation.variants[SparseTensor] = later(operation, SparseTensor, sparse)
    if (quantized := facts.get("quantized")) is not None:
        operation.variants[QuantizedTensor] = later(operation, QuantizedTensor, quantized)


def later(operation: Operation, kind: type, way: Sparse | Quantized) -> Variant:
    """Return what makes an operation's answer for a kind, takes its own place and gives it."""

    def answer(*args: object, **settings: object) -> Any:
        made = operation.variants[kind] = ANSWERS[way](operation)
        return made(*args, **settings)

    return answer
