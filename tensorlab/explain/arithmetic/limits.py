"""What a type makes of a number that it cannot hold: wrapped around, infinite, cut off, rounded."""

import math

import numpy as np

from tensorlab.engine.dtypes import BOOLEAN, FLOATING, INTEGER, DType
from tensorlab.explain.arithmetic.numbers import literal, plain, printed
from tensorlab.explain.story.frames import Number

# that a type keeps, about
DIGITS = {"float16": 4, "bfloat16": 3, "float32": 7}
EXACT = 1e-12


def kept(exact: Number, value: Number, dtype: DType) -> str:
    """Return what happened to a number on its way into a type, nothing where it fits."""
    if isinstance(exact, complex) or isinstance(value, complex) or dtype.is_quantized:
        return ""
    if dtype.category == INTEGER:
        return (
            wrapped(exact, int(value), dtype) if isinstance(exact, int) else cut_off(exact, value)
        )
    if dtype.category == FLOATING and not isinstance(exact, bool):
        return rounded(float(exact), float(value), dtype)
    if dtype.category == BOOLEAN and not isinstance(exact, bool):
        return f"Whatever is not zero is True: {literal(exact)} is {value}."
    return ""


def wrapped(exact: int, value: int, dtype: DType) -> str:
    """Say that a whole number went around the circle of those that a type holds."""
    turns, rest = divmod(exact - value, 1 << 8 * dtype.itemsize)
    if rest or not turns:
        return ""
    size = f"{1 << 8 * dtype.itemsize}"
    way = f"{literal(exact)} {'-' if turns > 0 else '+'} "
    way += size if abs(turns) == 1 else f"{abs(turns)}*{size}"
    return f"{literal(exact)} does not fit {dtype.name}: {way} = {value}."


def cut_off(exact: float, value: Number) -> str:
    """Say that a fraction is dropped where a number becomes whole."""
    if not math.isfinite(exact) or exact == value or math.trunc(exact) != value:
        return ""
    return f"The digits after the point of {literal(exact)} are dropped."


def plain_in(exact: float, dtype: DType) -> Number:
    """Return what a type makes of a number."""
    with np.errstate(all="ignore"):
        return plain(dtype.decode(dtype.encode(np.asarray(exact))), dtype)


def rounded(exact: float, value: float, dtype: DType) -> str:
    """Say that a number is too large for a type, or has more digits than it keeps."""
    digits = DIGITS.get(dtype.name)
    if digits is None or not math.isfinite(exact) or plain_in(exact, dtype) == exact:
        return ""
    if math.isinf(value):
        return f"{literal(exact)} is beyond the largest {dtype.name}: it becomes {literal(value)}."
    short = float(f"{exact:.{max(digits, 7)}g}")
    whole = exact.is_integer() and value.is_integer()
    if (
        value == short
        or printed(literal(value)) == printed(literal(short))
        or (not whole and abs(short - exact) > EXACT * abs(exact))
    ):
        return ""
    before, after = literal(exact if whole else short), literal(value)
    return f"{dtype.name} keeps about {digits} digits: {before} becomes {after}."
