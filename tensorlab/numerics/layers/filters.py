"""What filters answer to what they see, its terms added up in PyTorch's order.

PyTorch hands batches of float32 to a library that adds up all terms of an answer in one chain of
fused multiply-adds: the window's cells row by row, and of each cell the channels; of a filter's
gradient the places row by row, sample by sample. Filters of one channel each are handed over, too:
what goes back to a cell is one chain of the filter's cells. What it does not hand over, a single
sample and small filters, is a product of matrices: the channels, and of each the cells; so is the
gradient of filters of one cell, sample by sample.
"""

import math
from typing import Any

import numpy as np

from tensorlab.numerics.limits import PART
from tensorlab.numerics.matrices.batches import ordered_product
from tensorlab.numerics.matrices.blas import small_product
from tensorlab.numerics.matrices.chains import LONG, SKINNY, has_few, in_lanes
from tensorlab.numerics.sums.summation import in_order

BATCH = 16  # samples that are handed over whatever the filters
MUCH = 20480  # cells of a single sample that are handed over
CACHED = 1 << 18  # cells of windows that stay in the processor's cache between copy and product
SEVERAL = 4  # channels that are worth being laid side by side


def are_chained(input: Any, sizes: tuple[int, ...], steps: Any) -> bool:
    """Return whether a convolution of (batch, channels, ...) is handed over, in a known order."""
    if steps.groups > 1 or input.__class__ is not np.ndarray or input.dtype.char != "f":
        return False
    if len(input) < BATCH and max(sizes) == max(steps.stride) == max(steps.dilation) == 1:
        return False
    return len(input) > 1 or input.size > MUCH or (len(sizes) > 1 and min(sizes[-2:]) > 3)


def are_alone(weight: Any, groups: int) -> bool:
    """Return whether each of several filters has a channel of its own, in a known order."""
    alone = weight.shape[:2] == (groups, 1) and groups > 1
    return alone and weight.__class__ is np.ndarray and weight.dtype.char == "f"


def laid_out(array: Any) -> Any:
    """Return (batch, channels, ...) as its windows are copied quickest: in the longest runs."""
    if array.shape[1] < SEVERAL:
        return np.ascontiguousarray(array)
    return np.moveaxis(np.ascontiguousarray(np.moveaxis(array, 1, -1)), -1, 1)


def answered(view: Any, weight: Any) -> Any:
    """Return (batch, filters, places ...) of a view (batch, channels, cells ..., places ...)."""
    dims = weight.ndim - 2
    batch, places = view.shape[0], view.shape[2 + dims :]
    few = max(1, CACHED * batch // max(1, view.size))
    if few < batch:
        parts = range(0, batch, few)
        return np.concatenate([answered(view[first : first + few], weight) for first in parts])
    if view.shape[1] < SEVERAL:
        columns = np.moveaxis(view, 1, 1 + dims).reshape(batch, -1, math.prod(places))
    else:
        columns = by_places(view, dims).reshape(batch, math.prod(places), -1).swapaxes(-1, -2)
    rows = np.moveaxis(weight, (0, 1), (-1, -2)).reshape(-1, weight.shape[0]).T
    return ordered_product(rows, columns).reshape(batch, weight.shape[0], *places)


def by_columns(view: Any, weight: Any) -> Any:
    """Return the same, added up column by column of the filters: each is a chain of its own.

    So PyTorch's library goes back where columns of an image are left over, which no filter saw.
    """
    dims, batch, places = weight.ndim - 2, view.shape[0], view.shape[weight.ndim :]
    columns = np.moveaxis(np.moveaxis(view, 1 + dims, 0), 2, 1 + dims)
    columns = columns.reshape(len(columns), batch, -1, math.prod(places))
    rows = np.moveaxis(np.moveaxis(weight, -1, 0), 2, -1).reshape(len(columns), 1, len(weight), -1)
    found = np.add.reduce(ordered_product(rows, columns), 0)
    return found.reshape(batch, len(weight), *places)


def by_places(view: Any, dims: int) -> Any:
    """Return (batch, places ..., cells ..., channels) of such a view."""
    cells, places = range(2, 2 + dims), range(2 + dims, 2 + 2 * dims)
    return view.transpose((0, *places, *cells, 1))


def correlated(answers: Any, view: Any) -> Any:
    """Return (filters, channels, cells ...): the sums of answers times what was seen."""
    dims = answers.ndim - 2
    rows = np.moveaxis(answers, 1, -1).reshape(-1, answers.shape[1]).T
    if view.shape[1] < SEVERAL:
        lines = np.moveaxis(view, 0, 1 + dims).reshape(-1, rows.shape[1])
        return ordered_product(rows, lines.T).reshape(answers.shape[1], *view.shape[1 : 2 + dims])
    seen = by_places(view, dims)
    products = ordered_product(rows, seen.reshape(rows.shape[1], -1))
    products = products.reshape(answers.shape[1], *seen.shape[1 + dims :])
    return np.ascontiguousarray(np.moveaxis(products, -1, 1))


def multiplied(first: Any, second: Any) -> Any:
    """Return products of matrices (batch, group, ...): those of a single sample are mm's."""
    if second.shape[:2] == (1, 1) and second.__class__ is np.ndarray:
        return small_product(first.reshape(first.shape[-2:]), second[0, 0])[None, None]
    return ordered_product(first, second)


def each_correlated(answers: Any, columns: Any) -> Any:
    """Return sums of answers (batch, group, 1, place) times columns (batch, group, cell, place).

    All samples are one chain.
    """
    groups, cells = columns.shape[1:3]
    rows, lines = (np.moveaxis(part, 0, 2) for part in (answers, columns))
    terms = lines.reshape(groups, cells, -1).swapaxes(1, 2)
    return ordered_product(rows.reshape(groups, 1, -1), terms)


def summed_up(answers: Any, columns: Any) -> Any:
    """Return the products of matrices (batch, group, ...), added up sample by sample."""
    if not 1 < len(answers) < BATCH or answers.shape[1] > 1 or columns.__class__ is not np.ndarray:
        return np.add.reduce(multiplied(answers, columns), 0)
    first, second = answers[:, 0], columns[:, 0]
    (rows, terms), others = first.shape[1:], second.shape[2]
    unlike = min(rows, others) == 1 or (rows <= SKINNY and rows * LONG <= terms)
    if first.dtype.char == "f" and not unlike and has_few(rows, terms, others):
        products = in_lanes(first.swapaxes(0, 1)[:, :, None], second.swapaxes(1, 2)).swapaxes(0, 1)
    elif unlike or terms > PART:
        products = np.array([small_product(*pair) for pair in zip(first, second, strict=True)])
    else:
        products = ordered_product(first, second)
    return in_order(products.reshape(len(products), -1))


def added_up(answers: Any) -> Any:
    """Return the sums over all but the channels, place by place, sample by sample."""
    terms = np.moveaxis(answers, 1, -1).reshape(-1, answers.shape[1])
    return in_order(terms)
