"""The steps of softmax on arrays: numbers below their largest one, exponentials, their sums."""

from functools import lru_cache
from typing import Any

import numpy as np

from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.tensor import as_array
from tensorlab.numerics import exponential, rounding
from tensorlab.numerics.reducing import along, sums_of_rows
from tensorlab.numerics.summation import is_ordered, lanes_of, last, row_totals

SHORT = 1 << 8  # cells of rows beside which numbers for each are laid out, not stretched


def shares(rows: Any, out: Any) -> None:
    """Put softmax of many rows into `out`."""
    exponentials(rows, out, out)
    out *= np.reciprocal(sums_of_rows(out))


def exponentials(rows: Any, shifted: Any, out: Any) -> None:
    """Put rows less their maxima into `shifted`, and their exponentials into `out`."""
    np.subtract(rows, along(np.maximum, rows, 1, rows.dtype, True), shifted)
    np.exp(shifted, out)


def are_short(rows: Any) -> bool:
    """Return whether an array is of few short rows: numpy takes longest to stretch over these."""
    return rows.ndim == 2 and 0 < rows.size <= SHORT and rows.__class__ is np.ndarray


@lru_cache(maxsize=64)
def places_in_rows(shape: tuple[int, int]) -> Any:
    """Return for each cell the number of its row."""
    rows, columns = shape
    return np.arange(rows, dtype=np.int64).repeat(columns).reshape(shape)


def below_zero_of_rows(rows: Any) -> Any:
    """Return the numbers of short rows minus each row's maximum."""
    if rows.shape[1] == 2:
        largest = np.maximum(rows[:, 0], rows[:, 1])
    else:
        largest = np.maximum.reduce(rows, 1)
    return rows - largest.take(places_in_rows(rows.shape))


def totals_of_rows(rows: Any) -> Any:
    """Return the sums of short rows, as `total` adds them up."""
    if rows.shape[1] == 2:  # so in half the time
        return rows[:, 0] + rows[:, 1]
    if rows.shape[1] < lanes_of(rows):  # one after the other
        return np.add.accumulate(rows, 1)[:, -1]
    return total(rows, 1)[:, 0]


def below_zero(input: Any, dim: int) -> Any:
    """Return the numbers minus their maximum along a dimension, so that exp can't overflow."""
    if input.ndim == 0:
        wrap_dim(dim, 0)
        return np.asarray(np.subtract(input, input))
    if input.size == 0:
        wrap_dim(dim, input.ndim)
        return input.copy()
    return np.subtract(input, along(np.maximum, input, dim, input.dtype, True))


def total(array: Any, dim: int) -> Any:
    """Return the sums along a dimension, which stays with size 1."""
    if is_ordered(array):
        if is_last(dim, array.ndim):
            return row_totals(array)
        return np.expand_dims(last(np.moveaxis(array, dim, -1)), dim)
    return np.add.reduce(array, dim, keepdims=True) if array.ndim else array


def is_last(dim: int, ndim: int) -> bool:
    """Return whether a dimension, counted from either end, is the last one."""
    return dim in {-1, ndim - 1}


def logarithms_of_shares(log: Any, rows: Any, out: Any) -> None:
    """Put log_softmax of many rows into `out`."""
    powers = np.empty_like(rows)
    exponentials(rows, out, powers)
    out -= log(sums_of_rows(powers))


def log_of_parts(input: Any, dim: int) -> Any:
    """Return log_softmax of 16-bit floats: along the last dimension its steps are rounded."""
    shifted = below_zero(input.astype(np.float32), dim)
    sums = total(as_array(exponential.exp_beside(shifted, dim)), dim)
    if input.ndim and wrap_dim(dim, input.ndim) == input.ndim - 1:
        logarithms = rounding.log(sums.astype(input.dtype).astype(np.float32)).astype(input.dtype)
    else:
        logarithms = rounding.log(sums)
    return (shifted - logarithms.astype(np.float32)).astype(input.dtype)
