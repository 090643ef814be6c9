"""The steps of softmax on arrays: numbers below their largest one, exponentials, their sums."""

from typing import Any

import numpy as np

from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.tensor import as_array
from tensorlab.numerics.functions import rounding
from tensorlab.numerics.sums.reducing import along, sums_of_rows

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
    return np.add.reduce(array, dim, keepdims=True) if array.ndim else array


def is_last(dim: int, ndim: int) -> bool:
    """Return whether a dimension, counted from either end, is the last one."""
    return dim in {-1, ndim - 1}


def logarithms_of_shares(rows: Any, out: Any) -> None:
    """Put log_softmax of many rows into `out`."""
    powers = np.empty_like(rows)
    exponentials(rows, out, powers)
    out -= rounding.log(sums_of_rows(powers))


def log_of_parts(input: Any, dim: int) -> Any:
    """Return log_softmax of 16-bit floats: along the last dimension its steps are rounded."""
    shifted = below_zero(input.astype(np.float32), dim)
    sums = total(as_array(rounding.exp(shifted)), dim)
    if input.ndim and wrap_dim(dim, input.ndim) == input.ndim - 1:
        logarithms = rounding.log(sums.astype(input.dtype).astype(np.float32)).astype(input.dtype)
    else:
        logarithms = rounding.log(sums)
    return (shifted - logarithms.astype(np.float32)).astype(input.dtype)
