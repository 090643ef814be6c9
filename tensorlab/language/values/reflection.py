"""Attributes by the text of their name, and what classes are made with: all through our tables."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from tensorlab.language.compiling.code import UNBOUND
from tensorlab.language.compiling.place import Unsupported, is_kind_of
from tensorlab.language.values.attributes import (
    delete_attribute,
    gate_of,
    get_attribute,
    names_after,
    set_attribute,
)
from tensorlab.language.values.functions import Builtin
from tensorlab.language.values.values import ErrorType, Plain, TypeValue, type_name

# What programs ask of a value to find out what it can do; these are never handed out.
ABILITIES = frozenset({
    "__call__", "__contains__", "__enter__", "__exit__", "__getitem__", "__iter__", "__len__",
    "__next__", "__setitem__",
})  # fmt: skip


def require_name(function: str, name: object) -> str:
    """Return the name of an attribute.

    Raises:
        TypeError: it is no text.
    """
    if not isinstance(name, str):
        raise TypeError(f"attribute name must be string, not '{type_name(name)}'")
    if not name:
        raise TypeError(f"{function}() takes a name, and the text is empty")
    return name


def getattr_(value: object, name: object, default: object = UNBOUND, /) -> Any:
    """Return an attribute, or a default where there is none."""
    try:
        return get_attribute(value, require_name("getattr", name))
    except (AttributeError, Unsupported):
        if default is UNBOUND:
            raise
        return default


def hasattr_(value: object, name: object, /) -> bool:
    """Return whether a value has an attribute."""
    try:
        get_attribute(value, require_name("hasattr", name))
    except (AttributeError, Unsupported):
        return name in ABILITIES and any(name in vars(base) for base in type(value).__mro__)
    return True


def setattr_(value: object, name: object, new: object, /) -> None:
    """Set an attribute."""
    set_attribute(value, require_name("setattr", name), new)


def delattr_(value: object, name: object, /) -> None:
    """Delete an attribute."""
    delete_attribute(value, require_name("delattr", name))


def vars_(value: object, /) -> dict[str, Any]:
    """Return the attributes that an instance has: of the library's classes the public, anew."""
    if gate_of(type(value)) is not None and hasattr_(value, "__dict__"):
        own: dict[str, Any] = get_attribute(value, "__dict__")
        return own
    if gate_of(type(value)) is None or isinstance(value, TypeValue):
        raise TypeError("vars() argument must have __dict__ attribute")
    own = getattr(value, "__dict__", {})
    names = [name for name in own if not is_kept_back(value, name)]
    return {name: get_attribute(value, name) for name in names}


def dir_(value: object, /) -> list[str]:
    """Return the public names that can follow a dot after a value, in the order of the alphabet."""
    return sorted(name for name in names_after(value) if not name.startswith("_"))


def is_kept_back(value: object, name: str) -> bool:
    """Return whether an attribute is the library's own affair."""
    try:
        get_attribute(value, name)
    except (AttributeError, TypeError):
        return True
    return False


def is_subclass(kind: object, kinds: object, /) -> bool:
    """Return whether a class derives from another one, or from one of several."""
    if not isinstance(kind, TypeValue):
        raise TypeError("issubclass() arg 1 must be a class")
    for other in kinds if isinstance(kinds, tuple) else (kinds,):
        if isinstance(other, tuple):
            if is_subclass(kind, other):
                return True
        elif not isinstance(other, TypeValue):
            raise TypeError("issubclass() arg 2 must be a class, a tuple of classes, or a union")
        elif isinstance(kind, ErrorType) and isinstance(other, ErrorType):
            if is_kind_of(kind.raised, other.raised):
                return True
        elif any(issubclass(own, other.classes) for own in kind.classes):
            return True
    return False


def of_classes(file: str) -> Any:
    """Return a file of the room for classes, which few programs need."""
    return import_module(f"tensorlab.language.classes.{file}")


OBJECT = TypeValue("object", (object,), Plain)
SUPER = TypeValue(
    "super",
    (),
    lambda *given: of_classes("supers").super_of(*given),
    {"__init__": Builtin("__init__", super.__init__)},  # which is called without parentheses
)
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "getattr": getattr_, "hasattr": hasattr_, "setattr": setattr_, "delattr": delattr_,
    "vars": vars_, "dir": dir_, "issubclass": is_subclass,
    "property": lambda *given, **named: of_classes("members").Property(*given, **named),
    "staticmethod": lambda *given, **named: of_classes("members").StaticMethod(*given, **named),
    "classmethod": lambda *given, **named: of_classes("members").ClassMethod(*given, **named),
}  # fmt: skip
