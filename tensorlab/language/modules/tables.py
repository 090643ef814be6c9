"""How the namespace of a module is made: plain functions, each with a rule of what it costs."""

from collections.abc import Callable, Mapping
from copy import copy
from functools import wraps
from typing import Any, Final

from tensorlab.frozen import names_beside
from tensorlab.language.limits.meter import meter
from tensorlab.language.running.screen import kept
from tensorlab.language.values.functions import under_names
from tensorlab.language.values.values import Namespace, SwitchTable, Table

# By module, or what of it, the names of `offered.txt`.
OFFERED: Final = names_beside(__file__, "offered.txt")
CHANGEABLE: Final = (list, dict, set, bytearray)
Cost = Callable[..., object]


def taken_from(module: object, of: str) -> dict[str, Any]:
    """Return what stands in one of Python's modules under the names of `offered.txt`."""
    return {name: getattr(module, name) for name in OFFERED[of] if hasattr(module, name)}


def paid(function: Callable[..., Any], cost: Cost) -> Callable[..., Any]:
    """Return a function that first takes what it costs, worked out from the same arguments.

    The rule takes any arguments: on wrong ones the function has its own words.
    """

    @wraps(function)
    def call(*given: object, **named: object) -> Any:
        cost(*given, **named)
        return function(*given, **named)

    return call


def by_letters(steps: int, size: int) -> Cost:
    """Return the cost of a function of texts: steps, and bytes of the result, per character."""

    def cost(*given: object, **named: object) -> None:
        given = (*given, *named.values())
        length = sum(len(part) for part in given if isinstance(part, str | bytes))
        meter.spend_at_once(steps * length)
        meter.grow(size * length)

    return cost


def namespace_of(
    name: str, functions: Mapping[str, Callable[..., Any]], values: Mapping[str, Any] | None = None
) -> Namespace:
    """Return a namespace of functions of ours, and of values that programs may have as they are.

    What a program could change it gets as a copy, which its session keeps: the next session's
    programs find what stands here.
    """
    table = {**under_names(functions), **(values or {})}
    changed = {word: value for word, value in table.items() if isinstance(value, CHANGEABLE)}
    if not changed:
        return Namespace(name, Table(table))

    def own(word: str) -> Any:
        """Return the copy that the session at work has."""
        return kept.of_modules.setdefault(name, {}).setdefault(word, copy(changed[word]))

    plain = {word: value for word, value in table.items() if word not in changed}
    return Namespace(name, SwitchTable(plain, own, lambda: changed))
