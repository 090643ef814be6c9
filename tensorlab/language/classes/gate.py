"""The attributes of instances: their own first, then the tables of their classes."""

from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any

from tensorlab.errors import meant
from tensorlab.language.classes import of_containers, of_values
from tensorlab.language.classes.admission import PARTS, TABLES, HookTable, PartTable, admitted
from tensorlab.language.classes.class_gate import ClassGate, SuperGate, allowed, cannot_set
from tensorlab.language.classes.for_python import is_private
from tensorlab.language.classes.lookup import Instance, is_special, known, names_in
from tensorlab.language.classes.members import (
    ABSENT,
    LibraryFunction,
    LibraryMethod,
    Property,
    bound,
    word_of,
)
from tensorlab.language.classes.supers import Super
from tensorlab.language.classes.values import LibraryClass, ProgramClass
from tensorlab.language.running.keeping import KINDS, LEAF, Kind, put_dict
from tensorlab.language.values.attributes import GATES, PROPERTIES, get_attribute
from tensorlab.language.values.display import described
from tensorlab.language.values.functions import Function
from tensorlab.language.values.invoking import call_value
from tensorlab.language.values.types import class_of
from tensorlab.language.values.values import MARK, TypeValue, missing

# What an instance that stands for a function may say, once `update_wrapper` has told it.
OF_FUNCTIONS = ("__name__", "__qualname__", "__doc__", "__module__", "__wrapped__")
# What an instance holds under a name that is looked at more closely: functions, and nothing.
FOR_SOME = frozenset({FunctionType, type(ABSENT)})
ENTERED = frozenset({Function, LibraryMethod})


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
            if name == "__dict__" and own is not None:
                # All in an instance of the program's own is the program's; of an heir it is shown.
                return value.__dict__ if is_own(kind) else AttributeTable(value, name)
            if name in OF_FUNCTIONS and is_own(kind) and name in value.__dict__:
                return value.__dict__[name]
            if name == "__doc__":
                return get_attribute(class_of(kind), name)
            if name in TABLES and name in value.__dict__ and not is_own(kind):
                return (PartTable if name in PARTS else HookTable)(value, name)
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

    def shown(self, value: Any) -> dict[str, Any]:
        """Return the public attributes that an instance of an heir has, anew."""
        names = [name for name in value.__dict__ if name[0] != "_"]
        there = [name for name in names if own_attribute(value, name) is not ABSENT]
        return {name: self.find(value, name) for name in there}

    def method(self, value: Any, name: str) -> Callable[..., Any] | None:
        """Return a method of the class that takes the instance first; None for anything else."""
        kind = type(value)
        if name[0] == "_" and not allowed(kind, name):
            return None
        if own_attribute(value, name) is not ABSENT:
            return None
        found = known(kind, name)
        return found if type(found) in ENTERED else None

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
        own: Any = kind.__dict__.get(MARK)
        open_to_all = own is not None and not own.frozen and own.room_for is None
        if open_to_all and name in own.kept and known(kind, name) is ABSENT:
            value.__dict__[name] = new
            return
        otherwise = known(kind, "__setattr__")
        if otherwise is not ABSENT:
            call_value(otherwise, [value, name, new], {})
            return
        self.set_plainly(value, name, new)
        if own is not None and not own.closed and is_own(kind) and name != "__dict__":
            own.kept.add(name)

    def set_plainly(self, value: Any, name: str, new: Any) -> None:
        """Set an attribute, whatever the program's class says of setting.

        Raises:
            AttributeError: it is not the program's to set.
        """
        kind = type(value)
        if name == "__dict__" and is_own(kind) and isinstance(new, dict):
            value.__dict__ = new
            return
        told = name in OF_FUNCTIONS and is_own(kind)
        if not told and (is_special(name) or is_private(kind, name)):
            raise cannot_set(value, name)
        found = known(kind, name)
        require_changeable(kind, "assign to", name)
        own = kind.__dict__.get(MARK)
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
        """Delete an attribute, as the program's class says if it does."""
        own = known(type(value), "__delattr__")
        if own is ABSENT:
            self.del_plainly(value, name)
        else:
            call_value(own, [value, name], {})

    def del_plainly(self, value: Any, name: str) -> None:
        """Delete an attribute, whatever the program's class says of deleting.

        Raises:
            AttributeError: there is none, or it is not the program's to delete.
        """
        kind = type(value)
        if is_special(name) or is_private(kind, name):
            raise cannot_set(value, name)
        require_changeable(kind, "delete", name)
        found = known(kind, name)
        if isinstance(found, Property):
            found.remove(value, name)
            return
        if (erase := word_of(found, "__delete__")) is not None:
            call_value(erase, [found, value], {})
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


def gate_of_instances() -> Any:
    """Return the gate through which all attributes of instances go."""
    return GATES[Instance]


class AttributeTable(PartTable):
    """The public attributes of an instance of an heir: what is changed goes through the gate."""

    def _entries(self) -> dict[Any, Any]:
        """Return the attributes as programs see them, anew."""
        found: dict[Any, Any] = gate_of_instances().shown(self._module)
        return found

    def __setitem__(self, key: object, value: object) -> None:
        if not isinstance(key, str):
            raise TypeError("an attribute's name is a string")
        gate_of_instances().put(self._module, key, value)

    def __delitem__(self, key: object) -> None:
        if key not in self:
            raise KeyError(key)
        gate_of_instances().remove(self._module, str(key))

    def pop(self, key: object, /, *default: object) -> Any:
        """Take an attribute out and return it."""
        found = self._entries().pop(key, *default)
        if key in self:
            del self[key]
        return found

    def clear(self) -> None:
        """Take all attributes out."""
        for key in self:
            del self[key]

    def update(self, other: Any = (), /, **named: Any) -> None:
        """Set attributes, by their names."""
        for key, value in dict(other, **named).items():
            self[key] = value

    def __repr__(self) -> str:
        return described(self.copy(), ())


AttributeTable.__name__ = "dict"  # as programs see it


def is_own(kind: type) -> bool:
    """Return whether all that instances of a class have is the program's: none is the library's."""
    return issubclass(kind, Instance) and kind.__setattr__ is object.__setattr__


class FrozenInstanceError(AttributeError):
    """A record that stays as it is was to be changed."""


def require_changeable(kind: type, act: str, name: str) -> None:
    """Refuse to change a field of a record that is frozen.

    Raises:
        FrozenInstanceError: it is.
    """
    if getattr(kind.__dict__.get(MARK), "frozen", False):
        raise meant(FrozenInstanceError(f"cannot {act} field '{name}'", name=name))


def put_there(value: Any, name: str, function: FunctionType) -> Any:
    """Return a function that the library put into an instance in place of its class's method.

    Raises:
        AttributeError: the class has no such method.
    """
    if known(type(value), name) is ABSENT and name != "collate_fn":
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
    # what else is asked of them their gate says
    read = PROPERTIES[TypeValue]["__name__"]
    PROPERTIES[ProgramClass] = PROPERTIES[LibraryClass] = {"__name__": read}
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
