"""Numbers as an explanation has them: read from tensors, and written as expressions."""

import math
import re
from typing import Any

import numpy as np

from tensorlab.engine.dtypes import DType
from tensorlab.engine.layout import strided_view
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.printing.array_text import OPTIONS
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.story.frames import Index, Number
from tensorlab.frozen import pattern


def dense(tensor: Any) -> Any:
    """Return the numbers that a sparse or quantized tensor stands for, others as they are."""
    if tensor.is_sparse:
        return inside(tensor).to_dense()
    if tensor.layout is not STRIDED:
        return tensor.to_dense()
    return tensor.dequantize() if tensor.is_quantized else tensor


def inside(tensor: Any) -> Any:
    """Return a sparse tensor without the values outside of its size: they have no element."""
    places = tensor._indices()._array
    sizes = np.array(tensor.shape[: len(places)]).reshape(-1, 1)
    kept = ((places >= 0) & (places < sizes)).all(0)
    if kept.all():
        return tensor
    from tensorlab.ops.sparse.construction import sparse_coo_tensor  # noqa: PLC0415  seldom used

    chosen = np.flatnonzero(kept).tolist()
    columns, values = tensor._indices()[:, chosen], tensor._values()[chosen]
    return sparse_coo_tensor(columns, values, tuple(tensor.shape), check_invariants=False)


def number(tensor: Tensor, index: Index) -> Number:
    """Return one element as a Python number, exact for every type."""
    tensor = dense(tensor)
    return plain(tensor.dtype.decode(np.asarray(tensor._array[index])), tensor.dtype)


def plain(element: Any, dtype: DType) -> Number:
    """Return a numpy number as the Python number that prints shortest in the type."""
    value = element.item()
    if not isinstance(value, float) or dtype.itemsize == 8:
        return value  # type: ignore[no-any-return]  # numpy's items are untyped
    if dtype.name == "float32":
        return float(str(np.float32(value)))
    if dtype.name == "float16":
        return float(str(np.float16(value)))
    return float(f"{value:.4g}") if rounds_back(value, dtype) else value


def rounds_back(value: float, dtype: DType) -> bool:
    """Return whether four digits are enough to name a number of a type."""
    short = np.asarray(float(f"{value:.4g}"), np.float64)
    return bool(dtype.decode(dtype.encode(short)) == value)


def literal(value: Number) -> str:
    """Return a number as an expression of our language."""
    if isinstance(value, complex):
        parts = f"complex({literal(value.real)}, {literal(value.imag)})"
        return f"({value.real!r}{value.imag:+}j)" if finite(value) else parts
    if isinstance(value, float) and not math.isfinite(value):
        return repr(value)
    return short(value) if isinstance(value, float) else repr(value)


MOST_DIGITS = 17  # of a number behind the point
ROUNDED_OFF = 2e-6  # of numbers that differ by no more there is one
WRITTEN = pattern(r"(?<![\w.])\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.]|j)")
DIFFERING = pattern(r"([\d.e-]+) (?:-|[<>]=?|[=!]=) ([\d.e-]+)")
SQUARED = pattern(r"to the power of 2(\.0)?(?!\.?\w)")  # as one says it
PART = r"[\d.]+(?:e[-+]?\d+)?"
COMPLEX = pattern(rf"(\()?\((-?{PART})([-+])({PART})j\)(?(1)\))")


def shown(text: str, whole: str = "") -> str:
    """Return arithmetic with its numbers in the digits that a tensor is printed with.

    Numbers that would look the same and are not keep all of theirs; those of the `whole` that the
    text is a part of count, too.
    """
    values: dict[float, set[float]] = {}  # 1 looks like 1.0
    rounded = {each: printed(each) for each in dict.fromkeys(WRITTEN.findall(whole or text))}
    for each, seen in rounded.items():
        values.setdefault(float(seen), set()).add(float(each))
    # of these it is what they differ by that counts
    pairs = DIFFERING.findall(whole or text)
    apart = {digits for one, other in pairs if (digits := rounded.get(one)) == rounded.get(other)}

    def brief(found: re.Match[str]) -> str:
        seen = rounded[found[0]]
        alike = values[float(seen)]
        is_one = max(alike) - min(alike) <= ROUNDED_OFF * max(alike) * (seen not in apart)
        return seen if is_one else found[0]

    return COMPLEX.sub(in_printed_digits, WRITTEN.sub(brief, text))


def digits_printed() -> int:
    """Return how many digits behind the point tensors are printed with; 4 where none can be."""
    digits: Any = OPTIONS.precision  # which a program may set to anything
    return digits if digits.__class__ is int and 0 <= digits <= MOST_DIGITS else 4


def in_printed_digits(found: re.Match[str]) -> str:
    """Return a written complex number with its parts rounded as tensors are printed."""
    real, imaginary = (short(round(float(each), digits_printed())) for each in found.group(2, 4))
    return f"({real}{found[3]}{imaginary}j)"


def printed(text: str) -> str:
    """Return a written number with as many digits behind the point as tensors are printed with."""
    value = float(text)
    if text.isdigit():
        return text
    digits = digits_printed()
    if "e+" in repr(value):
        return short(float(f"{value:.{digits}e}"))
    small = 0 < abs(value) < 10.0 ** (1 - digits)
    return short(float(f"{value:.{digits}g}") if small else round(value, digits))


def behind_operator(value: Number) -> str:
    """Return a number as it stands behind an operator: a negative one in parentheses."""
    text = literal(value)
    return f"({text})" if text.startswith("-") else text


def short(value: float) -> str:
    """Return a float as short as it stays one: 1e-06 becomes 1e-6."""
    return repr(value).replace("e-0", "e-").replace("e+0", "e+")


def finite(value: complex) -> bool:
    """Return whether both parts of a number are finite."""
    return math.isfinite(value.real) and math.isfinite(value.imag)


def same(expected: Number, value: Number, dtype: DType, scale: float = 1.0) -> bool:
    """Return whether a number, put into a type, is the value: floats up to rounding."""
    if dtype.category <= 1:
        if isinstance(expected, complex) or isinstance(value, complex):
            return False
        if isinstance(expected, float) and not math.isfinite(expected):
            return False
        if dtype.category == 0:
            return bool(expected) == bool(value)
        bits = dtype.itemsize * 8
        return (int(expected) - int(value)) % (1 << bits) == 0
    if isinstance(expected, complex) or isinstance(value, complex):
        first, second = complex(expected), complex(value)
        return close(first.real, second.real, dtype, scale) and close(
            first.imag, second.imag, dtype, scale
        )
    return close(rounded(float(expected), dtype), float(value), dtype, scale)


def rounded(value: float, dtype: DType) -> float:
    """Return a number as a floating type has it: too large a one is infinite."""
    if dtype.itemsize == 8 or dtype.is_quantized:
        return value
    with np.errstate(all="ignore"):
        return float(dtype.decode(dtype.encode(np.asarray(value, np.float64))))


ROUNDING = {"float16": 2e-3, "bfloat16": 1.6e-2, "complex32": 2e-3, "float64": 1e-12,
            "complex128": 1e-12}  # fmt: skip


def close(expected: float, value: float, dtype: DType, scale: float) -> bool:
    """Return whether two real numbers are one up to the rounding of a type."""
    if math.isnan(expected) or math.isnan(value):
        return math.isnan(expected) and math.isnan(value)
    if math.isinf(expected) or math.isinf(value):
        return expected == value
    tolerance = ROUNDING.get(dtype.name, 3e-6)
    return abs(expected - value) <= tolerance * max(abs(value), abs(expected), scale)


def laid_out_as(tensor: Tensor, dtype: Any) -> Any:
    """Return an array of another type with a tensor's shape and, in elements, its strides.

    Where elements share memory, each has its own here: they are told one by one.
    """
    array = tensor._array
    steps = [stride // array.itemsize for stride in array.strides]
    if not array.size or any(step < 0 for step in steps):
        return np.empty(array.shape, dtype)
    extent = 1 + sum((size - 1) * step for size, step in zip(array.shape, steps, strict=True))
    if extent < array.size:
        return np.empty(array.shape, dtype)
    buffer = np.empty(extent, dtype)
    return strided_view(buffer, array.shape, [step * buffer.itemsize for step in steps])


def unraveled(place: int, shape: Index) -> Index:
    """Return the index of an element by its place in reading order."""
    return tuple(int(part) for part in np.unravel_index(place, shape)) if shape else ()
