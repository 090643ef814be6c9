"""Inverses of matrices, and the equations that they solve."""

from typing import Any

import numpy as np

from tensorlab.engine.autograd.gradmode import is_grad_enabled
from tensorlab.engine.declaring import USUAL, Work, operation, pairwise
from tensorlab.engine.layout import column_major
from tensorlab.engine.returns import return_type
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.numerics.matrices import lapack
from tensorlab.ops.linear_algebra.elimination import (
    first_zero_pivot,
    without_inverse,
    without_solution,
)
from tensorlab.ops.linear_algebra.small_equations import solved
from tensorlab.ops.linear_algebra.squares import (
    LAPACK,
    require_inexact,
    require_matrix,
    require_square,
    square,
)


def zero_pivots(A: Any) -> Any:
    """Return for each matrix of a batch, one of them singular, the place of a pivot that is zero.

    Where no pivot is zero to the last bit, it is the last.
    """
    info = first_zero_pivot(A)
    return info if info.any() else np.full_like(info, A.shape[-1])


def inverted(input: Any) -> Any:
    """Return inverses, small ones to PyTorch's last digit.

    Raises:
        LinAlgError: a matrix is singular.
    """
    found = solved(input, np.eye(input.shape[-1]))
    return lapack.inv(input) if found is None else found


def inverse_or_info(input: Any) -> tuple[Any, Any]:
    """Return the inverses, and for each matrix 0 or the place of the pivot that is zero."""
    if input.shape[-1] != input.shape[-2]:
        raise ValueError("no square")  # the check says so
    info = np.zeros(input.shape[:-2], np.int32)
    try:
        return column_major(inverted(input)), info
    except np.linalg.LinAlgError:
        info = zero_pivots(input)
        fixed = np.where((info > 0)[..., None, None], np.eye(input.shape[-1]), input)
        found = lapack.inv(fixed.astype(input.dtype))
        found[info > 0] = np.nan
        return column_major(found), info


@operation(autocast="full", keywords={"A": "input"},
           aliases=("linalg.inv",), takes=LAPACK, check=square("linalg.inv", low=False),
           node="LinalgInvExBackward0", shapes="(n,n)->(n,n)",
           related=("det", "linalg.solve"), wrong_out=USUAL, work=Work.CUBIC)  # fmt: skip
def inverse(input: Array) -> Array:
    """Return the inverse of a square matrix, or of each one in a batch.

    >>> torch.inverse(torch.tensor([[1., 2.], [3., 4.]]))
    tensor([[-2.0000,  1.0000],
            [ 1.5000, -0.5000]])
    """
    try:
        return column_major(inverted(input))
    except np.linalg.LinAlgError:
        found = solved(input, np.eye(input.shape[-1]), input.shape[-1])  # a pivot that is nearly 0
        if found is not None:
            return column_major(found)
        raise without_inverse("linalg.inv", zero_pivots(input)) from None


def inverse_gradient(g: Tensor, out: Tensor) -> Tensor:
    """Return an inverse's gradient."""
    return -(out.mH @ (g @ out.mH))


inverse.gradient(input=inverse_gradient)
inverse.slope(input="d out[i, j] / d input[k, l] = -out[i, k]*out[l, j]")


@operation(keywords={"A": "input"}, namespace="torch.linalg", takes=LAPACK,
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
inv_ex.slope(input="d out[i, j] / d input[k, l] = -inv[i, k]*inv[l, j], with inv the result")
inv_ex.quantity(inv=lambda out: out[0])


def is_vector(A: Any, B: Any) -> bool:
    """Return whether the right side is a vector per matrix, not a matrix."""
    return bool(B.ndim == 1 or (B.ndim == A.ndim - 1 and B.shape == A.shape[:-1]))


def require_equation(name: str, A: Tensor, B: Tensor, *, left: bool, vector: bool) -> None:
    """Refuse an equation whose sides don't fit.

    Raises:
        RuntimeError: so it is.
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
    """Return the X with A X = B, or with X A = B.

    >>> A = torch.tensor([[2., 0.], [0., 4.]])
    >>> torch.linalg.solve(A, torch.tensor([2., 8.]))
    tensor([1., 2.])
    """
    vector = is_vector(A, B)
    if A.ndim < 2 or (B.shape[-1] if vector or not left else B.shape[-2]) != A.shape[-1]:
        raise ValueError("no equation")  # the check says why
    sides = B[..., None] if vector else B
    try:
        if not left:
            turned = solved(A, sides.swapaxes(-1, -2), turned=True)
            if turned is None:
                turned = lapack.solve(A.swapaxes(-1, -2), sides.swapaxes(-1, -2))
            return column_major(turned).swapaxes(-1, -2)
        solution = solved(A, sides)
        if solution is None:
            solution = lapack.solve(A, sides)
    except np.linalg.LinAlgError:
        small = solved(A, sides, A.shape[-1]) if left else None  # a pivot that is nearly 0
        if small is None:
            raise without_solution("solve", zero_pivots(A)) from None
        solution = small
    solution = solution[..., 0] if vector else solution
    return column_major(solution) if solution.ndim > 1 else solution


@pairwise(namespace="torch.linalg", casts=None, takes=LAPACK, kernel="lu_cpu", check=check_solve,
          related=("solve",), work=Work.CUBIC)  # fmt: skip
def solve_ex(A: Array, B: Array, *, left: bool = True, check_errors: bool = False) -> Any:
    """Return the solution of A X = B, and 0 or the place of a zero pivot.

    >>> torch.linalg.solve_ex(torch.tensor([[2.]]), torch.tensor([4.])).result
    tensor([2.])
    """
    info = first_zero_pivot(A)
    if check_errors and info.any():
        raise without_solution("solve_ex", info)
    singular = (info > 0)[..., None, None]
    solvable = np.where(singular, np.eye(A.shape[-1], dtype=A.dtype), A) if info.any() else A
    solution = solve.operation.forward(solvable, B, left=left)
    if info.any():
        lost = singular[..., 0] if is_vector(A, B) else singular
        solution = np.where(lost, solution.dtype.type(np.nan), solution)
    return return_type("linalg_solve_ex", "result", "info")(solution, info)


def solve_right(g: Tensor, A: Tensor, left: bool, vector: bool) -> Tensor:
    """Return the gradient for B, as a matrix: by the same triangles as B itself."""
    g = g.unsqueeze(-1) if vector else g
    if not is_grad_enabled():
        sides = g.array if left else g.array.swapaxes(-1, -2)
        found = solved(A.array, sides, turned=left)
        if found is not None:
            return wrap(column_major(found if left else found.swapaxes(-1, -2)), g.dtype)
    return solve(A.mH, g, left=left)


def solve_gradients(
    g: Tensor, A: Tensor, B: Tensor, out: Tensor, left: bool
) -> tuple[Tensor, Tensor]:
    """Return the gradients of a solution for both sides."""
    vector = is_vector(A, B)
    back = solve_right(g, A, left, vector)
    solution = out.unsqueeze(-1) if vector else out
    moved = back @ solution.mH if left else solution.mH @ back
    return -moved, back.squeeze(-1) if vector else back


WITH_INVERSE = "with inv the inverse of A"
solve.gradient(
    A=lambda g, A, B, out, left: solve_gradients(g, A, B, out, left)[0],
    B=lambda g, A, B, out, left: solve_gradients(g, A, B, out, left)[1],
)
solve.slope(
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
