"""What declarations share, written down once: parameters like another's, a kind of tensors."""

from collections.abc import Callable
from typing import Any

from tensorlab.engine.operation import Declared
from tensorlab.engine.signatures.signature import Parameter, Signature, function_with

Forward = Callable[..., Any]


def renamed(part: Parameter, name: str) -> Parameter:
    """Return a parameter under another name."""
    return part._replace(name=name)


def alike(
    function: Declared[Any], *first: str, without: tuple[str, ...] = (), **fixed: object
) -> Callable[[Forward], Forward]:
    """Let a forward have another function's parameters, but for some, and its answer.

    What is fixed is given to that function in any case. A forward that takes its arguments as a
    table answers by itself; its `first` parameters may have names of their own.
    """
    own = function.operation.forward
    parts = [part for part in Signature(own, {}).parameters.values() if part.name not in without]
    parts[: len(first)] = map(renamed, parts, first)

    def decorate(named: Forward) -> Forward:
        if named.__code__.co_argcount:
            made = function_with(parts, named, named.__name__, "")
        else:
            made = function_with(parts, lambda given: own(**given | fixed), named.__name__, "")
        made.__doc__, made.__module__ = named.__doc__, named.__module__
        made.__annotations__["return"] = own.__annotations__["return"]
        return made

    return decorate


def methods_of(kind: type) -> Callable[[str], Callable[[Any], Any]]:
    """Return what declares a kind's methods, or other attributes, each by its name."""

    def method(name: str) -> Callable[[Any], Any]:
        def enter(behaviour: object) -> Any:
            setattr(kind, name, behaviour)
            return behaviour

        return enter

    return method


__all__ = ["alike", "methods_of"]
