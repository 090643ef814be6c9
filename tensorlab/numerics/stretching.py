"""Functions of two arrays that are both stretched, as points that meet points do: `x[:, None] - y`.

numpy goes element by element along the last axis there, and begins anew for each of its few
elements.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

FEW = 32  # elements up to which nobody looks
SHORT = 8  # elements of the last axis that are taken one by one
WORTH = 1 << 9  # results for each of them, from which on that is quicker


def stretched(ufunc: Any, first: "NDArray[Any]", second: "NDArray[Any]") -> Any:
    """Return a ufunc of two arrays: of points with few coordinates, coordinate by coordinate."""
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
