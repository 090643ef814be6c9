"""The `inspect` module: what a function takes, and which values are functions or classes."""

import inspect
from collections.abc import Iterator
from typing import Any, Final

from tensorlab.language.classes.lookup import lookup
from tensorlab.language.classes.members import ProgramMethod
from tensorlab.language.classes.values import ProgramClass
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values.attributes import PROPERTIES, reading
from tensorlab.language.values.display import describe
from tensorlab.language.values.invoking import invoker_of
from tensorlab.language.values.types import no_instances
from tensorlab.language.values.values import Function, Namespace, TypeValue

KINDS: Final = (
    "POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD", "VAR_POSITIONAL", "KEYWORD_ONLY", "VAR_KEYWORD",
)  # fmt: skip


EMPTY: Final = TypeValue("inspect._empty", (), no_instances("_empty"))


class Parameter:
    """One of the names that a function takes, with its default."""

    __slots__ = ("default", "kind", "name")

    def __init__(self, name: str, default: object = EMPTY, kind: str = KINDS[1]) -> None:
        self.name = name
        self.default = default
        self.kind = kind

    def __repr__(self) -> str:
        return f'<Parameter "{self}">'

    def __str__(self) -> str:
        star = {KINDS[2]: "*", KINDS[4]: "**"}.get(self.kind, "")
        default = "" if self.default is EMPTY else f"={describe(self.default)}"
        return f"{star}{self.name}{default}"


class Signature:
    """The names of what a function takes."""

    __slots__ = ("parameters",)

    def __init__(self, parameters: list[Parameter]) -> None:
        self.parameters = {parameter.name: parameter for parameter in parameters}

    def __repr__(self) -> str:
        return f"<Signature {self}>"

    def __str__(self) -> str:
        parts = []
        starred = False
        for parameter in self.parameters.values():
            if parameter.kind == KINDS[3] and not starred:
                parts.append("*")
            starred = starred or parameter.kind in KINDS[2:4]
            parts.append(str(parameter))
        return f"({', '.join(parts)})"


def signature(value: object, /) -> Signature:
    """Return what a function or a class takes: its parameters, by name.

    Raises:
        TypeError: it is neither.
    """
    if invoker_of(type(value)) is None:
        raise TypeError(f"{value!r} is not a callable object")
    bare = value.function if isinstance(value, ProgramMethod) else value
    if isinstance(value, ProgramClass):
        bare = lookup(value.order, "__init__")
    if isinstance(bare, Function):
        found = [*parameters_of(bare)]
        return Signature(found[1:] if bare is not value else found)
    own: Any = getattr(value, "made", None) or getattr(value, "function", None)
    try:
        known = inspect.signature(own).parameters
    except (TypeError, ValueError):
        raise ValueError(f"no signature found for {value!r}") from None
    plain = (int, float, str, type(None))
    return Signature(
        [
            Parameter(name, p.default if isinstance(p.default, plain) else EMPTY, p.kind.name)
            for name, p in known.items()
        ]
    )


def parameters_of(function: Function) -> Iterator[Parameter]:
    """Yield what a function of the program takes."""
    code, defaults = function.code, function.defaults
    written = code.arguments
    for place, name in enumerate(code.positional):
        kind = KINDS[place >= code.positional_only]
        yield Parameter(name, defaults.get(name, EMPTY), kind)
    if code.variadic and written is not None and written.vararg is not None:
        yield Parameter(written.vararg.arg, EMPTY, KINDS[2])
    for name in code.keyword_only:
        yield Parameter(name, defaults.get(name, EMPTY), KINDS[3])
    if code.keywords and written is not None and written.kwarg is not None:
        yield Parameter(written.kwarg.arg, EMPTY, KINDS[4])


PROPERTIES[Signature] = {"parameters": lambda found: dict(found.parameters)}
PROPERTIES[Parameter] = {**reading(("name", "default", "kind")), "empty": lambda part: EMPTY}


def inspect_module() -> Namespace:
    """Return the table of `inspect`."""
    words = {"empty": EMPTY, **{name: name for name in KINDS}}
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
