"""Many cells less their mean, divided by their spread, in few passes and in any order."""

from typing import Any

import numpy as np

from tensorlab.numerics.machine.blocks import ROWS, has_many_rows
from tensorlab.numerics.machine.buffers import short_buffers
from tensorlab.numerics.machine.threads import share_out
from tensorlab.numerics.sums.reducing import along, sums_of_rows

Statistics = tuple[Any, Any]  # the mean, and by what differences from it are multiplied


def mean_of(cells: Any, dims: tuple[int, ...]) -> Any:
    """Return the means over dimensions, which stay, in the quickest order."""
    if len(dims) == 1:
        total = along(np.add, cells, dims[0], cells.dtype, True)
    else:
        total = np.add.reduce(cells, dims, keepdims=True)
    return total / max(cells.size // max(total.size, 1), 1)


def at_once(
    cells: Any, dims: tuple[int, ...], eps: float, weight: Any = None, bias: Any = None
) -> tuple[Any, Statistics]:
    """Return many cells standardized, weighted and shifted, and their statistics."""
    whole = [part is None or part.shape == cells.shape[-1:] for part in (weight, bias)]
    alike = [part is None or part.dtype == cells.dtype for part in (weight, bias)]
    if all(whole + alike) and dims == (cells.ndim - 1,) and has_many_rows(cells):
        return rows_at_once(cells, eps, weight, bias)
    mean = mean_of(cells, dims)
    result = cells - mean
    factor = 1 / np.sqrt(mean_of(result * result, dims) + cells.dtype.type(eps))
    result *= factor
    result = result if weight is None else result * weight
    return result if bias is None else result + bias, (mean, factor)


def rows_at_once(cells: Any, eps: float, weight: Any, bias: Any) -> tuple[Any, Statistics]:
    """Return the same of many rows of cells, some at a time."""
    rows, result = cells.reshape(-1, cells.shape[-1]), np.empty(cells.shape, cells.dtype)
    into, size, number = result.reshape(rows.shape), rows.shape[1], cells.dtype.type
    mean, factor = (np.empty((len(rows), 1), cells.dtype) for _ in range(2))
    few = max(1, ROWS // (2 * size))

    def work(begin: int, end: int) -> None:
        with short_buffers(size):
            for first in range(begin, end, few):
                part = slice(first, min(first + few, end))
                mean[part] = sums_of_rows(rows[part]) / number(size)
                out = np.subtract(rows[part], mean[part], into[part])
                squares = np.vecdot(out, out)[:, None]
                factor[part] = 1 / np.sqrt(squares / number(size) + number(eps))
                out *= factor[part]
                if weight is not None:
                    out *= weight
                if bias is not None:
                    out += bias

    share_out(len(rows), work, rows.size, few)
    shape = (*cells.shape[:-1], 1)
    return result, (mean.reshape(shape), factor.reshape(shape))


def standardized(cells: Any, known: Statistics) -> Any:
    """Return many cells standardized by statistics."""
    mean, factor = known
    centred = cells - mean
    centred *= factor
    return centred


def input_slope_at_once(
    g: Any, cells: Any, weight: Any, dims: tuple[int, ...], known: Statistics
) -> Any:
    """Return the gradient for many cells: less its mean and what points along the cells."""
    normal = standardized(cells, known)
    g = g if weight is None else g * weight
    slope = g - mean_of(g, dims)
    normal *= mean_of(g * normal, dims)
    slope -= normal
    slope *= known[1]
    return slope
