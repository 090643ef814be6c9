"""What Python and the library find of a class of the program: its special methods, and a few."""

from collections.abc import Callable
from functools import cache, lru_cache, partial
from inspect import Parameter, Signature, get_annotations
from typing import Any

from tensorlab.language.classes.lookup import (
    FOR_READERS,
    GIVEN,
    INHERITED,
    INTERNAL,
    OURS,
    SPECIAL,
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
from tensorlab.language.classes.of_containers import DERIVES_FROM, STANDS_FOR
from tensorlab.language.classes.of_values import VALUES
from tensorlab.language.values.functions import Function, SwitchedFunction
from tensorlab.language.values.types import class_of
from tensorlab.language.values.values import MARK, type_name

PLAIN = (int, float, str, type(None))
# What the library asks of a module without saying so in a class.
ASKED_FOR = frozenset({"right_inverse", "PRUNING_TYPE"})


def show_to_python(made: type, name: str, value: object) -> None:
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
    if not DERIVES_FROM.keys().isdisjoint(made.__mro__):
        # the language's own work on containers is not the program's to change
        return
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
    return name in private_in(made.__mro__)


@lru_cache(1 << 8)  # so that no class is kept for long
def private_in(order: tuple[type, ...]) -> frozenset[str]:
    """Return such names of classes in this order."""
    library = (base for base in order[:-1] if MARK not in base.__dict__)
    return frozenset().union(*map(private_names, library))


@cache
def private_names(base: type) -> frozenset[str]:
    """Return the names of a library's class that are its own affair: private ones, and its data."""
    if any(base in known for known in (INHERITED, STANDS_FOR, VALUES)) or tuple in base.__mro__:
        return frozenset()
    said = get_annotations(base)  # where a class says what its instances keep
    hidden = {*vars(base), *said} - {*library_table(base)}
    return frozenset(hidden - GIVEN - INTERNAL)


def passed_on(made: type, name: str) -> Callable[..., Any]:
    """Return a function of Python's that runs the method of a class of the program."""

    def method(self: Any, /, *given: Any, **named: Any) -> Any:
        found = made.__dict__[MARK].table.get(name, ABSENT)
        if found is ABSENT:  # undone since
            return getattr(super(made, self), name)(*given, **named)
        if type(found) is Function:
            return found(self, *given, **named)
        return bound(found, self, class_of(type(self)), name)(*given, **named)

    method.__name__ = method.__qualname__ = name
    return method


def as_python_has_it(made: type, name: str, value: Any) -> Any:
    """Return what the library finds under the name of one of its own methods."""
    if type(value) is Property:
        return property(passed_on_read(made, name, value))
    if type(value) is StaticMethod:
        own = value.function
        return staticmethod(telling(own) if type(own) is Function else own)
    if type(value) is ClassMethod:
        return classmethod(
            lambda cls, *given, **named: of_class(value, class_of(cls), name)(*given, **named)
        )
    return passed_on(made, name) if type(value) in (Function, SwitchedFunction) else value


def telling(function: Function) -> Any:
    """Return a function of the program's as one of Python's that says what it takes."""
    told: Any = partial(function)
    told.__signature__ = signature_of(function)
    return told


def signature_of(function: Function) -> Signature:
    """Return what a function of the program takes; of a module's functions only plain defaults."""
    code, written = function.code, function.code.arguments
    first = code.positional_only
    named = {
        Parameter.POSITIONAL_ONLY: code.positional[:first],
        Parameter.POSITIONAL_OR_KEYWORD: code.positional[first:],
        Parameter.VAR_POSITIONAL: [written.vararg.arg] if written and written.vararg else [],
        Parameter.KEYWORD_ONLY: code.keyword_only,
        Parameter.VAR_KEYWORD: [written.kwarg.arg] if written and written.kwarg else [],
    }
    told = PLAIN if code.closed else object  # all sessions have a module's functions
    usual = {name: each for name, each in function.defaults.items() if isinstance(each, told)}
    parts = [(name, kind) for kind in named for name in named[kind]]
    none = Parameter.empty
    return Signature([Parameter(*part, default=usual.get(part[0], none)) for part in parts])


def passed_on_read(made: type, name: str, value: Property) -> Callable[[Any], Any]:
    """Return a function of Python's that reads a property of a class of the program."""
    return lambda self: value.value(self, name)
