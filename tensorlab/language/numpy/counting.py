"""How many elements arguments have or ask for: what declarations reckon with."""

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tensorlab.language.limits.meter import meter

ELEMENTS_PER_STEP: Final = 16  # some functions take a hundred times as long for one as a sum does
TOO_MANY: Final = 1 << 59  # refused, whatever limits there are
NO_OPERANDS: Final = (
    str,
    type(None),
    type,
    np.dtype,
)  # they say how, and are broadcast with nothing
MOST_AXES: Final = 64
NUMBERS: Final = frozenset({int, float, bool, complex})


def shape_of(value: Any) -> tuple[int, ...]:
    """Return the shape of an array, a tensor, or of nested lists: that of the first in each."""
    if isinstance(value, list | tuple):
        return (len(value), *shape_of(value[0])) if value else (0,)
    return () if isinstance(value, type) else tuple(getattr(value, "shape", ()))


def count(value: Any) -> int:
    """Return the elements of an array, a tensor, or of nested lists."""
    if isinstance(value, list | tuple):
        return len(value) if NUMBERS.issuperset(map(type, value)) else sum(map(count, value))
    return math.prod(shape_of(value))


def elements_of(value: Any) -> NDArray[Any]:
    """Return an array whose very elements say what a call costs; looking at them is paid for."""
    meter.spend_at_once(count(value) // ELEMENTS_PER_STEP)
    return np.asarray(value)


def sizes(value: Any) -> list[int]:
    """Return the whole numbers of a size: one, several, or an array of them."""
    if isinstance(value, np.ndarray):
        value = value.ravel().tolist() if value.size <= MOST_AXES else [TOO_MANY]
    if isinstance(value, list | tuple):
        return [size for part in value for size in sizes(part)]
    if isinstance(value, bool | complex | str | None):
        return []
    try:
        return [min(max(int(value), 0), TOO_MANY)]
    except (TypeError, ValueError, OverflowError, RuntimeError):
        return []


def number(value: Any, default: int = 0) -> int:
    """Return one whole number, the default where there is none."""
    found = sizes(value)
    return found[0] if found else default


def product(value: Any) -> int:
    """Return how many elements a size means."""
    return math.prod(sizes(value))


def broadcast(values: Sequence[Any]) -> int:
    """Return the elements of arrays broadcast with one another, 0 where numpy refuses them."""
    shapes = [shape_of(value) for value in values if not isinstance(value, NO_OPERANDS)]
    try:
        return math.prod(np.broadcast_shapes(*shapes)) if len(shapes) < MOST_AXES // 2 else 0
    except ValueError:
        return 0
