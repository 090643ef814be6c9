"""What filters answer to what they see, its terms added up in PyTorch's order.

PyTorch hands batches of float32 to a library that adds up all terms of an answer in one chain of
fused multiply-adds: the window's cells row by row, and of each cell the channels; of a filter's
gradient the places row by row, sample by sample. What it does not hand over, a single sample and
small filters, is a product of matrices: the channels, and of each the cells.
"""

import math
from typing import Any

import numpy as np

from tensorlab.numerics.blas import small_product
from tensorlab.numerics.chains import ordered_product

MUCH = 20480  # cells of a single sample that are handed over


def are_chained(
    input: Any,
    sizes: tuple[int, ...],
    stride: tuple[int, ...],
    dilation: tuple[int, ...],
    groups: int,
) -> bool:
    """Return whether a convolution of (batch, channels, ...) is handed over, in a known order."""
    if groups > 1 or input.__class__ is not np.ndarray or input.dtype.char != "f":
        return False
    if len(input) < 16 and max(sizes) == max(stride) == max(dilation) == 1:
        return False
    return len(input) > 1 or input.size > MUCH or (len(sizes) > 1 and min(sizes[-2:]) > 3)


def answered(view: Any, weight: Any) -> Any:
    """Return (batch, filters, places ...) of a view (batch, channels, cells ..., places ...)."""
    dims = weight.ndim - 2
    batch, places = view.shape[0], view.shape[2 + dims :]
    columns = np.moveaxis(view, 1, 1 + dims).reshape(batch, -1, math.prod(places))
    rows = np.moveaxis(weight, (0, 1), (-1, -2)).reshape(-1, weight.shape[0]).T
    return ordered_product(rows, columns).reshape(batch, weight.shape[0], *places)


def correlated(answers: Any, view: Any) -> Any:
    """Return (filters, channels, cells ...): the sums of answers times what was seen."""
    dims = answers.ndim - 2
    window = view.shape[1 : 2 + dims]
    seen = np.moveaxis(view, range(1, 2 + dims), range(1 + dims, 2 + 2 * dims))
    rows = np.moveaxis(answers, 1, -1).reshape(-1, answers.shape[1]).T
    products = ordered_product(rows, seen.reshape(rows.shape[1], -1))
    return products.reshape(answers.shape[1], *window)


def multiplied(first: Any, second: Any) -> Any:
    """Return products of matrices (batch, group, ...): those of a single sample are mm's."""
    if second.shape[:2] == (1, 1) and second.__class__ is np.ndarray:
        return small_product(first.reshape(first.shape[-2:]), second[0, 0])[None, None]
    return ordered_product(first, second)


def added_up(answers: Any) -> Any:
    """Return the sums over all but the channels, place by place, sample by sample."""
    terms = np.moveaxis(answers, 1, -1).reshape(-1, answers.shape[1])
    return np.add.accumulate(terms, 0)[-1]
