"""Making tensors of numbers in steps, and of the coordinates of elements."""

import builtins
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine import dtypes
from tensorlab.engine.declaring import NUMBERS, Number, Tensor, creation, not_implemented, warn_once
from tensorlab.engine.dtypes import FLOATING, INTEGER, UNSIGNED, DType, bool_, complex32, int64
from tensorlab.engine.numbers import number_of
from tensorlab.engine.promotion import Defaults, result_type
from tensorlab.engine.shapes import reserve_elements
from tensorlab.engine.warning import in_full
from tensorlab.numerics.machine.blocks import BLOCK

PYTHONS = (int, float)
EXACT = 1 << 24  # whole numbers up to here are float32 numbers
FAR = 2.0**62  # of this size numbers are looked at more closely


@creation(fills=True, quantized_kernel="arange.start_out")
def arange(
    start: Any, end: Any = None, step: Any = None, *, dtype: DType | None = None
) -> tuple[np.ndarray, DType]:
    """Return numbers that begin at start, go on by a step, and stop before end.

    With one argument it is the end, and the start is 0. There are ceil((end - start) / step).

    >>> torch.arange(5)
    tensor([0, 1, 2, 3, 4])
    >>> torch.arange(1, 2, 0.25)
    tensor([1.0000, 1.2500, 1.5000, 1.7500])
    """
    if end is None:
        if start.__class__ is int and 0 <= start < 2**63 and dtype is None:
            reserve_elements((start,), 8)
            return np.arange(start, dtype=np.int64), int64
        start, end = 0, start
    step = 1 if step is None else step
    if not is_near(start, end, step):
        start, end, step = number_in(start), number_in(end), number_in(step)
        check_range(start, end, step)
    if dtype is None:
        whole = isinstance(start, int) and isinstance(end, int) and isinstance(step, int)
        dtype = int64 if whole else Defaults.floating
    if dtype is not int64:
        if dtype not in NUMBERS:
            raise not_implemented("arange_cpu", dtype)
        size = (end - start) / step
    else:
        start, end, step = int(start), int(end), int(step)
        if not step:
            raise ValueError("step must be nonzero")
        size = -(-(end - start) // step)
    count = math.ceil(size)
    if count >= 2**63:
        raise RuntimeError("invalid size, possible overflow?")
    reserve_elements((count,), 8)
    if dtype.category < FLOATING:
        start, step = int(start), int(step)
        if not step:  # of a fraction
            return np.full(count, start), dtype
        return np.arange(start, start + count * step, step, dtype=np.int64), dtype
    return in_lines(start, step, count, dtype), dtype


def in_lines(first: float, step: float, count: int, dtype: DType) -> NDArray[Any]:
    """Return numbers in steps as PyTorch's lines of 32 bytes have them, in pairs as far as they go.

    A line begins with a number of the type, and counts on from it. Where numbers cancel, what was
    rounded shows: -1 + 10 * 0.1 is not 0.
    """
    unit = max(first.as_integer_ratio()[1], step.as_integer_ratio()[1]) if count else math.inf
    # float32 holds them all
    if dtype.native and (abs(first) + count * abs(step)) * unit <= EXACT:
        return np.arange(first + 0.0, first + (count - 0.5) * step, step, dtype=dtype.compute)
    if not dtype.native:
        first, step = float(np.float32(first)), float(np.float32(step))
    wide = 32 // dtype.itemsize
    numbers = stepped(first, step, count, dtype, 0 if first % 1 == 0 == step % 1 else wide)
    place = -first / step
    if first and -0.5 < place < count - 0.5:
        number = round(place)
        begin = number - (number % wide if number < count // wide // 2 * 2 * wide else 0)
        base = float(rounded(fused(first, step, begin), dtype.compute, dtype))
        far = step * (number - begin)
        # there PyTorch rounds the product, too
        one = dtype is dtypes.bfloat16 and far
        numbers[number] = (
            base + float(np.float32(far)) if one else fused(base, step, number - begin)
        )
    return numbers


def fused(first: float, step: float, count: int) -> float:
    """Return first + count * step, rounded once."""
    (over, under), (step_over, step_under) = first.as_integer_ratio(), step.as_integer_ratio()
    return (over * step_under + count * step_over * under) / (under * step_under)


def stepped(first: float, step: float, count: int, dtype: DType, wide: int = 0) -> NDArray[Any]:
    """Return first, first + step, first + 2 * step ..., each rounded once, or from its line on."""
    kind = dtype.compute
    if count <= BLOCK:
        if 1e-300 < abs(step) < 1e300:
            # from 0: each is place * step
            numbers = np.arange(0.0, (count - 0.5) * step, step)
        else:
            numbers = np.arange(count) * step + 0.0
        if first:
            numbers += np.array(first, np.float64)  # in half a number's time
        if wide and kind.itemsize < 8 and (most := count // wide // 2 * 2 * wide):
            starts = numbers[:most:wide]
            numbers[:most] += (rounded(starts, kind, dtype) - starts).repeat(wide)
        return numbers.astype(kind, copy=False)
    found = np.empty(count, kind)
    for start in builtins.range(0, count, BLOCK):
        stop = min(start + BLOCK, count)
        found[start:stop] = stepped(first + start * step, step, stop - start, dtype, wide)
    return found


def is_near(start: object, end: object, step: object) -> bool:
    """Return whether a range is of Python's numbers and so short that it needs no closer look."""
    if not (start.__class__ in PYTHONS and end.__class__ in PYTHONS and step.__class__ in PYTHONS):
        return False
    return -FAR < start < FAR and -FAR < end < FAR and bool(0 < (end - start) * step < FAR)


def check_range(start: Any, end: Any, step: Any) -> None:
    """Refuse a range that no number of steps walks.

    Raises:
        TypeError: one of the numbers is none.
        RuntimeError: the step is 0 or goes the other way, or the range has no end.
    """
    for part in (start, end, step):
        if isinstance(part, complex):
            raise RuntimeError("value cannot be converted to type double without overflow")
        if not isinstance(part, int | float):
            raise TypeError
        if isinstance(part, int) and not -(2**63) <= part < 2**63:
            raise RuntimeError(in_full("value cannot be converted to type int64"))
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise RuntimeError(f"unsupported range: {start:g} -> {end:g}")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")


def number_in(value: object) -> Any:
    """Return a number, out of its tensor where it comes in one.

    Raises:
        TypeError: it is a tensor with dimensions.
    """
    if not isinstance(value, Tensor):
        return number_of(value)
    if value.shape:
        raise TypeError
    return value.tolist()


@creation(fills=True, related=("arange",))
def range(
    start: Number, end: Number, step: Number = 1, *, dtype: DType | None = None
) -> tuple[np.ndarray, DType]:
    """Return numbers from start up to and including end, one step apart. Deprecated: use arange."""
    warn_once(in_full("torch.range is deprecated"))
    check_range(start, end, step)
    dtype = dtype or Defaults.floating
    if dtype.category not in (INTEGER, FLOATING):
        raise not_implemented("range_cpu", dtype)
    span: Any = end - start
    count = math.floor(span / step) + 1
    reserve_elements((count,), 8)
    return start + np.arange(count, dtype=np.int64) * step, dtype


@creation(fills=True, related=("arange", "logspace"))
def linspace(
    start: Any, end: Any, steps: int, *, dtype: DType | None = None
) -> tuple[np.ndarray, DType]:
    """Return `steps` numbers from start to end, both included, evenly spaced.

    >>> torch.linspace(0, 1, 5)
    tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])
    """
    dtype = spaced_type("linspace", start, end, steps, dtype)
    return spaced(number_in(start), number_in(end), steps, dtype), dtype


def spaced_type(name: str, start: object, end: object, steps: int, dtype: DType | None) -> DType:
    """Return the type of evenly spaced numbers between two numbers or 0-d tensors.

    Raises:
        RuntimeError: an end is no 0-d tensor, or complex while the type asked for is not.
        NotImplementedError: the type has no such numbers.
    """
    if dtype in {bool_, complex32, *UNSIGNED} and steps > 1:
        raise not_implemented(f"{name}_cpu", dtype)
    ends = {"start": start, "end": end}.items()
    dims = {which: part.ndim for which, part in ends if isinstance(part, Tensor)}
    if any(dims.values()):
        deep = " and ".join(f"{which} with {count} dimension(s)" for which, count in dims.items())
        raise RuntimeError(
            f"{name} only supports 0-dimensional start and end tensors, but got {deep}."
        )
    met = result_type((number_in(start), number_in(end)))
    if not met.is_complex:
        return dtype or Defaults.floating
    if dtype is not None and not dtype.is_complex:
        raise RuntimeError(
            f"torch.{name}(): inferred dtype {met!r} can't be safely cast to passed dtype {dtype!r}"
        )
    return dtype or Defaults.complex()


def spaced(start: Any, end: Any, steps: int, dtype: DType, *, wide: bool = False) -> np.ndarray:
    """Return evenly spaced numbers, counted from the nearer end as PyTorch does; wide: 64 bits.

    Raises:
        RuntimeError: their number is negative.
    """
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    reserve_elements((steps,), 8)
    kind = dtype.compute
    if dtype.category < FLOATING:
        start, end, kind = int(start), int(end), np.dtype(np.float64)
    if steps < 2:
        return np.full(steps, start, None if wide else kind)
    first, last = rounded(start, kind, dtype), rounded(end, kind, dtype)
    if wide and not dtype.is_complex:
        step = float(rounded(last - first, kind, dtype)) / (steps - 1)
        kind, dtype = np.dtype(np.float64), dtypes.float64
    else:
        step = rounded((last - first) / kind.type(steps - 1), kind, dtype)
    half = steps // 2
    numbers = np.empty(steps, kind)
    if dtype.category == FLOATING and dtype.native:
        numbers[:half] = stepped(float(first), float(step), half, dtype)
        numbers[half:][::-1] = stepped(float(last), -float(step), steps - half, dtype)
        return numbers
    counted = np.arange(steps - half, dtype=np.int64).astype(kind)
    np.add(rounded(counted[:half] * step, kind, dtype), first, out=numbers[:half])
    np.subtract(last, rounded(counted[::-1] * step, kind, dtype), out=numbers[half:])
    return numbers


def rounded(number: object, kind: np.dtype[Any], dtype: DType) -> Any:
    """Return a number of a kind of arithmetic, rounded to a 16-bit type where it is for one."""
    value = np.array(number).astype(kind)
    return value if dtype.native else dtype.decode(dtype.encode(value))


@creation(fills=True, related=("linspace",))
def logspace(
    start: Any, end: Any, steps: int, base: float = 10.0, *, dtype: DType | None = None
) -> tuple[np.ndarray, DType]:
    """Return `steps` powers of a base, their exponents evenly spaced from start to end.

    >>> torch.logspace(0, 2, 3)
    tensor([  1.,  10., 100.])
    """
    dtype = spaced_type("logspace", start, end, steps, dtype)
    exponents = spaced(number_in(start), number_in(end), steps, dtype, wide=True)
    return np.power(base, exponents, dtype=np.result_type(exponents, np.float64)), dtype
