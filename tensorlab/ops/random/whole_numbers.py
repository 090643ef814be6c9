"""Random whole numbers of a range, and which ranges a data type can hold."""

from functools import cache
from typing import Any

import numpy as np

from tensorlab.engine.declaring.filling import source
from tensorlab.engine.dtypes import BOOLEAN, FLOATING, INTEGER, DType, int64
from tensorlab.engine.random import distributions
from tensorlab.engine.random.generator import Generator
from tensorlab.engine.warning import in_full, warn

LARGEST = {"float16": 65504.0, "bfloat16": 3.3895313892515355e38}


def whole_numbers(
    dtype: DType, shape: tuple[int, ...], low: int, high: int | None, generator: Generator | None
) -> Any:
    """Return whole numbers of [low, high); without a high end, of all from low on.

    Raises:
        RuntimeError: there is none, or the type can't hold them.
    """
    if high is None:
        if dtype.is_complex:
            raise RuntimeError(
                "random_from_to_impl handles only integral, floating-point and boolean types"
            )
        high = distributions.last_whole(dtype) + 1
    if low >= high:
        raise RuntimeError(
            f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}"
        )
    check_bounds(dtype, low, high - 1)
    if dtype.is_floating_point:
        low, high = distributions.within(dtype, low, high)
        for name, end in (("from", low), ("to - 1", high - 1)):
            warn_of_gaps(name, end, dtype)
    return distributions.integers(source(generator), shape, dtype, low, high)


def check_bounds(dtype: DType, first: int, last: int) -> None:
    """Refuse whole numbers that the type does not hold.

    Raises:
        RuntimeError: the first or the last is out of bounds.
    """
    least, most = bounds(dtype)
    if not least <= first <= last <= most:
        c_name = "long" if dtype is int64 else dtype.c_name
        name = "to - 1" if least <= first <= most else "from"
        raise RuntimeError(f"{name} is out of bounds for {c_name}")


def warn_of_gaps(name: str, end: int, dtype: DType) -> None:
    """Warn of an end beyond which a floating type holds only some of the whole numbers."""
    if abs(end) <= distributions.last_whole(dtype):
        return
    bits = distributions.FRACTION_BITS[dtype.name]
    warn(in_full("{0} is out of bounds", name, bits, dtype.c_name))


@cache
def bounds(dtype: DType) -> tuple[float, float]:
    """Return the least and the largest number of a type.

    Raises:
        RuntimeError: the type is complex.
    """
    if dtype.category == BOOLEAN:
        return 0, 1
    if dtype.category == INTEGER:
        limits = np.iinfo(dtype.compute)
        return int(limits.min), int(limits.max)
    if dtype.category != FLOATING:
        raise RuntimeError(
            "check_random_bounds handles only integral, floating-point and boolean types"
        )
    largest = LARGEST.get(dtype.name) or float(np.finfo(dtype.compute).max)
    return -largest, largest
