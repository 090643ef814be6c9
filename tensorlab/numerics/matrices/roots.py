"""Cholesky factors of a few float32 numbers, each step rounded as PyTorch's library rounds it.

A column is multiplied with the inverse of its pivot's root: the processor's estimate of it, brought
nearer by one of Newton's steps. What is taken away from a cell before,

- of up to five rows, is one sum of products, the first of them rounded by itself;
- of more rows, beside a pivot: term by term, for an upper factor the sum of lanes in halves;
- of more rows, from a pivot itself: term by term, or of more than a few terms the sum of lanes.

The estimate is the processor's VRSQRT14: lines over the 32nds of the numbers from 1 to 2 and from 2
to 4, each of which starts somewhat below the function, by so many parts as BELOW has.
"""

import math
from functools import cache
from typing import Any

import numpy as np

from tensorlab.numerics.few import rounded
from tensorlab.numerics.limits import ROOTED
from tensorlab.numerics.matrices.lessening import less_lanes, less_sum, less_terms

FLOAT32 = np.dtype(np.float32)
FEW = 5  # rows of a matrix whose sums are of one kind
MATRICES = 16  # of a batch
BELOW = [
    [23, 26, 21, 17, 17, 18, 18, 14, 15, 14, 13, 7, 8, 12, 7, 6,
     8, 5, 7, 9, 8, 7, 5, 4, 5, 5, 1, 6, 6, 0, 4, 0],
    [18, 18, 14, 15, 9, 10, 9, 12, 7, 5, 8, 7, 8, 6, 7, 2,
     2, 6, 7, 3, 3, 3, 6, 3, 1, 1, 2, 3, 0, 3, 2, 2],
]  # fmt: skip
Numbers = list[float]


@cache
def lines() -> list[list[tuple[int, int]]]:
    """Return where each line starts and by how much it falls, in parts of 2 ** -26."""
    found = []
    for base, below in zip((1, 2), BELOW, strict=True):
        starts = [base + base * place / 32 for place in range(32)]
        fallen = [2.0**10 * base * (start + base / 64) ** -1.5 for start in starts]
        begun = [int(2**19 / math.sqrt(start)) for start in starts]
        parts = zip(begun, below, fallen, strict=True)
        found.append([(128 * (a - b), 2 * round((c - 1) / 2) + 1) for a, b, c in parts])
    return found


def estimate(number: float) -> float:
    """Return roughly the inverse of a root, as the processor has it."""
    part, power = math.frexp(number)
    odd = (power - 1) & 1
    place, step = divmod(int((2 * part - 1) * (1 << 15)), 1 << 10)
    start, fall = lines()[odd][place]
    return math.ldexp((start - fall * step) >> 9, -17 - ((power - 1) >> 1))


def newton(number: float) -> tuple[float, float]:
    """Return two numbers whose product is nearly the inverse of a root."""
    near = estimate(number)
    return -0.5 * near, rounded(rounded(number * near) * near - 3)


def cholesky(A: Any, upper: bool) -> Any:
    """Return the lower factor, computed as the upper one's transpose if so wished.

    It is None for what is not positive-definite, or not for these steps.
    """
    if A.__class__ is not np.ndarray or A.dtype is not FLOAT32 or not 0 < A.shape[-1] <= ROOTED:
        return None
    if not 0 < A.size <= MATRICES * A.shape[-1] ** 2 or not np.isfinite(A).all():
        return None
    factors = [factor(matrix.tolist(), upper) for matrix in A.reshape(-1, *A.shape[-2:])]
    if None in factors:
        return None
    return np.tril(np.array(factors, FLOAT32).reshape(A.shape))


def factor(rows: list[Numbers], upper: bool) -> list[Numbers] | None:
    """Return the factor of one matrix, with what was there above its diagonal."""
    size = len(rows)
    less = less_sum if size <= FEW else less_lanes if upper else less_terms
    for k, row in enumerate(rows):
        pivot = pivot_of(row, k, size, upper)
        if not pivot > 0:
            return None
        half, other = newton(pivot)
        inverse = rounded(half * other)
        for below in rows[k + 1 :]:
            rest = less(below[k], below, row, range(k))
            last = k == size - 2 and 2 < size <= FEW
            below[k] = rounded(rounded(rest * half) * other) if last else rounded(rest * inverse)
        row[k] = rounded(math.sqrt(pivot))
    return rows


def pivot_of(row: Numbers, k: int, size: int, upper: bool) -> float:
    """Return what is left of cell k of its row; in some sums the second term comes first."""
    if size > FEW:
        many = k > (4 if upper else 5)
        return (less_lanes if many else less_terms)(row[k], row, row, range(k))
    swapped = (k == 2 and (upper or size != 4)) or (k == 3 and size == FEW and not upper)
    return less_sum(row[k], row, row, [1, 0, *range(2, k)] if swapped else range(k))
