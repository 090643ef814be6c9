"""What one C call costs that walks or sorts a value: all of it, however deep, digits and bytes."""

import collections
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import chain, islice
from typing import Any

from tensorlab.errors import LimitReached
from tensorlab.language.limits.meter import meter


class deque(collections.deque[Any]):  # noqa: N801  programs see its name
    """A deque that a long chain of deques, each in the next, cannot end the process with.

    Python's own lets go of its items from within one another; a class made in Python does not.
    """

    __slots__ = ()
    __module__ = "collections"  # in Python's own error texts


DEEPEST = 500
HASHED = (tuple, frozenset)
PLACES = frozenset({slice, type(None), type(...)})
MOST_PLACES, FAR = 8, 1 << 63  # whose bits together are less than a step
VIEWS: tuple[type, ...] = (type({}.keys()), type({}.values()), type({}.items()))
TABLES = (dict, set, frozenset)
CONTAINERS = (list, tuple, deque, *TABLES, *VIEWS)
# Numbers whose size is fixed: nothing about them is to be looked up.
LIGHT = frozenset({float, bool, complex, type(None)})
CHARACTERS_PER_STEP = 64
BITS_PER_STEP = 512
# A C loop hears of Ctrl-C and of the clock each time so many items are done.
PIECE = 1 << 12
# Keys of a smaller table can meet as often as they like.
FEW_KEYS = 64


def pieces(items: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the items in tuples, each small enough for a C loop that nothing interrupts."""
    iterator = iter(items)
    while piece := tuple(islice(iterator, PIECE)):
        meter.check_time()
        yield piece


def in_pieces(items: Collection[Any]) -> Iterable[Any]:
    """Return the items for a C loop; of many items it takes one piece after the other."""
    return items if len(items) <= PIECE else chain.from_iterable(pieces(items))


def weighed_pieces(items: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the items in tuples, the steps for comparing each tuple taken."""
    for piece in pieces(items):
        weigh(piece)
        yield piece


def weigh(value: object) -> None:
    """Take the steps for comparing, hashing or copying a value; shared parts count each time.

    Raises:
        LimitReached: of steps, or because containers lie too deep in one another.
    """
    meter.spend_at_once(weight(value))


def weigh_key(key: object) -> bool:
    """Take the steps for hashing; tell whether the key says by numbers and slices where to look.

    Only tuples and frozen sets are walked.
    """
    if type(key) is tuple and len(key) <= MOST_PLACES:
        for part in key:
            if type(part) is int:
                if not -FAR < part < FAR:
                    break
            elif type(part) not in PLACES:
                break
        else:  # a place in a tensor, as most are: what is below comes to the same
            meter.spend(len(key))
            return True
    if isinstance(key, HASHED):
        weigh(key)
    return type(key) is int


def weight(value: object) -> int:
    """Return the steps for one walk through a value."""
    return (
        weight_within(value, {}, DEEPEST) if isinstance(value, CONTAINERS) else weight_alone(value)
    )


def weight_alone(value: object) -> int:
    """Return the steps for a value that holds no others."""
    if isinstance(value, str | bytes):
        return len(value) // CHARACTERS_PER_STEP
    return value.bit_length() // BITS_PER_STEP if isinstance(value, int) else 0


def weight_within(container: Any, known: dict[int, int], room: int) -> int:
    """Return the steps for a container; `known` are those of the containers met before."""
    if not room:
        raise LimitReached("depth", f"containers are nested more than {DEEPEST} deep")
    if isinstance(container, VIEWS):
        container = dict(container.mapping)  # type: ignore[attr-defined]  # views have it
    total = meetings(container) if isinstance(container, TABLES) else 0
    items = [*container, *container.values()] if isinstance(container, dict) else container
    for piece in (items,) if len(items) <= PIECE else pieces(items):
        total += len(piece)
        kinds = set(map(type, piece))
        if kinds == {int}:
            total += sum(map(int.bit_length, piece)) // BITS_PER_STEP
        elif not kinds <= LIGHT:
            total += sum([weight_known(item, known, room) for item in piece])
        meter.require_pause(total)
    return total


def weight_known(item: object, known: dict[int, int], room: int) -> int:
    """Return the steps for an item of a container; what stands in many places is walked once."""
    if type(item) in LIGHT:
        return 0
    if not isinstance(item, CONTAINERS):
        return weight_alone(item)
    found = known.get(id(item))
    if found is None:
        found = known[id(item)] = weight_within(item, known, room - 1)
    return found


def meetings(table: Collection[Any]) -> int:
    """Return the steps for keys that meet in a table because their hashes are equal."""
    if len(table) <= FEW_KEYS:
        return 0
    counts: Counter[int] = Counter()
    for piece in pieces(table):
        counts.update(map(hash, piece))
    if len(counts) == len(table):
        return 0
    met = sum(count * count for count in counts.values() if count > 1)
    return 2 * met * max(1, *map(weight, islice(table, PIECE)))


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
