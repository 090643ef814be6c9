"""Singular values and vectors of small matrices, to PyTorch's last bit.

Reflections from both sides make a matrix bidiagonal: an upper triangle's, or a lower one's where
there are more columns than rows, which rotations make an upper one's. Steps make that diagonal, and
the reflections turn the vectors back. From 11 rows on that takes too long, and beyond 15 the sums
of products have another order.

Source: Golub and Kahan, Calculating the singular values (1965), and LAPACK's sgesdd, sgebd2, sbdsdc
and sormbr, for the steps and their order.
"""

from typing import Any

import numpy as np

from tensorlab.numerics.limits import DECOMPOSED
from tensorlab.numerics.matrices.reflecting import (
    fma,
    reflect,
    reflect_whole,
    reflector,
    turning_newly,
)
from tensorlab.numerics.matrices.singular_values import Numbers, diagonalize

MOST = 10  # rows or columns, whichever are fewer
WIDEST = 15  # likewise, where no vectors are wanted
Reflections = list[tuple[int, Any, Any]]  # the place of the one, the direction, the share


def svd(matrices: Any, full: bool) -> tuple[Any, Any, Any] | None:
    """Return U, S and Vh; nothing for matrices that are not for these steps, or without an end."""
    rows, columns = matrices.shape[-2:]
    if matrices.__class__ is not np.ndarray or matrices.dtype.char != "f":
        return None
    if not 2 <= min(rows, columns) <= MOST or not 0 < matrices.size <= DECOMPOSED:
        return None
    if not np.isfinite(matrices).all():
        return None
    with np.errstate(all="ignore"):
        found: list[Any] = [decomposed(each, full) for each in matrices.reshape(-1, rows, columns)]
    if None in found:
        return None
    U, S, Vh = (
        np.array(parts).reshape(*matrices.shape[:-2], *parts[0].shape)
        for parts in zip(*found, strict=True)
    )
    return U, S, Vh


def reduced(matrices: Any) -> Any:
    """Return upper bidiagonal matrices of the same singular values.

    LAPACK finds those of such a matrix in the same steps everywhere. It is None for matrices that
    are not for these reflections.
    """
    rows, columns = matrices.shape[-2:]
    if matrices.__class__ is not np.ndarray or matrices.dtype.char != "f":
        return None
    if not 2 <= min(rows, columns) <= WIDEST or not 0 < matrices.size <= DECOMPOSED:
        return None
    if not np.isfinite(matrices).all():
        return None
    found = np.zeros((*matrices.shape[:-2], *[min(rows, columns)] * 2), matrices.dtype)
    with np.errstate(all="ignore"):
        for place in np.ndindex(matrices.shape[:-2]):
            diagonal, beside, _, _ = bidiagonal(matrices[place])
            if rows < columns:
                made_upper(diagonal, beside)
            found[place] = np.diag(diagonal) + np.diag(beside, 1)
    return found


def decomposed(cells: Any, full: bool) -> tuple[Any, Any, Any] | None:
    """Return U, S and Vh of a matrix; None without an end."""
    rows, columns = cells.shape
    size, lower = min(rows, columns), rows < columns
    diagonal, beside, lefts, rights = bidiagonal(cells)
    rotations = made_upper(diagonal, beside) if lower else []
    left, right = (np.eye(size, dtype=cells.dtype) for _ in range(2))
    if not diagonalize(diagonal, beside, left, right):
        return None
    turn_back(left.T, rotations)
    left = widened(left, rows if full else size, rows)
    right = widened(right, columns if full else size, columns)
    for place, direction, share in reversed(lefts):
        reflect(left[:, place:], direction, share)
    for place, direction, share in reversed(rights):
        reflect(right[:, place:], direction, share, across=True)
    return left.T, np.array(diagonal), right


def widened(rows: Any, count: int, size: int) -> Any:
    """Return so many rows of that size: with zeros behind those that there are, then of ones."""
    found = np.eye(count, size, dtype=rows.dtype)
    found[: len(rows), : len(rows)] = rows
    return found


def bidiagonal(cells: Any) -> tuple[Numbers, Numbers, Reflections, Reflections]:
    """Return a matrix's diagonal, the one beside it, and the reflections from left and right."""
    wide = cells.shape[0] < cells.shape[1]
    cells = (cells.T if wide else cells).copy()
    firsts: Reflections = []
    seconds: Reflections = []
    diagonal, beside = [], []
    for k in range(cells.shape[1]):
        diagonal.append(reflected(cells[k:, k], k, firsts))
        reflect_whole(cells[k:, k + 1 :].T, *firsts[-1][1:], across=wide)
        if k < cells.shape[1] - 1:
            beside.append(reflected(cells[k, k + 1 :], k + 1, seconds))
            reflect_whole(cells[k + 1 :, k + 1 :], *seconds[-1][1:], across=not wide)
    return (diagonal, beside, seconds, firsts) if wide else (diagonal, beside, firsts, seconds)


def reflected(line: Any, place: int, reflections: Reflections) -> Any:
    """Return what is left of cells that are reflected onto the first, and add the reflection."""
    direction = line.copy()
    last, share = reflector(direction[0], direction[1:])
    direction[0] = 1
    reflections.append((place, direction, share))
    return last


def made_upper(diagonal: Numbers, beside: Numbers) -> list[tuple[Any, Any]]:
    """Make a lower bidiagonal matrix an upper one, in place, and return the rotations."""
    rotations = []
    for k, other in enumerate(beside):
        cosine, sine, diagonal[k] = turning_newly(diagonal[k], other)
        beside[k], diagonal[k + 1] = sine * diagonal[k + 1], cosine * diagonal[k + 1]
        rotations.append((cosine, sine))
    return rotations


def turn_back(rows: Any, rotations: list[tuple[Any, Any]]) -> None:
    """Turn rows by rotations, the last first, in place; columns beyond fours are rounded apart."""
    whole = rows.shape[1] & -4
    for k in reversed(range(len(rotations))):
        cosine, sine = rotations[k]
        one, other = rows[k], rows[k + 1].copy()
        found = fma(-sine, other, cosine * one)
        found[whole:] = fma(cosine, one[whole:], -sine * other[whole:])
        rows[k + 1] = fma(cosine, other, sine * one)
        rows[k] = found
