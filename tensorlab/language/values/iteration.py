"""The one gate to the items of a value: known types only, every item counted."""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.language.limits.contents import VIEWS, deque, in_pieces
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.attributes import METHODS, gate_of
from tensorlab.language.values.values import ProgramIterator, type_name

SIZED = (str, bytes, list, tuple, range, dict, set, frozenset, deque)

PLAIN = frozenset({str, list, tuple, range})  # going through these never fails
WITH_ITEMS: Any = (*SIZED, *VIEWS, ProgramIterator, Tensor, np.ndarray)
WALKED: set[type] = set()  # further types of ours that give their items one by one
ITERATORS: dict[str, type[ProgramIterator]] = {}  # by kind, which names them in errors
BYTES_OF_ROW = 512
BYTES_OF_CHARACTER = 88
BYTES_OF_NUMBER = 40


def iterate(value: object) -> Iterable[Any]:
    """Return something safe to iterate over; the consumer counts its own work.

    Raises:
        TypeError: the value has no items.
    """
    if isinstance(value, Tensor):
        # All rows are made before the first is seen; a tensor without dimensions has none.
        meter.grow((value.shape[0] if value.shape else len(list(value))) * BYTES_OF_ROW)
    if not isinstance(value, WITH_ITEMS):
        if is_iterable(value) or type(value) in WALKED:
            return own_items(value)
        raise TypeError(f"'{type_name(value)}' object is not iterable")
    return value  # type: ignore[no-any-return]  # one of those that Python iterates safely


def is_iterable(value: object) -> bool:
    """Return whether a value has items because its class says so."""
    words = ("__iter__", "__getitem__")
    kind = type(value)
    return gate_of(kind) is not None and any(
        vars(base).get(word) is not None for base in kind.__mro__[:-1] for word in words
    )


def has_word(value: object, word: str) -> bool:
    """Return whether the class of a value has a special method."""
    kind = type(value)
    return gate_of(kind) is not None and any(word in vars(base) for base in kind.__mro__[:-1])


def own_items(value: Any) -> ProgramIterator:
    """Return an iterator over what the class of a value says its items are."""
    items = iter(value)
    return items if isinstance(items, ProgramIterator) else lazily(type(items).__name__, items)


def has_no_items(error: TypeError) -> bool:
    """Return whether a value cannot be gone through, and not what its own `__iter__` does."""
    return str(error).endswith("object is not iterable")


def starred(value: object) -> Iterable[Any]:
    """Return the items of `*value`."""
    try:
        return items_of(value)
    except TypeError as error:
        if not has_no_items(error):
            raise
        raise TypeError(f"Value after * must be an iterable, not {type_name(value)}") from None


def items_of(value: object) -> Iterable[Any]:
    """Return the items for one of Python's own functions to consume: paid for beforehand."""
    items: Any = iterate(value)
    if isinstance(items, ProgramIterator):
        return items
    meter.spend(len(items))
    return in_pieces(items)


def lazily(kind: str, items: Iterable[Any], *sources: object) -> ProgramIterator:
    """Return an iterator value over items of ours, which may say through what it goes."""
    plain = bool(sources) and PLAIN.issuperset(map(type, sources))
    if kind not in ITERATORS and len(ITERATORS) < 64:  # classes have kinds, too
        made = ITERATORS[kind] = type(kind, (ProgramIterator,), {"__slots__": ()})
        METHODS[made] = METHODS[ProgramIterator]
    return ITERATORS.get(kind, ProgramIterator)(kind, iter(items), plain=plain)


def collected(value: Any) -> list[Any]:
    """Return the items in a new list."""
    if not isinstance(value, ProgramIterator | Tensor) and isinstance(value, WITH_ITEMS):
        meter.grow(size_of_item(value) * len(value))
    return list(items_of(value))


def size_of_item(items: object) -> int:
    """Return the bytes that each item takes in a list, its own where it is made for it."""
    if isinstance(items, range):
        largest = max(abs(items.start), abs(items.stop))
        return int(BYTES_OF_NUMBER + largest.bit_length() // 7)
    return 8 if not isinstance(items, str) or items.isascii() else BYTES_OF_CHARACTER


def single(value: Any) -> Iterator[Any]:
    """Return Python's iterator over the items of a value."""
    return iter(value if type(value) in PLAIN else iterate(value))
