"""Which closure each kind of operation has, made to look like its forward."""

from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any

from tensorlab.engine.calling import Resolve, binary, pair, selecting, ternary, triple
from tensorlab.engine.calling_lists import listed, several
from tensorlab.engine.calling_unary import unary, unary_with
from tensorlab.engine.calling_views import view
from tensorlab.engine.signature import MISSING

if TYPE_CHECKING:
    from tensorlab.engine.operation import Operation


def general(operation: "Operation", resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of a function that has no plain case."""

    def call(*args: Any, **settings: Any) -> Any:
        return resolve(args, settings)

    return call


FACTORIES: dict[str, Callable[["Operation", Resolve], Callable[..., Any]]] = {
    "unary": unary,
    "unary with": unary_with,
    "binary": binary,
    "pair": pair,
    "selecting": selecting,
    "ternary": ternary,
    "triple": triple,
    "several": several,
    "list": listed,
    "view": view,
    "general": general,
}


def named_like(
    call: Callable[..., Any], forward: Callable[..., Any], name: str
) -> Callable[..., Any]:
    """Return a closure under the forward's name, its first parameters named like the forward's.

    A template's operands, and a setting that it takes by name, have names of their own; renaming
    them in its code object lets a program say `torch.mm(input=a, mat2=b)` at no cost per call. No
    comprehension in a template may use one of them: that makes it a cell, whose name stays.
    """
    template = call.__code__
    count = template.co_argcount + template.co_kwonlyargcount
    names = forward.__code__.co_varnames[: forward.__code__.co_argcount][:count]
    code = template.replace(
        co_varnames=(*names, *template.co_varnames[len(names) :]),
        co_name=name,
        co_qualname=name,
    )
    made = FunctionType(code, call.__globals__, name, call.__defaults__, call.__closure__)
    made.__doc__ = forward.__doc__
    named = code.co_varnames[template.co_argcount : count]
    made.__kwdefaults__ = dict.fromkeys(named, MISSING) or None
    return made
