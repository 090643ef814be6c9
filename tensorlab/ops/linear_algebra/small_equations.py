"""Equations of a few float32 numbers, each step rounded as PyTorch's library rounds it.

Python's floats are wide enough to round each step only once, to float32.
"""

import math
from typing import Any

import numpy as np

from tensorlab.engine.shapes import count_elements
from tensorlab.numerics.exponential_of_few import rounded
from tensorlab.numerics.limits import SOLVED
from tensorlab.ops.linear_algebra.elimination import DIVIDED

BY_TERMS = 8  # rows, from which on each term is taken away by itself and pivots divide
FEW = 16  # matrices of a batch
LARGEST = float(np.finfo(np.float32).max)
PAIRED = 3  # rows, whose sides are solved by two; by the pivots of what is left over is divided
Rows = list[list[float]]


def solved(A: Any, sides: Any, most: int = SOLVED) -> Any:
    """Return the X with A X = sides; None where A is singular, or not for these steps."""
    if A.__class__ is not np.ndarray or A.dtype.char != "f" or A.ndim < 2:
        return None
    size = A.shape[-1]
    if not 2 <= size <= most or A.shape[-2] != size or sides.shape[-2] != size:
        return None
    if A.ndim > 2:
        return solved_one_by_one(A, sides, most)
    rows = A.tolist()
    if sides.ndim > 2 or not math.isfinite(sum(map(sum, rows))):
        return None
    columns = two_by_two(rows, sides.T.tolist()) if size == 2 else in_steps(rows, sides.tolist())
    if columns is None:
        return None
    found = np.array(columns).T
    return found.astype(np.float32) if abs(found).max(initial=0) < LARGEST else None


def solved_one_by_one(A: Any, sides: Any, most: int) -> Any:
    """Return the same for a batch of a few matrices; None for many."""
    lead = np.broadcast_shapes(A.shape[:-2], sides.shape[:-2])
    if not 0 < count_elements(lead) <= FEW:
        return None
    matrices = np.broadcast_to(A, lead + A.shape[-2:]).reshape(-1, *A.shape[-2:])
    columns = np.broadcast_to(sides, lead + sides.shape[-2:]).reshape(-1, *sides.shape[-2:])
    found = [solved(*pair, most) for pair in zip(matrices, columns, strict=True)]
    if any(solution is None for solution in found):
        return None
    return np.stack(found).reshape(lead + sides.shape[-2:])


def two_by_two(rows: Rows, columns: Rows) -> Rows | None:
    """Return the solutions for two rows, to PyTorch's last bit."""
    (pivot, beside), (below, last) = rows
    exchanged = abs(below) > abs(pivot)
    if exchanged:
        pivot, beside, below, last = below, last, pivot, beside
    factor = rounded(below / pivot) if pivot else 0.0
    rest = rounded(last - factor * beside)
    if not pivot or not rest:
        return None
    solutions = []
    for first, second in columns:
        upper, lower = (second, first) if exchanged else (first, second)
        lower = rounded(rounded(lower - factor * upper) * rounded(1 / rest))
        solutions.append([rounded(rounded(upper - beside * lower) * rounded(1 / pivot)), lower])
    return solutions


def in_steps(rows: Rows, sides: Rows) -> Rows | None:
    """Return the solutions for three rows and more."""
    size = len(rows)
    for k in range(size):
        chosen = max(range(k, size), key=lambda row: abs(rows[row][k]))
        rows[k], rows[chosen] = rows[chosen], rows[k]
        sides[k], sides[chosen] = sides[chosen], sides[k]
        if not rows[k][k]:
            return None
        clear_below(rows, k)
    rest = rest_by_terms if size >= BY_TERMS else rest_at_once
    inverses = [rounded(1 / rows[k][k]) for k in range(size)]
    solutions = []
    for place, column in enumerate(zip(*sides, strict=True)):
        alone = size == PAIRED and place == len(sides[0]) - 1 and not place % 2
        divided = alone or size >= BY_TERMS
        found = list(column)
        for k in range(1, size):
            found[k] = rest(rows[k], found, k, range(k))
        for k in range(size - 1, -1, -1):
            left = rest(rows[k], found, k, range(size - 1, k, -1))
            found[k] = rounded(left / rows[k][k] if divided else left * inverses[k])
        solutions.append(found)
    return solutions


def clear_below(rows: Rows, k: int) -> None:
    """Take multiples of row k from those below it, and keep the factors in their places."""
    pivot, upper = rows[k][k], rows[k]
    divided = k == len(rows) - 2 and len(rows) <= DIVIDED
    inverse = rounded(1 / pivot)
    for row in rows[k + 1 :]:
        row[k] = factor = rounded(row[k] / pivot if divided else row[k] * inverse)
        for place in range(k + 1, len(row)):
            row[place] = rounded(row[place] - factor * upper[place])


def rest_by_terms(row: list[float], found: list[float], k: int, known: range) -> float:
    """Return what is left of side k without what is known, one after the other taken away."""
    rest = found[k]
    for place in known:
        rest = rounded(rest - row[place] * found[place])
    return rest


def rest_at_once(row: list[float], found: list[float], k: int, known: range) -> float:
    """Return what is left of side k without the sum of what is known, the second term first."""
    if not known:
        return found[k]
    first, *others = known
    total = row[first] * found[first]
    if others:
        second, *others = others
        total = rounded(rounded(row[second] * found[second]) + total)
    for place in others:
        total = rounded(row[place] * found[place] + total)
    return rounded(found[k] - total)
