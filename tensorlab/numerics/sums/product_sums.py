"""Sums of products in PyTorch's order, where each product is added with one rounding."""

from typing import Any

import numpy as np

from tensorlab.numerics.fused import fma
from tensorlab.numerics.limits import PART, ROUNDED_ONCE
from tensorlab.numerics.sums.summation import in_order, lanes_first, lanes_of
from tensorlab.numerics.sums.sums_by_halves import in_halves, row_totals

WIDE = 64  # columns whose products with each other, too, are worked out


def products_in_order(first: Any, second: Any) -> Any:
    """Return the sums of products along the first axis, each product added with one rounding."""
    if first.size > ROUNDED_ONCE:
        return np.add.reduce(first * second, 0)
    if first.dtype == np.float32 and first.shape == second.shape and 0 < len(first) <= PART:
        return of_columns(first.reshape(len(first), -1), second).reshape(first.shape[1:])
    total = np.zeros(first.shape[1:], first.dtype)
    if first.dtype == np.float32:
        for products in np.multiply(first, second, dtype=np.float64):  # exact, each
            total = (products + total).astype(np.float32)
        return total
    for cells, others in zip(first, second, strict=True):
        total = fma(cells, others, total)
    return total


def of_columns(first: Any, second: Any) -> Any:
    """Return the products of each column of a matrix and the same of another, added in order.

    They are the diagonal of the matrices' product, whose chains numpy's library adds up so; what it
    multiplies besides costs less than a call of numpy's for each row.
    """
    others = second.reshape(first.shape)
    wide = range(0, max(first.shape[1], 1), WIDE)
    return np.concatenate([diagonal(first[:, b : b + WIDE], others[:, b : b + WIDE]) for b in wide])


def diagonal(first: Any, second: Any) -> Any:
    """Return the diagonal of one matrix, turned, times another; one column has another order."""
    count = first.shape[1]
    parts = [part.repeat(2, 1) if count == 1 else part for part in (first, second)]
    first, second = map(np.ascontiguousarray, parts)  # laid otherwise they are added in other runs
    return first.T.dot(second).diagonal()[:count]


def product_totals(first: Any, second: Any) -> Any:
    """Return the sums of products along the last axis, as `row_totals` adds numbers.

    The products that go to the first lanes at the end are added with one rounding.
    """
    size, lanes = first.shape[-1], lanes_of(first)
    whole = size // lanes * lanes
    if not whole or whole == size:
        return row_totals(first * second)
    terms = (first[..., :whole] * second[..., :whole]).reshape(*first.shape[:-1], -1, lanes)
    filled = in_order(terms)
    rest = size - whole
    filled[..., :rest] = fma(first[..., whole:], second[..., whole:], filled[..., :rest])
    return in_halves(filled)


def weighted_totals(terms: Any, weights: Any) -> Any:
    """Return the sums along the last axis: in lanes, then the lanes, then what is left.

    Of terms with weights, each product is added with one rounding.
    """
    if weights is None:
        return lanes_first(terms)
    lanes = lanes_of(terms)
    whole = terms.shape[-1] // lanes * lanes
    first, second = np.moveaxis(terms, -1, 0), np.moveaxis(weights, -1, 0)
    vectors = (part[:whole].reshape(-1, lanes, *part.shape[1:]) for part in (first, second))
    if whole:
        total = np.add.accumulate(products_in_order(*vectors), 0)[-1]
    else:  # four products at once, each rounded
        whole = 4 if len(first) >= 4 else 0
        total = np.add.accumulate(first[:whole] * second[:whole], 0)[-1] if whole else 0 * first[0]
    for cells, others in zip(first[whole:], second[whole:], strict=True):
        total = fma(cells, others, total)
    return total
