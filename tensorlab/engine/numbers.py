"""Python numbers on their way into tensors: which of them a data type holds."""

import math
from functools import cache
from typing import Any

import numpy as np

from tensorlab.engine.dtypes import BOOLEAN, COMPLEX, FLOATING, INTEGER, DType

C_NAMES = {"uint8": "uint8_t", "int8": "int8_t", "int16": "int16_t", "int32": "int",
           "int64": "int64_t"}  # fmt: skip
PYTHONS, SMALL = (int, float), 128  # every type holds whole numbers below
LARGEST = {"float16": 65504.0, "bfloat16": 3.3895313892515355e38, "float32": 3.4028234663852886e38,
           "complex32": 65504.0, "complex64": 3.4028234663852886e38}  # fmt: skip


def number_of(value: object) -> Any:
    """Return a number of numpy's as the Python number that PyTorch takes it for."""
    if not isinstance(value, np.generic):
        return value
    return int(value) if isinstance(value, np.integer) else float(value)


@cache
def whole_limits(dtype: DType) -> tuple[int, int]:
    """Return the least and the largest number that PyTorch writes to a type of whole numbers."""
    limits = np.iinfo(dtype.compute)
    least = int(limits.min)
    return (least or -int(limits.max)), int(limits.max)


def overflows(number: complex, dtype: DType) -> bool:
    """Return whether a type can't hold a number."""
    if dtype.category == BOOLEAN:
        return False
    if isinstance(number, complex):
        if dtype.category != COMPLEX:
            return number.imag != 0 or overflows(number.real, dtype)
        return overflows(number.real, dtype) or overflows(number.imag, dtype)
    if dtype.category == INTEGER:
        if isinstance(number, float) and not math.isfinite(number):
            return True
        least, largest = whole_limits(dtype)
        return not least <= number <= largest
    largest_float = LARGEST.get(dtype.name)
    if largest_float is None:
        return False
    return isinstance(number, int | float) and math.isfinite(number) and abs(number) > largest_float


def require_fit(number: Any, dtype: DType) -> None:
    """Refuse a number that a type can't hold.

    Raises:
        RuntimeError: the number is too large for the type.
    """
    if overflows(number, dtype):
        name = C_NAMES.get(dtype.name, dtype.c_name)
        raise RuntimeError(f"value cannot be converted to type {name} without overflow")


def stored_number(number: complex, dtype: DType) -> Any:
    """Return a number as a type's arithmetic holds it.

    Raises:
        RuntimeError: the type can't hold it.
    """
    if number.__class__ in PYTHONS and 0 <= number < SMALL:
        return np.array(number, dtype.compute)
    require_fit(number, dtype)
    if dtype.category == INTEGER:
        whole = int(number.real)
        return np.array(whole & (2**64 - 1), np.uint64).astype(dtype.compute)
    if dtype.category == FLOATING:
        return np.array(number.real, np.float64).astype(dtype.compute)
    return np.array(number).astype(dtype.compute)
