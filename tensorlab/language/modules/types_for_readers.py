"""The `typing`, `types`, `abc` and `numbers` modules: names in annotations, and bases."""

import numbers
from collections import abc
from copy import copy
from typing import Any, Final

from tensorlab.language.classes.lookup import is_special
from tensorlab.language.classes.members import ProgramMethod, unchanged
from tensorlab.language.modules import named_tuples  # noqa: F401  knows how to derive
from tensorlab.language.modules.tables import OFFERED, namespace_of
from tensorlab.language.modules.written import written
from tensorlab.language.values.attributes import set_attribute
from tensorlab.language.values.builtins import callable_value
from tensorlab.language.values.functions import Builtin, Function
from tensorlab.language.values.reflection import ABILITIES, hasattr_
from tensorlab.language.values.type_forms import Form
from tensorlab.language.values.values import (
    NONE_TYPE,
    Namespace,
    ProgramIterator,
    TypeValue,
    no_instances,
)

NAMES = OFFERED["typing"]
# What `isinstance` finds to be of these.
CLASSES: dict[str, tuple[type, ...]] = {
    "List": (list,), "Dict": (dict,), "Set": (set,), "Tuple": (tuple,), "FrozenSet": (frozenset,),
    **{name: (getattr(abc, name),) for name in NAMES if hasattr(abc, name)},
}  # fmt: skip


def kind(name: str, *kinds: type) -> TypeValue:
    """Return the type of some values, of which none is made by calling it."""
    return TypeValue(name, kinds, no_instances(name))


def type_variable(name: str, *given: object, **named: object) -> TypeValue:
    """Return a name for a type."""
    return Form(f"~{name}", (), no_instances(str(name)))


class Offering(type):
    """The type of whatever has all names of a protocol."""

    names: tuple[str, ...] = ()

    def __instancecheck__(cls, value: object) -> bool:
        return all(hasattr_(value, name) for name in cls.names)


def runtime_checkable(cls: Any) -> Any:
    """Return a protocol to which a value belongs if it has all its names.

    Raises:
        AttributeError: it is no class of the program, which it would change.
    """
    said = [*cls.table, *cls.table.get("__annotations__", ())]
    names = tuple(name for name in said if name in ABILITIES or not is_special(name))
    set_attribute(cls, "_is_runtime_protocol", True)
    cls.classes += (Offering("Offering", (), {"names": names}),)
    return cls


def typing_module() -> Namespace:
    """Return the table of `typing`."""
    words = {
        name: Form(f"typing.{name}", CLASSES.get(name, ()), no_instances(f"typing.{name}"))
        for name in NAMES
    }
    # classes of the program can derive from these: nothing comes of it, but for NamedTuple
    bases = {name: kind(f"typing.{name}", object) for name in ("Generic", "Protocol", "NamedTuple")}
    offered: dict[str, Any] = {"overload": unchanged, "runtime_checkable": runtime_checkable}
    offered |= dict.fromkeys(("TypeVar", "TypeVarTuple", "ParamSpec"), type_variable)
    values = {**words, **bases, **written("typing"), "TYPE_CHECKING": False}
    return namespace_of("typing", offered, values)


def method_of(function: object, owner: object, /) -> ProgramMethod:
    """Return a function of the program as a method of a value."""
    return ProgramMethod(owner, getattr(function, "__name__", "method"), callable_value(function))


def types_module() -> Namespace:
    """Return the table of `types`."""
    function = kind("function", Function)
    return namespace_of(
        "types",
        {},
        {
            **written("types"), "MethodType": TypeValue("method", (ProgramMethod,), method_of),
            "FunctionType": function, "LambdaType": function,
            "ModuleType": kind("module", Namespace),
            "BuiltinFunctionType": kind("builtin_function_or_method", Builtin),
            "GeneratorType": kind("generator", ProgramIterator),
            "NoneType": NONE_TYPE,
        },
    )  # fmt: skip


def abstractmethod(funcobj: object, /) -> Any:
    """Return a method that a class must define anew before it has instances."""
    if type(funcobj) is Function:
        funcobj = copy(funcobj)  # it may be a module's, which all sessions have
        funcobj.code = copy(funcobj.code)
        funcobj.code.abstract = True
    return funcobj


ABSTRACT: Final = dict.fromkeys(("ABC", "ABCMeta"), kind("abc.ABC", object))
OF_NUMBERS: Final = {
    name: kind(f"numbers.{name}", getattr(numbers, name)) for name in numbers.__all__
}
MODULES = {
    **dict.fromkeys(("typing", "typing_extensions"), typing_module),
    "types": types_module,
    "abc": lambda: namespace_of("abc", {"abstractmethod": abstractmethod}, ABSTRACT),
    "numbers": lambda: namespace_of("numbers", {}, OF_NUMBERS),  # which `isinstance` is asked about
}
