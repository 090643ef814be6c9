"""Classes of the program that derive from Python's containers: what they inherit, counted alike."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final, cast

from tensorlab.language.classes.lookup import INHERITED, Instance, is_special
from tensorlab.language.classes.members import LibraryMethod, Property
from tensorlab.language.limits.contents import weigh
from tensorlab.language.limits.meter import meter
from tensorlab.language.running.keeping import KINDS, Kind
from tensorlab.language.values.attributes import GATES, METHODS, PROPERTIES
from tensorlab.language.values.container_methods import (
    DICT_METHODS,
    LIST_METHODS,
    SET_METHODS,
    extend,
    hashing,
    keys_of,
    make_dict,
    of_keys,
)
from tensorlab.language.values.display import CYCLES, FORMS, dict_text, list_text, set_text
from tensorlab.language.values.iteration import collected, lazily
from tensorlab.language.values.types import BUILTIN_TYPES

# What the language's own work relies on: a class that changes it is refused.
RELIED_ON: Final = frozenset({"__len__", "__iter__", "__reversed__"})
Text = Callable[[Any, tuple[int, ...]], str]
# What stands for one of Python's containers where a class derives from it, and the reverse.
STANDS_FOR: Final[dict[type, type]] = {}
DERIVES_FROM: Final[dict[type, Any]] = {}
TEXTS: Final[dict[type, tuple[Text, str]]] = {}
WAITING: Final[list[Callable[[], None]]] = []  # until gates are there


def derivable(
    kind: type, methods: Mapping[str, Callable[..., Any]], text: Text, cycle: str,
    readable: Mapping[str, Callable[[Any], Any]] | None = None,
) -> None:  # fmt: skip
    """Let programs derive classes from a container."""
    made: Any = type(kind.__name__, (Instance, kind), {"__hash__": kind.__hash__})
    made.__repr__ = lambda own: text(own, (id(own),))
    STANDS_FOR[kind] = made
    DERIVES_FROM[made] = kind
    TEXTS[made] = text, cycle
    table = {"__len__": kind.__len__, "__iter__": items_of, "__repr__": made.__repr__, **methods}  # type: ignore[attr-defined]  # a container has it
    METHODS[made], PROPERTIES[made] = {}, {}  # their gate says it all
    KINDS[made] = Kind(held, parts, put_back)

    def method(name: str, function: Any) -> LibraryMethod:
        return LibraryMethod(kind, name, function, as_it_is)

    INHERITED[made] = {
        **{name: method(name, function) for name, function in table.items()},
        **{name: Property(method(name, read)) for name, read in (readable or {}).items()},
    }
    name_special(kind, made)
    if Instance in GATES:
        GATES[made] = GATES[Instance]
    else:
        WAITING.append(lambda: GATES.__setitem__(made, GATES[Instance]))


def name_special(kind: type, made: type) -> None:
    """Let programs name what classes inherit from a type, as in `dict.__init__(self)`."""
    named = BUILTIN_TYPES.get(kind.__name__)
    if named is not None and named.classes == (kind,):
        members = cast("dict[str, Any]", named.members)
        special = {name: own for name, own in INHERITED[made].items() if is_special(name)}
        members.update({**special, **members})


def kind_below(value: object) -> Any:
    """Return the container of Python's from which the class of a value derives."""
    kinds = (DERIVES_FROM[base] for base in type(value).__mro__ if base in DERIVES_FROM)
    return next(kinds, type(value))  # a plain one, as in `list.__len__(x)`


def fill(own: object, *given: object, **named: object) -> None:
    """Enter pairs, or what another dict has, past what the program's class says of entering."""
    put = kind_below(own).__setitem__
    for key, value in make_dict(*given, **named).items():
        put(own, key, value)


def refill(own: Any, items: Any = (), /) -> None:
    """Put items in the place of those that are there."""
    list.clear(own)
    extend(own, items)


def refill_set(own: Any, items: Any = (), /) -> None:
    """Put items in the place of those that are there."""
    set.clear(own)
    set.update(own, keys_of(items))


def looking(kind_of: Callable[[Any], Any]) -> dict[str, Callable[..., Any]]:
    """Return what looks for items; `kind_of` tells the type of Python's behind a value."""

    def item(own: Any, place: object) -> Any:
        if isinstance(place, slice):
            meter.grow(8 * len(own))
        return kind_of(own).__getitem__(own, place)

    def is_among(own: Any, value: object) -> bool:
        weigh(own)
        weigh(value)
        return bool(kind_of(own).__contains__(own, value))

    return {"__getitem__": item, "__contains__": is_among}


def put_item(own: object, place: object, value: object) -> None:
    """Set an item, or several."""
    value = collected(value) if isinstance(place, slice) else value
    kind_below(own).__setitem__(own, place, value)


def items_of(own: object) -> Iterator[Any]:
    """Return an iterator over the items, or the keys."""
    kind = kind_below(own)
    return lazily(f"{kind.__name__}_iterator", kind.__iter__(own))


OF_SEQUENCES: Final = {**looking(kind_below), "__setitem__": put_item}


def named_text(text: Text, own: object, around: tuple[int, ...]) -> str:
    """Return the text of a container within the name of its class."""
    return f"{type(own).__name__}({text(own, around) if own else ''})"


def as_it_is(value: object) -> Any:
    """Return a value: whatever lies in the program's containers is the program's."""
    return value


def base_for(kinds: tuple[type, ...]) -> type | None:
    """Return what a class derives from that derives from one of Python's containers."""
    return STANDS_FOR.get(kinds[0]) if len(kinds) == 1 else None


def blank(made: Any) -> Any:
    """Return an instance of a class of the program in which there is nothing yet."""
    for base in made.__mro__:
        if base in DERIVES_FROM:
            return DERIVES_FROM[base].__new__(made)
    return made.__new__(made)  # which a class of the library may refuse


def show(made: type, table: dict[str, Any]) -> None:
    """Enter how instances of a new class are shown.

    Raises:
        TypeError: the class changes what it cannot.
    """
    base = next((kind for kind in made.__mro__ if kind in TEXTS), None)
    if base is None:
        return
    for name in RELIED_ON & table.keys():
        raise TypeError(f"a class that derives from {base.__name__} has no {name} of its own")
    form, CYCLES[made] = TEXTS[base]
    said: Any = made.__str__
    if made.__repr__ is base.__repr__ and said is object.__str__:
        FORMS[made] = form


def held(value: Any) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """Return copies of what lies in a container, and of its attributes."""
    own = dict(value) if isinstance(value, dict) else list(value)
    return own, value.__dict__, dict(value.__dict__)


def parts(value: object, kept: tuple[Any, Any, dict[str, Any]]) -> Iterator[Any]:
    """Yield what lies in a container, and what its attributes are."""
    own, _, attributes = kept
    yield from own
    yield from own.values() if isinstance(own, dict) else ()
    yield from attributes.values()
    if hasattr(value, "default_factory"):
        yield value.default_factory


def put_back(value: object, kept: tuple[Any, dict[str, Any], dict[str, Any]]) -> None:
    """Put back what lay in a container, and its attributes."""
    own, attributes, copied = kept
    put_contents(value, own)
    value.__dict__ = attributes
    if attributes is not value:
        dict.clear(attributes)
        dict.update(attributes, copied)


def put_contents(value: object, own: object) -> None:
    """Let a container hold these entries or items and no others."""
    kind = kind_below(value)
    kind.clear(value)
    if isinstance(own, dict):
        for key, part in own.items():
            kind.__setitem__(value, key, part)
    else:
        (kind.update if isinstance(value, set) else kind.extend)(value, own)


def register() -> None:
    """Let attributes, look-ups and trials know these classes."""
    while WAITING:
        WAITING.pop()()


derivable(
    dict, {**DICT_METHODS, "update": fill, "__init__": fill, **of_keys(dict)}, dict_text, "{...}"
)
derivable(list, {**LIST_METHODS, **OF_SEQUENCES, "__init__": refill,
                 "__delitem__": list.__delitem__}, list_text, "[...]")  # fmt: skip
derivable(set, {**SET_METHODS, "__init__": refill_set, "__contains__": hashing(set.__contains__)},
          partial(named_text, set_text), "...")  # fmt: skip
