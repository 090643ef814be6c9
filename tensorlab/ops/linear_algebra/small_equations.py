"""Equations of a few float32 numbers, each step rounded as PyTorch's library rounds it.

Python's floats are wide enough to round each step only once, to float32.
"""

import math
from typing import Any

import numpy as np

from tensorlab.ops.linear_algebra.elimination import DIVIDED

MOST = 4  # rows, beyond which these steps take more than twice the time
Rows = list[list[float]]


def solved(A: Any, sides: Any, most: int = MOST) -> Any:
    """Return the X with A X = sides; None where A is singular, or not for these steps."""
    if A.__class__ is not np.ndarray or A.dtype.char != "f" or A.ndim != 2:
        return None
    size = len(A)
    if not 2 <= size <= most or A.shape[1] != size or sides.shape[:-1] != (size,):
        return None
    rows = A.tolist()
    if not math.isfinite(sum(map(sum, rows))):
        return None
    columns = two_by_two(rows, sides.T.tolist()) if size == 2 else in_steps(rows, sides.tolist())
    return None if columns is None else np.array(columns, np.float32).T.copy()


def single(number: float) -> float:
    """Return a number rounded to float32."""
    return float(np.float32(number))


def two_by_two(rows: Rows, columns: Rows) -> Rows | None:
    """Return the solutions for two rows, to PyTorch's last bit."""
    (pivot, beside), (below, last) = rows
    exchanged = abs(below) > abs(pivot)
    if exchanged:
        pivot, beside, below, last = below, last, pivot, beside
    factor = single(below / pivot) if pivot else 0.0
    rest = single(last - factor * beside)
    if not pivot or not rest:
        return None
    solutions = []
    for first, second in columns:
        upper, lower = (second, first) if exchanged else (first, second)
        lower = single(single(lower - factor * upper) * single(1 / rest))
        solutions.append([single(single(upper - beside * lower) * single(1 / pivot)), lower])
    return solutions


def in_steps(rows: Rows, sides: Rows) -> Rows | None:
    """Return the solutions for three rows and more: the terms of a step first make a sum."""
    size = len(rows)
    for k in range(size):
        chosen = max(range(k, size), key=lambda row: abs(rows[row][k]))
        rows[k], rows[chosen] = rows[chosen], rows[k]
        sides[k], sides[chosen] = sides[chosen], sides[k]
        if not rows[k][k]:
            return None
        clear_below(rows, k)
    inverses = [single(1 / rows[k][k]) for k in range(size)]
    solutions = []
    for column in zip(*sides, strict=True):
        found = list(column)
        for k in range(1, size):
            found[k] = single(found[k] - summed(rows[k], found, range(k)))
        found[-1] = single(found[-1] * inverses[-1])
        for k in range(size - 2, -1, -1):
            rest = single(found[k] - summed(rows[k], found, range(k + 1, size)))
            found[k] = single(rest * inverses[k])
        solutions.append(found)
    return solutions


def clear_below(rows: Rows, k: int) -> None:
    """Take multiples of row k from those below it, and keep the factors in their places."""
    pivot, upper = rows[k][k], rows[k]
    divided = k == len(rows) - 2 and len(rows) <= DIVIDED
    for row in rows[k + 1 :]:
        factor = single(row[k] / pivot if divided else row[k] * single(1 / pivot))
        row[k] = factor
        for place in range(k + 1, len(row)):
            row[place] = single(row[place] - factor * upper[place])


def summed(row: list[float], found: list[float], places: range) -> float:
    """Return the sum of a row's cells times what was found, each multiplied and added at once."""
    total = 0.0
    for place in places:
        total = single(row[place] * found[place] + total)
    return total
