"""Attention in the steps of PyTorch's kernel, which takes 32 queries at a time.

Scores are products, scaled; of each row the largest is subtracted. The exponentials of whole
vectors of eight are a polynomial's, those left over are rounded to the nearest; they are added up
in lanes, the lanes in halves, and then what is left over in order. The values are multiplied with
the exponentials, and the result with 1 divided by their sum.
"""

from typing import Any

import numpy as np

from tensorlab.numerics.functions import rounding
from tensorlab.numerics.fused import multiply_add
from tensorlab.numerics.limits import ROUNDED_ONCE
from tensorlab.numerics.matrices.blas import small_product
from tensorlab.numerics.sums.summation import in_order, lanes_of
from tensorlab.numerics.sums.sums_by_halves import in_halves, row_totals

QUERIES = 32
SOME = 12  # keys


def keeps_order(query: Any, key: Any) -> bool:
    """Return whether the kernel's steps are kept: of floats, and few scores."""
    plain = query.__class__ is np.ndarray and query.dtype == np.float32
    scores = query.size // max(query.shape[-1], 1) * key.shape[-2]
    return plain and query.size > 0 and 0 < scores <= ROUNDED_ONCE


def products(first: Any, second: Any) -> Any:
    """Return the products of pairs of matrices, 32 rows of queries at a time."""
    blocks = [
        of_each(first[..., row : row + QUERIES, :], second)
        for row in range(0, first.shape[-2], QUERIES)
    ]
    return np.concatenate(blocks, -2) if len(blocks) > 1 else blocks[0]


def scaled_products(query: Any, key: Any, scale: Any) -> Any:
    """Return the products of queries and keys, scaled as the way back scales them.

    The library scales the keys before, where these are more than the queries and a key's cells.
    """
    keys, (columns, terms) = key.swapaxes(-1, -2), key.shape[-2:]
    blocks = []
    for row in range(0, query.shape[-2], QUERIES):
        part = query[..., row : row + QUERIES, :]
        before = 1 < part.shape[-2] < columns >= terms and columns >= SOME
        blocks.append(of_each(part, keys * scale) if before else of_each(part, keys) * scale)
    return np.concatenate(blocks, -2)


def sums_over_queries(first: Any, second: Any, scale: Any = None) -> Any:
    """Return the products of pairs of matrices, the first transposed: 32 queries, then others.

    Each is scaled before it is added; a single query's is added cell by cell.
    """
    total = None
    for row in range(0, first.shape[-2], QUERIES):
        queries = slice(row, row + QUERIES)
        columns, rows = first[..., queries, :].swapaxes(-1, -2), second[..., queries, :]
        if total is not None and rows.shape[-2] == 1:
            return multiply_add(columns if scale is None else columns * scale, rows, total)
        found = of_each(columns, rows)
        found = found if scale is None else found * scale
        total = found if total is None else total + found
    return total


def of_each(first: Any, second: Any) -> Any:
    """Return the products of pairs of matrices."""
    shape = (*first.shape[:-1], second.shape[-1])
    pairs = zip(
        first.reshape(-1, *first.shape[-2:]), second.reshape(-1, *second.shape[-2:]), strict=True
    )
    return np.stack([small_product(*pair) for pair in pairs]).reshape(shape)


def totals(parts: Any) -> Any:
    """Return the sums of rows, which stay."""
    size, lanes = parts.shape[-1], lanes_of(parts)
    whole = size // lanes * lanes
    vectors = parts[..., :whole].reshape(*parts.shape[:-1], -1, lanes)
    begun = in_halves(in_order(np.ascontiguousarray(vectors))) if whole else parts[..., :1]
    rest = parts[..., max(whole, 1) :]
    if not rest.shape[-1]:
        return begun
    return np.add.accumulate(np.concatenate([begun, rest], -1), -1)[..., -1:]


def gradient(
    place: int, g: Any, query: Any, key: Any, value: Any, out: Any, scores: Any, again: Any,
    scale: Any,
) -> Any:  # fmt: skip
    """Return the gradient for the query, the key or the value, by its place.

    What each query paid to each key is worked out again, of scores that were scaled again: as
    exponentials of vectors, less the logarithm of the row's sum. The scale comes last.
    """
    top = np.maximum.reduce(scores, -1, keepdims=True)
    top = top + rounding.log(totals(rounding.exp(scores - top)))
    parts = rounding.exp(again - top)
    parts[np.isnan(parts)] = 0  # a query that sees no key
    if place == 2:
        return sums_over_queries(parts, g)
    moved = parts * (products(g, value.swapaxes(-1, -2)) - row_totals(g * out))
    return products(moved, key) * scale if place == 0 else sums_over_queries(moved, query, scale)
