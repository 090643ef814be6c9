"""What `super().name` means, and what follows after the program's own classes."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NoReturn

from tensorlab.errors import meant
from tensorlab.language.classes import of_values
from tensorlab.language.classes.for_python import class_of, is_private
from tensorlab.language.classes.lookup import KNOWN, Instance, is_special, lookup, names_in
from tensorlab.language.classes.members import ABSENT, bound
from tensorlab.language.classes.supers import Super
from tensorlab.language.classes.values import ProgramClass
from tensorlab.language.values.attributes import GATES, missing
from tensorlab.language.values.reflection import require_name
from tensorlab.language.values.values import Builtin, TypeValue


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
    "__getattr__": not_there, "__setattr__": put_attribute,
}  # fmt: skip


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
