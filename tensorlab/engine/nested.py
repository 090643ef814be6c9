"""From nested Python data to an array."""

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from tensorlab.engine.dtypes import (
    BOOLEAN,
    FLOATING,
    INTEGER,
    DType,
    bool_,
    from_numpy_dtype,
    int64,
    uint64,
)
from tensorlab.engine.layout import copy_of
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.naming import named_in_c
from tensorlab.engine.promotion import Defaults, promote_types
from tensorlab.engine.shapes import MOST_DIMS
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn_once

WHOLE = np.dtype(np.int64)
REAL = np.dtype(np.float64)
NUMBERS = {bool, int, float}
NESTED = {list, tuple}
MOST_LEVELS = 128  # of lists, in PyTorch
BYTES_OF_PART = 8  # in a list, which ranges are written out to
# Python's numbers, before they are rounded to the type that is asked for.
WIDEST = {"f": REAL, "c": np.dtype(np.complex128), "i": WHOLE, "u": WHOLE}


def array_of_data(data: Any, dtype: DType | None) -> tuple[Any, DType]:
    """Return an array with a copy of the data, and its data type.

    Raises:
        ValueError: the lists at one level differ in length, or a whole number has over 64 bits.
        TypeError: a value is no number, or no number of the type.
        RuntimeError: the type can't hold a number.
    """
    kind = data.__class__
    if kind is list or kind is tuple:
        return array_of_lists(data, dtype)
    if isinstance(data, Tensor):
        return copy_of(data.dtype.decode(data._array)), dtype or data.dtype
    if isinstance(data, np.ndarray | np.generic):
        found = from_numpy_dtype(data.dtype)
        return found.decode(np.array(data)), dtype or found
    if is_sequence(data):
        reserve_memory(BYTES_OF_PART * len(data))
        data = list(data)
    return array_of_lists(data, dtype)


def array_of_lists(data: object, dtype: DType | None) -> tuple[Any, DType]:
    """Return the array of nested lists or tuples, or of one number."""
    if data.__class__ not in NESTED:
        if isinstance(data, str | bytes):
            raise TypeError(f"new(): invalid data type '{named_in_c(data)}'")
    elif data and isinstance(data[0], np.ndarray):
        warn_once(in_full("Creating a tensor"))
    array: Any = None
    # Numbers that only uint64 holds become floats there.
    if dtype is not uint64 and is_plain(
        data
    ):  # numpy would walk through whatever else has parts, however many
        try:
            array = np.array(data)
        except (ValueError, TypeError, OverflowError):  # told apart below
            array = None
    if array is not None and array.size:
        if array.dtype is WHOLE:
            return in_range(array, dtype or int64)
        if array.dtype is REAL:
            return in_range(array, dtype or Defaults.floating)
        if array.dtype.kind == "b":
            return array, dtype or bool_
    shape = shape_of(data)
    result = dtype or type_of(data)
    kind = result.compute.kind
    compute = result.compute if result is uint64 else WIDEST.get(kind, result.compute)
    numbers: list[Any] = []
    if 0 not in shape:
        reserve_memory(BYTES_OF_PART * prod(shape))
        flatten(data, shape, 0, numbers, result)
    try:
        elements = np.array(numbers, compute)
    except ValueError:  # a list in a number's place
        raise TypeError("must be real number, not list") from None
    return in_range(elements.reshape(shape), result)


def is_plain(data: object, levels: int = MOST_DIMS) -> bool:
    """Return whether nested lists hold Python's numbers alone; a tensor's type would count."""
    if data.__class__ not in NESTED:
        return data.__class__ in NUMBERS
    kinds = set(map(type, data))
    plain = kinds <= NUMBERS
    if plain or not levels or not kinds <= NESTED:
        return plain
    for part in data:  # noqa: SIM110  a generator costs as much again
        if not is_plain(part, levels - 1):
            return False
    return True


def in_range(array: Any, dtype: DType) -> tuple[Any, DType]:
    """Return the array and its type, refusing numbers that a type of whole numbers can't hold.

    Negative numbers wrap around in an unsigned type.

    Raises:
        RuntimeError: there is such a number.
    """
    if (dtype.category == INTEGER and dtype is not int64) or array.dtype is REAL:
        require_range(array, dtype)
    return array, dtype


def require_range(array: Any, dtype: DType) -> None:
    """Refuse numbers out of the range of a type of whole numbers."""
    if dtype.category != INTEGER or not array.size:
        return
    limits = np.iinfo(dtype.compute)
    # As Python's numbers, which compare exactly; nan compares with nothing.
    least, most = array.min().item(), array.max().item()
    if not ((limits.min or -limits.max) <= least and most <= limits.max):
        raise RuntimeError(f"value cannot be converted to type {dtype.name} without overflow")


def is_sequence(data: object) -> bool:
    """Return whether data has parts in an order; a text counts as one thing."""
    return isinstance(data, Sequence) and not isinstance(data, str | bytes)


def shape_of(data: Any) -> tuple[int, ...]:
    """Return the shape that the first element at each level tells.

    Raises:
        ValueError: that element is a text, whose first letter is a text again, or lists lie in one
            another without end.
        TypeError: that element is an array without dimensions.
    """
    shape: list[int] = []
    while is_sequence(data) or isinstance(data, np.ndarray):
        if isinstance(data, np.ndarray):
            if not data.ndim:
                raise TypeError("len() of unsized object")
            return (*shape, *data.shape)
        shape.append(len(data))
        if len(shape) > MOST_LEVELS:
            raise ValueError(f"too many dimensions '{named_in_c(data)}'")
        if not data:
            break
        data = data[0]
        if isinstance(data, str):
            raise ValueError("too many dimensions 'str'")
    return tuple(shape)


def type_of(data: Any) -> DType:
    """Return the type that holds all numbers of nested data.

    Raises:
        TypeError: there is a text.
        RuntimeError: there is something else than a number.
    """
    if is_sequence(data):
        reserve_memory(BYTES_OF_PART * len(data))
        found: DType | None = None
        for part in data:
            if part is data:
                raise TypeError("new(): self-referential lists are incompatible")
            one = type_of(part)
            found = one if found is None or found is one else promote_types(found, one)
        return found or Defaults.floating
    if isinstance(data, Tensor):
        return data.dtype
    if isinstance(data, np.generic | np.ndarray):
        return from_numpy_dtype(data.dtype)
    for kind, number in ((bool, bool_), (int, int64), (float, Defaults.floating)):
        if isinstance(data, kind):
            return number
    if isinstance(data, complex):
        return Defaults.complex()
    if isinstance(data, str | bytes):
        raise TypeError(f"new(): invalid data type '{named_in_c(data)}'")
    raise RuntimeError(f"Could not infer dtype of {named_in_c(data)}")


def flatten(
    data: Any, shape: tuple[int, ...], level: int, numbers: list[Any], dtype: DType
) -> None:
    """Append the numbers of nested data in reading order.

    Raises:
        ValueError: a list has another length than the first one at its level.
        TypeError: there is a number where the first one at its level is a list.
    """
    if level == len(shape):
        numbers.append(number_of(data, dtype))
        return
    if not is_sequence(data) and not (isinstance(data, Tensor | np.ndarray) and data.shape):
        raise TypeError("not a sequence")
    if len(data) != shape[level]:
        raise ValueError(in_full("expected sequence of length", shape[level], level, len(data)))
    for part in data:
        flatten(part, shape, level + 1, numbers, dtype)


def number_of(data: object, dtype: DType) -> Any:
    """Return a value as a plain number for a type.

    Raises:
        TypeError: it is no number of the type's category.
        ValueError: it is a tensor of several elements, or a whole number of over 64 bits.
    """
    if isinstance(data, Tensor):
        if dtype.category > INTEGER and data.shape.numel() != 1:
            raise ValueError(in_full("only one element tensors"))
        data = data.__index__() if dtype.category <= INTEGER else data.item()
    elif isinstance(data, np.generic) or (isinstance(data, np.ndarray) and not data.shape):
        data = data if dtype.category <= INTEGER and isinstance(data, np.inexact) else data.item()
    taken = int | float if dtype.category in (INTEGER, FLOATING) else int | float | complex
    if dtype.category <= INTEGER:
        if not isinstance(data, taken):
            raise TypeError(f"'{named_in_c(data)}' object cannot be interpreted as an integer")
        if dtype.category == BOOLEAN:
            return bool(data)
        if dtype is uint64:
            return require_unsigned(data)
        return data if isinstance(data, float) else require_64_bits(data)
    if not isinstance(data, taken):
        raise TypeError(f"must be real number, not {named_in_c(data)}")
    return data


def require_unsigned(number: float) -> int:
    """Return a whole number that fits into 64 bits without a sign.

    Raises:
        OverflowError: it does not.
        TypeError: it has a fraction, or could have.
    """
    if isinstance(number, float):
        raise TypeError("an integer is required")
    if number < 0:
        raise OverflowError("can't convert negative int to unsigned")
    if number >= 2**64:
        raise OverflowError("int too big to convert")
    return number


def require_64_bits(number: int) -> int:
    """Return a whole number that fits into 64 bits.

    Raises:
        ValueError: it does not.
    """
    if not -(2**63) <= number < 2**63:
        raise ValueError("Overflow when unpacking long long")
    return int(number)
