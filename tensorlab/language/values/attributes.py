"""Attributes: a look-up by type and name in tables of ours, never Python's own."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from operator import attrgetter
from typing import Any, Protocol, runtime_checkable

import numpy as np

from tensorlab.engine.declaring.declaration import ATTRIBUTES
from tensorlab.engine.dtypes import float32
from tensorlab.engine.settings import MACHINE
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.errors import meant
from tensorlab.language.values.functions import (
    FACTS,
    BoundMethod,
    Builtin,
    Function,
    FunctionMaker,
    TensorFunction,
    say_otherwise,
)
from tensorlab.language.values.values import (
    ErrorType,
    ErrorValue,
    Namespace,
    TypeValue,
    missing,
    type_name,
)


class Loader(Protocol):
    """Knows attributes that come into being when they are first used."""

    def enter(self, name: str) -> None:
        """Enter an attribute into the tables, if there is one of this name."""

    def names(self) -> list[str]:
        """Return the names of all attributes."""
        ...


class Gate(Protocol):
    """Knows the attributes of values that have their own, or those of a class of the program."""

    def find(self, value: Any, name: str) -> Any:
        """Return an attribute.

        Raises:
            AttributeError: there is none.
        """

    def put(self, value: Any, name: str, new: Any) -> None:
        """Set an attribute."""

    def names(self, value: Any) -> list[str]:
        """Return the names of all attributes."""
        ...


@runtime_checkable
class OpenGate(Protocol):
    """A gate that shows attributes without running anything."""

    def look(self, value: object, name: str) -> Any:
        """Return an attribute as it can be seen, None where it would have to be worked out.

        Raises:
            AttributeError: there is none.
        """


@runtime_checkable
class GateWithMethods(Protocol):
    """A gate that gives the methods of classes to be called at once."""

    def method(self, value: object, name: str) -> Callable[..., Any] | None:
        """Return a method that takes the value first; None where the name means anything else."""


# For each type: name -> function that gets the value first.
METHODS: dict[type, Mapping[str, Callable[..., Any]]] = {}
# For each type: name -> function of the value alone.
PROPERTIES: dict[type, Mapping[str, Callable[[Any], Any]]] = {}
# For each type: what can be set.
SETTERS: dict[type, Mapping[str, Callable[[Any, Any], None]]] = {}


def reading(names: Iterable[str], of: str = "") -> dict[str, Callable[[Any], Any]]:
    """Return properties that read Python's own: of a value, or of what it keeps under a name."""
    return {name: attrgetter(f"{of}.{name}" if of else name) for name in names}


# What stands behind operators and built-in functions, where a program calls it by its name, and
# the types whose values have it: entered by the file of built-ins.
SPELLED: dict[str, Callable[..., Any]] = {}
WITH_SPELLED: set[type] = set()


def spelled(value: Any, name: str) -> Any:
    """Return what a plain value, or a type of such, has under a special name; None without one."""
    of_type = isinstance(value, TypeValue) and value.classes
    kind = value.classes[0] if of_type else type(value)
    if not (name in SPELLED and kind in WITH_SPELLED and hasattr(kind, name)):
        return None
    return Builtin(name, SPELLED[name]) if of_type else BoundMethod(value, name, SPELLED[name])


LOADERS: dict[type, Loader] = {}


GATES: dict[type, Gate] = {}


def nearest(table: Mapping[type, Any], kind: type) -> Any:
    """Return what a table has of the nearest type that a type refines; None without one."""
    for base in kind.__mro__:
        if base in table:
            return table[base]
    return None


def gate_of(kind: type) -> Gate | None:
    """Return the gate to the attributes of values of a type; None where the tables say it all."""
    gate: Gate | None = nearest(GATES, kind)
    return gate


def setter_of(kind: type, name: str) -> Callable[[Any, Any], None] | None:
    """Return what sets an attribute of values of a type; None where no table says it."""
    for base in kind.__mro__:
        if base in SETTERS and name in SETTERS[base]:
            return SETTERS[base][name]
    return None


PROPERTIES[Function] = FACTS
for own in (Builtin, TensorFunction, FunctionMaker):
    PROPERTIES[own] = {
        "__name__": lambda function: function.name,
        "__doc__": lambda function: getattr(function.function, "__doc__", None),
    }
PROPERTIES[Namespace] = {"__name__": lambda module: module.name}
PROPERTIES[TypeValue] = PROPERTIES[ErrorType] = {
    **dict.fromkeys(("__name__", "__qualname__"), lambda kind: kind.name.rpartition(".")[2]),
    "__module__": lambda kind: kind.name.rpartition(".")[0] or "builtins",
}


def get_attribute(value: object, name: str) -> Any:
    """Return an attribute of a value.

    Raises:
        AttributeError: no table knows it.
    """
    kind = type(value)
    if kind not in METHODS:
        inherit(kind)
    methods = METHODS.get(kind)
    if methods is not None and name in methods:
        return BoundMethod(value, name, methods[name])
    properties = PROPERTIES.get(kind)
    if properties is not None and name in properties:
        return properties[name](value)
    if kind in GATES:
        return GATES[kind].find(value, name)
    if kind in LOADERS:
        LOADERS[kind].enter(name)
        if name in METHODS[kind] or name in PROPERTIES[kind]:
            return get_attribute(value, name)
    members = members_of(value)
    try:
        return members(name)
    except KeyError:
        found = spelled(value, name)
        if found is None:
            raise missing(value, name) from None
        return found


def all_names(value: object) -> list[str]:
    """Return the names in the tables of a value's type."""
    kind = type(value)
    if kind not in METHODS:
        inherit(kind)
    if kind in LOADERS:
        return LOADERS[kind].names()
    return [*METHODS.get(kind, ()), *PROPERTIES.get(kind, ())]


def inherit(kind: type) -> None:
    """Enter a type that no table has under the tables of the nearest type that it refines."""
    tables: tuple[dict[type, Any], ...] = (METHODS, PROPERTIES, LOADERS, GATES)
    for table in tables:
        known = nearest(table, kind)
        if known is not None:
            table[kind] = known
    METHODS.setdefault(kind, {})
    PROPERTIES.setdefault(kind, {})


def members_of(value: Any) -> Callable[[str], Any]:
    """Return the look-up for names that belong to this very value."""
    if isinstance(value, Namespace):
        return value.table.member if value.is_as_made else partial(member_of, value)
    if isinstance(value, TypeValue):
        return value.members.__getitem__
    function = value.function if isinstance(value, BoundMethod) else value
    if isinstance(function, Function):
        return (function.attributes or {}).__getitem__
    if isinstance(value, ErrorValue):
        return value.facts.__getitem__
    if isinstance(value, Tensor):
        return (value._notes or {}).__getitem__
    return dict(zip(fields_of(value), value, strict=True)).__getitem__ if fields_of(value) else NONE


NONE = dict[str, Any]().__getitem__


def fields_of(value: object) -> tuple[str, ...]:
    """Return the names of the parts of a result like that of `x.max(0)`."""
    return getattr(type(value), "_fields", ()) if isinstance(value, tuple) else ()


def set_attribute(value: object, name: str, new: object) -> None:
    """Set one of the few attributes that can be set.

    Raises:
        AttributeError: the attribute is not there, or stays as it is.
    """
    setter = setter_of(type(value), name)
    if setter is not None:
        setter(value, new)
        return
    gate = gate_of(type(value))
    if gate is not None:
        gate.put(value, name, new)
        return
    if type(value) is Function and say_otherwise(value, name, new):
        return
    if isinstance(value, Namespace) and not name.startswith("__"):
        put_member(value, name, new)
        return
    if isinstance(value, Tensor) and is_free(value, name):
        value._notes = {**(value._notes or {}), name: new}
        return
    if name not in names_after(value):
        raise missing(value, name)
    owner = value.name if isinstance(value, Namespace | TypeValue) else f"'{type_name(value)}'"
    words = f"{name} of {owner} cannot be changed"
    if fields_of(value):
        words = "can't set attribute"
    if isinstance(value, Tensor) and name in ATTRIBUTES:
        words = f"attribute '{name}' of 'torch._C.TensorBase' objects is not writable"
    raise meant(AttributeError(words, name=name, obj=value))


def is_free(value: Tensor, name: str) -> bool:
    """Return whether a tensor, and the engine, have nothing under a name that is not Python's."""
    taken = name in vars(value) or hasattr(type(value), name) or name in names_after(value)
    return not (taken or name.startswith("__"))


def put_member(namespace: Namespace, name: str, new: object) -> None:
    """Put a value into the session's own copy of a namespace.

    Raises:
        RuntimeError: it is a switch of a library for yes and no, and something else was given.
    """
    switches = namespace.name.startswith("torch.backends.") and type(new) is not bool
    if switches and type(member_of(namespace, name)) is bool:
        text = f"set_{name}_{namespace.name.split('.')[2]} expects a bool, but got {type_name(new)}"
        raise meant(RuntimeError(text))
    namespace.is_as_made = False
    MACHINE.members = {**MACHINE.members, f"{namespace.name}.{name}": new}


def member_of(namespace: Namespace, name: str) -> Any:
    """Return what a name means in a namespace to which some program has written."""
    full = f"{namespace.name}.{name}"
    return MACHINE.members[full] if full in MACHINE.members else namespace.table.member(name)


def delete_attribute(value: object, name: str) -> None:
    """Delete an attribute of an instance, or the gradient of a tensor: it has none then.

    Raises:
        AttributeError: it is not there, or stays.
        TypeError: the value has attributes that stay.
    """
    remove = getattr(gate_of(type(value)), "remove", None)
    if isinstance(value, Tensor) and name == "grad":
        value.grad = None
    elif remove is None:
        raise TypeError(f"attributes of '{type_name(value)}' cannot be deleted")
    else:
        remove(value, name)


def names_after(value: object) -> list[str]:
    """Return the names that can follow a dot after a value."""
    if isinstance(value, Namespace):
        own = [name.rpartition(".") for name in MACHINE.members]
        written = [last for space, _, last in own if space == value.name]
        return list(dict.fromkeys((*value.table.names(), *written)))
    gate = gate_of(type(value))
    if gate is not None:
        return list(dict.fromkeys((*all_names(value), *gate.names(value))))
    if isinstance(value, TypeValue):
        return list(value.members)
    return [*all_names(value), *fields_of(value)]


def looked_at(value: object, name: str) -> Any:
    """Return what an attribute holds, where that can be seen without working it out, else None.

    What a tensor's property would give is that of an empty tensor: most give a tensor again.
    """
    if isinstance(value, Tensor):
        value = wrap(np.empty((0, 0), np.float32), float32)
        return value if name == "grad" else get_attribute(value, name)
    gate = gate_of(type(value))
    if gate is not None:
        return gate.look(value, name) if isinstance(gate, OpenGate) else None
    if isinstance(value, Namespace | TypeValue) or fields_of(value):
        return members_of(value)(name)
    return None
