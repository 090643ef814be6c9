"""Running sums of many floats in double precision, by groups of cells.

numpy waits for each sum before it begins the next one: 3 nanoseconds for a cell. A product with a
triangle of ones gives the running sums of all groups at once; the total of the groups before is
added to each group's first cell. The order is PyTorch's but for these totals, which float32 does
not tell: sums of floats are exact in double precision, or nearly so.
"""

from functools import cache
from typing import Any

import numpy as np

from tensorlab.numerics.matrices.blas import calm

GROUP = 16


@cache
def ones(size: int) -> tuple[Any, Any]:
    """Return a triangle and a column of ones."""
    return np.triu(np.ones((size, size))), np.ones(size)


class RunningSums:
    """Running sums of up to so many rows of a size at a time, in memory that is used again."""

    def __init__(self, count: int, size: int) -> None:
        calm()
        self.size = size
        self.group = min(size, GROUP)
        self.groups = -(-size // self.group)
        self.cells = np.empty((count * self.groups, self.group))
        self.sums = np.empty_like(self.cells)
        self.triangle, self.column = ones(self.group)
        self.cells.reshape(count, -1)[:, size:] = 0

    def put(self, rows: Any, out: Any, begun: Any = 0.0) -> Any:
        """Put the sums of rows, each on top of what it is begun with, into another array.

        Returns the last of each row, or None, with nothing put, where one is infinite or NaN: what
        comes before would be NaN, too.
        """
        count = len(rows)
        cells, sums = self.cells[: count * self.groups], self.sums[: count * self.groups]
        cells.reshape(count, -1)[:, : self.size] = rows
        cells[:: self.groups, 0] += begun
        if self.groups > 1:
            totals = cells.dot(self.column).reshape(count, self.groups)
            np.add.accumulate(totals, 1, out=totals)
            cells.reshape(count, self.groups, self.group)[:, 1:, 0] += totals[:, :-1]
        np.dot(cells, self.triangle, sums)
        running = sums.reshape(count, -1)[:, : self.size]
        last = running[:, -1].copy()
        if not np.isfinite(last).all():
            return None
        out[...] = running
        return last
