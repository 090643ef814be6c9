"""Matrices as products of triangles: LU and Cholesky."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import USUAL, Work, operation
from tensorlab.engine.dtypes import DType, int64
from tensorlab.engine.layout import column_major
from tensorlab.engine.returns import return_type
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import warn_once
from tensorlab.numerics import roots
from tensorlab.ops.linear_algebra.elimination import (
    LinAlgError,
    batch_text,
    eliminate,
    first_zero_pivot,
    order_of_rows,
)
from tensorlab.ops.linear_algebra.squares import LAPACK, require_square, square
from tensorlab.ops.linear_algebra.substitution import solve_triangular
from tensorlab.ops.shape.joining import cat


def eliminated_by(name: str) -> Any:
    """Return the check that a matrix has an LU decomposition here."""

    def check(A: Tensor, pivot: bool) -> None:
        if A.ndim < 2:
            raise RuntimeError(
                f"{name}: Expected tensor with 2 or more dimensions. Got size: {list(A.shape)} "
                "instead"
            )
        if not pivot:
            raise RuntimeError(
                "linalg.lu_factor: LU without pivoting is not implemented on the CPU"
            )

    return check


def split(LU: Any) -> tuple[Any, Any]:
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
    if not pivot or A.ndim < 2:
        raise ValueError("no elimination")  # the check says why
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
lu.slope(A="in words: dA = P @ dL @ U + P @ L @ dU, with P, L and U the results")


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
        if not pivot or A.ndim < 2:
            raise ValueError("no elimination")  # the check says why
        LU, pivots = eliminate(A)
        info = first_zero_pivot(A)
        if len(fields) == 2 and (info > 0).any():
            raise RuntimeError(
                f"torch.linalg.lu_factor: {batch_text(info)}U[{info.max()},{info.max()}] is zero "
                "and using it on lu_solve would result in a division by zero. If you still want to "
                "perform the factorization, consider calling linalg.lu(A, pivot) or "
                "linalg.lu_factor_ex(A, pivot)"
            )
        parts = (column_major(LU), (pivots + 1).astype(np.int32), info)[: len(fields)]
        return return_type(f"linalg_{name}", *fields)(*parts)

    factor.gradient(A=lambda g, out: factor_gradient(g[0], out[0], out[1]))
    factor.slope(A="in words: dA = P @ dL @ U + P @ L @ dU, with L and U in one matrix")
    return factor


def factor_gradient(g: Tensor, LU: Tensor, pivots: Tensor) -> Tensor:
    """Return the gradient of two triangles in one matrix."""
    size = min(LU.shape[-2:])
    L = LU[..., :size].tril(-1) + LU.new_ones(LU[..., :size].shape).tril().triu()
    grad = lu_gradient(g[..., :size].tril(-1), g[..., :size, :].triu(), L, LU[..., :size, :].triu())
    order = order_of_rows(pivots.array.astype(np.int64) - 1, LU.shape[-2])
    places = pivots.new_tensor(np.argsort(order, -1), dtype=int64)
    return grad.take_along_dim(places.unsqueeze(-1), -2)


lu_factor = factored("lu_factor", "LU", "pivots")
lu_factor_ex = factored("lu_factor_ex", "LU", "pivots", "info")


def cholesky_or_info(A: Any, upper: bool) -> tuple[Any, Any]:
    """Return the lower factors, and for each matrix 0 or the order of the minor that fails.

    They may come from the steps for upper ones.
    """
    small = roots.cholesky(A, upper)
    if small is not None:
        return small, np.zeros(A.shape[:-2], np.int32)
    hermitian = np.tril(A) + np.tril(A, -1).conj().swapaxes(-1, -2)
    try:
        found = np.linalg.cholesky(hermitian)
    except np.linalg.LinAlgError:
        return each_cholesky(hermitian)
    if np.isnan(np.diagonal(found, axis1=-2, axis2=-1)).any():  # numpy goes on after a nan
        return each_cholesky(hermitian)
    return found, np.zeros(A.shape[:-2], np.int32)


def each_cholesky(A: Any) -> tuple[Any, Any]:
    """Return what can be factored of a batch, and where each of the others fails."""
    flat = A.reshape(-1, *A.shape[-2:])
    found, info = np.tril(flat), np.zeros(len(flat), np.int32)
    for place, matrix in enumerate(flat):
        for size in range(1, len(matrix) + 1):
            try:
                minor = np.linalg.cholesky(matrix[:size, :size])
            except np.linalg.LinAlgError:
                minor = matrix[:0, :0]
            if not minor.size or np.isnan(minor[-1, -1]):
                info[place] = size
                break
            found[place, :size, :size] = minor
    return found.reshape(A.shape), info.reshape(A.shape[:-2])


def factor_hermitian(input: Any, upper: bool) -> tuple[Any, Any]:
    """Return the lower or the upper factors of Hermitian matrices, and where they fail."""
    if input.shape[-1] != input.shape[-2]:
        raise ValueError("no square")  # the check says so
    if upper:
        lower, info = cholesky_or_info(input.conj().swapaxes(-1, -2), upper)
        higher = lower.conj().swapaxes(-1, -2)
        return higher if higher.size else column_major(higher), info
    lower, info = cholesky_or_info(input, upper)
    return column_major(lower), info


def require_factor(name: str, info: Any) -> None:
    """Refuse matrices that are not positive-definite.

    Raises:
        LinAlgError: so it is.
    """
    failed = info.reshape(-1)[info.reshape(-1) > 0]
    if len(failed):
        raise LinAlgError(
            f"{name}: {batch_text(info)}The factorization could not be completed because the input "
            f"is not positive-definite (the leading minor of order {failed[0]} is not "
            "positive-definite)."
        )


SQUARED = "in words: dinput = dL @ L.mT + L @ dL.mT, with L the result, where upper its transpose"


def cholesky_gradient(g: Tensor, out: Tensor, upper: bool) -> Tensor:
    """Return a Cholesky factor's gradient for the matrix: symmetric as it is."""
    lower, g = (out.mH, g.mH) if upper else (out, g)
    inner = (lower.mH @ g).tril()
    inner = inner - inner.diagonal(0, -2, -1).diag_embed() / 2
    inner = inner + inner.tril(-1).mH + inner.diagonal(0, -2, -1).diag_embed()
    left = solve_triangular(lower.mH, inner, upper=True)
    return solve_triangular(lower, left, upper=False, left=False) / 2


@operation(autocast="full", namespace="torch.linalg", takes=LAPACK, kernel="cholesky_cpu",
           check=square("linalg.cholesky"), node="LinalgCholeskyExBackward0",
           related=("lu", "eigh"), wrong_out=USUAL, quantized_kernel="cholesky",
           work=Work.CUBIC)  # fmt: skip
def cholesky(input: Array, *, upper: bool = False) -> Array:
    """Return the lower triangle L with A = L L^H, of a positive-definite matrix.

    >>> L = torch.linalg.cholesky(torch.tensor([[4., 2.], [2., 2.]]))
    >>> L
    tensor([[2., 0.],
            [1., 1.]])
    """
    factor, info = factor_hermitian(input, upper)
    require_factor("linalg.cholesky", info)
    return factor


cholesky.gradient(input=cholesky_gradient)
cholesky.slope(input=SQUARED)


def check_old_cholesky(input: Tensor) -> None:
    """Refuse what is no square matrix, and warn that the function is deprecated."""
    warn_once(
        "torch.cholesky is deprecated in favor of torch.linalg.cholesky and will be removed in a "
        "future PyTorch release.\nL = torch.cholesky(A)\nshould be replaced with\n"
        "L = torch.linalg.cholesky(A)\nand\nU = torch.cholesky(A, upper=True)\n"
        "should be replaced with\nU = torch.linalg.cholesky(A).mH\n"
        "This transform will produce equivalent results for all valid (symmetric positive "
        "definite) inputs."
    )
    require_square("cholesky", input)


def old_types(input: Tensor | None) -> frozenset[DType]:
    """Return the types that are factored; none before there is an input: each call has to warn."""
    return frozenset() if input is None else LAPACK


@operation(name="cholesky", takes=old_types, kernel="cholesky_cpu", check=check_old_cholesky,
           related=("linalg.cholesky",), wrong_out=USUAL,
           quantized_kernel="cholesky", work=Work.CUBIC)  # fmt: skip
def old_cholesky(input: Array, upper: bool = False) -> Array:
    """Return the lower triangle L with A = L L^H; `torch.linalg.cholesky` is preferred.

    >>> L = torch.linalg.cholesky(torch.tensor([[4., 2.], [2., 2.]]))  # the same
    >>> L
    tensor([[2., 0.],
            [1., 1.]])
    """
    if not input.size:
        return np.zeros_like(input)
    factor, info = factor_hermitian(input, upper)
    require_factor("cholesky", info)
    return factor


old_cholesky.gradient(input=cholesky_gradient)
old_cholesky.slope(input=SQUARED)


@operation(namespace="torch.linalg", takes=LAPACK, kernel="cholesky_cpu",
           check=square("linalg.cholesky"), related=("cholesky",))  # fmt: skip
def cholesky_ex(input: Array, *, upper: bool = False, check_errors: bool = False) -> Any:
    """Return the Cholesky factor, and 0 or the order of the minor that fails instead of an error.

    >>> torch.linalg.cholesky_ex(torch.tensor([[4.]])).info
    tensor(0, dtype=torch.int32)
    """
    factor, info = factor_hermitian(input, upper)
    if check_errors:
        require_factor("linalg.cholesky_ex", info)
    return return_type("linalg_cholesky_ex", "L", "info")(factor, info)


cholesky_ex.gradient(input=lambda g, out, upper: cholesky_gradient(g[0], out[0], upper))
cholesky_ex.slope(input=SQUARED)
