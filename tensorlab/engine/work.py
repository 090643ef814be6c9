"""Work of the library's own loops: told to whoever limits it, and free when nobody does."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

PRODUCTS_PER_STEP = 2_000  # of a library that multiplies matrices


def nothing(steps: int) -> None:
    """Count nothing."""


class Work:
    """Who counts steps, who is asked before a function of tensors is called, who looks on."""

    spend: Callable[[int], None] = staticmethod(nothing)
    guard: Callable[[str, Sequence[Any]], None] | None = None
    witness: Callable[[Callable[..., Any], tuple[Any, ...], dict[str, Any], Any], None] | None = (
        None
    )


@cache
def paying(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that asks beforehand: always the same one, to be known again."""
    return partial(paid, name, function)


def paid(name: str, function: Callable[..., Any], *given: object, **named: object) -> Any:
    """Return what a function gives, asked for beforehand."""
    if (guard := Work.guard) is not None:
        guard(name, (*given, *named.values()) if named else given)
    result = function(*given, **named)
    if Work.witness is not None:
        Work.witness(function, given, named, result)
    return result
