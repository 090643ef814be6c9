"""Equations of a few float32 numbers, each step rounded as PyTorch's library rounds it.

Python's floats are wide enough to round each step only once, to float32.
"""

import math
from typing import Any

import numpy as np

from tensorlab.numerics.few import rounded
from tensorlab.numerics.limits import SOLVED
from tensorlab.numerics.matrices import substituting
from tensorlab.numerics.matrices.lessening import Numbers, less_lanes, less_terms
from tensorlab.ops.linear_algebra.elimination import DIVIDED, eliminate, order_of_rows

BY_TERMS = 8  # rows, of which each term is taken away by itself, and pivots divide
LARGEST = float(np.finfo(np.float32).max)
PAIRED = 3  # rows, whose sides are solved by two; by the pivots of what is left over is divided
BLOCKS = {  # of rows that are solved by terms: with which row each row's begins
    2: (0, 0), 3: (0, 0, 2), 4: (0, 0, 2, 2), 5: (0, 0, 0, 0, 4), 6: (0, 0, 0, 0, 4, 4),
    7: (0, 0, 2, 3, 4, 5, 6), 8: (0, 1, 2, 3, 4, 5, 6, 7),
}  # fmt: skip
Rows = list[list[float]]


def solved(A: Any, sides: Any, most: int = SOLVED, *, turned: bool = False) -> Any:
    """Return the X with A X = sides, or with A.T X = sides; None if these steps don't find it.

    A may be singular, or not for them.
    """
    if A.__class__ is not np.ndarray or A.dtype.char != "f" or A.ndim < 2:
        return None
    size = A.shape[-1]
    if not 2 <= size <= most or A.shape[-2] != size or sides.shape[-2] != size:
        return None
    if A.ndim > 2:
        return substituting.one_by_one(
            lambda one, side: solved(one, side, most, turned=turned), A, sides
        )
    if size > BY_TERMS and sides.ndim == 2:
        return by_triangles(A, sides.astype(np.float32), turned)
    rows = A.tolist()
    if sides.ndim > 2 or not math.isfinite(sum(map(sum, rows))):
        return None
    plain = size == 2 and not turned
    columns = (two_by_two if plain else in_steps)(rows, sides.T.tolist(), turned)
    if columns is None:
        return None
    found = np.array(columns).T
    return found.astype(np.float32) if abs(found).max(initial=0) < LARGEST else None


def by_triangles(A: Any, sides: Any, turned: bool) -> Any:
    """Return the same for more than eight rows: through the one triangle, then the other."""
    LU, pivots = eliminate(A)
    if not np.isfinite(LU).all() or not LU.diagonal().all():
        return None
    lower = np.tril(LU, -1) + np.eye(len(LU), dtype=LU.dtype)
    order = order_of_rows(pivots, len(LU))
    if turned:
        half = substituting.solved(np.triu(LU).T, sides, True, True)
        return substituting.solved(lower.T, half, False, True)[np.argsort(order)]
    return substituting.solved(
        LU, substituting.solved(lower, sides[order], True, False), False, False
    )


def two_by_two(rows: Rows, columns: Rows, turned: bool) -> Rows | None:
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


def in_steps(rows: Rows, columns: Rows, turned: bool) -> Rows | None:
    """Return the solutions for three rows and more."""
    size = len(rows)
    order = list(range(size))
    for k in range(size):
        chosen = max(range(k, size), key=lambda row: abs(rows[row][k]))
        rows[k], rows[chosen] = rows[chosen], rows[k]
        order[k], order[chosen] = order[chosen], order[k]
        if not rows[k][k]:
            return None
        clear_below(rows, k)
    if turned:
        lines = list(zip(*rows, strict=True))
        return [put_back(through_lines(lines, column), order) for column in columns]
    sides = [[column[row] for row in order] for column in columns]
    return [through_rows(rows, side, k, len(sides)) for k, side in enumerate(sides)]


def through_rows(rows: Rows, found: list[float], place: int, count: int) -> list[float]:
    """Return the solution for one side: its place among so many decides on the pivots."""
    size = len(rows)
    rest = rest_by_terms if size >= BY_TERMS else rest_at_once
    alone = size == PAIRED and place == count - 1 and not place % 2
    divided = alone or size >= BY_TERMS
    for k in range(1, size):
        found[k] = rest(rows[k], found, k, range(k))
    for k in range(size - 1, -1, -1):
        left = rest(rows[k], found, k, range(size - 1, k, -1))
        pivot = rows[k][k]
        found[k] = rounded(left / pivot if divided else left * rounded(1 / pivot))
    return found


def through_lines(lines: list[tuple[float, ...]], column: list[float]) -> list[float]:
    """Return the solution by the turned triangles: the upper one's by blocks of rows."""
    size, found = len(lines), list(column)
    many = size >= BY_TERMS
    for k, (line, begin) in enumerate(zip(lines, BLOCKS[size], strict=True)):
        rest = less_lanes(found[k], line, found, range(begin)) if begin else found[k]
        rest = less_terms(rest, line, found, range(begin, k))
        found[k] = rounded(rest / line[k] if many else rest * rounded(1 / line[k]))
    for k in range(size - 2, -1, -1):
        known = range(k + 1, size)
        if many:
            found[k] = less_lanes(found[k], lines[k], found, known)
        else:
            found[k] = rest_at_once(lines[k], found, k, known)
    return found


def put_back(found: list[float], order: list[int]) -> list[float]:
    """Return numbers at the places they were taken from."""
    return [number for _, number in sorted(zip(order, found, strict=True))]


def clear_below(rows: Rows, k: int) -> None:
    """Take multiples of row k from those below it, and keep the factors in their places."""
    pivot, upper = rows[k][k], rows[k]
    divided = k == len(rows) - 2 and len(rows) <= DIVIDED
    inverse = rounded(1 / pivot)
    for row in rows[k + 1 :]:
        row[k] = factor = rounded(row[k] / pivot if divided else row[k] * inverse)
        for place in range(k + 1, len(row)):
            row[place] = rounded(row[place] - factor * upper[place])


def rest_by_terms(row: Numbers, found: list[float], k: int, known: range) -> float:
    """Return what is left of side k without what is known, one after the other taken away."""
    return less_terms(found[k], row, found, known)


def rest_at_once(row: Numbers, found: list[float], k: int, known: range) -> float:
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
