"""The one gate to the items of a value: known types only, every item counted."""

from collections.abc import Iterable, Iterator
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.language.meter import meter
from tensorlab.language.values import ProgramIterator, type_name

SIZED = (str, bytes, list, tuple, range, dict, set, frozenset)
VIEWS: tuple[type, ...] = (type({}.keys()), type({}.values()), type({}.items()))

WITH_ITEMS: Any = (*SIZED, *VIEWS, ProgramIterator, Tensor)
BYTES_OF_ROW = 512
BYTES_OF_CHARACTER = 88


def iterate(value: Any) -> Iterable[Any]:
    """Return something safe to iterate over; the consumer counts its own work.

    Raises:
        TypeError: the value has no items.
    """
    if isinstance(value, Tensor):
        # All rows are made before the first is seen; a tensor without dimensions has none.
        meter.grow((value.shape[0] if value.shape else len(list(value))) * BYTES_OF_ROW)
    if not isinstance(value, WITH_ITEMS):
        raise TypeError(f"'{type_name(value)}' object is not iterable")
    return value  # type: ignore[no-any-return]


def starred(value: Any) -> Iterable[Any]:
    """Return the items of `*value` in a display."""
    try:
        return items_of(value)
    except TypeError:
        raise TypeError(f"Value after * must be an iterable, not {type_name(value)}") from None


def items_of(value: Any) -> Iterable[Any]:
    """Return the items for one of Python's own functions to consume: paid for beforehand."""
    items = iterate(value)
    if not isinstance(items, ProgramIterator):
        meter.spend(len(items))  # type: ignore[arg-type]
    return items


def lazily(kind: str, items: Iterable[Any]) -> ProgramIterator:
    """Return an iterator value over items of ours."""
    return ProgramIterator(kind, iter(items))


def collected(value: Any) -> list[Any]:
    """Return the items in a new list."""
    items = items_of(value)
    if not isinstance(items, ProgramIterator):
        size = 8 if not isinstance(items, str) or items.isascii() else BYTES_OF_CHARACTER
        meter.grow(size * len(items))  # type: ignore[arg-type]
    return list(items)


def single(value: Any) -> Iterator[Any]:
    """Return Python's iterator over the items of a value."""
    return iter(iterate(value))
