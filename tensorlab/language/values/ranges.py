"""Searching in ranges by arithmetic: Python would compare one by one with what is not an int."""

from typing import Any

from tensorlab.engine.tensor import Tensor


def in_range(numbers: range, value: Any) -> bool:
    """Return whether a value equals one of the numbers."""
    if isinstance(value, Tensor) and value.shape.numel() == 1:
        value = value.item()
    if not isinstance(value, int | float | complex) or value != value.real or value.real % 1:
        return False
    return int(value.real) in numbers


def count(numbers: range, value: Any, /) -> int:
    """Return how often a value is among the numbers."""
    return int(in_range(numbers, value))


def index(numbers: range, value: Any, /) -> int:
    """Return the place of a value."""
    if in_range(numbers, value):
        return numbers.index(int(value.real))
    if type(value) is int or type(value) is bool:
        return numbers.index(value)  # which refuses in its own words
    raise ValueError("sequence.index(x): x not in sequence")
