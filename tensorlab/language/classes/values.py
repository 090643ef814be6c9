"""Classes of the program as values: a table of ours, and a class that stands for it in Python."""

import sys
from collections.abc import Callable
from functools import cache
from inspect import get_annotations
from typing import Any

from tensorlab.language.absent import Absent
from tensorlab.language.classes.lookup import (
    INHERITED,
    INTERNAL,
    Instance,
    library_table,
    lookup,
)
from tensorlab.language.classes.members import (
    ABSENT,
    ClassMethod,
    Property,
    StaticMethod,
    bound,
    of_class,
)
from tensorlab.language.classes.of_containers import base_for, blank, show
from tensorlab.language.classes.special import FOR_READERS, OURS, SPECIAL
from tensorlab.language.invoking import CALLABLE, call_value
from tensorlab.language.meter import meter
from tensorlab.language.types import TYPE_VALUES
from tensorlab.language.values import MARK, Function, SwitchedFunction, TypeValue, type_name

# Bases with a way of their own to be derived from: how they are known, and what makes the class.
MAKERS: list[tuple[Callable[[Any], bool], Callable[..., Any]]] = []
# What the library asks of a module without saying so in a class.
ASKED_FOR = frozenset({"right_inverse", "PRUNING_TYPE"})
STEPS_OF_CLASS = 20_000  # Python never quite lets go of a class


class ProgramClass(TypeValue):
    """A class of the program; `made` stands for it where Python needs a class."""

    __slots__ = ("abstract", "frozen", "made", "room_for", "table")

    def __init__(self, made: type, table: dict[str, Any]) -> None:
        self.frozen = False  # whether its instances stay as they are
        self.room_for: frozenset[str] | None = None  # the names that instances can have, if said
        self.abstract: tuple[str, ...] = ()  # what must be defined before there are instances
        super().__init__(f"__main__.{made.__qualname__}", (made,), self.construct, {})
        self.made = made
        self.table = table

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Return a new instance."""
        return self.construct(*given, **named)

    def construct(self, *given: Any, **named: Any) -> Any:
        """Return a new instance.

        Raises:
            TypeError: the arguments are not those of its __init__.
        """
        meter.spend(4)
        if self.abstract:
            raise TypeError(not_made(self.made.__name__, self.abstract))
        made = blank(self.made)
        begin = bound(lookup(self.made.__mro__, "__init__"), made, self, "__init__")
        result = call_value(begin, list(given), named)
        if result is not None:
            raise TypeError(f"__init__() should return None, not '{type_name(result)}'")
        return made

    @property
    def __name__(self) -> str:
        """The name by which the engine speaks of it."""
        return self.made.__name__

    @property
    def order(self) -> tuple[type, ...]:
        """Where its attributes are looked for."""
        return self.made.__mro__


def not_made(name: str, missing: tuple[str, ...]) -> str:
    """Return Python's words on a class that leaves methods to be defined."""
    plural = "s" if len(missing) > 1 else ""
    listed = ", ".join(missing)
    if sys.version_info < (3, 12):
        return f"Can't instantiate abstract class {name} with abstract method{plural} {listed}"
    quoted = ", ".join(f"'{word}'" for word in missing)
    return (
        f"Can't instantiate abstract class {name} without an implementation for abstract "
        f"method{plural} {quoted}"
    )


def left_abstract(order: tuple[type, ...]) -> tuple[str, ...]:
    """Return the methods that classes in this order leave to be defined."""
    tables = [base.__dict__[MARK].table for base in order if MARK in base.__dict__]
    seen: dict[str, bool] = {}
    for table in tables:
        for name, value in table.items():
            inner = value.read if type(value) is Property else getattr(value, "function", value)
            seen.setdefault(name, type(inner) is Function and inner.code.abstract)
    return tuple(sorted(name for name, abstract in seen.items() if abstract))


def slots_in(order: tuple[type, ...]) -> frozenset[str] | None:
    """Return the names in `__slots__` of classes in this order; None where one has no such list."""
    found: set[str] = set()
    for base in order[: order.index(Instance)] if Instance in order else order:
        own = base.__dict__[MARK].table.get("__slots__") if MARK in base.__dict__ else None
        if not isinstance(own, str | tuple | list):
            return None
        found.update({own} if isinstance(own, str) else [name for name in own if type(name) is str])
    return frozenset(found)


ProgramClass.__name__ = "type"  # type: ignore[assignment]  # its name among programs
CALLABLE[ProgramClass] = ProgramClass.construct


class LibraryClass(TypeValue):
    """A class of the library: it is called, derived from, and asked for its public methods."""

    __slots__ = ("made",)

    def __init__(self, made: type, name: str) -> None:
        super().__init__(name, (made,), made)
        self.made = made
        TYPE_VALUES[made] = self

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Return a new instance."""
        meter.spend(16)
        return self.made(*given, **named)

    @property
    def __name__(self) -> str:
        """The name by which the engine speaks of it."""
        return self.made.__name__

    @property
    def order(self) -> tuple[type, ...]:
        """Where its attributes are looked for."""
        return self.made.__mro__


LibraryClass.__name__ = "type"  # type: ignore[assignment]  # its name among programs
CALLABLE[LibraryClass] = LibraryClass.__call__


def class_of(made: type) -> Any:
    """Return the class of the program that a class of Python's stands for, else what it is."""
    return made.__dict__.get(MARK) or TYPE_VALUES.get(made)


def make_class(name: str, title: str, bases: list[Any], table: dict[str, Any]) -> ProgramClass:
    """Return a new class.

    Raises:
        TypeError: it cannot derive from a base, or defines what it cannot.
    """
    meter.spend(STEPS_OF_CLASS)
    real = tuple(base_of(base) for base in bases)
    if all(base is object for base in real):
        real = (Instance,)
    made = type(name, real, {"__module__": "__main__", "__qualname__": title})
    found = ProgramClass(made, table)
    setattr(made, MARK, found)
    for word, value in table.items():
        show_to_python(made, word, value)
    found.abstract = left_abstract(made.__mro__)
    show(made, table)
    found.room_for = slots_in(made.__mro__)
    if "__eq__" in table and "__hash__" not in table:
        made.__hash__ = None  # type: ignore[assignment]  # as Python does where == is defined alone
    return found


def base_of(base: Any) -> type:
    """Return what stands for a base in Python."""
    if isinstance(base, ProgramClass):
        return base.made
    if isinstance(base, LibraryClass) and type(base.made) is type:
        return base.made
    if isinstance(base, TypeValue):
        if base.classes == (object,):
            return object
        if (container := base_for(base.classes)) is not None:
            return container
        raise TypeError(f"a class cannot derive from {base.name}: keep one in an attribute instead")
    if isinstance(base, Absent):
        base.refuse()
    raise TypeError(f"a class derives from other classes, not from '{type_name(base)}'")


def show_to_python(made: type, name: str, value: Any) -> None:
    """Let Python and the library find what they may find of a class of the program.

    Raises:
        TypeError: the name is the library's own, or a special method is no function.
    """
    if name in FOR_READERS or name in OURS:
        return
    if name in SPECIAL:
        if name == "__hash__" and value is None:
            # As Python does where == is defined alone.
            made.__hash__ = None  # type: ignore[assignment]
            return
        if type(value) not in (Function, SwitchedFunction, StaticMethod):
            raise TypeError(f"{name} is a function, not '{type_name(value)}'")
        setattr(made, name, passed_on(made, name))
        return
    require_free(made, name)
    if issubclass(made, dict | list):
        return  # the language's own work on containers is not the program's to change
    known = lookup(tuple(base for base in made.__mro__ if MARK not in base.__dict__), name)
    if known is not ABSENT or name in ASKED_FOR:
        setattr(made, name, as_python_has_it(made, name, value))


def require_free(made: type, name: str) -> None:
    """Refuse a name that the library keeps to itself.

    Raises:
        TypeError: it does.
    """
    if is_private(made, name):
        raise TypeError(f"{name} is a name that the library keeps to itself: choose another one")


def is_private(made: type, name: str) -> bool:
    """Return whether a name belongs to the library's own workings in a class or its bases."""
    return any(
        name in private_names(base) for base in made.__mro__[:-1] if MARK not in base.__dict__
    )


@cache
def private_names(base: type) -> frozenset[str]:
    """Return the names of a library's class that are its own affair: private ones, and its data."""
    if base in {dict, list} or base in INHERITED:
        return frozenset()
    said = get_annotations(base)  # where a class says what its instances keep
    hidden = {*vars(base), *said} - {*library_table(base)}
    return frozenset(name for name in hidden if name not in SPECIAL and name not in INTERNAL)


def passed_on(made: type, name: str) -> Callable[..., Any]:
    """Return a function of Python's that runs the method of a class of the program."""

    def method(self: Any, /, *given: Any, **named: Any) -> Any:
        found = made.__dict__[MARK].table.get(name, ABSENT)
        if found is ABSENT:  # undone since
            return getattr(super(made, self), name)(*given, **named)
        return bound(found, self, class_of(type(self)), name)(*given, **named)

    method.__name__ = method.__qualname__ = name
    return method


def as_python_has_it(made: type, name: str, value: Any) -> Any:
    """Return what the library finds under the name of one of its own methods."""
    if type(value) is Property:
        return property(passed_on_read(made, name, value))
    if type(value) is StaticMethod:
        return staticmethod(value.function)
    if type(value) is ClassMethod:
        return classmethod(
            lambda cls, *given, **named: of_class(value, class_of(cls), name)(*given, **named)
        )
    if type(value) in (Function, SwitchedFunction):
        return passed_on(made, name)
    return value


def passed_on_read(made: type, name: str, value: Property) -> Callable[[Any], Any]:
    """Return a function of Python's that reads a property of a class of the program."""
    return lambda self: value.value(self, name)
