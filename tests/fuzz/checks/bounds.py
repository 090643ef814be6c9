"""Every view that is made stays inside the storage that it looks into."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import numpy as np

from tests.fuzz.findings import Finding

# The functions that make views by strides, wherever a module of ours has them under their name.
MAKERS = ("as_strided", "strided_view", "window_into")
found: list[Finding] = []


def storage(array: Any) -> tuple[int, int]:
    """Return where the memory of the innermost owner of an array begins and ends."""
    owner = array
    while isinstance(base := getattr(owner, "base", None), np.ndarray) or hasattr(base, "base"):
        owner = base
    return reach(owner)


def reach(array: Any) -> tuple[int, int]:
    """Return where the first element of an array begins and where its last one ends."""
    begin = end = int(array.__array_interface__["data"][0])
    if 0 in array.shape:
        return begin, begin
    for size, step in zip(array.shape, array.strides, strict=True):
        begin, end = begin + min((size - 1) * step, 0), end + max((size - 1) * step, 0)
    return begin, end + array.itemsize


def unlocked(array: Any) -> Finding | None:
    """Return the finding that what is for reading alone can be written to by way of a view."""
    if not isinstance(array, np.ndarray) or not array.flags.writeable:
        return None
    base = array.base
    while isinstance(base, np.ndarray) and base.flags.writeable:
        base = base.base
    if isinstance(base, bytes | np.ndarray):
        return Finding("bounds", "a variable", "a view of what is read-only can be written to")
    return None


def outside(array: Any) -> Finding | None:
    """Return the finding that an array reaches beyond its storage, if so."""
    if not isinstance(array, np.ndarray) or array.size == 0:
        return None
    (begin, end), (first, last) = reach(array), storage(array)
    if first <= begin and end <= last:
        return None
    caller = sys._getframe(2)
    place = f"{caller.f_code.co_filename.rpartition('tensorlab/')[2]}: {caller.f_code.co_name}"
    beyond = f"{begin - first} to {end - first} of {last - first} bytes"
    return Finding("bounds", place, f"a view of shape {array.shape} reaches {beyond}")


def watched(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a maker of views whose views are checked."""

    @wraps(function)
    def make(*given: Any, **named: Any) -> Any:
        made = function(*given, **named)
        if (finding := outside(made)) is not None:
            found.append(finding)
        return made

    make.watched = True  # type: ignore[attr-defined]
    return make


def modules() -> Iterator[Any]:
    """Yield the modules of ours that are loaded."""
    return (module for name, module in list(sys.modules.items()) if name.startswith("tensorlab"))


def watch(loaded: int = 0) -> int:
    """Check all views from now on, in modules that were loaded since so many were; say how many."""
    if len(sys.modules) == loaded:
        return loaded
    for module in modules():
        for name in MAKERS:
            maker = vars(module).get(name)
            if callable(maker) and not hasattr(maker, "watched"):
                setattr(module, name, watched(maker))
    return len(sys.modules)


@contextmanager
def watching() -> Iterator[list[Finding]]:
    """Check all views inside the block, and leave the modules as they were."""
    watch()
    found.clear()
    try:
        yield found
    finally:
        for module in modules():
            for name in MAKERS:
                maker = vars(module).get(name)
                if hasattr(maker, "watched"):
                    setattr(module, name, maker.__wrapped__)
