"""Where the attributes of classes are found, and which special methods a class can define.

They are looked for in the program's tables, then in closed lists.
"""

from collections.abc import Callable, Iterator
from functools import cache
from types import FunctionType
from typing import Any, Final, TypeVar

from tensorlab.frozen import names_beside
from tensorlab.language.classes.members import (
    ABSENT,
    ClassMethod,
    EmptyInit,
    ErrorInit,
    LibraryFunction,
    LibraryMethod,
    Property,
    StaticMethod,
)
from tensorlab.language.values.attributes import gate_of
from tensorlab.language.values.functions import Builtin
from tensorlab.language.values.type_forms import Form
from tensorlab.language.values.values import MARK, Closed, no_instances

NAMES: Final = names_beside(__file__, "names.txt")
# Python's own operations find these on the class that stands for the program's.
SPECIAL: Final = frozenset(
    f"__{side}{name[2:]}" for side in ("", "r", "i") for name in NAMES["operators"]
).union(NAMES["special"])
OURS: Final = frozenset(NAMES["ours"])
FOR_READERS: Final = frozenset(NAMES["for readers"])
LATER: Final = SPECIAL.union(NAMES["set later"])
KNOWN: Final = SPECIAL | OURS | FOR_READERS


def is_special(name: str) -> bool:
    """Return whether a name is one of Python's own, known or not."""
    return name.startswith("__") and name.endswith("__") and not (name[2] == "_" or name[-3] == "_")


INTERNAL: Final = frozenset(NAMES["internal"])
GIVEN: Final = SPECIAL.union(NAMES["given"])
FIXED_FACTS: Final = frozenset(NAMES["fixed facts"])
NOTHING: Final[dict[str, Any]] = {}
# What classes inherit that derive from Python's containers.
INHERITED: Final[dict[type, dict[str, Any]]] = {}


# by class and name, until a table changes
FOUND: Final[dict[tuple[type, str], Any]] = {}
MOST_FOUND = 1 << 10  # a class that nobody has any more is not kept for long


class Instance(Closed):
    """What all instances of the program's own classes are."""


class Table(dict[str, Any]):
    """The names of a class of the program: a change makes all that was found be looked for anew."""


def forgetting(name: str) -> Callable[..., Any]:
    """Return a method of dicts that changes a table."""
    change = getattr(dict, name)

    def changed(self: Table, *given: object, **named: object) -> Any:
        FOUND.clear()
        return change(self, *given, **named)

    return changed


for word in ("__setitem__", "__delitem__", "__ior__", "clear", "pop", "popitem", "setdefault",
             "update"):  # fmt: skip
    setattr(Table, word, forgetting(word))


def known(kind: type, name: str) -> Any:
    """Return what a name means in a class that instances have, else ABSENT."""
    try:
        return FOUND[kind, name]
    except KeyError:
        if len(FOUND) >= MOST_FOUND:
            FOUND.clear()
        found = FOUND[kind, name] = lookup(kind.__mro__, name)
        return found


def lookup(order: tuple[type, ...], name: str) -> Any:
    """Return what a name means in classes in this order, else ABSENT."""
    for base in order:
        own = base.__dict__.get(MARK)
        table = library_table(base) if own is None else own.table
        if name in table:
            return table[name]
    return ABSENT


@cache
def library_table(base: type) -> dict[str, Any]:
    """Return what programs get of one of the library's classes, without its bases."""
    if base in INHERITED:
        return INHERITED[base]
    if base is object:
        return {"__init__": EmptyInit()}
    if base is BaseException:
        return {"__init__": ErrorInit()}
    if base is Instance or gate_of(base) is None:
        return NOTHING
    found = {}
    for name, value in vars(base).items():
        if is_public(name):
            wrapped = library_member(base, name, value)
            if wrapped is not ABSENT:
                found[name] = wrapped
    return found


def names_in(order: tuple[type, ...]) -> Iterator[str]:
    """Yield the names that classes in this order have."""
    for base in order:
        own = base.__dict__.get(MARK)
        table = library_table(base) if own is None else own.table
        yield from (name for name in table if not name.startswith("_"))


def is_public(name: str) -> bool:
    """Return whether programs get at a name of the library's classes."""
    return name in GIVEN or not (name.startswith("_") or name in INTERNAL)


def library_member(base: type, name: str, value: object) -> Any:
    """Return a member of a library's class as programs get it."""
    from tensorlab.language.classes.admission import admitted  # noqa: PLC0415  it knows this file

    # a layer's is made when asked for
    match getattr(base, name) if name == "__init__" else value:
        case FunctionType() as method:
            return LibraryMethod(base, name, method, admitted)
        case property(fget=FunctionType() as read, fset=write):
            written = isinstance(write, FunctionType)
            put = LibraryMethod(base, name, write, admitted) if written else None  # type: ignore[arg-type]  # it is
            return Property(LibraryMethod(base, name, read, admitted), put)
        case staticmethod(__func__=FunctionType() as function):
            return StaticMethod(LibraryFunction(name, function, admitted))
        case classmethod(__func__=FunctionType() as function):
            return ClassMethod(LibraryFunction(name, function, admitted))
        # each gets a copy: it is everybody's
        case dict() as table if name == "arg_constraints":
            return ClassMethod(Property(Builtin(name, lambda owner: dict(table))))
        case TypeVar():
            return Form(f"~{name}", (), no_instances(name))
        case _ if name in FIXED_FACTS:
            return admitted(value)
        case _:
            return ABSENT
