"""Symmetric matrices made tridiagonal by reflections, to PyTorch's last bit.

The upper triangle is gone through from its last column on, the lower one from its first.

Source: LAPACK's ssytd2, and its ssymv and ssyr2, for the steps and their order.
"""

from typing import Any

import numpy as np

from tensorlab.numerics.matrices.blas import small_product
from tensorlab.numerics.matrices.reflecting import fma, halved, reflector

Reflection = tuple[int, Any, Any]  # the place of its one, its direction, its share


def mirrored(cells: Any, upper: bool) -> Any:
    """Return the symmetric matrix that has one triangle of a matrix."""
    half = np.triu(cells, 1) if upper else np.tril(cells, -1)
    return half + half.T + np.diag(cells.diagonal())


def tridiagonal(cells: Any, upper: bool) -> tuple[list[Any], list[Any], list[Reflection]]:
    """Return a matrix's diagonal and the one beside it after reflections, and the reflections."""
    size, beside, reflections = len(cells), [], []
    for k in range(size - 1, 0, -1) if upper else range(1, size):
        column = (cells[:k, k] if upper else cells[k:, k - 1]).copy()
        one, others = (-1, column[:-1]) if upper else (0, column[1:])
        last, share = reflector(column[one], others)
        beside.append(last)
        if share:
            column[one] = 1
            both_sides(cells[:k, :k] if upper else cells[k:, k:], column, share, upper)
        reflections.append((k, column, share))
    return list(cells.diagonal()), beside[::-1] if upper else beside, reflections


def both_sides(cells: Any, direction: Any, share: Any, upper: bool) -> None:
    """Reflect rows and columns of a symmetric matrix, in place."""
    bent = times(cells, direction, share, upper)
    factor = -(share / 2) * small_product(bent, direction)
    bent = fma(factor, direction, bent)
    both = fma(bent[:, None], -direction, fma(direction[:, None], -bent, cells))
    cells[...] = mirrored(both, upper)


def times(cells: Any, vector: Any, factor: Any, upper: bool) -> Any:
    """Return a symmetric matrix times a vector times a factor: column by column of its triangle."""
    total, size = np.zeros_like(vector), len(vector)
    scaled = factor * vector
    for k in reversed(range(size)) if upper else range(size):
        part, others = (slice(k + 1), slice(k)) if upper else (slice(k, None), slice(k + 1, None))
        if not upper:
            total[part] = fma(scaled[k], cells[part, k], total[part])
        if k if upper else k < size - 1:
            total[k] = fma(factor, halved(cells[others, k], vector[others]), total[k])
        if upper:
            total[part] = fma(scaled[k], cells[part, k], total[part])
    return total
