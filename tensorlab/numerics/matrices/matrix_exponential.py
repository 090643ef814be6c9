"""The exponential of matrices: a Taylor series, after the matrix was halved until it is small."""

from typing import TYPE_CHECKING

import numpy as np

from tensorlab.numerics.matrices.lapack import doubled

if TYPE_CHECKING:
    from tensorlab.numerics.matrices.lapack import Matrices

TERMS = 15  # of the series for a matrix of size 1/2: what follows is below 2e-17


def exponential(A: "Matrices") -> "Matrices":
    """Return the exponential of matrices (..., n, n), in double precision and rounded once.

    It is NaN for matrices that are not finite.
    """
    wide = doubled(A)
    if not A.size:
        return wide.astype(A.dtype)
    sizes = np.abs(wide).sum(-2).max(-1)[..., None, None]
    finite = np.isfinite(sizes)
    with np.errstate(divide="ignore"):  # of zeros
        halvings = np.where(finite, np.maximum(np.floor(np.log2(sizes)) + 2, 0), 0)
    small = np.where(finite, wide, np.nan) / 2.0**halvings
    one = np.eye(A.shape[-1], dtype=wide.dtype)
    found = one + small / TERMS
    for term in range(TERMS - 1, 0, -1):
        found = one + small @ found / term
    for turn in range(int(halvings.max())):
        found = np.where(turn < halvings, found @ found, found)
    return found.astype(A.dtype)
