"""Products of matrices that lie column by column and vectors, in the order of PyTorch's library."""

from typing import Any

import numpy as np

LANES = 16
FLOAT64 = np.dtype(np.float64)
BLOCK = 8


def products_by_term(terms: Any, vector: Any) -> Any:
    """Return the products of the columns of a matrix and a vector's numbers, row by row, exact."""
    products = np.array(terms, FLOAT64, order="C")
    products *= vector.astype(FLOAT64)[:, None]
    return products


def of_columns(matrix: Any, vector: Any) -> Any:
    """Return the product of a matrix that lies column by column and a vector."""
    rows = len(matrix) // LANES * LANES if vector.size >= BLOCK else 0
    if not rows:
        return in_order(matrix, vector)
    if rows == len(matrix):
        return in_blocks(matrix, vector)
    return np.concatenate([in_blocks(matrix[:rows], vector), in_order(matrix[rows:], vector)])


def in_blocks(matrix: Any, vector: Any) -> Any:
    """Return the product of a matrix and a vector, eight terms at a time in pairs."""
    whole = vector.size // BLOCK * BLOCK
    products = products_by_term(matrix.T, vector)
    blocks = products[:whole].reshape(-1, 2, 2, 2, len(matrix))  # half, which of a pair, pair
    pairs = (blocks[:, :, 0] + blocks[:, :, 1].astype(np.float32)).astype(np.float32)
    first = pairs[:, 0, 0] + pairs[:, 0, 1]
    total, wide = pairs[0, 1, 0], np.empty(len(matrix))
    for block in range(whole // BLOCK):
        if block:
            add_once(total, blocks[block, 1, 1, 0], wide)
            add_once(total, blocks[block, 1, 0, 0], wide)
        total += pairs[block, 1, 1]
        total += first[block]
    for place in range(whole, vector.size):
        add_once(total, products[place], wide)
    return total


def add_once(total: Any, products: Any, wide: Any) -> None:
    """Add exact products to a total, with one rounding; `wide` is room for doubles."""
    wide[...] = total
    wide += products
    total[...] = wide


def in_order(matrix: Any, vector: Any) -> Any:
    """Return the product of a matrix and a vector in one chain, by two of the same columns."""
    two = vector.repeat(2).reshape(-1, 2).T
    rows = matrix if len(matrix) > 1 else matrix.repeat(2, 0)  # of one column it were another's
    return two.dot(rows.T)[0, : len(matrix)].copy()
