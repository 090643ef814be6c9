"""QR decompositions of small float32 matrices, in the order of PyTorch's library.

A reflection turns a column into its first cell and leaves zeros below it. Those that make R are
rounded after each multiplication and each addition; where Q is put together from them, a product
and what it is taken from are rounded at once, and sums run in eight lanes.

Source: Golub and Van Loan, Matrix Computations, section 5.2.
"""

from typing import Any

import numpy as np

from tensorlab.numerics.limits import REFLECTED
from tensorlab.numerics.matrices.reflecting import hypotenuse, reflect, signed
from tensorlab.numerics.matrices.substituting import solved

ONE = np.float32(1)
LANES = 8
LEAST = 1e-5  # of the largest pivot: smaller ones may be zero but for rounding


def is_small(A: Any) -> bool:
    """Return whether these steps are PyTorch's for a matrix."""
    return is_single(A) and max(A.shape) <= REFLECTED


def is_single(A: Any) -> bool:
    """Return whether an array is a matrix of float32, all finite."""
    if A.__class__ is not np.ndarray or A.dtype.char != "f" or A.ndim != 2:
        return False
    return bool(A.size > 0 and np.isfinite(A).all())


def reflections(A: Any) -> tuple[Any, Any]:
    """Return R, with each reflection's vector below its diagonal, and their factors."""
    packed = A.astype(np.float32)
    factors = np.zeros(min(A.shape), np.float32)
    for k in range(min(A.shape[0] - 1, A.shape[1])):
        first, size = packed[k, k], length(packed[k + 1 :, k])
        if not size:
            continue
        whole = -signed(hypotenuse(first, size), first)
        factors[k] = (whole - first) / whole
        packed[k + 1 :, k] /= first - whole
        packed[k, k] = ONE
        rest = packed[k:, k + 1 :]
        vector = packed[k:, k, None]
        along = np.add.accumulate(vector * rest)[-1]
        rest -= vector * (factors[k] * along)
        packed[k, k] = whole
    return packed, factors


def nearest(A: Any, sides: Any) -> Any:
    """Return the X that brings A X nearest to the sides, for an A of full rank that is not wide.

    It is None for matrices that are not for these steps.
    """
    rows, columns = A.shape[-2:]
    if rows > REFLECTED or not (
        is_single(A) and columns <= rows and sides.ndim == 2 and sides.size
    ):
        return None
    packed, factors = reflections(A)
    sizes = abs(packed.diagonal())
    if not sizes.min() > LEAST * sizes.max():
        return None
    turned = np.array(sides, np.float32)
    for k, factor in enumerate(factors):
        vector = packed[k:, k].copy()
        vector[0] = ONE
        reflect(turned[k:].T, vector, factor)
    return solved(np.triu(packed[:columns]), turned[:columns], False, False)


def length(cells: Any) -> Any:
    """Return the length of a vector, which is kept as its largest cell and a factor."""
    largest, factor = ONE * 0, ONE
    for cell in abs(cells):
        if cell > largest:
            ratio = largest / cell
            factor, largest = ONE + factor * ratio * ratio, cell
        elif cell:
            ratio = cell / largest
            factor = factor + ratio * ratio
    return largest * np.sqrt(factor)


def decomposed(A: Any, mode: str) -> tuple[Any, Any]:
    """Return Q and R with A = Q R, complete or as narrow as A; Q is empty for R alone."""
    packed, factors = reflections(A)
    columns = {"r": 0, "reduced": len(factors), "complete": len(A)}[mode]
    height = len(A) if mode == "complete" else len(factors)
    Q = np.zeros(0, A.dtype) if mode == "r" else rotation(packed, factors, columns)
    return Q, np.triu(packed[:height])


def rotation(packed: Any, factors: Any, columns: int) -> Any:
    """Return the first columns of Q."""
    Q = np.eye(len(packed), columns, dtype=np.float32)
    for k in range(len(factors) - 1, -1, -1):
        vector = packed[k:, k].copy()
        vector[0] = ONE
        rest = Q[k:, k + 1 :]
        if rest.size:
            along = factors[k] * in_lanes(vector[:, None] * rest)
            rest[...] = rest - vector[:, None].astype(np.float64) * along
        Q[k:, k] = -factors[k] * vector
        Q[k, k] = ONE - factors[k]
    return Q


def in_lanes(terms: Any) -> Any:
    """Return the sum of some rows: of every eighth, then of halves."""
    lanes = np.zeros((LANES, terms.shape[1]), np.float32)
    for start in range(0, len(terms), LANES):
        some = terms[start : start + LANES]
        lanes[: len(some)] += some
    while len(lanes) > 1:
        half = len(lanes) // 2
        lanes = lanes[:half] + lanes[half:]
    return lanes[0]
