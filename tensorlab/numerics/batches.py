"""Products of batches of matrices of float32 in the order of PyTorch's library.

Each pair is added up as it would be alone, but a column is a matrix. Of pairs of fewer than 400
multiplications each product of numbers is rounded before it is added.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from tensorlab.numerics.chains import LONG, SKINNY, has_few, product
from tensorlab.numerics.limits import IN_LANES, IN_ORDER, ORDERED

GATHERED = 1 << 10  # multiplications for which numbers side by side are quicker than stretched
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
    if first.ndim == second.ndim == 3 and first.size and first.shape[2] == second.shape[1]:
        if first.size > ORDERED and first.shape[1] == second.shape[2] == 1:
            return np.vecdot(first, second.swapaxes(1, 2))[..., None]
        if first.shape[1] * first.shape[2] * second.shape[2] < FEW:
            return rounded_each(first, second)
        if first.shape[2] == 1 == len(first):
            return first * second  # is no sum: there is a -0.
        if is_unlike_chain(first, second) and second.size <= IN_LANES:
            return np.stack([product(*pair) for pair in zip(first, second, strict=True)])
        return ordered_product(first, second)
    return np.matmul(first, second)


def is_unlike_chain(first: Any, second: Any) -> bool:
    """Return whether a product of a batch's matrices has another order than one chain."""
    (_, rows, terms), columns = first.shape, second.shape[2]
    if rows == 1 or columns == 1 or len(first) != len(second):
        return len(first) == len(second) and rows == 1
    if first.strides[2] != 4 or second.strides[1] != 4:
        return False
    return has_few(rows, terms, columns) or (rows <= SKINNY and rows * LONG <= terms)


@lru_cache(maxsize=64)
def factors_of(sizes: tuple[int, int, int, int]) -> tuple[Any, Any]:
    """Return where the factors of a batch's products lie: for each term, of the cells in order."""
    batch, rows, terms, columns = sizes
    number, term, row, column = np.ogrid[:batch, :terms, :rows, :columns]
    at = (number * rows + row) * terms + term
    beside = (number * terms + term) * columns + column
    at, beside = np.broadcast_arrays(at, beside)
    return at.swapaxes(0, 1).copy(), beside.swapaxes(0, 1).copy()


def rounded_each(first: Any, second: Any) -> Any:
    """Return the products of matrices, each product of numbers rounded before it is added."""
    sizes = (*first.shape, second.shape[2])
    if len(first) == len(second) and first.size * sizes[3] <= GATHERED:
        at, beside = factors_of(sizes)
        products = first.take(at)
        products *= second.take(beside)
        total = products[0] + 0.0  # no sum is -0.
        for further in range(1, sizes[2]):
            total = total + products[further]
        return total
    terms = np.multiply(first[..., :, :, None], second[..., None, :, :], order="C")
    if terms.shape[-1] > 1:
        return np.add.reduce(terms, -2) + 0.0
    return np.add.accumulate(terms, -2)[..., -1, :] + 0.0
