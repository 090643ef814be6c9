"""The `heapq` and `bisect` modules: each comparison paid for."""

import bisect
import heapq
from collections.abc import Callable
from typing import Any

from tensorlab.language.limits.contents import weight
from tensorlab.language.limits.meter import meter
from tensorlab.language.limits.sorting import in_order
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.modules.written import written
from tensorlab.language.values.builtins import callable_value
from tensorlab.language.values.iteration import collected
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.values import type_name

OF_HEAP = ("heappush", "heappop", "heappushpop", "heapreplace")
OF_ORDER = ("bisect", "bisect_left", "bisect_right", "insort", "insort_left", "insort_right")


def quick(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that compares a few items of a list with each other."""

    def call(items: Any, *given: Any, **named: Any) -> Any:
        if type(items) is not list:
            raise TypeError(f"a list is needed, not '{type_name(items)}'")
        looks = len(items).bit_length() + 1
        meter.spend_at_once(looks * (1 + weight([*given, *items[:1], *items[-1:]])))
        meter.grow(len(items) if function.__name__.startswith("insort") else 0)
        if named.get("key") is not None:
            callable_value(named["key"])
        return function(items, *given, **named)

    return call


def heapify(items: Any, /) -> None:
    """Bring a list into the order of a heap."""
    if type(items) is not list:
        raise TypeError(f"a list is needed, not '{type_name(items)}'")
    meter.spend_at_once(2 * weight(items))
    heapq.heapify(items)


def first(*, reverse: bool) -> Callable[..., Any]:
    """Return what gives the first items in order."""

    def call(n: int, iterable: Any, key: Any = None) -> list[Any]:
        found = in_order(collected(iterable), key, reverse=reverse)
        return found[: max(n, 0)]

    return call


def namespace() -> Namespace:
    """Return one table for both: no name means two things."""
    return namespace_of(
        "heapq",
        {
            **{name: quick(getattr(heapq, name)) for name in OF_HEAP},
            **{name: quick(getattr(bisect, name)) for name in OF_ORDER},
            "heapify": heapify,
            "nlargest": first(reverse=True),
            "nsmallest": first(reverse=False),
        },
        written("heapq"),
    )
