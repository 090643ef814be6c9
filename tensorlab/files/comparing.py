"""Whether a value that is read is the one that was written."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.language.values.values import type_name


def same(one: Any, other: Any) -> bool:
    """Return whether two values are the same, types included; the order of names counts."""
    if isinstance(one, Tensor):
        return is_same_tensor(one, other)
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(same(one[name], other[name]) for name in one)
    if type(one) is not type(other):
        return False
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other or one != one)  # noqa: PLR0124  nan


def is_same_tensor(one: Tensor, other: Any) -> bool:
    """Return whether another value is a tensor of the same type, shape and cells."""
    if not isinstance(other, Tensor) or facts(one) != facts(other):
        return False
    return bool(((one == other) | (one != one)).all())  # noqa: PLR0124  nan


def facts(value: Any) -> str:
    """Return what a value is, in a few words."""
    if isinstance(value, Tensor):
        return f"{tuple(value.shape)} {value.dtype.name}"
    return type_name(value)


def difference(written: Any, found: Any) -> str:
    """Return in what a value that was read differs from the one written, nothing where it is it."""
    if same(written, found) or not isinstance(written, Tensor):
        return ""
    if facts(written) != facts(found):
        return f"{facts(found)} in place of {facts(written)}"
    return "other numbers, which look alike"
