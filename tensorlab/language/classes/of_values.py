"""Classes of the program that derive from str, int, float or tuple: the value itself never lies.

Whatever the language asks of such a value when it counts its cost, Python's own type answers: a
class can add methods, and say how its instances are written, added and multiplied, but not how long
they are, what is in them or what they equal.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from tensorlab.language.classes import of_containers
from tensorlab.language.classes.lookup import INHERITED, OURS, SPECIAL, Instance, is_special
from tensorlab.language.classes.members import LibraryMethod, Property
from tensorlab.language.limits.meter import meter
from tensorlab.language.running.keeping import KINDS, PLAIN, Kind, attributes_held, put_attributes
from tensorlab.language.values.attributes import GATES, METHODS, PROPERTIES, SPELLED, nearest
from tensorlab.language.values.display import FORMS, tuple_text
from tensorlab.language.values.functions import Builtin
from tensorlab.language.values.guards import BY_WORD
from tensorlab.language.values.types import BUILTIN_TYPES

# The special methods that such a class may have; a whole number counts things, so it is left alone.
WRITTEN: Final = frozenset({"__init__", "__repr__", "__str__", "__call__"}) | OURS
OF_TWO: Final = frozenset(word for word in SPECIAL if f"__r{word[2:]}" in SPECIAL)
ADDED: Final = OF_TWO | {f"__r{word[2:]}" for word in OF_TWO} | {"__neg__", "__pos__", "__abs__"}
ALLOWED: Final[dict[type, frozenset[str]]] = {
    int: WRITTEN, float: WRITTEN | ADDED, str: WRITTEN | ADDED, tuple: WRITTEN | ADDED,
}  # fmt: skip
# What stands for a type of Python's where a class derives from it, the reverse, and what makes one.
VALUES: Final[dict[type, type]] = {}
BASES: Final[dict[type, Any]] = {}
MADE_BY: Final[dict[type, Callable[..., Any]]] = {}


def derivable(kind: type, make: Callable[..., Any], inherited: Mapping[str, Any]) -> None:
    """Let programs derive classes from a type of values."""
    base: Any = type(kind.__name__, (Instance, kind), {"__repr__": kind.__repr__})
    VALUES[kind], BASES[base], MADE_BY[kind] = base, kind, make

    def member(name: str, found: Any) -> Any:
        if isinstance(found, property):
            read: Any = found.fget
            return Property(LibraryMethod(kind, name, read, of_containers.as_it_is))
        is_function = callable(found) and not isinstance(found, Builtin)
        return LibraryMethod(kind, name, found, of_containers.as_it_is) if is_function else found

    INHERITED[base] = {name: member(name, found) for name, found in inherited.items()}
    of_containers.name_special(kind, base)
    METHODS[base], PROPERTIES[base] = {}, {}  # their gate says it all
    GATES[base] = GATES[Instance]
    holds = issubclass(kind, tuple)
    KINDS[base] = Kind(attributes_held, parts, put_attributes) if holds else PLAIN
    if kind is tuple:
        base.__repr__ = shown  # what it holds is counted


def value_base_for(kinds: tuple[type, ...]) -> type | None:
    """Return what a class derives from that derives from one of Python's values."""
    return VALUES.get(kinds[0]) if len(kinds) == 1 else None


def kind_of_value(made: type) -> Any:
    """Return the type of Python's from which a class derives, None without one."""
    return nearest(BASES, made)


def blank(made: type, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Return a new instance: of a value the value itself, of anything else nothing yet."""
    kind = kind_of_value(made)
    if kind is None:
        return of_containers.blank(made)
    value = MADE_BY[kind](*given, **named)
    if isinstance(value, str | tuple):
        meter.grow(8 * len(value))
    return (tuple if isinstance(value, tuple) else kind).__new__(made, value)


def require_allowed(made: type, table: dict[str, Any]) -> None:
    """Refuse a class that says of its instances what their value says.

    Raises:
        TypeError: so it does.
    """
    kind = kind_of_value(made)
    if kind is None:
        return
    allowed = ALLOWED[tuple if issubclass(kind, tuple) else kind]
    for name in table:
        if is_special(name) and name not in FREE | allowed:
            raise TypeError(f"a class that derives from {kind.__name__} has no {name} of its own")
    if kind is tuple and not {"__repr__", "__str__"} & table.keys() and made.__repr__ is SHOWN:
        FORMS[made] = tuple_text


FREE: Final = frozenset({"__doc__", "__annotations__", "__slots__", "__module__", "__qualname__"})


def shown(value: object) -> str:
    """Return the text of a tuple."""
    return tuple_text(value, (id(value),))


SHOWN: Final[Any] = shown


def of_kind(own: object) -> Any:
    """Return the type of Python's behind a value."""
    return kind_of_value(type(own)) or type(own)


OF_SEQUENCES: Final[dict[str, Any]] = {
    "__len__": lambda own: of_kind(own).__len__(own),
    "__iter__": SPELLED["__iter__"],
    **of_containers.looking(of_kind),
}


def begin(*given: object, **named: object) -> None:
    """Do nothing: the value was there at once."""


def table_of(kind: type) -> dict[str, Any]:
    """Return what such a class inherits."""
    plain = {
        f"__{word}__": on_bare(BY_WORD[word])
        for word in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow")
        if hasattr(kind, f"__{word}__")
    }
    found: dict[str, Any] = {**METHODS[kind], **plain, "__init__": begin}
    found |= {name: property(read) for name, read in PROPERTIES.get(kind, {}).items()}
    found["__repr__"] = shown if kind is tuple else kind.__repr__
    found["__str__"] = shown if kind is tuple else kind.__str__
    return found | (OF_SEQUENCES if kind in {str, tuple} else {})


def on_bare(act: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return what does an operator's work on the value without its class."""
    return lambda own, other: act(bare(own), other)


def bare(own: Any) -> Any:
    """Return the value without its class."""
    kind = of_kind(own)
    return (
        str.__add__("", own) if kind is str else kind(own) if kind is tuple else kind.__pos__(own)
    )


def register() -> None:
    """Let attributes and trials know these classes."""
    for kind in () if VALUES else ALLOWED:
        derivable(kind, BUILTIN_TYPES[kind.__name__], table_of(kind))


def parts(value: Any, held: Any) -> Any:
    """Return what lies in a tuple, and what its attributes are."""
    return [*value, *(held[0] or {}).values()]
