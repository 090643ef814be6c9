"""The `inspect` module: what a function takes, and which values are functions or classes."""

import inspect
from inspect import Parameter, Signature
from typing import Any, Final

from tensorlab.language.classes.lookup import lookup
from tensorlab.language.classes.members import ProgramMethod
from tensorlab.language.classes.values import ProgramClass
from tensorlab.language.modules.tables import OFFERED, namespace_of
from tensorlab.language.values.attributes import PROPERTIES
from tensorlab.language.values.display import describe
from tensorlab.language.values.invoking import invoker_of
from tensorlab.language.values.values import Function, Namespace, TypeValue, no_instances

EMPTY: Final = TypeValue("inspect._empty", (), no_instances("_empty"))
PLAIN: Final = (int, float, str, type(None))


class Default:
    """The default of a parameter: Python writes it as programs see it, its length counted."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __repr__(self) -> str:
        return describe(self.value)


def signature(value: object, /) -> Signature:
    """Return what a function or a class takes: its parameters, by name.

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
        return Signature(parameters_of(bare)[bare is not value :])
    own: Any = getattr(value, "made", None) or getattr(value, "function", None)
    try:
        known = inspect.signature(own).parameters.values()
    except (TypeError, ValueError):
        raise ValueError(f"no signature found for {value!r}") from None
    parts = [parameter(part.name, part.kind, part.default) for part in known]
    return Signature(parts, __validate_parameters__=False)


def parameter(name: str, kind: Any, default: object) -> Parameter:
    """Return a parameter; of its default only a plain value is shown, or one of the program's."""
    shown = default if isinstance(default, Default) else Parameter.empty
    return Parameter(name, kind, default=Default(default) if isinstance(default, PLAIN) else shown)


def parameters_of(function: Function) -> list[Parameter]:
    """Return what a function of the program takes."""
    code, written = function.code, function.code.arguments
    first = code.positional_only
    named = {
        Parameter.POSITIONAL_ONLY: code.positional[:first],
        Parameter.POSITIONAL_OR_KEYWORD: code.positional[first:],
        Parameter.VAR_POSITIONAL: [written.vararg.arg] if written and written.vararg else [],
        Parameter.KEYWORD_ONLY: code.keyword_only,
        Parameter.VAR_KEYWORD: [written.kwarg.arg] if written and written.kwarg else [],
    }
    defaults = {name: Default(value) for name, value in function.defaults.items()}
    return [
        parameter(name, kind, defaults.get(name, Parameter.empty))
        for kind in named
        for name in named[kind]
    ]


PROPERTIES[Signature] = {"parameters": lambda found: dict(found.parameters)}
PROPERTIES[Parameter] = {
    "name": lambda part: part.name,
    "kind": lambda part: part.kind.name,
    "default": lambda part: getattr(part.default, "value", EMPTY),
    "empty": lambda part: EMPTY,
}


def inspect_module() -> Namespace:
    """Return the table of `inspect`."""
    words = {"empty": EMPTY, **{name: name for name in OFFERED["inspect"]}}
    return namespace_of(
        "inspect",
        {
            "signature": signature,
            "isclass": lambda value, /: isinstance(value, TypeValue),
            "isfunction": lambda value, /: isinstance(value, Function),
            "ismethod": lambda value, /: isinstance(value, ProgramMethod),
        },
        {"Parameter": TypeValue("inspect.Parameter", (Parameter,), no_instances("P"), words)},
    )


MODULES = {"inspect": inspect_module}
