"""Choosing between cells by a condition, without a branch for each."""

from typing import Any

import numpy as np

BITS = {4: np.dtype(np.int32), 8: np.dtype(np.int64), 2: np.dtype(np.int16), 1: np.dtype(np.int8)}
MANY = 5_000  # from here on, branches mispredicted on a random mask cost more than some passes
BLOCK = 1 << 14


def choose(condition: Any, input: Any, other: Any) -> Any:
    """Return input where the condition, of truth values, holds, other elsewhere.

    Both are of one type; of many cells the bits are masked, block by block.
    """
    few = condition.size < MANY or condition.__class__ is not np.ndarray
    bits: Any = None if few or input.dtype != other.dtype else BITS.get(input.dtype.itemsize)
    if bits is None or input.dtype.kind not in "fiub" or condition.dtype.kind != "b":
        return np.where(condition, input, other)
    parts = [np.asarray(part) for part in (condition, input, other)]
    shape = condition.shape
    apart = (part.ndim and (part.shape != shape or not part.flags.c_contiguous) for part in parts)
    if condition.size <= BLOCK or any(apart):
        masks = np.negative(condition.view(np.int8), dtype=bits)
        seen = parts[2].view(bits)
        return (((parts[1].view(bits) ^ seen) & masks) ^ seen).view(input.dtype)
    result = np.empty(shape, input.dtype)
    mask, yes, no = (part.reshape(-1) if part.ndim else part for part in parts)
    mask, yes, no = mask.view(np.int8), yes.view(bits), no.view(bits)
    cells = result.reshape(-1).view(bits)
    for start in range(0, mask.size, BLOCK):
        part = slice(start, start + BLOCK)
        found, seen = cells[part], no[part] if no.ndim else no
        held = np.negative(mask[part]).astype(bits)
        np.bitwise_xor(yes[part] if yes.ndim else yes, seen, found)
        np.bitwise_and(found, held, found)
        np.bitwise_xor(found, seen, found)
    return result
