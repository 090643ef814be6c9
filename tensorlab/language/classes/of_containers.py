"""Classes of the program that derive from dict or list: what they inherit, counted as theirs is."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from tensorlab.language.attributes import GATES, METHODS, PROPERTIES
from tensorlab.language.classes.lookup import INHERITED, Instance
from tensorlab.language.classes.members import LibraryMethod
from tensorlab.language.container_methods import DICT_METHODS, LIST_METHODS, extend, make_dict
from tensorlab.language.contents import weigh, weigh_key
from tensorlab.language.display import CYCLES, FORMS, dict_text, list_text
from tensorlab.language.iteration import collected, lazily
from tensorlab.language.keeping import KINDS, Kind
from tensorlab.language.meter import meter

# What the language's own work relies on: a class that changes it is refused.
RELIED_ON: Final = frozenset({"__len__", "__iter__", "__reversed__"})


class OfDict(Instance, dict[Any, Any]):
    """What all instances of classes that derive from dict are."""

    def __repr__(self) -> str:
        return dict_text(self, (id(self),))


class OfList(Instance, list[Any]):
    """What all instances of classes that derive from list are."""

    __hash__ = None  # as a list

    def __repr__(self) -> str:
        return list_text(self, (id(self),))


OfDict.__name__, OfList.__name__ = "dict", "list"


def fill(own: OfDict, *given: Any, **named: Any) -> None:
    """Enter pairs, or what another dict has, past what the program's class says of entering."""
    dict.update(own, make_dict(*given, **named))


def refill(own: OfList, items: Any = (), /) -> None:
    """Put items in the place of those that are there."""
    list.clear(own)
    extend(own, items)


def by_key(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method of dicts whose first argument is a key."""

    def call(own: OfDict, key: Any, *given: Any) -> Any:
        weigh_key(key)
        return method(own, key, *given)

    return call


def item(own: OfList, place: Any) -> Any:
    """Return an item, or a list of several."""
    if isinstance(place, slice):
        meter.grow(8 * len(own))
    return list.__getitem__(own, place)


def put_item(own: OfList, place: Any, value: Any) -> None:
    """Set an item, or several."""
    list.__setitem__(own, place, collected(value) if isinstance(place, slice) else value)


def is_among(own: OfList, value: Any) -> bool:
    """Return whether a value is among the items."""
    weigh(own)
    weigh(value)
    return list.__contains__(own, value)


def items_of(own: Any) -> Iterator[Any]:
    """Return an iterator over the items, or the keys."""
    kind = dict if isinstance(own, dict) else list
    return lazily(f"{kind.__name__}_iterator", kind.__iter__(own))


OF_DICTS: Final[dict[str, Callable[..., Any]]] = {
    **DICT_METHODS, "update": fill, "__init__": fill, "__repr__": OfDict.__repr__,
    "__len__": dict.__len__, "__iter__": items_of,
    **{name: by_key(getattr(dict, name))
       for name in ("__getitem__", "__setitem__", "__delitem__", "__contains__")},
}  # fmt: skip
OF_LISTS: Final[dict[str, Callable[..., Any]]] = {
    **LIST_METHODS, "__init__": refill, "__repr__": OfList.__repr__, "__len__": list.__len__,
    "__iter__": items_of, "__getitem__": item, "__setitem__": put_item,
    "__delitem__": list.__delitem__, "__contains__": is_among,
}  # fmt: skip
TEXTS: Final[dict[type, tuple[Callable[..., str], str]]] = {
    OfDict: (dict_text, "{...}"),
    OfList: (list_text, "[...]"),
}


def as_it_is(value: Any) -> Any:
    """Return a value: whatever lies in the program's containers is the program's."""
    return value


def base_for(kinds: tuple[type, ...]) -> type | None:
    """Return what a class derives from that derives from one of Python's containers."""
    found: dict[tuple[type, ...], type] = {(dict,): OfDict, (list,): OfList}
    return found.get(kinds)


def blank(made: type) -> Any:
    """Return an instance of a class of the program in which there is nothing yet."""
    base: Any = dict if issubclass(made, dict) else list if issubclass(made, list) else object
    return base.__new__(made)


def show(made: type, table: dict[str, Any]) -> None:
    """Enter how instances of a new class are shown.

    Raises:
        TypeError: the class changes what it cannot.
    """
    base = next((kind for kind in made.__mro__ if kind in TEXTS), None)
    if base is None:
        return
    for name in RELIED_ON & table.keys():
        raise TypeError(f"a class that derives from dict or list has no {name} of its own")
    form, CYCLES[made] = TEXTS[base]
    said: Any = made.__str__
    if made.__repr__ is base.__repr__ and said is object.__str__:
        FORMS[made] = form


def held(value: Any) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """Return copies of what lies in a container, and of its attributes."""
    own = dict(value) if isinstance(value, dict) else list(value)
    return own, value.__dict__, dict(value.__dict__)


def parts(value: Any, kept: tuple[Any, Any, dict[str, Any]]) -> Iterator[Any]:
    """Yield what lies in a container, and what its attributes are."""
    own, _, attributes = kept
    yield from own
    yield from own.values() if isinstance(own, dict) else ()
    yield from attributes.values()


def put_back(value: Any, kept: tuple[Any, dict[str, Any], dict[str, Any]]) -> None:
    """Put back what lay in a container, and its attributes."""
    own, attributes, copied = kept
    if isinstance(value, dict):
        dict.clear(value)
        dict.update(value, own)
    else:
        list.__setitem__(value, slice(None), own)
    value.__dict__ = attributes
    if attributes is not value:
        dict.clear(attributes)
        dict.update(attributes, copied)


def register() -> None:
    """Let attributes, look-ups and trials know these classes."""
    for base, table in ((OfDict, OF_DICTS), (OfList, OF_LISTS)):
        METHODS[base], PROPERTIES[base] = {}, {}  # their gate says it all
        GATES[base] = GATES[Instance]
        KINDS[base] = Kind(held, parts, put_back)
        INHERITED[base] = {
            name: LibraryMethod(base, name, function, as_it_is)  # type: ignore[arg-type]  # a function of C is one too
            for name, function in table.items()
        }
