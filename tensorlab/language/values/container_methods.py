"""The methods of lists, tuples, dicts, sets and ranges, with their work counted."""

from collections.abc import Callable
from itertools import islice
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.language.limits.contents import (
    PIECE,
    deque,
    in_order,
    meetings,
    pieces,
    weigh,
    weigh_key,
    weighed_pieces,
)
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.attributes import gate_of, get_attribute
from tensorlab.language.values.iteration import collected, items_of, iterate
from tensorlab.language.values.values import type_name

Method = Callable[..., Any]


def walking(method: Method, long: Method) -> Method:
    """Return a method that compares items; `long` does the same for many, in pieces."""

    def call(container: Any, *given: object) -> Any:
        weigh(given)
        if len(container) > PIECE:
            return long(container, *given)
        weigh(container)
        return method(container, *given)

    return call


def count(container: Any, value: Any, /) -> int:
    """Return how often a value is among the items."""
    return sum(piece.count(value) for piece in weighed_pieces(container))


def index(container: Any, value: Any, /, start: int = 0, stop: int | None = None) -> int:
    """Return the first place of a value, from one place on and before another."""
    first, last, _ = slice(start, stop).indices(len(container))
    for piece in weighed_pieces(islice(container, first, last)):
        if value in piece:
            return first + piece.index(value)
        first += len(piece)
    # which refuses in the words of its type
    return int(type(container)().index(value))


def remove(container: list[Any], value: Any, /) -> None:
    """Take out the first item that equals a value."""
    try:
        place = index(container, value)
    except ValueError:
        [].remove(value)
    del container[place]


def moving(method: Method) -> Method:
    """Return a method that moves or copies the items."""

    def call(container: Any, *given: object) -> Any:
        meter.grow(16 * len(container))
        return method(container, *given)

    return call


def hashing(method: Method) -> Method:
    """Return a method whose first argument is a key."""

    def call(container: object, *given: object) -> Any:
        if given:
            weigh_key(given[0])
        return method(container, *given)

    return call


def extend(container: list[Any] | deque, items: object, /) -> None:
    """Append all items to a list or a deque."""
    container.extend(items_of(items) if items is not container else collected(items))


def sort(container: list[Any], /, *, key: Any = None, reverse: bool = False) -> None:
    """Sort in place."""
    found = in_order(list.copy(container), key, reverse=reverse)
    if len(found) != len(container):
        raise ValueError("list modified during sort")
    list.__setitem__(container, slice(None), found)


def keys_of(items: object) -> Any:
    """Return items that are about to become keys, each once where they are many."""
    if isinstance(items, dict | set | frozenset):
        meter.spend_at_once(meetings(items))
        meter.grow(64 * len(items))
        return items
    found = collected(items)
    for item in found:
        weigh_key(item)
    meter.grow(64 * len(found))
    return found if len(found) <= PIECE else once_each(found)


def once_each(keys: list[Any]) -> dict[Any, Any]:
    """Return a table of many keys, made piece by piece and looked at whenever it has doubled."""
    made: dict[Any, Any] = {}
    looked_at = PIECE
    for piece in pieces(keys):
        made.update(dict.fromkeys(piece))
        if len(made) > looked_at:
            meter.spend_at_once(meetings(made))
            looked_at = 2 * len(made)
    meter.spend_at_once(meetings(made))
    return made


def combining(method: Method) -> Method:
    """Return a set's method whose arguments are further sets."""

    def call(container: object, *others: object) -> Any:
        keys_of(container)
        return method(container, *map(keys_of, others))

    return call


def make_dict(*given: object, **named: object) -> dict[Any, Any]:
    """Return a new dict of pairs or of another dict."""
    if len(given) > 1:
        raise TypeError(f"dict expected at most 1 argument, got {len(given)}")
    found: dict[Any, Any] = {}
    update(found, *given, **named)
    return found


def update(container: dict[Any, Any], items: Any = (), /, **named: Any) -> None:
    """Enter pairs, or what another dict has."""
    if isinstance(items, dict):
        container.update(keys_of(items))
    elif (keys := own_keys(items)) is not None:
        for key in iterate(keys()):
            weigh_key(key)
            container[key] = items[key]
    else:
        for place, pair in enumerate(iterate(items)):
            try:
                values = collected(pair)
            except TypeError:
                text = f"cannot convert dictionary update sequence element #{place} to a sequence"
                raise TypeError(text) from None
            if len(values) != 2:
                raise ValueError(
                    f"dictionary update sequence element #{place} has length {len(values)}; "
                    "2 is required"
                )
            weigh_key(values[0])
            container[values[0]] = values[1]
    container.update(named)


def own_keys(items: object) -> Any:
    """Return the method of an instance that gives its keys; None where its class has none."""
    if gate_of(type(items)) is None:
        return None
    try:
        return get_attribute(items, "keys")
    except AttributeError:
        return None


def mapping(value: object) -> dict[Any, Any]:
    """Return what is given after `**` as a dict.

    Raises:
        TypeError: it has no keys.
    """
    if isinstance(value, dict):
        return value
    if own_keys(value) is None:
        raise TypeError(f"argument after ** must be a mapping, not {type_name(value)}")
    return make_dict(value)


def of_keys(kind: object) -> dict[str, Callable[..., Any]]:
    """Return the methods for entries of a kind of dict."""
    words = ("__getitem__", "__setitem__", "__delitem__", "__contains__")
    return {name: hashing(getattr(kind, name)) for name in words}


def from_keys(items: object, value: object = None, /) -> dict[Any, Any]:
    """Return a dict with the same value for every key."""
    return dict.fromkeys(keys_of(items), value)


LIST_METHODS: dict[str, Method] = {
    "append": list.append,
    "clear": list.clear,
    "extend": extend,
    "sort": sort,
    **{name: moving(getattr(list, name)) for name in ("insert", "pop", "copy", "reverse")},
    "count": walking(list.count, count),
    "index": walking(list.index, index),
    "remove": walking(list.remove, remove),
}
TUPLE_METHODS: dict[str, Method] = {
    "count": walking(tuple.count, count),
    "index": walking(tuple.index, index),
}
DICT_METHODS: dict[str, Method] = {
    **{name: getattr(dict, name) for name in ("keys", "values", "items", "clear", "popitem")},
    **{name: hashing(getattr(dict, name)) for name in ("get", "pop", "setdefault")},
    "copy": combining(dict.copy),
    "update": update,
}
COMBINING = [
    "union", "intersection", "difference", "symmetric_difference", "issubset", "issuperset",
    "isdisjoint", "copy",
]  # fmt: skip
CHANGING = ["update", "intersection_update", "difference_update", "symmetric_difference_update"]
FROZENSET_METHODS: dict[str, Method] = {
    name: combining(getattr(frozenset, name)) for name in COMBINING
}
SET_METHODS: dict[str, Method] = {
    **{name: combining(getattr(set, name)) for name in (*COMBINING, *CHANGING)},
    **{name: hashing(getattr(set, name)) for name in ("add", "discard", "remove")},
    **{name: getattr(set, name) for name in ("clear", "pop")},
}


# Searching in ranges by arithmetic: Python would compare one by one with what is not an int.
def in_range(numbers: range, value: object) -> bool:
    """Return whether a value equals one of the numbers."""
    if isinstance(value, Tensor) and value.shape.numel() == 1:
        value = value.item()
    if not isinstance(value, int | float | complex) or value != value.real or value.real % 1:
        return False
    return int(value.real) in numbers


def count_in_range(numbers: range, value: object, /) -> int:
    """Return how often a value is among the numbers."""
    return int(in_range(numbers, value))


def index_in_range(numbers: range, value: Any, /) -> int:
    """Return the place of a value."""
    if in_range(numbers, value):
        return numbers.index(int(value.real))
    if type(value) is int or type(value) is bool:
        return numbers.index(value)  # which refuses in its own words
    raise ValueError("sequence.index(x): x not in sequence")
