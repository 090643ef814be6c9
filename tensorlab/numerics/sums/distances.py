"""Distances between rows, and what they change by, in the order of PyTorch's kernels.

Both add up in order: a distance the cells of a row, a slope the rows on the other side.
"""

import math
from typing import Any

import numpy as np

from tensorlab.numerics.functions.rounding import power
from tensorlab.numerics.limits import SUMMED
from tensorlab.numerics.sums.summation import in_order, last


def is_ordered(array: Any, cells: int) -> bool:
    """Return whether the order is kept for so many differences: of floats of numpy's."""
    return array.__class__ is np.ndarray and array.dtype.char in "fd" and 0 < cells <= SUMMED


def lengths(between: Any, p: float) -> Any:
    """Return the lengths along the last axis, of an order that is neither 0 nor infinite."""
    sizes = np.absolute(between)
    if p == 1:
        return last(sizes)
    if p == 2:
        return np.sqrt(last(sizes * sizes))
    total = last(power(sizes, sizes.dtype.type(p)))
    return power(total.astype(np.float64), np.float64(1 / p)).astype(total.dtype)


def slopes(g: Any, rows: Any, others: Any, lengths: Any, p: float) -> Any:
    """Return the gradient for rows, of their distances from others and the gradients of these."""
    between = rows[..., :, None, :] - others[..., None, :, :]
    g, lengths = g[..., None], lengths[..., None]
    with np.errstate(all="ignore"):
        terms = slope_by_pair(g, between, lengths, p)
        if 1 < p < math.inf:
            terms = np.where(lengths == 0, terms.dtype.type(0), terms)
    return in_order(np.ascontiguousarray(terms)) + terms.dtype.type(0)  # no sum is -0.


def slope_by_pair(g: Any, between: Any, lengths: Any, p: float) -> Any:
    """Return what each pair adds to the gradient."""
    number, sizes = between.dtype.type, np.absolute(between)
    if p == 0:
        return np.zeros_like(between)
    if p == 1:
        return g * np.sign(between)
    if p == 2:
        return g * between / lengths
    if p == math.inf:
        return g * np.sign(between) * (1 - np.minimum(1, np.ceil(np.absolute(sizes - lengths))))
    grown = power(lengths, number(p - 1))
    if p < 2:
        shrunk = np.sign(between) * power(sizes, number(p - 1)) * g / grown
        return np.where(between == 0, number(0), shrunk) if p < 1 else shrunk
    return between * power(sizes, number(p - 2)) * g / grown
