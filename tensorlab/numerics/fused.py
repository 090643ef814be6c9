"""a * b + c rounded once, as PyTorch's kernels multiply and add in one step; numpy takes two."""

from typing import Any

import numpy as np

from tensorlab.numerics.functions.rounding import ROUNDED_ONCE
from tensorlab.numerics.machine.blocks import BLOCK, are_alike, side_by_side

FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)
IN_MAIN_MEMORY = np.ndarray, np.generic


def fma(a: Any, b: Any, c: Any) -> Any:
    """Return a * b + c in the type of a: of float32, whose products float64 holds, rounded once."""
    if a.dtype != FLOAT32:
        return a * b + c
    b, c = np.asanyarray(b, FLOAT32), np.asanyarray(c, FLOAT32)
    return np.add(np.multiply(a, b, dtype=FLOAT64), c, dtype=FLOAT64).astype(FLOAT32)


def multiply_add(a: Any, b: Any, c: Any) -> Any:
    """Return a * b + c of arrays of one type: of few float32 numbers rounded once."""
    few = a.size <= ROUNDED_ONCE and c.size <= ROUNDED_ONCE
    if few and c.dtype is FLOAT32 and isinstance(c, IN_MAIN_MEMORY):
        return fma(a, b, c)
    if c.size > BLOCK and a.dtype is b.dtype is c.dtype and are_alike(c, a, b) and a.ndim:
        return side_by_side(add_product, c, a, b)
    return c + a * b


def add_product(c: Any, a: Any, b: Any, out: Any) -> None:
    """Put c + a * b into `out`."""
    np.multiply(a, b, out=out)
    np.add(c, out, out=out)
