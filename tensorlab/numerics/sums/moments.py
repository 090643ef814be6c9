"""Mean and variance of rows in PyTorch's order, for normalisation over them.

Each lane of a vector follows its own mean and squared distance, cell by cell, for 16 vectors; such
runs are joined in pairs, and pairs of pairs; the cells left over follow theirs, and the lanes are
joined to them in order. Most products are added with one rounding.

Source: PyTorch, aten/src/ATen/native/cpu/moments_utils.h, for the order; Welford, Note on a method
for calculating corrected sums of squares and products (1962).
"""

from functools import cache, lru_cache
from typing import Any

import numpy as np

from tensorlab.numerics.fused import fma, multiply_add
from tensorlab.numerics.limits import ROUNDED_ONCE
from tensorlab.numerics.sums.summation import lanes_of

RUN = 16
Moments = tuple[int, Any, Any]  # how many cells, their mean, their summed squared distances


@cache
def parts_of_one(kind: str) -> list[Any]:
    """Return 1, a half, a third and so on: arrays, which meet others quicker than numbers do."""
    number = np.dtype(kind).type
    return [np.array(number(1) / number(count)) for count in range(1, RUN + 1)]


def followed(cells: Any) -> Moments:
    """Return the moments along the first axis, cell by cell."""
    mean = squares = np.zeros(cells.shape[1:], cells.dtype)
    for part, cell in zip(parts_of_one(cells.dtype.char), cells):  # noqa: B905  of a run at most
        apart = cell - mean
        mean = multiply_add(apart, part, mean)
        squares = multiply_add(apart, cell - mean, squares)
    return len(cells), mean, squares


def followed_singly(cells: Any) -> Moments:
    """Return the same where PyTorch has no vector to follow: it divides by the count."""
    number = cells.dtype.type
    mean = squares = np.zeros_like(cells[0])
    for count, cell in enumerate(cells, 1):
        apart = cell - mean
        mean = mean + apart / number(count)
        squares = squares + apart * (cell - mean)
    return len(cells), mean, squares


def joined(first: Moments, second: Moments) -> Moments:
    """Return the moments of two runs as one."""
    count = first[0] + second[0]
    if not count:
        return first
    number = second[1].dtype.type
    share = number(second[0]) / number(count)
    apart = second[1] - first[1]
    squares = multiply_add(apart * number(first[0]), share * apart, first[2] + second[2])
    return count, first[1] + share * apart, squares


@lru_cache(maxsize=64)
def shares_of_lanes(before: int, each: int, lanes: int, kind: str) -> tuple[Any, Any]:
    """Return for each lane its share of the cells by then, and how many were before it."""
    number = np.dtype(kind).type
    counts = [number(before + lane * each) for lane in range(lanes)]
    after = [number(before + lane * each) for lane in range(1, lanes + 1)]
    return np.array([[number(each) / count] for count in after]), np.array([[n] for n in counts])


def joined_singly(total: Moments, each: int, means: Any, squares: Any) -> Moments:
    """Return the same of moments and single lanes, of so many cells each, one after the other."""
    before, mean, summed = total
    lanes = means.shape[-1]
    shares, counts = shares_of_lanes(before, each, lanes, means.dtype.char)
    apart = np.empty((lanes, *mean.shape), mean.dtype)
    for lane, share in enumerate(shares):
        np.subtract(means[:, lane], mean, apart[lane])
        mean = multiply_add(apart[lane], share, mean)
    products, squares = apart * apart * shares, squares.T
    if products.dtype == np.float32 and products.size <= ROUNDED_ONCE:
        found = fma(products, counts, squares)
    else:
        found = map(multiply_add, products, counts, squares)
    for part in found:
        summed = summed + part
    return before + each * lanes, mean, summed


def in_pairs(runs: list[Moments], nothing: Moments) -> Moments:
    """Return the moments of runs, joined in pairs as they come, and what is left at the end."""
    depth = max((len(runs) - 1).bit_length(), 1)
    stack = [nothing] * depth
    for place, run in enumerate(runs, 1):
        stack[0] = joined(stack[0], run)
        level = 1
        while level < depth and not place >> (level - 1) & 1:
            stack[level] = joined(stack[level], stack[level - 1])
            stack[level - 1] = nothing
            level += 1
    total = stack[0]
    for part in stack[1:]:
        total = joined(total, part)
    return total


def row_moments(rows: Any) -> tuple[Any, Any]:
    """Return the mean and the variance of each row of (rows, cells)."""
    count, size = rows.shape
    lanes = lanes_of(rows)
    vectors = size // lanes
    zero = np.zeros(count, rows.dtype)
    rest = rows[:, vectors * lanes :].T
    total = followed_singly(rest) if len(rest) else (0, zero, zero)
    if vectors:
        cells = np.ascontiguousarray(
            rows[:, : vectors * lanes].reshape(count, vectors, lanes).swapaxes(0, 1)
        )
        runs = [followed(cells[k : k + RUN]) for k in range(0, vectors, RUN)]
        blank = np.zeros((count, lanes), rows.dtype)
        _, mean, squares = in_pairs(runs, (0, blank, blank))
        total = joined_singly(total, vectors, mean, squares)
    return total[1], total[2] / rows.dtype.type(size)
