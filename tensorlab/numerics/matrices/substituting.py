"""Triangular equations of float32, solved in the order of PyTorch's library.

- Several right-hand sides go through blocks of 32, 16, 8, 4, 2 rows and 1, the largest at the top.
  What is known of the rows before a block is one product, taken away from its sides; within the
  block the rows follow one another, and a pivot's inverse is multiplied with.
- One right-hand side goes through in one block, and pivots divide; or, if the matrix lies row by
  row, through pairs of rows, the known terms of each added up in 16 lanes.

Each term that is taken away by itself is multiplied and subtracted with one rounding.
"""

from collections.abc import Callable, Iterator
from math import prod
from typing import Any

import numpy as np

from tensorlab.numerics.limits import SUBSTITUTED
from tensorlab.numerics.matrices.batches import ordered_product
from tensorlab.numerics.matrices.chains import in_lanes

FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)
LARGEST = 32  # rows of a block
FEW = 16  # matrices of a batch
Block = tuple[int, int]  # its first row, and the first behind it


def solved(T: Any, sides: Any, lower: bool, row_by_row: bool) -> Any:
    """Return the X with T X = sides, of a triangle that lies row by row in memory or does not.

    It is None where these steps are not PyTorch's.
    """
    if T.__class__ is not np.ndarray or not T.dtype == sides.dtype == FLOAT32:
        return None
    if not 0 < T.shape[-1] <= SUBSTITUTED or not sides.size:
        return None
    if T.ndim > 2 or sides.ndim > 2:
        return one_by_one(lambda one, side: solved(one, side, lower, row_by_row), T, sides)
    with np.errstate(all="ignore"):
        if sides.shape[1] > 1:
            return in_blocks(T, sides, lower, list(blocks(len(T))), divided=False)
        if row_by_row:
            return in_pairs(T, sides[:, 0], lower)[:, None]
        return in_blocks(T, sides, lower, [(0, len(T))], divided=True)


def one_by_one(solved: Callable[..., Any], A: Any, sides: Any) -> Any:
    """Return the solutions for a batch of a few matrices, stacked; None if one is, or for many."""
    lead = np.broadcast_shapes(A.shape[:-2], sides.shape[:-2])
    if not 0 < prod(lead) <= FEW:
        return None
    matrices = np.broadcast_to(A, lead + A.shape[-2:]).reshape(-1, *A.shape[-2:])
    columns = np.broadcast_to(sides, lead + sides.shape[-2:]).reshape(-1, *sides.shape[-2:])
    found = [solved(*pair) for pair in zip(matrices, columns, strict=True)]
    if any(solution is None for solution in found):
        return None
    return np.stack(found).reshape(lead + sides.shape[-2:])


def blocks(size: int) -> Iterator[Block]:
    """Yield the blocks of so many rows."""
    first, rows = 0, LARGEST
    while first < size:
        while rows > size - first:
            rows //= 2
        yield first, first + rows
        first += rows


def in_blocks(T: Any, sides: Any, lower: bool, blocks: list[Block], *, divided: bool) -> Any:
    """Return the solution block by block."""
    X, wide = np.array(sides, order="C"), T.astype(FLOAT64)
    pivots = T.diagonal() if divided else 1 / T.diagonal()
    scale = np.divide if divided else np.multiply
    for first, end in blocks if lower else reversed(blocks):
        known = slice(first) if lower else slice(end, None)
        if X[known].size:
            X[first:end] -= ordered_product(T[first:end, known], X[known])
        for k in range(first, end) if lower else reversed(range(first, end)):
            scale(X[k], pivots[k], X[k])
            rest = slice(k + 1, end) if lower else slice(first, k)
            X[rest] = X[rest] - wide[rest, k, None] * X[k]
    return X


def in_pairs(T: Any, side: Any, lower: bool) -> Any:
    """Return the solution for one side by two rows at a time."""
    x, size = side.copy(), len(T)
    order = range(size) if lower else range(size - 1, -1, -1)
    for place, k in enumerate(order):
        even = place & -2
        known = slice(even) if lower else slice(size - even, None)
        if even:
            x[k] -= in_lanes(T[None, k, known], x[known])[0]
        if place > even:
            before = order[even]
            x[k] = x[k] - T[k, before].astype(FLOAT64) * x[before]
        x[k] /= T[k, k]
    return x
