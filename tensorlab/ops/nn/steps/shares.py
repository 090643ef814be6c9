"""The steps of softmax on arrays: numbers below their largest one, exponentials, their sums."""

from typing import Any

import numpy as np

from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.tensor import as_array
from tensorlab.numerics.functions import exponential, rounding
from tensorlab.numerics.limits import ROUNDED_ONCE
from tensorlab.numerics.sums.reducing import along, sums_of_rows
from tensorlab.numerics.sums.summation import is_ordered, last
from tensorlab.numerics.sums.sums_by_halves import row_totals

SHORT = 1 << 7  # cells of a row up to which it is quicker to lay rows down as columns

MODERATE = (
    50.0  # exp() of this, and of its negative, times the cells of a row are far from the ends
)


def shares(rows: Any, out: Any) -> None:
    """Put softmax of many rows into `out`.

    Where no exponential is near the ends of float32, the rows' maxima make no difference to it.
    """
    if np.maximum.reduce(rows, None) < MODERATE and np.minimum.reduce(rows, None) > -MODERATE:
        np.exp(rows, out)
    else:
        exponentials(rows, out, out)
    out *= np.reciprocal(sums_of_rows(out))


def exponentials(rows: Any, shifted: Any, out: Any) -> None:
    """Put rows less their maxima into `shifted`, and their exponentials into `out`."""
    np.subtract(rows, along(np.maximum, rows, 1, rows.dtype, True), shifted)
    np.exp(shifted, out)


def are_short(array: Any, dim: int) -> bool:
    """Return whether shares are wanted along short rows, and of few cells."""
    if array.__class__ is not np.ndarray or not 0 < array.size <= ROUNDED_ONCE or not array.ndim:
        return False
    return is_last(dim, array.ndim) and array.shape[-1] <= SHORT and array.dtype.char in "fd"


def columns_below_zero(array: Any) -> Any:
    """Return short rows as columns, minus each one's maximum: numpy takes columns side by side."""
    columns = array.reshape(-1, array.shape[-1]).T.copy()
    two = len(columns) == 2  # of which numpy is done before it has begun to reduce
    columns -= np.maximum(columns[0], columns[1]) if two else np.maximum.reduce(columns, 0)
    return columns


def as_rows(columns: Any, shape: tuple[int, ...]) -> Any:
    """Return columns as the rows of an array of a shape again."""
    return columns.T.copy().reshape(shape)


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
