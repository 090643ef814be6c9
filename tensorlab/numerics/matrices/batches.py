"""Products of batches of matrices of float32 in the order of PyTorch's library.

Each pair is added up as it would be alone, but a column is a matrix. Of pairs of fewer than 400
multiplications each product of numbers is rounded before it is added.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from tensorlab.numerics.limits import IN_LANES, IN_ORDER, ORDERED
from tensorlab.numerics.matrices.chains import LONG, SKINNY, Sizes, has_few, product
from tensorlab.numerics.matrices.gathered_products import GATHERED, Order, batches_in_order

FEW = 400  # multiplications of a pair of matrices that PyTorch does without its library


def ordered_product(first: Any, second: Any) -> Any:
    """Return products of matrices of float32, every cell added up in one chain.

    OpenBLAS adds up the terms in order, each multiplied and added with one rounding, as PyTorch's
    libraries do, where the first matrix lies column by column; of few terms, however it lies. A
    single row or column would be another kernel's: it is two.
    """
    if first.__class__ is not np.ndarray or first.dtype.char != "f":
        return np.matmul(first, second)
    if first.shape[-2] == 1:
        return ordered_product(np.concatenate([first, first], -2), second)[..., :1, :]
    if second.shape[-1] == 1:
        return ordered_product(first, np.concatenate([second, second], -1))[..., :1]
    if first.shape[-1] > IN_ORDER:
        first = np.ascontiguousarray(first.swapaxes(-1, -2)).swapaxes(-1, -2)
    return np.matmul(first, second)


def batched(first: Any, second: Any) -> Any:
    """Return the products of batches of matrices."""
    return order_of(first.shape, first.strides, second.shape, second.strides)(first, second)


@lru_cache(maxsize=256)
def order_of(first: Sizes, steps: Sizes, second: Sizes, other_steps: Sizes) -> Order:
    """Return what multiplies batches of such shapes and strides: asking costs as much as that."""
    if not len(first) == len(second) == 3 or 0 in first or first[2] != second[1]:
        return np.matmul
    (batch, rows, terms), columns = first, second[2]
    if batch * rows * terms > ORDERED and rows == columns == 1:
        return lambda x, y: np.vecdot(x, y.swapaxes(1, 2))[..., None]
    if rows * terms * columns < FEW:
        if batch == second[0] and batch * rows * terms * columns <= GATHERED:
            return batches_in_order(batch, rows, terms, columns)
        return rounded_each
    if terms == batch == 1:
        return np.multiply  # is no sum: there is a -0.
    small = second[0] * terms * columns <= IN_LANES
    if small and is_unlike_chain(first, steps, second, other_steps):
        return lambda x, y: np.stack([product(*pair) for pair in zip(x, y, strict=True)])
    return ordered_product


def is_unlike_chain(first: Sizes, steps: Sizes, second: Sizes, other_steps: Sizes) -> bool:
    """Return whether a product of a batch's matrices has another order than one chain."""
    (count, rows, terms), columns = first, second[2]
    if rows == 1 or columns == 1 or count != second[0]:
        return count == second[0] and rows == 1
    if steps[2] != 4 or other_steps[1] != 4:
        return False
    return has_few(rows, terms, columns) or (rows <= SKINNY and rows * LONG <= terms)


def rounded_each(first: Any, second: Any) -> Any:
    """Return the products of matrices, each product of numbers rounded before it is added."""
    terms = np.multiply(first[..., :, :, None], second[..., None, :, :], order="C")
    if terms.shape[-1] > 1:
        return np.add.reduce(terms, -2) + 0.0
    return np.add.accumulate(terms, -2)[..., -1, :] + 0.0
