"""Floats in equal steps, rounded as PyTorch's vectors round them."""

from typing import Any

import numpy as np

from tensorlab.numerics.machine.threads import BLOCK, share_out

VECTORS = 1 << 11  # so many stay in the processor's cache
FRACTION_BITS = {8: 24, 4: 53}  # of the types of which a vector has so many lanes


def counted_off(start: float, step: float, count: int, kind: np.dtype[Any]) -> Any:
    """Return start, start + step and so on, so many of them, in a type of floats.

    PyTorch fills pairs of vectors: the first cell of a vector is rounded to the type, and the steps
    from there are taken in double precision. What fills no pair is counted from the start.
    """
    lanes, start, step = 32 // kind.itemsize, float(start), float(step)
    if count < 2 * lanes:
        return np.array([start + place * step for place in range(count)], kind)
    if are_exact(start, step, count, FRACTION_BITS[lanes]):
        return np.arange(start + 0.0 * step, start + count * step, step, dtype=kind)
    first, apart = np.float64(start), np.float64(step)
    whole = count // (2 * lanes) * 2 * lanes
    numbers = np.empty(count, kind)
    further = np.tile(apart * np.arange(lanes), min(whole // lanes, VECTORS))

    def work(begin: int, end: int) -> None:
        for cell in range(begin, end, VECTORS * lanes):
            part = numbers[cell : min(cell + VECTORS * lanes, end)]
            bases = steps(cell, cell + part.size, first, apart, lanes)
            cells = np.repeat(bases.astype(kind).astype(np.float64), lanes)
            cells += further[: part.size]
            part[:] = cells

    share_out(whole, work, count, lanes)
    numbers[whole:] = steps(whole, count, first, apart)
    return numbers


def steps(begin: int, end: int, first: np.float64, apart: np.float64, every: int = 1) -> Any:
    """Return every step, or every so many, from one number to another in double precision."""
    numbers = np.arange(begin, end, every, dtype=np.float64)
    numbers *= apart
    numbers += first
    return numbers


def are_exact(start: float, step: float, count: int, bits: int) -> bool:
    """Return whether start, start + step and so on are whole numbers, of so many bits, of a unit.

    Then no step is rounded, in whatever order they are worked out.
    """
    (first, unit), (apart, other) = start.as_integer_ratio(), step.as_integer_ratio()
    finest = max(unit, other)  # powers of two
    first, apart = first * (finest // unit), apart * (finest // other) * count
    return bool(max(abs(first), abs(apart), abs(first + apart)) < 2**bits)


def count_on(out: Any, first: Any, step: Any) -> None:
    """Put first, first + step, first + 2 * step ... into an array, in the type of the step."""
    for begin in range(0, out.size, BLOCK):
        places = np.arange(begin, min(begin + BLOCK, out.size), dtype=np.int64)
        part = places.astype(out.dtype).astype(step.dtype)
        part *= step
        part += first
        out[begin : begin + BLOCK] = part
