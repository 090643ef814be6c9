"""Every view that is made stays inside the storage that it looks into."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, ClassVar

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


class Makers:
    """Where modules of ours have a maker of views: the modules are gone through once."""

    places: ClassVar[list[tuple[Any, str]]] = []
    seen = 0  # modules that were gone through


def places() -> list[tuple[Any, str]]:
    """Return the modules of ours that have a maker of views, with its name."""
    if len(sys.modules) != Makers.seen:
        since = list(sys.modules.items())[Makers.seen if len(sys.modules) > Makers.seen else 0 :]
        ours = [module for name, module in since if name.startswith("tensorlab")]
        Makers.places += [(each, name) for each in ours for name in MAKERS if name in vars(each)]
        Makers.seen = len(sys.modules)
    return Makers.places


def watch() -> None:
    """Check all views from now on, in modules that were loaded meanwhile as well."""
    for module, name in places():
        maker = vars(module)[name]
        if callable(maker) and not hasattr(maker, "watched"):
            setattr(module, name, watched(maker))


@contextmanager
def watching() -> Iterator[list[Finding]]:
    """Check all views inside the block, and leave the modules as they were."""
    watch()
    found.clear()
    try:
        yield found
    finally:
        for module, name in places():
            maker = vars(module)[name]
            if hasattr(maker, "watched"):
                setattr(module, name, maker.__wrapped__)
