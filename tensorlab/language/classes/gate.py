"""The attributes of instances and classes: their own first, then the tables of their classes."""

from collections.abc import Callable, Iterable
from functools import partial
from types import FunctionType
from typing import Any, Final, NoReturn

from tensorlab.errors import meant
from tensorlab.language.classes import of_containers, of_values
from tensorlab.language.classes.admission import PARTS, TABLES, PartTable, admitted
from tensorlab.language.classes.for_python import class_of, is_private, show_to_python
from tensorlab.language.classes.lookup import KNOWN, Instance, is_special, known, lookup, names_in
from tensorlab.language.classes.members import (
    ABSENT,
    LibraryFunction,
    LibraryMethod,
    Property,
    bound,
    of_class,
    word_of,
)
from tensorlab.language.classes.supers import Super
from tensorlab.language.classes.values import LibraryClass, ProgramClass
from tensorlab.language.running.keeping import KINDS, LEAF, Kind, put_dict
from tensorlab.language.values.attributes import GATES, missing
from tensorlab.language.values.invoking import call_value
from tensorlab.language.values.reflection import OBJECT, require_name
from tensorlab.language.values.values import MARK, Builtin, Function, TypeValue, type_name


def allowed(kind: type, name: str) -> bool:
    """Return whether a program may ask for a name that begins with an underscore."""
    return name in KNOWN if is_special(name) else not is_private(kind, name)


def not_there(value: object, name: object) -> NoReturn:
    """Say that an instance has no such attribute: what there is would have been found."""
    raise missing(value, str(name))


def put_attribute(value: object, name: object, new: object) -> None:
    """Set an attribute of an instance as if its class said nothing of setting."""
    GATES[Instance].put_plainly(value, require_name("setattr", name), new)  # type: ignore[attr-defined]  # it is ours


# What follows after the program's own classes.
LAST_WORDS: dict[str, Callable[..., Any]] = {
    "__getattr__": not_there,
    "__setattr__": put_attribute,
}


def new_instance(kind: object = None, /, *given: object, **named: object) -> Any:
    """Return an instance of a class in which there is nothing yet: what `object.__new__` gives.

    Raises:
        TypeError: it is no class of the program.
    """
    if not isinstance(kind, ProgramClass):
        raise TypeError("__new__ makes instances of the program's own classes")
    return of_values.blank(kind.made, given, named)


def nothing_to_do(*given: object, **named: object) -> None:
    """Do nothing, as `object.__init_subclass__`.

    Raises:
        TypeError: there is something to do.
    """
    if named:
        raise TypeError("__init_subclass__() takes no keyword arguments")


NEW: Final = Builtin("__new__", new_instance)


class SuperGate:
    """What `super().name` means."""

    def find(self, value: Super, name: str) -> Any:
        """Return an attribute of the classes that follow.

        Raises:
            AttributeError: there is none.
        """
        order = value.order
        if name[0] != "_" or allowed(order[0], name):
            found = lookup(value.following, name)
            if found is not ABSENT:
                return bound(found, value.receiver, class_of(order[0]), name)
            if name in LAST_WORDS and not isinstance(value.receiver, TypeValue):
                return Builtin(name, partial(LAST_WORDS[name], value.receiver))
            if name == "__new__":
                return NEW
            if name == "__init_subclass__":
                return Builtin(name, nothing_to_do)
        raise meant(AttributeError(f"'super' object has no attribute '{name}'", name=name))

    def put(self, value: Super, name: str, new: Any) -> None:
        """Refuse to set anything."""
        raise meant(AttributeError(f"'super' object has no attribute '{name}'", name=name))

    def names(self, value: Super) -> list[str]:
        """Return the names of all attributes."""
        return list(names_in(value.following))


def cannot_set(value: object, name: str) -> BaseException:
    """Return the error for an attribute that is not the program's to set."""
    text = f"{name} of '{type_name(value)}' belongs to Python or the library, and stays as it is"
    return meant(AttributeError(text, name=name, obj=value))


def as_values(order: tuple[type, ...]) -> tuple[Any, ...]:
    """Return what classes are to programs: those that are ours alone are left out."""
    found = (OBJECT if made is object else class_of(made) for made in order)
    return tuple(value for value in found if value is not None)


NAMES_OF_CLASS: dict[str, Callable[[Any], Any]] = {
    "__qualname__": lambda value: value.made.__qualname__,
    "__module__": lambda value: value.name.removesuffix(f".{value.made.__qualname__}"),
    "__mro__": lambda value: as_values(value.order),
    "__bases__": lambda value: as_values(value.made.__bases__) or (OBJECT,),
    "__match_args__": lambda value: tuple(value.table.get("__match_args__", ())),
}


class ClassGate:
    """Attributes of classes."""

    def find(self, value: Any, name: str) -> Any:
        """Return an attribute.

        Raises:
            AttributeError: there is none.
        """
        if name == "__doc__":
            return value.made.__doc__ if isinstance(value, LibraryClass) else value.table.get(name)
        if name == "__annotations__" and isinstance(value, ProgramClass):
            return dict(value.table.get(name, {}))  # what each is said to be, as it is written
        if name == "mro":
            return Builtin("mro", lambda: list(as_values(value.order)))
        if name in NAMES_OF_CLASS:
            return NAMES_OF_CLASS[name](value)
        if name[0] != "_" or allowed(value.made, name):
            found = lookup(value.order, name)
            if found is not ABSENT:
                return of_class(found, value, name)
            if name == "__new__" and isinstance(value, ProgramClass):
                return NEW
        raise missing(value, name)

    def look(self, value: object, name: str) -> Any:
        """Return an attribute: none of a class is worked out."""
        return None if name == "__doc__" else self.find(value, name)

    def put(self, value: Any, name: str, new: Any) -> None:
        """Set an attribute of a class of the program.

        Raises:
            AttributeError: it is not the program's to set.
        """
        if type(value) is LibraryClass or value.closed or is_special(name):
            raise cannot_set(value, name)
        if is_private(value.made, name):
            raise cannot_set(value, name)
        value.table[name] = new
        show_to_python(value.made, name, new)

    def names(self, value: Any) -> list[str]:
        """Return the names of all attributes."""
        return list(names_in(value.order))


# What an instance that stands for a function may say, once `update_wrapper` has told it.
OF_FUNCTIONS = ("__name__", "__qualname__", "__doc__", "__module__", "__wrapped__")
# What an instance holds under a name that is looked at more closely: functions, and nothing.
FOR_SOME = frozenset({FunctionType, type(ABSENT)})


class InstanceGate:
    """Attributes of the instances of the program's classes, and of the library's."""

    def find(self, value: Any, name: str) -> Any:
        """Return an attribute.

        Raises:
            AttributeError: there is none.
        """
        kind = type(value)
        own = kind.__dict__.get(MARK)
        if own is not None and name in own.kept:
            found = value.__dict__.get(name, ABSENT)
            if found.__class__ not in FOR_SOME:
                return found  # the program's own, as it was set
        if name[0] == "_":
            if name == "__dict__" and is_own(kind):
                return value.__dict__  # all in it is the program's own
            if name in OF_FUNCTIONS and is_own(kind) and name in value.__dict__:
                return value.__dict__[name]
            if name in TABLES and name in value.__dict__ and not is_own(kind):
                return PartTable(value, name)
            if not allowed(kind, name):
                raise missing(value, name)
        found = own_attribute(value, name)
        if found is not ABSENT:
            if isinstance(found, FunctionType):
                return put_there(value, name, found)
            return admitted(found)
        found = known(kind, name)
        if found is not ABSENT:
            return bound(found, value, class_of(kind), name)
        otherwise = known(kind, "__getattr__")
        if otherwise is not ABSENT:
            return call_value(otherwise, [value, name], {})
        raise missing(value, name)

    def method(self, value: Any, name: str) -> Callable[..., Any] | None:
        """Return a method of the class that takes the instance first; None for anything else."""
        kind = type(value)
        if name[0] == "_" and not allowed(kind, name):
            return None
        if own_attribute(value, name) is not ABSENT:
            return None
        found = known(kind, name)
        if type(found) is Function:
            return found.invoke
        return found if type(found) is LibraryMethod else None

    def look(self, value: Any, name: str) -> Any:
        """Return an attribute that the instance holds or a method of its class, else None."""
        kind = type(value)
        if name[0] == "_" and not allowed(kind, name):
            return None
        held = own_attribute(value, name)
        if held is not ABSENT:
            return None if isinstance(held, FunctionType) else held
        found = known(kind, name)
        if found is ABSENT or type(found) is Property:
            return None
        return bound(found, value, class_of(kind), name)

    def put(self, value: Any, name: str, new: Any) -> None:
        """Set an attribute.

        Raises:
            AttributeError: it is not the program's to set.
        """
        kind = type(value)
        own = kind.__dict__.get(MARK)
        if own is not None and name in own.kept and is_free(kind, own, name):
            value.__dict__[name] = new
            return
        otherwise = known(kind, "__setattr__")
        if otherwise is not ABSENT:
            call_value(otherwise, [value, name, new], {})
            return
        self.put_plainly(value, name, new)
        if own is not None and is_own(kind) and name != "__dict__":
            own.kept.add(name)

    def put_plainly(self, value: Any, name: str, new: Any) -> None:
        """Set an attribute, whatever the program's class says of setting.

        Raises:
            AttributeError: it is not the program's to set.
        """
        kind = type(value)
        if name == "__dict__" and is_own(kind) and isinstance(new, dict):
            value.__dict__ = new
            return
        if is_special(name) or is_private(kind, name):
            raise cannot_set(value, name)
        found = known(kind, name)
        if (own := kind.__dict__.get(MARK)) is not None and own.frozen:
            raise stays_as_it_is(name)
        if own is not None and own.room_for is not None and name not in own.room_for:
            raise missing(value, name)
        if (isinstance(found, Property) and found.write is not None) or type(found) is Property:
            found.put(value, name, new)
        elif (write := word_of(found, "__set__")) is not None:
            call_value(write, [found, value, new], {})
        elif is_own(kind):
            value.__dict__[name] = new
        else:
            setattr(value, name, new)

    def remove(self, value: Any, name: str) -> None:
        """Delete an attribute.

        Raises:
            AttributeError: there is none, or it is not the program's to delete.
        """
        kind = type(value)
        if is_special(name) or is_private(kind, name):
            raise cannot_set(value, name)
        found = known(kind, name)
        if isinstance(found, Property):
            found.remove(value, name)
            return
        if own_attribute(value, name) is ABSENT:
            raise missing(value, name)
        if is_own(kind):
            del value.__dict__[name]
        else:
            delattr(value, name)

    def names(self, value: Any) -> list[str]:
        """Return the names of all attributes."""
        own = getattr(value, "__dict__", {})
        found = [name for name in own if isinstance(name, str) and not name.startswith("_")]
        for part in PARTS:
            found += [name for name in own.get(part, ()) if name.isidentifier()]
        return [*found, *names_in(type(value).__mro__)]


def is_own(kind: type) -> bool:
    """Return whether all that instances of a class have is the program's: none is the library's."""
    return issubclass(kind, Instance) and kind.__setattr__ is object.__setattr__


def is_free(kind: type, own: Any, name: str) -> bool:
    """Return whether its class still says nothing of a name that an instance was given before."""
    return not own.frozen and own.room_for is None and known(kind, name) is ABSENT


class FrozenInstanceError(AttributeError):
    """A record that stays as it is was to be changed."""


def stays_as_it_is(name: str) -> BaseException:
    """Return the error for a field of a record that is frozen."""
    return meant(FrozenInstanceError(f"cannot assign to field '{name}'", name=name))


def put_there(value: Any, name: str, function: FunctionType) -> Any:
    """Return a function that the library put into an instance in place of its class's method.

    Raises:
        AttributeError: the class has no such method.
    """
    if known(type(value), name) is ABSENT:
        raise missing(value, name)
    return LibraryFunction(name, function, admitted)


def own_attribute(value: Any, name: str) -> Any:
    """Return what an instance itself has under a name."""
    own = value.__dict__
    if name in own:
        return own[name]
    if PARTS[0] in own:
        for part in PARTS:
            if part in own and name in own[part]:
                return own[part][name]
    return ABSENT


def register() -> None:
    """Let attributes, and trials, know instances and classes."""
    GATES[Instance] = GATES[PartTable] = InstanceGate()
    of_containers.register()
    of_values.register()
    GATES[ProgramClass] = GATES[LibraryClass] = ClassGate()
    GATES[Super] = SuperGate()
    KINDS[ProgramClass] = Kind(held, parts_of, put_table)
    KINDS[LibraryClass] = LEAF


def held(value: ProgramClass) -> dict[str, Any]:
    """Return a copy of the table of a class."""
    return dict(value.table)


def parts_of(value: ProgramClass, table: dict[str, Any]) -> Iterable[Any]:
    """Return what lies in the table of a class and in those of its bases."""
    bases = (class_of(base) for base in value.order[1:])
    return [*table.values(), *(base for base in bases if isinstance(base, ProgramClass))]


def put_table(value: ProgramClass, table: dict[str, Any]) -> None:
    """Put back the table of a class."""
    put_dict(value.table, table)
