"""Methods that are made for a class, as functions of the program's own kind."""

from collections.abc import Callable
from typing import Any

from tensorlab.language.compiling.code import Code
from tensorlab.language.values.values import Function


def method(
    owner: Any,
    name: str,
    parameters: tuple[str, ...],
    act: Callable[..., Any],
    defaults: dict[str, Any] | None = None,
    *,
    by_name: tuple[str, ...] = (),
) -> Function:
    """Return a method of a class: `act` is given what its parameters hold."""
    code = Code(name, f"{owner.made.__qualname__}.{name}")
    code.positional = parameters
    code.keyword_only = by_name
    code.arity = -1 if by_name or defaults else len(parameters)
    code.cost = 1 + len(parameters)
    count = len(parameters) + len(by_name)
    code.evaluate = lambda frame: act(*frame[1 : 1 + count])
    return Function(code, defaults or {}, [])
