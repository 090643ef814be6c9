"""The signs of eigenvectors of small symmetric matrices, as PyTorch's library chooses them.

An eigenvector is one with either sign. Up to 25 rows LAPACK finds the vectors by steps that rotate
two at a time, and MKL's rotations are those of LAPACK before version 3.10: they keep the sign of
another length. The steps are gone through here with one number for each vector: what it has in
common with a direction that is nobody's.

Source: Dubrulle, Martin and Wilkinson, The implicit QL algorithm (1968), and LAPACK's dsteqr, for
the steps and their order.
"""

from math import copysign, hypot, sqrt
from typing import Any

import numpy as np

FEWEST, MOST = 3, 25  # rows: two are turned alike everywhere, and more are taken apart first
MANY = 100  # matrices at once whose signs are left to numpy's library: each takes a tenth of a ms
TINY = np.finfo(np.float64).tiny
TURNS = 30  # steps for each row, after which LAPACK gives up


def with_signs(matrix: Any, vectors: Any, triangle: str) -> Any:
    """Return the eigenvectors of matrices, read from a triangle, with the signs of PyTorch's."""
    rows = matrix.shape[-1]
    if matrix.dtype.char not in "fd" or not FEWEST <= rows <= MOST:
        return vectors
    if matrix.size > MANY * rows**2:
        return vectors
    for cells, found in zip(
        matrix.reshape(-1, rows, rows), vectors.reshape(-1, rows, rows), strict=True
    ):
        if not np.isfinite(cells).all():
            continue
        probe = np.cos(np.arange(rows, dtype=np.float64) ** 2 + 1)
        shares = shares_of(cells.astype(np.float64), probe, triangle, np.finfo(matrix.dtype).eps)
        if shares is not None:
            np.negative(found, found, where=shares * (probe @ found) < 0)
    return vectors


def shares_of(cells: Any, probe: Any, triangle: str, eps: float) -> Any:
    """Return what a direction has in common with each eigenvector; None without an end."""
    way = 1
    if triangle == "U":  # is gone through from its last row on
        cells, probe, way = cells[::-1, ::-1], probe[::-1], -1
    cells = np.tril(cells) + np.tril(cells, -1).T
    diagonal, beside, shares = tridiagonal(cells, probe.copy())
    diagonal, beside, shares = diagonal[::way], beside[::way], shares[::way]
    if not rotated(diagonal, beside, shares, float(eps) / 2):
        return None
    return np.array(shares)[np.argsort(diagonal, kind="stable")]


def tridiagonal(cells: Any, probe: Any) -> tuple[list[float], list[float], list[float]]:
    """Return a matrix's diagonal and the one beside it after reflections, and a direction after."""
    beside = []
    for k in range(len(cells) - 1):
        column = cells[k + 1 :, k].copy()
        first, rest = float(column[0]), float(np.linalg.norm(column[1:]))
        last = -copysign(hypot(first, rest), first) if rest else first
        beside.append(last)
        if not rest:
            continue
        column *= 1 / (first - last)
        column[0] = 1
        share, inner = (last - first) / last, cells[k + 1 :, k + 1 :]
        bent = share * (inner @ column)
        bent -= share / 2 * (bent @ column) * column
        inner -= np.outer(column, bent) + np.outer(bent, column)
        probe[k + 1 :] -= share * (column @ probe[k + 1 :]) * column
    return cells.diagonal().tolist(), beside, probe.tolist()


def rotated(diagonal: list[float], beside: list[float], shares: list[float], eps: float) -> bool:
    """Make a tridiagonal matrix diagonal, block by block, in place; return whether that ended."""
    start, size = 0, len(diagonal)
    while start < size:
        end = start
        while end < size - 1:
            least = eps * sqrt(abs(diagonal[end])) * sqrt(abs(diagonal[end + 1]))
            if abs(beside[end]) <= least:
                break
            end += 1
        back = abs(diagonal[end]) < abs(diagonal[start])  # from the larger end on
        way = -1 if back else 1
        parts = diagonal[start : end + 1], beside[start:end], shares[start : end + 1]
        cells, others, found = (part[::way] for part in parts)
        if not block_rotated(cells, others, found, back, eps * eps):
            return False
        diagonal[start : end + 1], shares[start : end + 1] = cells[::way], found[::way]
        start = end + 1
    return True


def block_rotated(
    diagonal: list[float], beside: list[float], shares: list[float], back: bool, least: float
) -> bool:
    """Make a block diagonal from its first row on, in place; return whether that ended."""
    row, last, turns = 0, len(diagonal) - 1, TURNS * len(diagonal)
    while row <= last and turns:
        end = row
        while end < last:
            size = beside[end] ** 2
            if size <= least * abs(diagonal[end]) * abs(diagonal[end + 1]) + TINY:
                beside[end] = 0.0
                break
            end += 1
        if end == row:
            row += 1
        elif end == row + 1:
            pair_rotated(diagonal, beside[row], shares, (end, row) if back else (row, end))
            row += 2
        else:
            stepped(diagonal, beside, shares, row, end)
            turns -= 1
    return turns > 0


def rotation(along: float, across: float) -> tuple[float, float, float]:
    """Return the cosine, the sine and the length of what is turned onto the first direction."""
    if not across:
        return 1.0, 0.0, along
    if not along:
        return 0.0, 1.0, across
    length = hypot(along, across)
    if abs(along) > abs(across):
        length = copysign(length, along)  # the cosine is positive
    return along / length, across / length, length


def stepped(
    diagonal: list[float], beside: list[float], shares: list[float], row: int, end: int
) -> None:
    """Take one implicit step, with Wilkinson's shift, from the end of a block up to a row."""
    shift = (diagonal[row + 1] - diagonal[row]) / (2 * beside[row])
    shift = beside[row] / (shift + copysign(hypot(shift, 1), shift))
    along = diagonal[end] - diagonal[row] + shift
    sine, cosine, moved = 1.0, 1.0, 0.0
    for k in range(end - 1, row - 1, -1):
        across, kept = sine * beside[k], cosine * beside[k]
        cosine, sine, length = rotation(along, across)
        if k < end - 1:
            beside[k + 1] = length
        rest = diagonal[k + 1] - moved
        gap = (diagonal[k] - rest) * sine + 2 * cosine * kept
        moved = sine * gap
        diagonal[k + 1] = rest + moved
        along = cosine * gap - kept
        upper, lower = shares[k], shares[k + 1]
        shares[k] = cosine * upper - sine * lower
        shares[k + 1] = cosine * lower + sine * upper
    diagonal[row] -= moved
    beside[row] = along


def pair_rotated(
    diagonal: list[float], beside: float, shares: list[float], pair: tuple[int, int]
) -> None:
    """Make a block of two rows diagonal: the eigenvalue that is larger in size comes first."""
    first, second = pair
    total, gap = diagonal[first] + diagonal[second], diagonal[first] - diagonal[second]
    twice = 2 * beside
    root, falls = hypot(gap, twice), gap >= 0
    edge = gap + root if falls else gap - root
    if abs(edge) > abs(twice):
        sine = 1 / hypot(1, twice / edge)
        cosine = -twice / edge * sine
    else:
        cosine = 1 / hypot(1, edge / twice)
        sine = -edge / twice * cosine
    if (total >= 0) == falls:
        cosine, sine = -sine, cosine
    root = root if total >= 0 else -root
    diagonal[first], diagonal[second] = (total + root) / 2, (total - root) / 2
    upper, lower = shares[first], shares[second]
    shares[first] = cosine * upper + sine * lower
    shares[second] = cosine * lower - sine * upper
