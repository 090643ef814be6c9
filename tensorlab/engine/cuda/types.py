"""The data types that no GPU library computes with, bfloat16 and complex32, held as bits there."""

from typing import Any

import numpy as np

from tensorlab.engine.cuda.cupy_backend import library

# by the bytes of an element
HELD_AS = {2: np.dtype(np.uint16), 4: np.dtype(np.uint32)}
WIDE = 4  # bytes of the smallest integers that a float saturates to
BFLOAT16_BITS = 16  # the upper half of a float32


def is_held_as_bits(dtype: Any) -> bool:
    """Return whether elements of a type are held as whole numbers: numpy calls such types void."""
    return bool(dtype.kind == "V")


def held_as(dtype: Any) -> Any:
    """Return the type of the array that holds elements of a type."""
    return HELD_AS[dtype.itemsize] if dtype.kind == "V" else dtype


def computed_as(dtype: Any) -> Any:
    """Return the type of the numbers that elements of a type are computed as."""
    if not is_held_as_bits(dtype):
        return dtype
    return np.dtype(np.float32 if dtype.itemsize == 2 else np.complex64)


def converted(inner: Any, dtype: Any, wanted: object) -> Any:
    """Return a fresh array that holds the elements as another type does."""
    return inner.copy() if dtype == wanted else encoded(decoded(inner, dtype), wanted)


def decoded(inner: Any, dtype: Any) -> Any:
    """Return held elements as numbers: bfloat16 as float32, complex32 as complex64."""
    if not is_held_as_bits(dtype):
        return inner
    if dtype.itemsize == 2:
        return (inner.astype(np.uint32) << BFLOAT16_BITS).view(np.float32)
    parts = Halves(inner)
    numbers = library().empty(inner.shape, np.complex64)
    numbers.real, numbers.imag = parts.real, parts.imag
    return numbers


def encoded(numbers: Any, dtype: Any) -> Any:
    """Return numbers as elements of a type are held."""
    if not is_held_as_bits(dtype):
        if numbers.dtype.kind == "f" and dtype.kind in "iu" and dtype.itemsize < WIDE:
            # small integers wrap, as PyTorch's do
            numbers = numbers.astype(np.int64)
        return numbers.astype(dtype)
    if dtype.itemsize == 2:
        return rounded_to_bfloat16(numbers.astype(np.float32))
    inner = library().empty(numbers.shape, np.uint32)
    write_part(inner, "real", numbers.real)
    write_part(inner, "imag", numbers.imag)
    return inner


def rounded_to_bfloat16(numbers: Any) -> Any:
    """Return the bits of float32 numbers rounded to their upper halves, ties to even."""
    bits = numbers.view(np.uint32)
    odd = (bits >> BFLOAT16_BITS) & np.uint32(1)
    rounded = (bits + (np.uint32(0x7FFF) + odd)) >> BFLOAT16_BITS
    # rounding could turn a nan into infinity
    quiet = (bits >> BFLOAT16_BITS) | np.uint32(0x40)
    return library().where(library().isnan(numbers), quiet, rounded).astype(np.uint16)


class Halves:
    """The two parts of 16-bit complex numbers, as views of their bits."""

    def __init__(self, inner: Any) -> None:
        pairs = library().ascontiguousarray(inner).reshape(-1).view(np.float16)
        shaped = pairs.reshape((*inner.shape, 2))
        self.real, self.imag = shaped[..., 0], shaped[..., 1]


def write_part(inner: object, name: str, value: object) -> None:
    """Write the real or the imaginary parts of 16-bit complex numbers without gaps."""
    getattr(Halves(inner), name)[...] = value
