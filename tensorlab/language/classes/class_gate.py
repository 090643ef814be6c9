"""The attributes of classes: what a program finds of them, and may set."""

from collections.abc import Callable
from typing import Any

from tensorlab.errors import meant
from tensorlab.language.classes.for_python import class_of, is_private, show_to_python
from tensorlab.language.classes.lookup import is_special, lookup, names_in
from tensorlab.language.classes.members import ABSENT, of_class
from tensorlab.language.classes.super_gate import NEW, allowed
from tensorlab.language.classes.values import LibraryClass, ProgramClass
from tensorlab.language.values.attributes import missing
from tensorlab.language.values.reflection import OBJECT
from tensorlab.language.values.values import Builtin, type_name


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
    "__module__": lambda value: "__main__",
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
