"""Gaussian elimination: a matrix as a permutation, a lower and an upper triangle."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.shapes import count_elements
from tensorlab.engine.signatures.support import LinAlgError
from tensorlab.engine.warning import in_full
from tensorlab.numerics.matrices.blas import lu
from tensorlab.numerics.small_arrays import DIVIDED

# LAPACK's kernels multiply and subtract with one rounding: a wider type comes close to that.
WIDER: dict[str, np.dtype[Any]] = {"f4": np.dtype(np.float64), "f8": np.dtype(np.longdouble)}


def eliminate(A: NDArray[Any]) -> tuple[Any, Any]:
    """Return both triangles in one matrix, and the row exchanged at each step, counted from 0.

    The largest element of a column becomes its pivot. A column of zeros is left as it is.
    """
    found = lu(A) if A.size and A.__class__ is np.ndarray else None
    return eliminate_batch(A) if found is None else found


def eliminate_batch(A: NDArray[Any]) -> tuple[Any, Any]:
    """Return the same of any matrices, step by step for all at once."""
    rows, columns = A.shape[-2:]
    count = count_elements(A.shape[:-2])
    LU = np.array(A.reshape(count, rows, columns))
    steps = min(rows, columns)
    pivots = np.zeros((count, steps), np.int64)
    batch = np.arange(count)
    wide = WIDER.get(LU.dtype.str[1:], LU.dtype)
    one = np.ones((), LU.dtype)
    for k in range(steps):
        chosen = k + size(LU[:, k:, k]).argmax(1)
        pivots[:, k] = chosen
        upper = LU[batch, k].copy()
        LU[batch, k] = LU[batch, chosen]
        LU[batch, chosen] = upper
        pivot = LU[:, k, k][:, None]
        divisor = np.where(pivot == 0, one, pivot)
        if k == rows - 2 and rows == columns <= DIVIDED:
            LU[:, k + 1 :, k] /= divisor
        else:
            LU[:, k + 1 :, k] *= one / divisor
        factors = LU[:, k + 1 :, k, None].astype(wide)
        rest = LU[:, k + 1 :, k + 1 :]
        rest[...] = rest - factors * LU[:, None, k, k + 1 :]
    return LU.reshape(A.shape), pivots.reshape(*A.shape[:-2], steps)


def size(numbers: NDArray[Any]) -> Any:
    """Return what LAPACK goes by when it picks a pivot."""
    if numbers.dtype.kind == "c":
        return np.abs(numbers.real) + np.abs(numbers.imag)
    return np.abs(numbers)


def first_zero_pivot(LU: NDArray[Any]) -> Any:
    """Return for each matrix the place of its first pivot that is zero, counted from 1, or 0."""
    zero = np.diagonal(LU, axis1=-2, axis2=-1) == 0
    if not zero.shape[-1]:
        return np.zeros(zero.shape[:-1], np.intc)
    return np.where(zero.any(-1), zero.argmax(-1) + 1, 0).astype(np.intc)


def failed_pivot(A: Any, found: Any) -> Any:
    """Return for each matrix 0, or where it has no solution, the place of the pivot that is zero.

    The solutions found are NaN there. Where another order of rounding leaves no pivot exactly zero,
    it is the last that is nearly so.
    """
    if not np.isnan(found[..., :1, :1]).any():
        return np.zeros(A.shape[:-2], np.intc)
    lost = np.isnan(found).all((-2, -1))
    LU = eliminate(A)[0]
    info = first_zero_pivot(LU)
    nearly = np.isfinite(LU).all((-2, -1)) & (info == 0)
    if lost.shape == info.shape:
        nearly &= lost
    return np.where(nearly, np.intc(A.shape[-1]), info)


def batch_text(info: NDArray[Any]) -> str:
    """Return the words for the first matrix of a batch that failed."""
    if not info.ndim:
        return ""
    return f"(Batch element {int((info.reshape(-1) > 0).argmax())}): "


def without_inverse(name: str, info: NDArray[Any]) -> LinAlgError:
    """Return the complaint about a matrix that has no inverse."""
    return LinAlgError(
        f"{name}: {batch_text(info)}The diagonal element {int(info[info > 0].reshape(-1)[0])} is "
        "zero, the inversion could not be completed because the input matrix is singular."
    )


def without_solution(name: str, info: NDArray[Any]) -> LinAlgError:
    """Return the complaint about an equation whose matrix is singular."""
    return LinAlgError(in_full("torch.linalg.{}: {}The", name, batch_text(info)))


def order_of_rows(pivots: NDArray[Any], rows: int) -> Any:
    """Return the row that stands at each place after all exchanges."""
    flat = pivots.reshape(count_elements(pivots.shape[:-1]), pivots.shape[-1])
    order = np.tile(np.arange(rows), (len(flat), 1))
    batch = np.arange(len(flat))
    for k in range(flat.shape[1]):
        upper = order[:, k].copy()
        order[:, k] = order[batch, flat[:, k]]
        order[batch, flat[:, k]] = upper
    return order.reshape(*pivots.shape[:-1], rows)
