"""Attributes: a look-up by type and name in tables of ours, never Python's own."""

from collections.abc import Callable, Mapping
from typing import Any

from tensorlab.language.place import meant
from tensorlab.language.values import (
    BoundMethod,
    ErrorType,
    Function,
    Namespace,
    TypeValue,
    type_name,
)

# For each type: name -> function that gets the value first.
METHODS: dict[type, Mapping[str, Callable[..., Any]]] = {}
# For each type: name -> function of the value alone.
PROPERTIES: dict[type, Mapping[str, Callable[[Any], Any]]] = {}
# For each type: what can be set.
SETTERS: dict[type, Mapping[str, Callable[[Any, Any], None]]] = {}
TABLES = (METHODS, PROPERTIES)

PROPERTIES[Function] = {"__name__": lambda function: function.code.name}
PROPERTIES[TypeValue] = PROPERTIES[ErrorType] = {
    "__name__": lambda kind: kind.name.rpartition(".")[2]
}


def get_attribute(value: Any, name: str) -> Any:
    """Return an attribute of a value.

    Raises:
        AttributeError: no table knows it.
    """
    kind = type(value)
    methods = METHODS.get(kind)
    if methods is not None and name in methods:
        return BoundMethod(value, name, methods[name])
    properties = PROPERTIES.get(kind)
    if properties is not None and name in properties:
        return properties[name](value)
    members = members_of(value)
    try:
        return members(name)
    except KeyError:
        raise missing(value, name) from None


def members_of(value: Any) -> Callable[[str], Any]:
    """Return the look-up for names that belong to this very value."""
    if isinstance(value, Namespace):
        return value.table.__getitem__
    if isinstance(value, TypeValue):
        return value.members.__getitem__
    return {}.__getitem__


def missing(value: Any, name: str) -> BaseException:
    """Return the error for an attribute that does not exist."""
    if isinstance(value, Namespace):
        text = f"module '{value.name}' has no attribute '{name}'"
    elif isinstance(value, TypeValue):
        text = f"type object '{value.name.rpartition('.')[2]}' has no attribute '{name}'"
    else:
        text = f"'{type_name(value)}' object has no attribute '{name}'"
    return meant(AttributeError(text, name=name, obj=value))


def set_attribute(value: Any, name: str, new: Any) -> None:
    """Set one of the few attributes that can be set.

    Raises:
        AttributeError: the attribute is not there, or stays as it is.
    """
    setter = SETTERS.get(type(value), {}).get(name)
    if setter is not None:
        setter(value, new)
        return
    if name not in attributes_of(value):
        raise missing(value, name)
    owner = value.name if isinstance(value, Namespace | TypeValue) else f"'{type_name(value)}'"
    raise meant(AttributeError(f"{name} of {owner} cannot be changed", name=name, obj=value))


def attributes_of(value: Any) -> dict[str, object]:
    """Return what can follow a dot after a value, by name."""
    found: dict[str, object] = {}
    if isinstance(value, Namespace):
        names = list(value.table)
    elif isinstance(value, TypeValue):
        names = list(value.members)
    else:
        names = [name for table in TABLES for name in table.get(type(value), ())]
    for name in names:
        try:
            found[name] = get_attribute(value, name)
        except Exception:  # noqa: BLE001  a property that fails now is there all the same
            found[name] = None
    return found
