"""Functions of arrays in the passes that numpy is quick in: few branches, long rows."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

BITS = {4: np.dtype(np.int32), 8: np.dtype(np.int64), 2: np.dtype(np.int16), 1: np.dtype(np.int8)}
# from here on, branches mispredicted on a random mask cost more than some passes
MANY = 5_000
FEW = 32  # elements up to which nobody looks whether both arrays are stretched
SHORT = 8  # elements of the last axis that are taken one by one
WORTH = 1 << 9  # results for each of them, from which on that is quicker


def choose(condition: NDArray[np.bool_], input: Any, other: Any) -> Any:
    """Return input where the condition holds, other elsewhere: of one type, arrays or numbers.

    Of many elements the bits are masked: a tenth of the time of branches.
    """
    many = condition.size >= MANY and condition.__class__ is np.ndarray
    alike = input.dtype == other.dtype and input.dtype.kind in "fiub"
    bits: Any = BITS.get(input.dtype.itemsize)
    if not (many and alike and bits) or condition.dtype.kind != "b":
        return np.where(condition, input, other)
    masks = np.negative(condition.view(np.int8), dtype=bits)
    ours, others = (np.asarray(part).view(bits) for part in (input, other))
    found = (ours ^ others) & masks
    found ^= others
    return found.view(input.dtype)


def stretched(ufunc: Any, first: NDArray[Any], second: NDArray[Any]) -> Any:
    """Return a ufunc of two arrays: of points with few coordinates, coordinate by coordinate.

    Where both are stretched, as in `x[:, None] - y`, numpy goes along the last axis and begins anew
    for each of its few elements.
    """
    if (first.ndim < 3 and second.ndim < 3) or not first.ndim or not second.ndim:
        return ufunc(first, second)
    count = first.shape[-1]
    if not 1 < count == second.shape[-1] <= SHORT or ufunc.__class__ is not np.ufunc:
        return ufunc(first, second)
    both = np.broadcast(first, second)
    if max(first.size, second.size, count * WORTH) >= both.size:
        return ufunc(first, second)
    out = np.empty(both.shape, ufunc(first.reshape(-1)[:1], second.reshape(-1)[:1]).dtype)
    for place in range(count):
        ufunc(first[..., place], second[..., place], out[..., place])
    return out
