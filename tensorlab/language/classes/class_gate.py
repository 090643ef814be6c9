"""The attributes of classes, and of `super()`: what their tables say, in the order of the bases."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, cast

from tensorlab.engine.addresses import object_text
from tensorlab.engine.naming import public_name
from tensorlab.errors import meant
from tensorlab.language.classes import of_containers, of_values
from tensorlab.language.classes.admission import PARTS, admitted
from tensorlab.language.classes.for_python import is_private, show_to_python
from tensorlab.language.classes.lookup import KNOWN, LATER, Instance, is_special, lookup, names_in
from tensorlab.language.classes.members import ABSENT, EmptyInit, bound, of_class
from tensorlab.language.classes.supers import Super
from tensorlab.language.classes.values import LibraryClass, ProgramClass
from tensorlab.language.values.attributes import GATES, gate_of
from tensorlab.language.values.display import describe, error_text, words_of
from tensorlab.language.values.functions import Builtin
from tensorlab.language.values.reflection import OBJECT, require_name
from tensorlab.language.values.types import class_of
from tensorlab.language.values.values import ErrorValue, TypeValue, missing, type_name


def allowed(kind: type, name: str) -> bool:
    """Return whether a program may ask for a name that begins with an underscore."""
    return name in KNOWN if is_special(name) else not is_private(kind, name)


def not_there(value: Any, name: object) -> Any:
    """Return a part of a layer, or say that an instance has no such attribute."""
    for part in () if isinstance(value, Instance) else PARTS:
        if name in value.__dict__.get(part, ()):
            return admitted(value.__dict__[part][name])
    raise missing(value, str(name))


def plainly(act: str, value: object, name: object, *new: object) -> None:
    """Set or delete an attribute of an instance as if its class said nothing of that."""
    getattr(GATES[Instance], f"{act}_plainly")(value, require_name(f"{act}attr", name), *new)


def bare_text(value: object) -> str:
    """Return the text of a value whose classes do not say how it is written."""
    if isinstance(value, ErrorValue):
        return error_text(value, ())
    return object_text(public_name(type(value)), value)


def text_without_class(value: object) -> str:
    """Return what `str` shows of a value whose classes say nothing of that."""
    return words_of(value) if isinstance(value, ErrorValue) else describe(value)


# What follows after the program's own classes.
LAST_WORDS: dict[str, Callable[..., Any]] = {
    "__getattr__": not_there, "__setattr__": partial(plainly, "set"),
    "__delattr__": partial(plainly, "del"), "__str__": text_without_class, "__repr__": bare_text,
}  # fmt: skip


def put_in(value: object, name: object, new: object) -> None:
    """Set an attribute of an instance, whatever its class says of that, and were it frozen."""
    if getattr(class_of(type(value)), "frozen", False) and not is_special(str(name)):
        vars(value)[require_name("setattr", name)] = new
    else:
        plainly("set", value, name, new)


def of_instances(word: str, act: Callable[..., Any]) -> Builtin:
    """Return what `object` has under a name, which takes an instance first."""

    def checked(value: object, *given: object) -> Any:
        if not isinstance(value, Instance) and gate_of(type(value)) is not GATES[Instance]:
            raise TypeError(f"object.{word}() takes an instance of a class, not {type_name(value)}")
        return act(value, *given)

    return Builtin(word, checked)


OF_OBJECT: dict[str, Any] = {**LAST_WORDS, "__setattr__": put_in, "__init__": EmptyInit()}
del OF_OBJECT["__getattr__"]
for word, act in OF_OBJECT.items():
    cast("dict[str, Any]", OBJECT.members)[word] = of_instances(word, act)


def new_instance(kind: object = None, /, *given: object, **named: object) -> Any:
    """Return an instance of a class in which there is nothing yet: what `object.__new__` gives.

    Raises:
        TypeError: it is no class of the program.
    """
    if not isinstance(kind, ProgramClass):
        raise TypeError("__new__ makes instances of the program's own classes")
    return of_values.blank(kind.made, given, named)


def nothing_to_do(cls: Any, **named: object) -> None:
    """Do nothing, as `object.__init_subclass__`.

    Raises:
        TypeError: there is something to do.
    """
    if named:
        raise TypeError(f"{cls.__name__}.__init_subclass__() takes no keyword arguments")


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
                return Builtin(name, partial(nothing_to_do, value.receiver))
        raise meant(AttributeError(f"'super' object has no attribute '{name}'", name=name))

    def put(self, value: Super, name: str, new: object) -> None:
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


def match_args(value: Any) -> tuple[str, ...]:
    """Return the attributes that patterns without names mean."""
    found = lookup(value.order, "__match_args__")
    return found if isinstance(found, tuple) else ()


NAMES_OF_CLASS: dict[str, Callable[[Any], Any]] = {
    "__qualname__": lambda value: value.made.__qualname__,
    "__module__": lambda value: value.name.removesuffix(f".{value.made.__qualname__}"),
    "__mro__": lambda value: as_values(value.order),
    "__bases__": lambda value: as_values(value.made.__bases__) or as_values(value.order[1:])[:1],
    "__match_args__": match_args,
}


COPIED: Final = frozenset({"__annotations__", "__dict__"})


class ClassGate:
    """Attributes of classes."""

    def find(self, value: Any, name: str) -> Any:
        """Return an attribute.

        Raises:
            AttributeError: there is none.
        """
        if name == "__doc__":
            return value.made.__doc__ if isinstance(value, LibraryClass) else value.table.get(name)
        if name in COPIED and isinstance(value, ProgramClass):
            # what each is said to be, as it is written; and all that its body bound
            return dict(value.table if name == "__dict__" else value.table.get(name, {}))
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
        stays = name not in LATER if is_special(name) else is_private(value.made, name)
        if type(value) is LibraryClass or value.closed or stays:
            raise cannot_set(value, name)
        of_values.require_allowed(value.made, {name: new})
        of_containers.show(value.made, {name: new})
        show_to_python(value.made, name, new)
        value.table[name] = new

    def names(self, value: Any) -> list[str]:
        """Return the names of all attributes."""
        return list(names_in(value.order))
