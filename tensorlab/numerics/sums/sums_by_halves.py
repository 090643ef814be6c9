"""Sums of rows in lanes of which the second half is added to the first, again and again."""

from typing import Any

import numpy as np

from tensorlab.numerics.sums.summation import BROAD, in_order, lanes_of, last


def row_totals(rows: Any) -> Any:
    """Return the sums along the last axis, which stays: as softmax adds exponentials.

    One row of lanes is filled in order, the cells left over go to the first lanes; then the second
    half of the lanes is added to the first, again and again.
    """
    size, lanes = rows.shape[-1], lanes_of(rows)
    if size <= BROAD < rows.size:
        columns = np.ascontiguousarray(rows.reshape(-1, size).T)
        return column_totals(columns).reshape(*rows.shape[:-1], 1)
    if size < lanes:
        return last(rows)[..., None]
    rest = -size % lanes
    if rest:
        empty = np.zeros((*rows.shape[:-1], rest), rows.dtype)
        rows = np.concatenate([rows, empty], -1)
    return in_halves(in_order(np.ascontiguousarray(rows).reshape(*rows.shape[:-1], -1, lanes)))


def column_totals(columns: Any) -> Any:
    """Return the sums of columns that lie side by side, each as `row_totals` adds up a row."""
    (size, count), lanes = columns.shape, lanes_of(columns)
    if size < lanes:
        return columns[0] + columns[1] if size == 2 else np.add.reduce(columns, 0)
    rest = -size % lanes
    if rest:
        columns, given = np.zeros((size + rest, count), columns.dtype), columns
        columns[:size] = given
    vectors = np.add.reduce(columns.reshape(-1, lanes, count), 0)
    while len(vectors) > 1:
        half = len(vectors) // 2
        vectors = vectors[:half] + vectors[half:]
    return vectors[0]


def in_halves(lanes: Any) -> Any:
    """Return the sums of lanes, which stay as one: the second half to the first, and so on."""
    while lanes.shape[-1] > 1:
        half = lanes.shape[-1] // 2
        lanes = lanes[..., :half] + lanes[..., half:]
    return lanes
