"""How many elements arguments have or ask for: what declarations reckon with."""

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

TOO_MANY: Final = 1 << 59  # refused, whatever limits there are
NO_OPERANDS: Final = (
    str,
    type(None),
    type,
    np.dtype,
)  # they say how, and are broadcast with nothing
MOST_AXES: Final = 64


def count(value: Any) -> int:
    """Return the elements of an array, a tensor, or of nested lists."""
    if isinstance(value, np.ndarray):
        return int(value.size)
    if isinstance(value, list | tuple):
        return sum(map(count, value))
    shape = getattr(value, "shape", None)
    return math.prod(shape) if shape is not None else 1


def sizes(value: Any) -> list[int]:
    """Return the whole numbers of a size: one, several, or an array of them."""
    if isinstance(value, np.ndarray):
        value = value.ravel().tolist() if value.size <= MOST_AXES else []
    if isinstance(value, list | tuple):
        return [size for part in value for size in sizes(part)]
    if isinstance(value, bool | float | complex | str | None):
        return [int(value)] if isinstance(value, float) and abs(value) < TOO_MANY else []
    try:
        return [max(int(value), 0)]
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
    shapes = [np.shape(value) for value in values if not isinstance(value, NO_OPERANDS)]
    try:
        return math.prod(np.broadcast_shapes(*shapes)) if len(shapes) < MOST_AXES // 2 else 0
    except ValueError:
        return 0
