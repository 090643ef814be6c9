"""Fast paths for a few float32 elements, as Python's own floats.

A call of numpy takes as long as some ten steps of Python's. Each path gives what its plain function
does, to the last bit: tests draw inputs for both.
"""

from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.numerics.sums.reducing import ROW_ELEMENTS

FLOAT32 = np.dtype(np.float32)
MOST_ELEMENTS = 64
# rows of a square up to which LAPACK divides the last column by its pivot
DIVIDED = 4
# of the sum of elements whose products stay far from float32's limits
LEAST, MOST = 1e-15, 1e15
# a float less what this makes more of it is rounded to float32
VELTKAMP_SPLIT_F32 = 2.0**29 + 1


def rounded(number: float) -> float:
    """Return a float rounded to float32, of a size that float32 has."""
    more = number * VELTKAMP_SPLIT_F32
    return more - (more - number)


def is_moderate(array: NDArray[Any]) -> bool:
    """Return whether an array has a few float32 elements, not all tiny, none huge, inf or NaN."""
    if array.__class__ is not np.ndarray or array.dtype is not FLOAT32:
        return False
    return 0 < array.size <= MOST_ELEMENTS and LEAST < sum(map(abs, array.ravel().tolist())) < MOST


def eliminate_rows(rows: list[list[float]]) -> list[int]:
    """Make rows of float32 numbers both triangles of their LU decomposition, in place.

    Returns the row exchanged at each step. A column is multiplied with its pivot's inverse; the
    last one of a small square is divided. The numbers are finite, and of a size that stays so.
    """
    height, width = len(rows), len(rows[0])
    divided = height == width <= DIVIDED
    exchanged = []
    for k in range(min(height, width)):
        chosen, largest = k, abs(rows[k][k])
        for place in range(k + 1, height):
            if abs(rows[place][k]) > largest:
                chosen, largest = place, abs(rows[place][k])
        exchanged.append(chosen)
        rows[k], rows[chosen] = upper, _ = rows[chosen], rows[k]
        pivot = upper[k]
        inverse = rounded(1 / pivot) if pivot else 1.0
        for row in rows[k + 1 :]:
            if divided and k == height - 2:
                factor = rounded(row[k] / pivot) if pivot else row[k]
            else:
                factor = rounded(row[k] * inverse)
            row[k] = factor
            for place in range(k + 1, width):
                row[place] = rounded(row[place] - factor * upper[place])
    return exchanged


def determinant(rows: list[list[float]]) -> float:
    """Return the determinant of a few rows of float32 numbers: the product of its pivots."""
    exchanged = eliminate_rows(rows)
    product = 1.0
    for place, row in enumerate(rows):
        product = rounded(product * row[place])
    return -product if sum(map(int.__ne__, exchanged, range(len(rows)))) % 2 else product


SMALL_N = 8  # elements up to which a row of numbers is quicker than numpy's calls
# whose exponential, and that of its negative, is a normal float32
MOST_EXPONENT = 80.0


def shares(array: NDArray[Any], dim: int) -> NDArray[Any] | None:
    """Return softmax along the last dimension, each step `rounded`: written out for its time."""
    if array.size > SMALL_N or array.__class__ is not np.ndarray or array.dtype is not FLOAT32:
        return None
    size = array.shape[-1] if array.ndim else 0
    if not 0 < size <= ROW_ELEMENTS or dim not in (-1, array.ndim - 1):
        return None
    if not array.flags.c_contiguous:
        return None
    found, numbers = [], array.ravel().tolist()
    for begin in range(0, len(numbers), size):
        row = numbers[begin : begin + size]
        top, total, powers = max(row), 0.0, []
        if not top - MOST_EXPONENT < min(row) <= top < MOST:
            return None
        for number in row:
            below = number - top
            more = below * VELTKAMP_SPLIT_F32
            power = exp(more - (more - below))
            more = power * VELTKAMP_SPLIT_F32
            power = more - (more - power)
            powers.append(power)
            total += power
            more = total * VELTKAMP_SPLIT_F32
            total = more - (more - total)
        part = rounded(1.0 / total)
        found += [power * part for power in powers]
    return np.array(found, FLOAT32).reshape(array.shape)
