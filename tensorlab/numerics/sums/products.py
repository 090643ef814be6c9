"""Products of many numbers in PyTorch's order.

Rows that lie in memory cell by cell and are as long as four vectors of lanes: the vectors four at a
time in order, the four in pairs, the lanes in order, and then the cells left over. All other rows
in order.
"""

from typing import Any

import numpy as np

from tensorlab.numerics.sums.summation import lanes_of, merged


def multiply_up(array: Any, axis: int | None, keepdims: bool = False) -> Any:
    """Return the product of all cells, or along an axis."""
    if axis is not None:
        rows = np.moveaxis(array, axis, -1)
        product = product_of_rows(rows, array.strides[axis] == array.itemsize)
        return np.expand_dims(product, axis) if keepdims else product
    if array.flags.c_contiguous or array.ndim == 1:
        contiguous = array.strides[-1] == array.itemsize
        product = product_of_rows(array.reshape(-1), contiguous)
    elif array.T.flags.c_contiguous:
        product = product_of_rows(array.T.reshape(-1), True)
    elif len(merged(array, list(range(array.ndim)))) == 1:
        product = in_turn(array.reshape(-1))
    else:
        each = product_of_rows(array, array.strides[-1] == array.itemsize)
        product = in_turn(each.reshape(-1))
    return product.reshape((1,) * array.ndim) if keepdims else product


def product_of_rows(rows: Any, contiguous: bool) -> Any:
    """Return the products along the last axis."""
    lanes = lanes_of(rows)
    block = 4 * lanes
    whole = rows.shape[-1] // block * block
    if not whole or not contiguous:
        return in_turn(rows)
    blocks = rows[..., :whole].reshape(*rows.shape[:-1], -1, 4, lanes)
    if rows.dtype.itemsize == 2:  # rounded after each step: numpy rounds once where it reduces
        four = np.multiply.accumulate(blocks, -3)[..., -1, :, :]
    else:
        four = np.multiply.reduce(blocks, -3)
    pairs = (four[..., 0, :] * four[..., 1, :]) * (four[..., 2, :] * four[..., 3, :])
    start = in_turn(pairs)[..., None]
    return in_turn(np.concatenate([start, rows[..., whole:]], -1))


def in_turn(factors: Any) -> Any:
    """Return the products along the last axis, one factor after the other."""
    return np.multiply.accumulate(factors, -1)[..., -1].copy()
