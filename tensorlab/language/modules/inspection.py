"""The `inspect` module: what a function takes."""

import inspect
from inspect import Parameter
from typing import Any, Final

from tensorlab.language.classes.for_python import PLAIN, signature_of
from tensorlab.language.classes.lookup import lookup
from tensorlab.language.classes.members import ProgramMethod
from tensorlab.language.classes.values import ProgramClass
from tensorlab.language.compiling.code import Code
from tensorlab.language.compiling.place import variable
from tensorlab.language.expressions.calls import variables_in
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.modules.written import written
from tensorlab.language.values.attributes import get_attribute
from tensorlab.language.values.functions import Function
from tensorlab.language.values.invoking import invoker_of

# The name of a parameter, its kind, and its default in a tuple, which is empty where it has none.
Part = tuple[str, int, tuple[Any, ...]]


def parts_of(value: object, /) -> tuple[list[Part], dict[str, Any]]:
    """Return what a function or a class takes, and the annotations.

    Raises:
        TypeError: it is neither.
        ValueError: nobody knows what it takes.
    """
    if invoker_of(type(value)) is None:
        raise TypeError(f"{value!r} is not a callable object")
    bare = value.function if isinstance(value, ProgramMethod) else value
    if isinstance(value, ProgramClass):
        bare = lookup(value.order, "__init__")
    if isinstance(bare, Function):
        parts = [*signature_of(bare).parameters.values()][bare is not value :]
        return [as_told(part, object) for part in parts], get_attribute(bare, "__annotations__")
    own: Any = getattr(value, "made", None) or getattr(value, "function", None)
    try:
        known = inspect.signature(own).parameters.values()
    except (TypeError, ValueError):
        raise ValueError(f"no signature found for {value!r}") from None
    return [as_told(part, PLAIN) for part in known], {}


def as_told(part: Parameter, told: Any) -> Part:
    """Return a parameter as a program gets it, with its default if it is of the kinds told."""
    has_default = part.default is not Parameter.empty and isinstance(part.default, told)
    return part.name, int(part.kind), (part.default,) if has_default else ()


def frames() -> list[tuple[Any, ...]]:
    """Return of each running function its name, what it takes, and its variables; the last first.

    Each runs in functions of ours: the outermost that has its variables was called by one that has
    its code, and perhaps the variables of the function around.
    """
    found, variables, step = [], None, inspect.currentframe()
    while step is not None:
        meter.spend(1)
        entered = "code" in step.f_code.co_varnames  # what makes functions has it from without
        code, frame = entered and variable(step, "code"), variable(step, "frame")
        if isinstance(code, Code) and code.arguments and variables is not None and not code.closed:
            rest = [part and part.arg for part in (code.arguments.vararg, code.arguments.kwarg)]
            takes = [*code.positional, *code.keyword_only]
            found.append((code.name, takes, *rest, variables_in(code.slots, variables)))
        if isinstance(frame, list) or isinstance(code, Code):
            variables = frame
        step = step.f_back
    return found


OWN: Final = {"_parts": parts_of, "_frames": frames}
MODULES = {"inspect": lambda: namespace_of("inspect", {}, written("inspect", OWN))}
