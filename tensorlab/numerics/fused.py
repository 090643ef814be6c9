"""Fused multiply-add, a * b + c rounded once, which numpy lacks and PyTorch's kernels use."""

from typing import TYPE_CHECKING, Any

import numpy as np

from tensorlab.numerics.limits import ROUNDED_ONCE
from tensorlab.numerics.machine.blocks import are_alike, side_by_side
from tensorlab.numerics.machine.threads import BLOCK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Doubles = NDArray[np.float64]

ARRAYS = (np.ndarray, np.generic)
FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)
BUFFERED = 1 << 10  # cells up to which numpy is quicker to cast within a call than before it
SPLITTER = 2.0**27 + 1.0


def fma(a: Any, b: Any, c: Any) -> Any:
    """Return a * b + c, rounded once, in the type of a: float32 or float64."""
    return fma32(a, b, c) if a.dtype == np.float32 else fma64(a, b, c)


def multiply_add(a: Any, b: Any, c: Any) -> Any:
    """Return a * b + c of arrays of one type: rounded once if they are few floats, as PyTorch does.

    Numbers of Python's in the place of a or b have been brought to the type before.
    """
    kind = c.dtype
    if kind is FLOAT32 and are_few(a, b, c):
        return of_few(a, b, c)
    if kind is FLOAT32 or kind is FLOAT64:
        few = c.size <= ROUNDED_ONCE and a.size <= ROUNDED_ONCE and b.size <= ROUNDED_ONCE
        if few and isinstance(c, ARRAYS):
            found = fma(a, b, c)
            if kind is FLOAT32 or np.isfinite(found).all():  # halves of huge numbers overflow
                return found
    if c.size > BLOCK and a.dtype is b.dtype is kind and are_alike(c, a, b) and a.ndim:
        return side_by_side(add_product, c, a, b)
    product = a * b
    if product.shape == c.shape and product.dtype is kind and product.__class__ is np.ndarray:
        return np.add(c, product, product)
    return np.add(c, product)


def add_product(c: Any, a: Any, b: Any, out: Any) -> None:
    """Put c + a * b into `out`."""
    np.multiply(a, b, out=out)
    np.add(c, out, out=out)


def fma32(a: "Floats", b: "Floats | float", c: "Floats | float") -> Any:
    """Return a * b + c: the product of two float32 numbers is exact in float64."""
    if are_few(a, b, c):
        return of_few(a, b, c)
    total, third = widened(a) * widened(b), widened(c)
    alike = total.shape == third.shape != () and total.strides == third.strides
    if alike or total.ndim > third.ndim:
        return np.add(total, third, total).astype(FLOAT32)
    return (total + third).astype(FLOAT32)


def of_few(a: Any, b: Any, c: Any) -> Any:
    """Return the same of few numbers, in the layout that they lie in."""
    if a.flags.c_contiguous and b.flags.c_contiguous and c.flags.c_contiguous:
        return (a.astype(FLOAT64) * b.astype(FLOAT64) + c.astype(FLOAT64)).astype(FLOAT32)
    return np.add(np.multiply(a, b, dtype=FLOAT64), c, dtype=FLOAT64).astype(FLOAT32)


def are_few(a: Any, b: Any, c: Any) -> bool:
    """Return whether arrays are quicker cast by the calls that take them, to the same layout."""
    if not a.__class__ is b.__class__ is c.__class__ is np.ndarray:
        return False
    return bool(a.size + b.size + c.size <= BUFFERED and a.ndim <= c.ndim >= b.ndim)


def widened(part: Any) -> Any:
    """Return float32 numbers in double precision; one of Python's is rounded before."""
    if part.__class__ is np.ndarray:
        return part.astype(FLOAT64)
    return np.asarray(part, FLOAT32).astype(FLOAT64)


def fma64(a: "Doubles", b: "Doubles | float", c: "Doubles | float") -> "Doubles":
    """Return a * b + c with the errors of the product and of the sum added back.

    Source: Dekker, A floating-point technique for extending the available precision (1971).
    """
    product = a * b
    a_high, a_low = split(a)
    b_high, b_low = split(np.asarray(b, np.float64))
    error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
    total = product + c
    moved = total - product
    error = error + ((product - (total - moved)) + (c - moved))  # c may have more dimensions
    return total + error


def split(x: "Doubles") -> tuple["Doubles", "Doubles"]:
    """Return two halves of x, of so few bits that their products are exact."""
    scaled = x * SPLITTER
    high = scaled - (scaled - x)
    return high, x - high
