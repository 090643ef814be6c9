"""The methods of lists, tuples, dicts, sets and ranges, with their work counted."""

from collections.abc import Callable
from typing import Any

from tensorlab.language.contents import weigh, weigh_key
from tensorlab.language.iteration import collected, items_of, iterate
from tensorlab.language.meter import meter

# From here on different whole numbers can have the same hash, and then all meet one another.
FIRST_ALIKE = (1 << 61) - 1
Method = Callable[..., Any]


def walking(method: Method) -> Method:
    """Return a method that compares items: all of them are weighed."""

    def call(container: Any, *given: Any) -> Any:
        weigh(container)
        for value in given:
            weigh(value)
        return method(container, *given)

    return call


def moving(method: Method) -> Method:
    """Return a method that moves or copies the items."""

    def call(container: Any, *given: Any) -> Any:
        meter.grow(16 * len(container))
        return method(container, *given)

    return call


def hashing(method: Method) -> Method:
    """Return a method whose first argument is a key."""

    def call(container: Any, *given: Any) -> Any:
        if given:
            weigh_key(given[0])
        return method(container, *given)

    return call


def extend(container: list[Any], items: Any, /) -> None:
    """Append all items."""
    container.extend(items_of(items) if items is not container else collected(items))


def pay_to_sort(items: list[Any]) -> None:
    """Take the steps that sorting takes."""
    rounds = len(items).bit_length()
    for _ in range(rounds):
        weigh(items)


def sort(container: list[Any], /, *, key: Any = None, reverse: bool = False) -> None:
    """Sort in place."""
    pay_to_sort(container)
    container.sort(key=key, reverse=reverse)


def keys_of(items: Any) -> Any:
    """Return items that are about to become keys."""
    found = items if isinstance(items, dict | set | frozenset) else collected(items)
    alike = 0
    for item in found:
        weigh_key(item)
        alike += type(item) is int and not -FIRST_ALIKE < item < FIRST_ALIKE
    meter.spend(alike * alike >> 2)
    meter.grow(64 * len(found))
    return found


def combining(method: Method) -> Method:
    """Return a set's method whose arguments are further sets."""

    def call(container: Any, *others: Any) -> Any:
        meter.grow(64 * len(container))
        return method(container, *(keys_of(other) for other in others))

    return call


def make_dict(*given: Any, **named: Any) -> dict[Any, Any]:
    """Return a new dict of pairs or of another dict."""
    if len(given) > 1:
        raise TypeError(f"dict expected at most 1 argument, got {len(given)}")
    found: dict[Any, Any] = {}
    update(found, *given, **named)
    return found


def update(container: dict[Any, Any], items: Any = (), /, **named: Any) -> None:
    """Enter pairs, or what another dict has."""
    if isinstance(items, dict):
        meter.grow(64 * len(items))
        container.update(items)
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


def from_keys(items: Any, value: Any = None, /) -> dict[Any, Any]:
    """Return a dict with the same value for every key."""
    return dict.fromkeys(keys_of(items), value)


LIST_METHODS: dict[str, Method] = {
    "append": list.append,
    "clear": list.clear,
    "extend": extend,
    "sort": sort,
    **{name: moving(getattr(list, name)) for name in ("insert", "pop", "copy", "reverse")},
    **{name: walking(getattr(list, name)) for name in ("count", "index", "remove")},
}
TUPLE_METHODS: dict[str, Method] = {
    name: walking(getattr(tuple, name)) for name in ("count", "index")
}
DICT_METHODS: dict[str, Method] = {
    **{name: getattr(dict, name) for name in ("keys", "values", "items", "clear", "popitem")},
    **{name: hashing(getattr(dict, name)) for name in ("get", "pop", "setdefault")},
    "copy": moving(dict.copy),
    "update": update,
}
COMBINING = [
    "union",
    "intersection",
    "difference",
    "symmetric_difference",
    "issubset",
    "issuperset",
    "isdisjoint",
    "copy",
]
CHANGING = ["update", "intersection_update", "difference_update", "symmetric_difference_update"]
FROZENSET_METHODS: dict[str, Method] = {
    name: combining(getattr(frozenset, name)) for name in COMBINING
}
SET_METHODS: dict[str, Method] = {
    **{name: combining(getattr(set, name)) for name in (*COMBINING, *CHANGING)},
    **{name: hashing(getattr(set, name)) for name in ("add", "discard", "remove")},
    **{name: getattr(set, name) for name in ("clear", "pop")},
}
