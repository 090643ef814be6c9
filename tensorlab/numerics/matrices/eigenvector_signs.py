"""The signs that PyTorch's library gives the eigenvectors of a few rows.

Either sign of an eigenvector is right. LAPACK's comes about on the way: the matrix is made
tridiagonal by reflections, then diagonal by rotations of two directions at a time. Since LAPACK
3.10, which numpy has, a rotation keeps the sign of what it turns; those of MKL mostly make it
positive. So the steps are taken again, but not for whole vectors: for the product of each with a
fixed direction, whose sign decides.

Source: LAPACK's ssytd2, ssteqr, slaev2 and the slartg of version 3.9, for the steps.
"""

from math import copysign, hypot, sqrt
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST_ROWS = 5  # beyond, the steps take much longer than LAPACK
MOST_ELEMENTS = 64  # of a batch, likewise
TURNS = 30  # steps for each row, after which LAPACK gives up
# at right angles to no vector that is likely
DIRECTION = (0.61, -0.83, 1.07, 0.47, -0.71)
Numbers = list[float]


def of_batch(A: NDArray[Any], vectors: NDArray[Any], lower: bool) -> NDArray[Any]:
    """Return the eigenvectors of few small real matrices with PyTorch's signs, others as they are.

    One triangle of the matrices (..., n, n) is read, which is finite; the vectors are the columns
    of (..., n, n).
    """
    if not 2 < A.shape[-1] <= MOST_ROWS or A.size > MOST_ELEMENTS:
        return vectors
    if A.__class__ is not np.ndarray or A.dtype.kind != "f":
        return vectors
    if A.ndim == 2:
        return of_matrix(A, vectors, lower)
    found = np.empty_like(vectors)
    for place in np.ndindex(A.shape[:-2]):
        found[place] = of_matrix(A[place], vectors[place], lower)
    return found


def of_matrix(A: NDArray[Any], vectors: NDArray[Any], lower: bool) -> NDArray[Any]:
    """Return the eigenvectors of one real symmetric matrix, each with PyTorch's sign."""
    # the upper triangle is gone through from its other end
    order = 1 if lower else -1
    probe = DIRECTION[: len(A)]
    rows, direction = A[::order, ::order].tolist(), list(probe[::order])
    diagonal, beside, along = (part[::order] for part in tridiagonal(rows, direction))
    wanted = make_diagonal(diagonal, beside, along, float(np.finfo(A.dtype).eps) / 2)
    if wanted is None:
        return vectors
    pairs = zip(wanted, (probe @ vectors).tolist(), strict=True)
    turned: NDArray[Any] = vectors * np.array([-1 if a * b < 0 else 1 for a, b in pairs], A.dtype)
    return turned


def tridiagonal(rows: list[Numbers], probe: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return the diagonal and what lies beside it after reflections, and the probe reflected along.

    Of the rows the lower triangle is read.
    """
    diagonal, beside, along = [], [], []
    rows = [row[:k] + [below[k] for below in rows[k:]] for k, row in enumerate(rows)]
    while len(rows) > 1:
        (corner, first, *others), *rest = rows
        rows = [row[1:] for row in rest]
        diagonal.append(corner)
        along.append(probe[0])
        probe = probe[1:]
        length = sqrt(dot(others, others))
        if length:
            size = copysign(hypot(first, length), first)
            share, scale = 1 + first / size, first + size
            v = [1.0, *[other / scale for other in others]]
            bent = [share * dot(row, v) for row in rows]
            half = share / 2 * dot(bent, v)
            bent = [one - half * a for one, a in zip(bent, v, strict=True)]
            rows = [
                [element - a * d - b * c for element, c, d in zip(row, v, bent, strict=True)]
                for row, a, b in zip(rows, v, bent, strict=True)
            ]
            moved = share * dot(probe, v)
            probe = [number - moved * a for number, a in zip(probe, v, strict=True)]
            first = -size
        beside.append(first)
    return diagonal + rows[0], beside, along + probe


def dot(first: Numbers, second: Numbers) -> float:
    """Return the sum of the products of numbers."""
    return sum(map(mul, first, second))  # type: ignore[no-any-return]  # of numpy


def make_diagonal(diagonal: Numbers, beside: Numbers, along: Numbers, eps: float) -> Numbers | None:
    """Make a tridiagonal matrix diagonal, block by block.

    Returns the numbers along the eigenvectors, by rising eigenvalues; None if there is no end.
    """
    start, size = 0, len(diagonal)
    while start < size:
        end = start
        while end < size - 1 and abs(beside[end]) > eps * sqrt(
            abs(diagonal[end]) * abs(diagonal[end + 1])
        ):
            end += 1
        # from the larger end on
        way = -1 if abs(diagonal[end]) < abs(diagonal[start]) else 1
        rows, places = slice(start, end + 1), slice(start, end)
        parts = diagonal[rows][::way], beside[places][::way], along[rows][::way]
        if end > start and not by_rotations(*parts, eps, back=way < 0):
            return None
        diagonal[rows], along[rows] = parts[0][::way], parts[2][::way]
        start = end + 1
    return [number for _, number in sorted(zip(diagonal, along, strict=True))]


def by_rotations(
    diagonal: Numbers, beside: Numbers, along: Numbers, eps: float, *, back: bool
) -> bool:
    """Make a block diagonal from its first row on, likewise."""
    row, last, turns = 0, len(diagonal) - 1, TURNS * len(diagonal)
    while row <= last and turns:
        end = row
        while end < last and beside[end] ** 2 > eps * eps * abs(diagonal[end] * diagonal[end + 1]):
            end += 1
        if end < last:
            beside[end] = 0.0
        if end == row:
            row += 1
        elif end == row + 1:
            one, other = (end, row) if back else (row, end)
            *values, cosine, sine = of_pair(diagonal[one], beside[row], diagonal[other])
            diagonal[one], diagonal[other] = values
            turn(along, one, other, cosine, sine)
            row += 2
        else:
            step(diagonal, beside, along, row, end)
            turns -= 1
    return turns > 0


def turn(along: Numbers, one: int, other: int, cosine: float, sine: float) -> None:
    """Turn two numbers by an angle, in place."""
    a, b = along[one], along[other]
    along[one], along[other] = sine * b + cosine * a, cosine * b - sine * a


def step(diagonal: Numbers, beside: Numbers, along: Numbers, row: int, end: int) -> None:
    """Take one step with Wilkinson's shift from the end of a block up to a row."""
    gap = (diagonal[row + 1] - diagonal[row]) / (2 * beside[row])
    bulge = diagonal[end] - diagonal[row] + beside[row] / (gap + copysign(hypot(gap, 1), gap))
    sine = cosine = 1.0
    moved = 0.0
    for k in range(end - 1, row - 1, -1):
        across, kept = sine * beside[k], cosine * beside[k]
        cosine, sine, length = rotation(bulge, across)
        if k < end - 1:
            beside[k + 1] = length
        rest = diagonal[k + 1] - moved
        gap = (diagonal[k] - rest) * sine + 2 * cosine * kept
        moved = sine * gap
        diagonal[k + 1] = rest + moved
        bulge = cosine * gap - kept
        turn(along, k + 1, k, cosine, sine)
    diagonal[row] -= moved
    beside[row] = bulge


def rotation(a: float, b: float) -> tuple[float, float, float]:
    """Return the cosine, the sine and the length of what is turned onto the first direction."""
    if not b:
        return 1.0, 0.0, a
    if not a:
        return 0.0, 1.0, b
    length = hypot(a, b)
    if a < 0 and abs(a) > abs(b):
        length = -length
    return a / length, b / length, length


def of_pair(a: float, beside: float, c: float) -> tuple[float, float, float, float]:
    """Return both eigenvalues of two rows, and the cosine and the sine of the first's vector."""
    total, gap, twice = a + c, a - c, 2 * beside
    root = hypot(gap, twice)
    first = (total + copysign(root, total)) / 2
    large, small = (a, c) if abs(a) > abs(c) else (c, a)
    second = large / first * small - beside / first * beside if total else -first
    above, falls = total >= 0, gap >= 0
    edge = gap + root if falls else gap - root
    if abs(edge) > abs(twice):
        slope = -twice / edge
        sine = 1 / hypot(1, slope)
        cosine = slope * sine
    else:
        slope = -edge / twice if twice else 0.0
        cosine = 1 / hypot(1, slope)
        sine = slope * cosine
    return (first, second, -sine, cosine) if above == falls else (first, second, cosine, sine)
