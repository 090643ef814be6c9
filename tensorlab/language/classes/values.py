"""Classes of the program as values: a table of ours, and a class that stands for it in Python."""

import sys
from collections.abc import Callable
from typing import Any

from tensorlab.language.classes.for_python import show_to_python
from tensorlab.language.classes.lookup import Instance, Table, known, lookup
from tensorlab.language.classes.members import (
    ABSENT,
    ClassMethod,
    EmptyInit,
    Property,
    bound,
    of_class,
    word_of,
)
from tensorlab.language.classes.of_containers import base_for, show
from tensorlab.language.classes.of_values import blank, require_allowed, value_base_for
from tensorlab.language.compiling.place import Unsupported
from tensorlab.language.library.elsewhere import Absent
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.functions import Function
from tensorlab.language.values.invoking import CALLABLE, call_value
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import MARK, Closed, TypeValue, type_name

# Bases with a way of their own to be derived from: how they are known, and what makes the class.
MAKERS: list[tuple[Callable[[Any], bool], Callable[..., Any]]] = []
STEPS_OF_CLASS = 20_000  # Python never quite lets go of a class


class MadeClass(TypeValue):
    """A class that is looked through name by name; `made` is what Python knows of it."""

    __slots__ = ("made",)
    made: type

    @property
    def __name__(self) -> str:
        """The name by which the engine speaks of it."""
        return self.made.__name__

    @property
    def order(self) -> tuple[type, ...]:
        """Where its attributes are looked for."""
        return self.made.__mro__


class ProgramClass(MadeClass):
    """A class of the program; `made` stands for it where Python needs a class."""

    __slots__ = (
        "abstract", "checked", "closed", "frozen", "generic", "kept", "room_for", "table",
    )  # fmt: skip

    def __init__(self, made: type, table: dict[str, Any]) -> None:
        self.closed = False  # whether it stays as it is: a module's
        self.frozen = False  # whether its instances stay as they are
        # the names that instances can have, if said
        self.room_for: frozenset[str] | None = None
        # names that instances were given, and keep by themselves
        self.kept: set[str] = set()
        # whether what is left abstract keeps it from having instances
        self.checked = False
        self.generic = False  # whether it has parts to be named: Stack[int]
        # what must be defined before there are instances
        self.abstract: tuple[str, ...] = ()
        super().__init__(f"__main__.{made.__qualname__}", (made,), self.construct, {})
        self.made = made
        self.table = Table(table)

    def __call__(self, /, *given: object, **named: object) -> Any:
        """Return a new instance."""
        return self.construct(*given, **named)

    def of_parts(self, index: object) -> Any:
        """Return what `Stack[int]` means: the class itself, where it is said to have parts.

        Raises:
            TypeError: it has none.
        """
        own = lookup(self.order, "__class_getitem__")
        if own is not ABSENT:
            inner = own.function if type(own) is ClassMethod else own
            return call_value(inner, [self, index], {})
        if not self.generic:
            raise TypeError(f"type '{self.made.__name__}' is not subscriptable")
        return self

    def construct(self, *given: object, **named: object) -> Any:
        """Return a new instance.

        Raises:
            TypeError: the arguments are not those of its __init__.
        """
        meter.spend(4)
        if self.abstract:
            raise TypeError(not_made(self.made.__name__, self.abstract))
        new = known(self.made, "__new__")
        if new is ABSENT:
            made = blank(self.made, given, named)
        else:
            made = call_value(of_class(new, self, "__new__"), [self, *given], named)
            if not isinstance(made, self.made):
                return made
        begin = known(self.made, "__init__")
        if new is not ABSENT and type(begin) is EmptyInit:
            return made  # the arguments were for __new__
        if type(begin) is Function:
            result = begin.invoke(made, *given, **named)
        else:
            result = call_value(bound(begin, made, self, "__init__"), list(given), named)
        if result is not None:
            raise TypeError(f"__init__() should return None, not '{type_name(result)}'")
        return made


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
    classes = [base.__dict__[MARK] for base in order if MARK in base.__dict__]
    seen: dict[str, bool] = {}
    for cls in classes:
        for name, value in cls.table.items():
            inner = value.read if type(value) is Property else getattr(value, "function", value)
            abstract = type(inner) is Function and inner.code.abstract
            seen.setdefault(name, abstract and cls.checked)
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


class LibraryClass(MadeClass):
    """A class of the library: it is called, derived from, and asked for its public methods."""

    __slots__ = ()

    def __init__(self, made: type, name: str) -> None:
        super().__init__(name, (made,), made)
        self.made = made
        TYPE_VALUES[made] = self

    def __call__(self, /, *given: object, **named: object) -> Any:
        """Return a new instance."""
        meter.spend(16)
        return self.made(*given, **named)


LibraryClass.__name__ = "type"  # type: ignore[assignment]  # its name among programs
CALLABLE[LibraryClass] = LibraryClass.__call__


def make_class(
    name: str,
    title: str,
    bases: list[Any],
    table: dict[str, Any],
    said: dict[str, Any] | None = None,
) -> ProgramClass:
    """Return a new class; `said` are the keywords of its statement.

    Raises:
        TypeError: it cannot derive from a base, or defines what it cannot.
    """
    meter.spend(STEPS_OF_CLASS)
    real = tuple(made for made in map(base_of, bases) if made is not None)
    if all(base is object for base in real):
        real = (Instance,)
    made: Any = type(name, real, {"__module__": "__main__", "__qualname__": title})
    require_allowed(made, table)
    found = ProgramClass(made, table)
    setattr(made, MARK, found)
    told = (base.__repr__ for base in made.__mro__[:-1] if base.__repr__ is not Closed.__repr__)
    # a mixin leaves it to the library's class after it
    made.__repr__ = next(told, Closed.__repr__)
    for word, value in table.items():
        show_to_python(made, word, value)
    said = dict(said or {})
    found.checked = said.pop("metaclass", None) is not None or any(map(is_checked, bases))
    found.abstract = left_abstract(made.__mro__) if found.checked else ()
    show(made, table)
    found.room_for = slots_in(made.__mro__)
    for base in filter(is_number, bases):
        base.classes[0].register(made)  # which `isinstance` is asked about
    if "__eq__" in table and "__hash__" not in table:
        made.__hash__ = None  # as Python does where == is defined alone
    found.generic = any(is_generic(base) for base in bases)
    tell_of_class(found, said)
    return found


def is_number(base: object) -> bool:
    """Return whether a base says what kind of number instances are, as numbers.Rational does."""
    return getattr(base, "name", "").startswith("numbers.")


def is_checked(base: object) -> bool:
    """Return whether what derives from a base has instances only once nothing is left abstract."""
    own = isinstance(base, ProgramClass) and base.checked
    return own or getattr(base, "name", "") == "abc.ABC"


def is_generic(base: object) -> bool:
    """Return whether a class that derives from a base has parts to be named."""
    if isinstance(base, ProgramClass):
        return base.generic
    name = getattr(base, "name", "").partition("[")[0]
    return name in {"typing.Generic", "typing.Protocol"} or name.startswith("torch.utils.data.")


def tell_of_class(cls: ProgramClass, said: dict[str, Any]) -> None:
    """Tell what stands in a class its name there, and the classes above it that it is there."""
    for name, value in list(cls.table.items()):
        if (word := word_of(value, "__set_name__")) is not None:
            call_value(word, [value, cls, name], {})
    above = lookup(cls.order[1:], "__init_subclass__")
    if above is not ABSENT:
        inner = above.function if type(above) is ClassMethod else above
        call_value(inner, [cls], said)
    elif said:
        raise TypeError(f"{cls.made.__name__}.__init_subclass__() takes no keyword arguments")


def base_of(base: object) -> type | None:
    """Return what stands for a base in Python; None for one that only says something, as ABC."""
    if isinstance(base, ProgramClass):
        return base.made
    if isinstance(base, LibraryClass) and type(base.made) is type:
        return base.made
    if isinstance(base, TypeValue):
        if base.classes == (object,):
            return object if base.name == "object" else None
        if is_number(base):
            return None
        container = base_for(base.classes) or value_base_for(base.classes)
        if container is not None:
            return container
        raise TypeError(
            f"a class cannot derive from {base.name} here: leave it out, or keep one in it"
        )
    if isinstance(base, Absent):
        base.refuse()
    if getattr(base, "name", "") == "type":
        raise Unsupported(
            "A class of classes (a metaclass) is not part of tensorlab.",
            "__init_subclass__ is called for each class that derives; __new__ makes instances.",
        )
    raise TypeError(f"a class derives from other classes, not from '{type_name(base)}'")
