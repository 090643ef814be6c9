"""How much a container holds: all of it, however deep, for those who are about to walk it in C."""

from typing import Any

from tensorlab.errors import LimitReached
from tensorlab.language.meter import meter

DEEPEST = 500
CONTAINERS = (list, tuple, dict, set, frozenset)
CHARACTERS_PER_STEP = 64


def weigh(value: Any) -> None:
    """Take the steps for comparing, hashing or copying a value; shared parts count each time.

    Raises:
        LimitReached: of steps, or because containers lie too deep in one another.
    """
    if isinstance(value, str | bytes):
        meter.spend(len(value) // CHARACTERS_PER_STEP)
        return
    layer = [value]
    for _ in range(DEEPEST):
        layer = [item for container in layer for item in nested_in(container)]
        if not layer:
            return
    raise LimitReached("depth", f"containers lie more than {DEEPEST} deep in one another")


def nested_in(container: Any) -> list[Any]:
    """Return the items of a container that hold something themselves."""
    if not isinstance(container, CONTAINERS):
        return []
    meter.spend(len(container))
    items = [*container.keys(), *container.values()] if isinstance(container, dict) else container
    nested = []
    for item in items:
        if isinstance(item, CONTAINERS):
            nested.append(item)
        elif isinstance(item, str):
            meter.left -= len(item) // CHARACTERS_PER_STEP
    return nested


def weigh_key(key: Any) -> None:
    """Take the steps for hashing: only tuples and frozen sets are walked."""
    if isinstance(key, tuple | frozenset):
        weigh(key)
