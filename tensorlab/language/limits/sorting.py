"""Sorting in pieces, so that no call of Python's own takes long: each piece, then two and two."""

from collections.abc import Callable
from typing import Any

from tensorlab.language.limits.contents import weight
from tensorlab.language.limits.meter import meter

# So many items are sorted in a tenth of a second.
SORTED_AT_ONCE = 1 << 17


def in_order(
    items: list[Any], key: Callable[[Any], Any] | None = None, *, reverse: bool = False
) -> list[Any]:
    """Return the items in order; equal ones stay as they are."""
    if key is None:
        return ordered(items, reverse=reverse)
    keys = [key(item) for item in items]
    places = ordered(list(range(len(items))), keys, reverse=reverse)
    return [items[place] for place in places]


def ordered(items: list[Any], keys: list[Any] | None = None, *, reverse: bool = False) -> list[Any]:
    """Return items in order: by themselves, or by the keys whose places they are."""
    if len(items) > SORTED_AT_ONCE:
        middle = len(items) // 2
        halves = (items[:middle], items[middle:])
        items = [item for half in halves for item in ordered(half, keys, reverse=reverse)]
        rounds = 1  # each item is met once where two runs become one
    else:
        rounds = len(items).bit_length()
    pay_to_sort(items if keys is None else [keys[place] for place in items], rounds)
    return sorted(items, key=None if keys is None else keys.__getitem__, reverse=reverse)


def pay_to_sort(items: list[Any], rounds: int) -> None:
    """Take the steps for so many comparisons of each item."""
    meter.spend_at_once(weight(items) * rounds)
