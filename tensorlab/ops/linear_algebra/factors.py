"""Matrices as products of triangles: LU."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import Array, Tensor, Work, leave_to_check, operation, return_type
from tensorlab.engine.layout import column_major
from tensorlab.engine.warning import in_full
from tensorlab.ops.linear_algebra.elimination import (
    batch_text,
    eliminate,
    first_zero_pivot,
    order_of_rows,
)
from tensorlab.ops.linear_algebra.inverses import solve_triangular
from tensorlab.ops.linear_algebra.squares import LAPACK
from tensorlab.ops.shape.joining import cat


def eliminated_by(name: str) -> Any:
    """Return the check that a matrix has an LU decomposition here."""

    def check(A: Tensor, pivot: bool) -> None:
        if A.ndim < 2:
            raise RuntimeError(in_full("{}: Expected tensor", name, list(A.shape)))
        if not pivot:
            raise RuntimeError(
                "linalg.lu_factor: LU without pivoting is not implemented on the CPU"
            )

    return check


def split(LU: NDArray[Any]) -> tuple[Any, Any]:
    """Return the lower triangle, with ones on its diagonal, and the upper one."""
    size = min(LU.shape[-2:])
    lower = np.tril(LU[..., :, :size], -1)
    lower[..., np.arange(size), np.arange(size)] = 1
    return lower, np.triu(LU[..., :size, :])


@operation(namespace="torch.linalg", takes=LAPACK, kernel="lu_cpu",
           check=eliminated_by("linalg.lu"), constants=(0,),
           related=("lu_factor", "solve"), work=Work.CUBIC)  # fmt: skip
def lu(A: Array, *, pivot: bool = True) -> Any:
    """Return P, L and U with A = P L U: a permutation, a lower and an upper triangle.

    >>> torch.linalg.lu(torch.tensor([[1., 2.], [2., 0.]])).U
    tensor([[2., 0.],
            [0., 2.]])
    """
    leave_to_check(not pivot or A.ndim < 2)
    LU, pivots = eliminate(A)
    rows = A.shape[-2]
    permutation = np.eye(rows, dtype=A.dtype)[order_of_rows(pivots, rows)]
    permutation = permutation.swapaxes(-1, -2).copy()
    return return_type("linalg_lu", "P", "L", "U")(permutation, *split(LU))


def behind_lower(L: Tensor, X: Tensor) -> Tensor:
    """Return the inverse of L, conjugated and transposed, times X."""
    return solve_triangular(L.mH, X, upper=True, unitriangular=True)


def before_upper(X: Tensor, U: Tensor) -> Tensor:
    """Return X times the inverse of U, conjugated and transposed."""
    return solve_triangular(U.mH, X, upper=False, left=False)


def square_gradient(gL: Tensor, gU: Tensor, L: Tensor, U: Tensor) -> Tensor:
    """Return the gradient of two square triangles for their product."""
    inner = (L.mH @ gL).tril(-1) + (gU @ U.mH).triu()
    return behind_lower(L, before_upper(inner, U))


def lu_gradient(gL: Tensor, gU: Tensor, L: Tensor, U: Tensor) -> Tensor:
    """Return the gradient of two triangles for their product.

    What is below or beside the square part depends on it: L2 U = A2, or L U2 = A2.
    """
    rows, columns = L.shape[-2], U.shape[-1]
    size = min(rows, columns)
    if rows > columns:
        below = before_upper(gL[..., size:, :], U)
        gU = gU - L[..., size:, :].mH @ below
        return cat([square_gradient(gL[..., :size, :], gU, L[..., :size, :], U), below], -2)
    if rows < columns:
        beside = behind_lower(L, gU[..., size:])
        gL = gL - beside @ U[..., size:].mH
        return cat([square_gradient(gL, gU[..., :size], L, U[..., :size]), beside], -1)
    return square_gradient(gL, gU, L, U)


lu.gradient(A=lambda g, out: out[0] @ lu_gradient(g[1], g[2], out[1], out[2]))
lu.derivative(A="in words: dA = P @ dL @ U + P @ L @ dU, with P, L and U the results")


def factored(name: str, *fields: str) -> Any:
    """Declare lu_factor or lu_factor_ex: both triangles in one matrix, and the exchanges."""

    @operation(name=name, namespace="torch.linalg", takes=LAPACK, kernel="lu_cpu",
               check=eliminated_by("torch.lu_factor"), node="LinalgLuFactorExBackward0",
               related=("lu", "lu_solve"), work=Work.CUBIC)  # fmt: skip
    def factor(A: Array, *, pivot: bool = True, check_errors: bool = False) -> Any:
        """Return both triangles of A = P L U in one matrix, and the rows exchanged, from 1.

        >>> torch.linalg.lu_factor(torch.tensor([[1., 2.], [2., 0.]])).pivots
        tensor([2, 2], dtype=torch.int32)
        """
        leave_to_check(not pivot or A.ndim < 2)
        LU, pivots = eliminate(A)
        info = first_zero_pivot(LU)
        if len(fields) == 2 and (info > 0).any():
            raise RuntimeError(in_full("torch.linalg.lu_factor:", batch_text(info), info.max()))
        parts = (column_major(LU), (pivots + 1).astype(np.intc), info)[: len(fields)]
        return return_type(f"linalg_{name}", *fields)(*parts)

    factor.gradient(A=lambda g, out: factor_gradient(g[0], out[0], out[1]))
    factor.derivative(A="in words: dA = P @ dL @ U + P @ L @ dU, with L and U in one matrix")
    return factor


def factor_gradient(g: Tensor, LU: Tensor, pivots: Tensor) -> Tensor:
    """Return the gradient of two triangles in one matrix."""
    size = min(LU.shape[-2:])
    L = LU[..., :size].tril(-1) + LU.new_ones(LU[..., :size].shape).tril().triu()
    grad = lu_gradient(g[..., :size].tril(-1), g[..., :size, :].triu(), L, LU[..., :size, :].triu())
    order = order_of_rows(pivots._array.astype(np.int64) - 1, LU.shape[-2])
    return LU.new_tensor(np.eye(LU.shape[-2])[order]).mT @ grad


lu_factor = factored("lu_factor", "LU", "pivots")
lu_factor_ex = factored("lu_factor_ex", "LU", "pivots", "info")
