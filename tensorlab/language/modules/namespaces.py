"""The `types` module: values with attributes and nothing else."""

from typing import Any

from tensorlab.language.attributes import get_attribute, set_attribute
from tensorlab.language.classes import gate
from tensorlab.language.classes.values import ProgramClass, make_class
from tensorlab.language.code import Code
from tensorlab.language.display import describe
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values import Function, Namespace


def begin(frame: list[Any]) -> None:
    """Set the attributes that are given."""
    _, own, named = frame
    for name, value in named.items():
        set_attribute(own, name, value)


def text(frame: list[Any]) -> str:
    """Return the text of such a value."""
    own = frame[1]
    pairs = (f"{name}={describe(get_attribute(own, name))}" for name in vars(own))
    name = type(own).__name__
    return f"{'namespace' if name == 'SimpleNamespace' else name}({', '.join(pairs)})"


def is_same(frame: list[Any]) -> Any:
    """Return whether two such values have the same attributes."""
    _, own, other = frame
    return vars(own) == vars(other) if type(own) is type(other) else NotImplemented


def simple_namespace(title: str) -> ProgramClass:
    """Return a class of such values."""
    table = {}
    for name, evaluate, more in (
        ("__init__", begin, ()),
        ("__repr__", text, ()),
        ("__eq__", is_same, ("other",)),
    ):
        code = Code(name, f"{title}.{name}")
        code.positional = ("self", *more)
        code.keywords = evaluate is begin
        code.arity = -1 if code.keywords else len(code.positional)
        code.evaluate = evaluate
        table[name] = Function(code, {}, [])
    return make_class(title, title, [], table)


def namespace() -> Namespace:
    """Return the table of `types`."""
    gate.register()
    return namespace_of("types", {}, {"SimpleNamespace": simple_namespace("SimpleNamespace")})
