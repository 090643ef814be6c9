"""Numbers that stand for addresses: they tell objects apart, and say nothing of the process."""

from typing import Any, ClassVar

from tensorlab.engine.layout import address, storage_of

FIRST = 0x55D0_0000_0000
APART = 64  # as far apart as PyTorch's allocator lays what it hands out


class Addresses:
    """What was handed out since the session began: the next one's programs find nothing of it.

    `given` has, for what was asked after, by its identity, where it seems to lie and how many
    bytes there are. Python gives an identity again when an object is gone, as an allocator does
    with its address.
    """

    given: ClassVar[dict[int, tuple[int, int]]] = {}
    next: ClassVar[int] = FIRST


def read() -> tuple[dict[int, tuple[int, int]], int]:
    """Return what was handed out."""
    return dict(Addresses.given), Addresses.next


def write(state: tuple[dict[int, tuple[int, int]], int]) -> None:
    """Let that count as handed out which was at a time before."""
    Addresses.given, Addresses.next = dict(state[0]), state[1]


def stand_in(thing: object, size: int = 1) -> int:
    """Return the number that stands for the address of an object of a size.

    Numbers are handed out in the order in which they are asked for.
    """
    place, room = Addresses.given.get(id(thing), (0, -1))
    if room < size:
        place, room = Addresses.next, -(-max(size, 1) // APART) * APART
        Addresses.given[id(thing)] = place, room
        Addresses.next += room
    return place


def pointer_of(array: Any) -> int:
    """Return the number that stands for where an array's elements begin, 0 where there are none.

    It lies as far behind that of the storage as the elements do.
    """
    if not array.size:
        return 0
    storage = storage_of(array)
    return stand_in(storage, storage.nbytes) + address(array) - address(storage)


def object_text(name: str, thing: object) -> str:
    """Return the text of an object that has no other."""
    return f"<{name} object at {stand_in(thing):#x}>"
