"""Inverses of matrices, and the equations that they solve."""

from typing import Any

from numpy.typing import NDArray

from tensorlab.engine.declaring import USUAL, Array, Tensor, Work, operation, pairwise
from tensorlab.engine.layout import column_major
from tensorlab.engine.returns import return_type
from tensorlab.numerics.matrices import lapack
from tensorlab.ops.linear_algebra.elimination import failed_pivot, without_inverse, without_solution
from tensorlab.ops.linear_algebra.squares import (
    LAPACK,
    require_inexact,
    require_matrix,
    require_square,
    square,
)


def inverse_or_info(input: Any) -> tuple[Any, Any]:
    """Return the inverses, and for each matrix 0 or the place of the pivot that is zero."""
    if input.shape[-1] != input.shape[-2]:
        raise ValueError("no square")  # the check says so
    found = lapack.inv(input)
    return column_major(found), failed_pivot(input, found)


@operation(autocast="full",
           aliases=("linalg.inv",), takes=LAPACK, check=square("linalg.inv", low=False),
           node="LinalgInvExBackward0", shapes="(n,n)->(n,n)",
           related=("det", "linalg.solve"), wrong_out=USUAL, work=Work.CUBIC)  # fmt: skip
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
    if A.dtype is not B.dtype:
        raise RuntimeError(
            f"{name}: Expected A and B to have the same dtype, but found A of type "
            f"{A.dtype.scalar_name} and B of type {B.dtype.scalar_name} instead"
        )
    rows, columns = (B.shape[-1], 1) if vector else B.shape[-2:]
    if (rows if left else columns) != A.shape[-1]:
        raise RuntimeError(
            f"{name}: Incompatible shapes of A and B for the equation {'AX' if left else 'XA'} = B "
            f"({A.shape[-2]}x{A.shape[-1]} and {rows}x{columns})"
        )


def check_solve(A: Tensor, B: Tensor, left: bool) -> None:
    """Refuse what solve can't solve."""
    require_inexact("linalg.solve", A)
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
    if A.ndim < 2 or (B.shape[-1] if vector or not left else B.shape[-2]) != A.shape[-1]:
        raise ValueError("no equation")  # the check says why
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


def solve_gradients(
    g: Tensor, A: Tensor, B: Tensor, out: Tensor, left: bool
) -> tuple[Tensor, Tensor]:
    """Return the gradients of a solution for both sides."""
    vector = is_vector(A, B)
    back = solve(A.mH, g.unsqueeze(-1) if vector else g, left=left)
    solution = out.unsqueeze(-1) if vector else out
    moved = back @ solution.mH if left else solution.mH @ back
    return -moved, back.squeeze(-1) if vector else back


WITH_INVERSE = "with inv the inverse of A"
solve.gradient(
    A=lambda g, A, B, out, left: solve_gradients(g, A, B, out, left)[0],
    B=lambda g, A, B, out, left: solve_gradients(g, A, B, out, left)[1],
)
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
    A=lambda g, A, B, out, left: solve_gradients(g[0], A, B, out[0], left)[0],
    B=lambda g, A, B, out, left: solve_gradients(g[0], A, B, out[0], left)[1],
)
