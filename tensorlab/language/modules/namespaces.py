"""The `types` module: values with attributes and nothing else."""

from typing import Any

from tensorlab.language.classes import gate
from tensorlab.language.classes.members import ProgramMethod
from tensorlab.language.classes.values import ProgramClass, make_class
from tensorlab.language.compiling.code import Code
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values.attributes import get_attribute, set_attribute
from tensorlab.language.values.builtins import callable_value
from tensorlab.language.values.display import describe
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.types import no_instances
from tensorlab.language.values.values import Builtin, Function, ProgramIterator, TypeValue


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


def method_of(function: Any, receiver: Any, /) -> ProgramMethod:
    """Return a function of the program as a method of a value."""
    return ProgramMethod(
        receiver, getattr(function, "__name__", "method"), callable_value(function)
    )


def kind(name: str, *kinds: type) -> TypeValue:
    """Return the type of some values, of which none is made by calling it."""
    return TypeValue(name, kinds, no_instances(name))


def namespace() -> Namespace:
    """Return the table of `types`."""
    gate.register()
    function = kind("function", Function)
    built_in = kind("builtin_function_or_method", Builtin)
    return namespace_of(
        "types",
        {},
        {
            "SimpleNamespace": simple_namespace("SimpleNamespace"),
            "MethodType": TypeValue("method", (ProgramMethod,), method_of),
            "FunctionType": function, "LambdaType": function, "BuiltinFunctionType": built_in,
            "BuiltinMethodType": built_in, "ModuleType": kind("module", Namespace),
            "GeneratorType": kind("generator", ProgramIterator),
            "NoneType": kind("NoneType", type(None)),
        },
    )  # fmt: skip
