"""Which data type two data types meet in."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from tensorlab.engine.dtypes import (
    BOOLEAN,
    COMPLEX,
    FLOATING,
    INTEGER,
    QUANTIZED,
    UNSIGNED,
    DType,
    bfloat16,
    bool_,
    complex32,
    complex64,
    complex128,
    float16,
    float32,
    float64,
    int16,
    int64,
    uint8,
)
from tensorlab.engine.warning import in_full


class Defaults:
    """The data type that Python's floats and integer divisions become."""

    floating: DType = float32

    @classmethod
    def complex(cls) -> DType:
        """Return the complex type of the default floating type."""
        return cls.floating.to_complex()


@cache
def promote_types(type1: DType, type2: DType) -> DType:
    """Return the smallest type that both types convert to without a change of category.

    Raises:
        RuntimeError: one of the types is quantized, or unsigned beside what is not real.
    """
    if type1 is type2:
        return type1
    if UNSIGNED & {type1, type2} and FLOATING not in (type1.category, type2.category):
        raise RuntimeError(in_full("Promotion for uint16,", type1.scalar_name, type2.scalar_name))
    low, high = sorted((type1, type2), key=lambda dtype: (dtype.category, dtype.itemsize))
    if high.category == QUANTIZED:
        names = f"{type1.scalar_name} {type2.scalar_name}"
        raise RuntimeError(in_full("promoteTypes with", names))
    if low.category == high.category:
        return meet_in_category(low, high)
    if high.category == COMPLEX and low.category == FLOATING:
        return meet_complex(low, high)
    return high


def meet_in_category(low: DType, high: DType) -> DType:
    """Return the type that two types of one category, the smaller first, meet in."""
    if low.category == INTEGER and uint8 in (low, high) and high.itemsize == 1:
        return int16
    return float32 if {low, high} == {float16, bfloat16} else high


def meet_complex(real: DType, number: DType) -> DType:
    """Return the complex type that holds a floating type and a complex type."""
    if real is float64:
        return complex128
    return complex64 if number is complex32 and real in (float32, bfloat16) else number


def number_type(number: complex) -> DType:
    """Return the data type that a Python number stands for when no tensor says more."""
    if isinstance(number, bool):
        return bool_
    if isinstance(number, int):
        return int64
    return Defaults.floating if isinstance(number, float) else Defaults.complex()


def can_cast(from_: DType, to: DType) -> bool:
    """Return whether a conversion keeps the category: what in-place writes and out= demand."""
    if from_.category <= to.category:
        return (from_.category, to.category) != (COMPLEX, QUANTIZED)
    return from_.category == QUANTIZED and to.category != BOOLEAN


def floating_of(dtype: DType) -> DType:
    """Return the type in which division, exp and their kin answer."""
    return dtype if dtype.category >= FLOATING else Defaults.floating


def combine(higher: DType | None, lower: DType | None) -> DType | None:
    """Return the type of two groups of operands, of which the higher one decides within a category.

    Tensors with dimensions outrank 0-d tensors, and those outrank Python's numbers.
    """
    if higher is None or lower is None:
        return higher or lower
    if QUANTIZED in (higher.category, lower.category) and lower.category != INTEGER:
        return promote_types(higher, lower)  # refuses all but one and the same
    if lower.category <= higher.category and higher.category != BOOLEAN:
        return higher
    if higher.category == FLOATING:
        return higher.to_complex()
    return promote_types(higher, lower)


def result_type(operands: Iterable[Any]) -> DType:
    """Return the type that tensors and numbers meet in."""
    dimensioned: DType | None = None
    zero_dim: DType | None = None
    number: DType | None = None
    for operand in operands:
        if isinstance(operand, int | float | complex):
            number = promoted(number, number_type(operand))
        elif operand.shape:
            dimensioned = promoted(dimensioned, operand.dtype)
        else:
            zero_dim = promoted(zero_dim, operand.dtype)
    found = combine(dimensioned, combine(zero_dim, number))
    return Defaults.floating if found is None else found


def promoted(so_far: DType | None, dtype: DType) -> DType:
    """Return the type that a group of operands and one more meet in."""
    return dtype if so_far is None else promote_types(so_far, dtype)
