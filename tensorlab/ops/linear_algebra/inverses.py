"""Equations with a triangular matrix, row by row; inverses, and the equations that they solve."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import (
    USUAL,
    Array,
    Casts,
    Tensor,
    Work,
    leave_to_check,
    operation,
    pairwise,
    return_type,
)
from tensorlab.engine.facts import shared
from tensorlab.engine.layout import column_major
from tensorlab.numerics.matrices import lapack
from tensorlab.ops.linear_algebra.elimination import failed_pivot, without_inverse, without_solution
from tensorlab.ops.linear_algebra.squares import (
    LAPACK,
    require_inexact,
    require_matrix,
    require_sides_alike,
    require_square,
    square,
)


def check_triangular(A: Tensor, B: Tensor, left: bool) -> None:
    """Refuse what solve_triangular can't solve."""
    name = "linalg.solve_triangular"
    require_square(name, A)
    require_matrix(name, B, "B")
    require_sizes(name, A, B.shape, left=left)


def substitute(part: NDArray[Any], sides: NDArray[Any], upper: bool) -> Any:
    """Return the solution of a triangular equation row by row, dividing by zeros too."""
    lead = np.broadcast_shapes(part.shape[:-2], sides.shape[:-2])
    solution = np.array(np.broadcast_to(sides, (*lead, *sides.shape[-2:])))
    size = part.shape[-1]
    for row in reversed(range(size)) if upper else range(size):
        known = slice(row + 1, None) if upper else slice(row)
        left = part[..., row, None, known] @ solution[..., known, :]
        solution[..., row, :] -= left[..., 0, :]
        solution[..., row, :] /= part[..., row, row, None]
    return solution


def solved(part: NDArray[Any], sides: NDArray[Any], upper: bool) -> Any:
    """Return the X with part X = sides.

    An upper triangle is what elimination ends in, so that LAPACK's solver begins with the last row
    at once; a lower one is read from its other end.
    """
    if upper:
        found = lapack.solve(part, sides)
    else:
        found = lapack.solve(part[..., ::-1, ::-1], sides[..., ::-1, :])[..., ::-1, :]
    return substitute(part, sides, upper) if np.isnan(found.sum()) else found


def triangle(A: NDArray[Any], upper: bool, unitriangular: bool) -> Any:
    """Return one triangle of a matrix, its diagonal replaced by ones if so wished."""
    part = np.triu(A, int(unitriangular)) if upper else np.tril(A, -int(unitriangular))
    return part + np.eye(A.shape[-1], dtype=A.dtype) if unitriangular else part


@pairwise(namespace="torch.linalg", casts=Casts.FIRST, takes=LAPACK, kernel="triangular_solve_cpu",
          check=check_triangular,
          related=("solve",), wrong_out="expected scalar type {own} but found {given}")  # fmt: skip
def solve_triangular(
    A: Array, B: Array, *, upper: bool, left: bool = True, unitriangular: bool = False
) -> Array:
    """Return the X with A X = B, or with X A = B, reading only one triangle of A.

    >>> A = torch.tensor([[2., 1.], [0., 4.]])
    >>> torch.linalg.solve_triangular(A, torch.tensor([[4.], [8.]]), upper=True)
    tensor([[1.],
            [2.]])
    """
    leave_to_check(A.ndim < 2 or B.ndim < 2 or B.shape[-2 if left else -1] != A.shape[-1])
    part = triangle(A, upper, unitriangular)
    if left:
        return column_major(solved(part, B, upper))
    solution = solved(part.swapaxes(-1, -2), B.swapaxes(-1, -2), not upper)
    return column_major(solution.swapaxes(-1, -2))


def triangular_gradients(
    g: Tensor, A: Tensor, out: Tensor, upper: bool, left: bool, unitriangular: bool
) -> tuple[Tensor, Tensor]:
    """Return the gradients of a triangular solution for both sides."""
    back = solve_triangular(A.mH, g, upper=not upper, left=left, unitriangular=unitriangular)
    moved = -(back @ out.mH) if left else -(out.mH @ back)
    offset = int(unitriangular)
    return (moved.triu(offset) if upper else moved.tril(-offset)), back


solve_triangular.gradient(**shared(triangular_gradients, "A", "B"))


def inverse_or_info(input: Any) -> tuple[Any, Any]:
    """Return the inverses, and for each matrix 0 or the place of the pivot that is zero."""
    leave_to_check(input.shape[-1] != input.shape[-2])
    found = lapack.inv(input)
    return column_major(found), failed_pivot(input, found)


@operation(autocast="full",
           aliases=("linalg.inv",), takes=LAPACK, check=square("linalg.inv", low=False),
           node="LinalgInvExBackward0", shapes="(n,n)->(n,n)",
           related=("det", "linalg.solve"), wrong_out=USUAL,
           work=Work.CUBIC)  # fmt: skip
def inverse(input: Array) -> Array:
    """Return the inverse of a square matrix: times the matrix it gives the identity.

    >>> torch.inverse(torch.tensor([[1., 2.], [3., 4.]]))
    tensor([[-2.0000,  1.0000],
            [ 1.5000, -0.5000]])
    """
    found, info = inverse_or_info(input)
    if info.any():
        raise without_inverse("linalg.inv", info)
    return found


def inverse_gradient(g: Tensor, out: Tensor) -> Tensor:
    """Return an inverse's gradient."""
    return -(out.mH @ (g @ out.mH))


inverse.gradient(input=inverse_gradient)
inverse.derivative(input="d out[i, j] / d input[k, l] = -out[i, k]*out[l, j]")


@operation(namespace="torch.linalg", takes=LAPACK,
           check=square("linalg.inv", low=False), related=("inv",), work=Work.CUBIC)  # fmt: skip
def inv_ex(input: Array, *, check_errors: bool = False) -> Any:
    """Return the inverse, and 0 or the place of the pivot that is zero instead of an error.

    >>> torch.linalg.inv_ex(torch.tensor([[2., 0.], [0., 4.]]))
    torch.return_types.linalg_inv_ex(
    inverse=tensor([[0.5000, 0.0000],
            [0.0000, 0.2500]]),
    info=tensor(0, dtype=torch.int32))
    """
    found, info = inverse_or_info(input)
    if check_errors and info.any():
        raise without_inverse("linalg.inv_ex", info)
    return return_type("linalg_inv_ex", "inverse", "info")(found, info)


inv_ex.gradient(input=lambda g, out: inverse_gradient(g[0], out[0]))
inv_ex.derivative(input="d out[i, j] / d input[k, l] = -inv[i, k]*inv[l, j], with inv the result")
inv_ex.quantity(inv=lambda out: out[0])


def is_vector(A: Any, B: Any) -> bool:
    """Return whether the right side is a vector per matrix, not a matrix."""
    return bool(B.ndim == 1 or (B.ndim == A.ndim - 1 and B.shape == A.shape[:-1]))


def require_equation(name: str, A: Tensor, B: Tensor, *, left: bool, vector: bool) -> None:
    """Refuse an equation whose sides don't fit.

    Raises:
        RuntimeError: the shapes or the types of the sides do not fit.
    """
    require_square(name, A)
    if not vector:
        require_matrix(name, B, "B")
    require_sides_alike(f"{name}: ", A=A, B=B)
    require_sizes(name, A, (*B.shape, 1) if vector else B.shape, left=left)


def require_sizes(name: str, A: Tensor, sizes: tuple[int, ...], *, left: bool) -> None:
    """Refuse an equation whose sides' sizes don't go together.

    Raises:
        RuntimeError: they do not.
    """
    rows, columns = sizes[-2:]
    if (rows if left else columns) != A.shape[-1]:
        raise RuntimeError(
            f"{name}: Incompatible shapes of A and B for the equation {'AX' if left else 'XA'} = B "
            f"({A.shape[-2]}x{A.shape[-1]} and {rows}x{columns})"
        )


def check_solve(A: Tensor, B: Tensor, left: bool) -> None:
    """Refuse what solve can't solve."""
    require_inexact("linalg.solve", A)
    require_sides_alike("linalg.solve: ", A=A, B=B)
    require_matrix("linalg.solve", A)
    require_equation("linalg.solve", A, B, left=left, vector=is_vector(A, B))


@pairwise(autocast="full",
          namespace="torch.linalg", casts=None, takes=LAPACK, kernel="lu_cpu", check=check_solve,
          node="LinalgSolveExBackward0", related=("inv", "lstsq"), work=Work.CUBIC)  # fmt: skip
def solve(A: Array, B: Array, *, left: bool = True) -> Array:
    """Return the X with A X = B; with left=False, the X with X A = B.

    >>> A = torch.tensor([[2., 0.], [0., 4.]])
    >>> torch.linalg.solve(A, torch.tensor([2., 8.]))
    tensor([1., 2.])
    """
    solution, info = solution_or_info(A, B, left)
    if info.any():
        raise without_solution("solve", info)
    return solution


def solution_or_info(A: NDArray[Any], B: NDArray[Any], left: bool) -> tuple[Any, Any]:
    """Return the solutions, and for each matrix 0 or the place of the pivot that is zero."""
    vector = is_vector(A, B)
    leave_to_check(
        A.ndim < 2 or (B.shape[-1] if vector or not left else B.shape[-2]) != A.shape[-1]
    )
    sides = B[..., None] if vector else B
    if left:
        found = lapack.solve(A, sides)
        info = failed_pivot(A, found)
        found = found[..., 0] if vector else found
        return (column_major(found) if found.ndim > 1 else found), info
    turned = lapack.solve(A.swapaxes(-1, -2), sides.swapaxes(-1, -2))
    return column_major(turned).swapaxes(-1, -2), failed_pivot(A, turned)


@pairwise(namespace="torch.linalg", casts=None, takes=LAPACK, kernel="lu_cpu", check=check_solve,
          related=("solve",), work=Work.CUBIC)  # fmt: skip
def solve_ex(A: Array, B: Array, *, left: bool = True, check_errors: bool = False) -> Any:
    """Return the solution of A X = B, and 0 or the place of a zero pivot.

    >>> torch.linalg.solve_ex(torch.tensor([[2.]]), torch.tensor([4.])).result
    tensor([2.])
    """
    solution, info = solution_or_info(A, B, left)
    if check_errors and info.any():
        raise without_solution("solve_ex", info)
    return return_type("linalg_solve_ex", "result", "info")(solution, info)


def solve_gradients(g: Tensor, A: Tensor, out: Tensor, left: bool) -> tuple[Tensor, Tensor]:
    """Return the gradients of a solution for both sides."""
    vector = is_vector(A, out)
    back = solve(A.mH, g.unsqueeze(-1) if vector else g, left=left)
    solution = out.unsqueeze(-1) if vector else out
    moved = back @ solution.mH if left else solution.mH @ back
    return -moved, back.squeeze(-1) if vector else back


WITH_INVERSE = "with inv the inverse of A"
solve.gradient(**shared(solve_gradients, "A", "B"))
solve.derivative(
    A=(
        f"d out[i, j] / d A[k, l] = -inv[i, k]*out[l, j], {WITH_INVERSE}",
        f"d out[i] / d A[k, l] = -inv[i, k]*out[l], {WITH_INVERSE}",
    ),
    B=(
        f"d out[i, j] / d B[k, j] = inv[i, k], {WITH_INVERSE}",
        f"d out[i] / d B[k] = inv[i, k], {WITH_INVERSE}",
    ),
)
solve.quantity(inv=lambda A: inverse(A))


solve_ex.gradient(
    A=lambda g, A, out, left: solve_gradients(g[0], A, out[0], left)[0],
    B=lambda g, A, out, left: solve_gradients(g[0], A, out[0], left)[1],
)
