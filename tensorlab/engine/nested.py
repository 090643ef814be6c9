"""From nested Python data to an array."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tensorlab.engine.dtypes import DType, bool_, from_numpy_dtype, int64
from tensorlab.engine.promotion import Defaults, promote_types
from tensorlab.engine.tensor import Tensor

WHOLE = np.dtype(np.int64)
REAL = np.dtype(np.float64)
# Python's numbers, before they are rounded to the type that is asked for.
WIDEST = {"f": REAL, "c": np.dtype(np.complex128)}


def array_of_data(data: Any, dtype: DType | None) -> tuple[Any, DType]:
    """Return an array with a copy of the data, and its data type.

    Raises:
        ValueError: the lists at one level differ in length.
        TypeError: a value is no number.
        RuntimeError: a whole number has more than 64 bits.
    """
    kind = data.__class__
    if kind is list or kind is tuple:
        return array_of_lists(data, dtype)
    if isinstance(data, Tensor):
        return data.dtype.decode(data.array).copy(), dtype or data.dtype
    if isinstance(data, np.ndarray | np.generic):
        found = from_numpy_dtype(data.dtype)
        return found.decode(np.array(data)), dtype or found
    if isinstance(data, Sequence) and not isinstance(data, str | bytes):
        return array_of_lists(list(data), dtype)
    return array_of_numbers([data], dtype, ())


def array_of_lists(data: Any, dtype: DType | None) -> tuple[Any, DType]:
    """Return the array of nested lists or tuples."""
    try:
        array = np.array(data)
    except (ValueError, TypeError, OverflowError):
        array = None
    if array is not None:
        if array.dtype is WHOLE:
            return array, dtype or int64
        if array.dtype is REAL and array.size and not has_foreign_parts(data):
            return array, dtype or Defaults.floating
        if array.dtype.kind == "b":
            return array, dtype or bool_
    shape = shape_of(data)
    numbers: list[Any] = []
    flatten(data, shape, 0, numbers)
    return array_of_numbers(numbers, dtype, shape)


def has_foreign_parts(data: Any) -> bool:
    """Return whether a nested list holds tensors or arrays, whose types count."""
    while data.__class__ in (list, tuple) and data:
        if any(isinstance(part, Tensor | np.ndarray | np.generic) for part in data):
            return True
        data = data[0]
    return False


def shape_of(data: Any) -> tuple[int, ...]:
    """Return the shape that the first element at each level tells."""
    shape: list[int] = []
    while True:
        if isinstance(data, Tensor | np.ndarray):
            return (*shape, *data.shape)
        if not isinstance(data, list | tuple):
            return tuple(shape)
        shape.append(len(data))
        if not data:
            return tuple(shape)
        data = data[0]


def flatten(data: Any, shape: tuple[int, ...], level: int, numbers: list[Any]) -> None:
    """Append the numbers of nested data in reading order.

    Raises:
        ValueError: a list has another length than the first one at its level.
        TypeError: there is a list where the first one at its level is a number.
    """
    if level == len(shape):
        if isinstance(data, list | tuple):
            raise TypeError(f"must be real number, not {type(data).__name__}")
        numbers.append(data)
        return
    if isinstance(data, Tensor | np.ndarray):
        if not data.shape:
            raise TypeError("len() of a 0-d tensor")
    elif not isinstance(data, list | tuple):
        raise TypeError(f"expected a sequence at dim {level} (got {type(data).__name__})")
    if len(data) != shape[level]:
        raise ValueError(
            f"expected sequence of length {shape[level]} at dim {level} (got {len(data)})"
        )
    for part in data:
        flatten(part, shape, level + 1, numbers)


def array_of_numbers(
    numbers: list[Any], dtype: DType | None, shape: tuple[int, ...]
) -> tuple[Any, DType]:
    """Return the array of numbers in reading order."""
    found: DType | None = None
    plain: list[Any] = []
    for number in numbers:
        kind, value = known_number(number)
        found = kind if found is None or found is kind else promote_types(found, kind)
        plain.append(value)
    result = dtype or found or Defaults.floating
    try:
        compute = (found or Defaults.floating).compute
        array = np.array(plain, WIDEST.get(compute.kind, compute))
    except OverflowError:
        raise RuntimeError("Overflow when unpacking long long") from None
    return array.reshape(shape), result


def known_number(number: Any) -> tuple[DType, Any]:
    """Return a number's data type and its plain value.

    Raises:
        TypeError: it is no number.
        RuntimeError: it is a string.
    """
    if isinstance(number, bool):
        return bool_, number
    if isinstance(number, int):
        return int64, number
    if isinstance(number, np.generic):
        return from_numpy_dtype(number.dtype), number.item()
    if isinstance(number, float):
        return Defaults.floating, number
    if isinstance(number, complex):
        return Defaults.complex(), number
    if isinstance(number, Tensor):
        return number.dtype, number.item()  # type: ignore[attr-defined]
    if isinstance(number, str):
        raise TypeError(f"new(): invalid data type '{type(number).__name__}'")
    raise RuntimeError(f"Could not infer dtype of {type(number).__name__}")
