"""What a browser lacks of the data types: a package for bfloat16, and casts that wrap.

bfloat16 is held as two bytes. numpy computes nothing with those and makes no number of them: what
does not go through `decode` fails, and gives no wrong number.
"""

from typing import Any

import numpy as np

from tensorlab.engine.dtypes import DTYPES, INTEGER, DType, bfloat16, converted
from tensorlab.engine.layout import empty_like

HALF, QUIET = 16, 0x40  # bits; rounding could turn a nan into infinity
HELD = np.dtype([("low", "V1"), ("high", "V1")])


class HeldAsBytes(DType):
    """A bfloat16 whose elements are two bytes, decoded to float32 and encoded by this class."""

    torch_name = "torch.dtype"

    def decode(self, stored: Any) -> Any:
        """Return stored elements as float32 numbers.

        Raises:
            TypeError: these are no stored elements.
        """
        if stored.dtype != HELD:
            raise TypeError(f"{stored.dtype} elements where those of bfloat16 were expected")
        numbers = empty_like(stored, self.compute)
        bits = numbers.view(np.uint32)
        np.left_shift(stored.view(np.uint16), HALF, out=bits, dtype=np.uint32)
        return numbers

    def encode(self, numbers: Any) -> Any:
        """Return numbers as stored elements, rounded to the nearest, ties to even."""
        if numbers.dtype == HELD:
            return numbers
        real = numbers.real if numbers.dtype.kind == "c" else numbers
        single = converted(real, np.dtype(np.float32))
        bits = single.view(np.uint32)
        rounded = (bits + (((bits >> HALF) & 1) + 0x7FFF)) >> HALF
        rounded = np.where(np.isnan(single), (bits >> HALF) | QUIET, rounded)
        stored = empty_like(single, HELD)
        stored.view(np.uint16)[...] = rounded
        return stored


class Wrapping(DType):
    """A type of whole numbers that floats beyond it become as on a PC: WebAssembly's stop there."""

    torch_name = "torch.dtype"

    def encode(self, numbers: Any) -> Any:
        """Return numbers in this type."""
        if numbers.dtype.kind == "c":
            numbers = numbers.real
        if numbers.dtype.kind != "f":
            return super().encode(numbers)
        for bits in (64, 32) if self in NARROW else (64,):
            end = 2.0 ** (bits - 1)
            with np.errstate(invalid="ignore"):
                whole = numbers.astype(np.int64)
            inside = (numbers >= -end) & (numbers < end)
            numbers = np.where(inside, whole, np.int64(-end))
        return converted(numbers, self.compute)


WHOLE = [each for each in DTYPES.values() if each.category == INTEGER]
NARROW = {each for each in WHOLE if each.itemsize < 4 or each.name == "int32"}


def hold_as_bytes(dtype: DType = bfloat16) -> None:
    """Hold bfloat16 so from now on."""
    dtype.__class__ = HeldAsBytes
    dtype.__dict__["carrier"] = HELD
