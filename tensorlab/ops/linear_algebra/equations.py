"""Equations solved from decompositions, least squares, and tensors as matrices."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.declaring import USUAL, Array, composite, not_implemented, operation, pairwise
from tensorlab.engine.layout import column_major
from tensorlab.engine.naming import return_type
from tensorlab.engine.shapes import count_elements
from tensorlab.engine.signatures.out_types import SAFELY
from tensorlab.engine.signatures.support import leave_to_check
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn_once
from tensorlab.ops.linear_algebra.elimination import order_of_rows
from tensorlab.ops.linear_algebra.inverses import inverse, solve, solve_triangular, solved, triangle
from tensorlab.ops.linear_algebra.reflections import by_columns
from tensorlab.ops.linear_algebra.squares import (
    LAPACK,
    require_inexact,
    require_sides_alike,
    require_square,
)


def both_triangles(input: NDArray[Any], L: NDArray[Any], upper: bool) -> Any:
    """Return the X with A X = input, from a Cholesky factor of A."""
    part = triangle(L, upper, unitriangular=False)
    other = part.conj().swapaxes(-1, -2)
    first, last = (other, part) if upper else (part, other)
    return column_major(solved(last, solved(first, input, upper=False), upper=True))


def require_sides(name: str, A: Tensor, b: Tensor) -> None:
    """Refuse matrices that are not square, or that do not fit the right-hand sides.

    Raises:
        RuntimeError: their types or their sizes don't go together.
    """
    require_sides_alike("", ".", b=b, A=A)
    rows, columns = A.shape[-2:]
    if rows != columns:
        raise RuntimeError(
            f"A must be batches of square matrices, but they are {rows} by {columns} matrices"
        )
    if rows != b.shape[-2]:
        raise RuntimeError(
            in_full("Incompatible matrix sizes", name, rows, rows, b.shape[-2], b.shape[-1])
        )


def check_cholesky_solve(input: Tensor, L: Tensor) -> None:
    """Refuse a factor and sides that make no equation.

    Raises:
        RuntimeError: their numbers of dimensions, their types or their sizes don't go together.
    """
    for name, part in (("b", input), ("u", L)):
        if part.ndim < 2:
            raise RuntimeError(
                f"{name} should have at least 2 dimensions, but has {part.ndim} dimensions instead"
            )
    require_sides("cholesky_solve", L, input)


@pairwise(takes=LAPACK, casts=None, kernel="cholesky_solve_cpu",
          check=check_cholesky_solve, related=("cholesky", "linalg.solve"),
          wrong_cast=f"cholesky_solve: {SAFELY}", wrong_out="")  # fmt: skip
def cholesky_solve(input: Array, L: Array, upper: bool = False) -> Array:
    """Return the X with A X = input, from a Cholesky factor of A.

    >>> torch.cholesky_solve(torch.tensor([[8.]]), torch.tensor([[2.]]))
    tensor([[2.]])
    """
    leave_to_check(input.ndim < 2 or L.ndim < 2)
    return both_triangles(input, L, upper)


def to_factor(moved: Tensor, L: Tensor, upper: bool) -> Tensor:
    """Return the gradient of a Cholesky factor from that of the inverse of A = L L^H."""
    both = moved + moved.mH
    return -(L @ both) if upper else -(both @ L)


cholesky_solve.gradient(
    input=lambda g, input, L, upper: cholesky_solve(g, L, upper),
    L=lambda g, L, out, upper: to_factor(cholesky_solve(g, L, upper) @ out.mH, L, upper),
)


@operation(takes=LAPACK, kernel="cholesky_inverse_out_cpu", related=("cholesky", "inverse"),
           wrong_cast=f"cholesky_inverse: {SAFELY}",
           check=lambda L: require_square("cholesky_inverse", L))  # fmt: skip
def cholesky_inverse(L: Array, upper: bool = False) -> Array:
    """Return the inverse of the matrix that has a Cholesky factor.

    >>> torch.cholesky_inverse(torch.tensor([[2.]]))
    tensor([[0.2500]])
    """
    ones = np.broadcast_to(np.eye(L.shape[-1], dtype=L.dtype), L.shape)
    return both_triangles(ones, L, upper)


cholesky_inverse.gradient(L=lambda g, L, out, upper: to_factor(out @ g @ out, L, upper))


@composite(namespace="torch.linalg", out=True, related=("lu_factor", "solve"), wrong_out=USUAL)
def lu_solve(
    LU: Array, pivots: Tensor, B: Array, *, left: bool = True, adjoint: bool = False
) -> Tensor:
    """Return the X with A X = B, from what lu_factor returned for A.

    >>> LU, pivots = torch.linalg.lu_factor(torch.tensor([[2., 0.], [0., 4.]]))
    >>> torch.linalg.lu_solve(LU, pivots, torch.tensor([[2.], [8.]]))
    tensor([[1.],
            [2.]])
    """
    require_inexact("torch.linalg.lu_solve", LU)
    if B.ndim < 2:
        raise RuntimeError("linalg.lu_solve: The input tensor B must have at least 2 dimensions.")
    if LU.dtype not in LAPACK:
        raise not_implemented("linalg.lu_solve_cpu", LU.dtype)
    require_sides_alike("linalg.lu_solve: ", LU=LU, B=B)
    if pivots.dtype.name != "int32":
        raise RuntimeError("linalg.lu_solve: pivots should be a Tensor of scalar type torch.int32")
    if pivots.shape[-1:] != LU.shape[-1:]:
        raise RuntimeError(in_full("linalg.lu_solve: Number of pivots"))
    if not left:
        found = lu_solve(LU, pivots, B.mH, adjoint=not adjoint).mH
        return under_name(found, "LinalgLuSolveBackward0")
    for wrong, words in (
        (pivots._array < 1, "greater or equal to 1"),
        (pivots._array > LU.shape[-2], "smaller or equal to LU.size(-2)"),
    ):
        if wrong.any():
            raise RuntimeError(in_full("Pivots given to lu_solve", words))
    order = order_of_rows(pivots._array.astype(np.int64) - 1, LU.shape[-2])
    if adjoint:
        half = solve_triangular(LU.mH, B, upper=False)
        half = solve_triangular(LU.mH, half, upper=True, unitriangular=True)
        found = by_columns(permuted(half, np.argsort(order, -1)))
    else:
        half = solve_triangular(LU, permuted(B, order), upper=False, unitriangular=True)
        found = solve_triangular(LU, half, upper=True)
    return under_name(found, "LinalgLuSolveBackward0")


def permuted(X: Tensor, order: NDArray[Any]) -> Tensor:
    """Return the rows of matrices in another order."""
    places = X.new_tensor(order[..., None]).long()
    shape = np.broadcast_shapes(order.shape[:-1], X.shape[:-2])
    return X.expand(*shape, *X.shape[-2:]).gather(-2, places.expand(*shape, *X.shape[-2:]))


@composite(name="lu_solve", out=True, related=("linalg.lu_solve",), wrong_out=USUAL)
def old_lu_solve(input: Array, LU_data: Array, LU_pivots: Tensor) -> Tensor:
    """Return the X with A X = input; `torch.linalg.lu_solve` is preferred.

    >>> LU, pivots = torch.linalg.lu_factor(torch.tensor([[2.]]))
    >>> torch.linalg.lu_solve(LU, pivots, torch.tensor([[4.]]))  # the same
    tensor([[2.]])
    """
    warn_once(in_full("torch.lu_solve is deprecated"))
    return lu_solve(LU_data, LU_pivots, input)


@composite(out=True, autocast="full", namespace="torch.linalg", related=("inv",),
           wrong_cast=f"tensorinv: {SAFELY}")  # fmt: skip
def tensorinv(A: Array, ind: int = 2) -> Tensor:
    """Return the inverse of a tensor as a matrix: its first `ind` dimensions are the rows.

    >>> torch.linalg.tensorinv(torch.tensor([[2.]]), ind=1)
    tensor([[0.5000]])
    """
    if ind <= 0:
        raise RuntimeError(f"Expected a strictly positive integer for 'ind', but got {ind}")
    rows, columns = A.shape[:ind], A.shape[ind:]
    left, right = count_elements(rows), count_elements(columns)
    if left != right:
        raise RuntimeError(in_full("Expected self to satisfy", "ind", right, left))
    return inverse(A.reshape(left, right)).reshape(*columns, *rows)


@composite(out=True, autocast="full", namespace="torch.linalg", related=("solve",),
           wrong_cast=f"tensorsolve: {SAFELY}")  # fmt: skip
def tensorsolve(A: Array, B: Array, dims: tuple[int, ...] | None = None) -> Tensor:
    """Return the X with tensordot(A, X, X.ndim) = B.

    >>> torch.linalg.tensorsolve(torch.tensor([[2.]]), torch.tensor([4.]))
    tensor([2.])
    """
    if dims is not None:
        dims = (dims,) if isinstance(dims, int) else dims
        A = A.movedim(dims, tuple(range(A.ndim - len(dims), A.ndim)))
    shape = A.shape[B.ndim :]
    left, right = B.shape.numel(), count_elements(shape)
    if left != right:
        raise RuntimeError(in_full("Expected self to satisfy", "other.ndim", right, left))
    return solve(A.reshape(left, right), B.reshape(-1)).reshape(shape)


@composite(name="diagonal", namespace="torch.linalg", related=("diagonal",))
def linalg_diagonal(A: Array, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Array:
    """Return the diagonals of matrices, sharing their storage.

    >>> torch.linalg.diagonal(torch.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    """
    return A.diagonal(offset, dim1, dim2)


@composite(out=True, method=False, related=("linalg.lu_factor", "linalg.lu"))
def lu_unpack(
    LU_data: Array, LU_pivots: Tensor, unpack_data: bool = True, unpack_pivots: bool = True
) -> Any:
    """Return P, L and U with A = P L U, from what lu_factor returned for A.

    >>> LU, pivots = torch.linalg.lu_factor(torch.tensor([[1., 2.], [2., 0.]]))
    >>> torch.lu_unpack(LU, pivots).U
    tensor([[2., 0.],
            [0., 2.]])
    """
    if LU_data.ndim < 2:
        raise RuntimeError(in_full("torch.lu_unpack: Expected", list(LU_data.shape)))
    rows, columns = LU_data.shape[-2:]
    if unpack_pivots and LU_pivots.dtype.name != "int32":
        raise RuntimeError(in_full("torch.lu_unpack: LU_pivots"))
    P = L = U = LU_data.new_empty(0)
    if unpack_data:
        size = min(rows, columns)
        lower, U = LU_data[..., :size], LU_data[..., :size, :].triu()
        L = lower.tril(-1) + lower.new_ones(lower.shape).tril().triu()
    if unpack_pivots:
        pivots = LU_pivots._array.astype(np.int64) - 1
        if LU_pivots.shape[-1] != min(rows, columns) or ((pivots < 0) | (pivots >= rows)).any():
            raise RuntimeError(in_full("pivots passed to lu_unpack"))
        exchanged = np.swapaxes(np.eye(rows)[order_of_rows(pivots, rows)], -1, -2)
        P = LU_data.new_tensor(exchanged.copy())
    L, U = (under_name(part, "LuUnpackBackward0") for part in (L, U))
    return return_type("lu_unpack", "P", "L", "U")(P, L, U)


@composite(out=True, related=("linalg.solve_triangular",))
def triangular_solve(
    b: Array, A: Array, upper: bool = True, transpose: bool = False, unitriangular: bool = False
) -> Any:
    """Return the X with A X = b, reading one triangle of A, and A; linalg's is preferred.

    >>> A = torch.tensor([[2., 1.], [0., 4.]])
    >>> torch.triangular_solve(torch.tensor([[4.], [8.]]), A).solution  # A X = b
    tensor([[1.],
            [2.]])
    """
    for name, matrix in (("b", b), ("A", A)):
        if matrix.ndim < 2:
            raise RuntimeError(in_full("torch.triangular_solve:", name, matrix.ndim))
    require_sides("triangular_solve", A, b)
    warn_once(in_full("torch.triangular_solve is"))
    given, upper = (A.mT, not upper) if transpose else (A, upper)
    solution = solve_triangular(given, b, upper=upper, unitriangular=unitriangular)
    parts = ("solution", "cloned_coefficient")
    both = solution, by_columns(A.expand(*solution.shape[:-2], -1, -1).clone())
    step = "TriangularSolveBackward0"
    return return_type("triangular_solve", *parts)(*[under_name(part, step) for part in both])
