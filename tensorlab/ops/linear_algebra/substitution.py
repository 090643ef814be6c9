"""Equations with a triangular matrix, solved row by row."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import Array, Tensor, pairwise
from tensorlab.engine.layout import column_major
from tensorlab.numerics.matrices import lapack
from tensorlab.ops.linear_algebra.inverses import require_equation
from tensorlab.ops.linear_algebra.squares import LAPACK


def check_triangular(A: Tensor, B: Tensor, left: bool) -> None:
    """Refuse what solve_triangular can't solve."""
    name = "linalg.solve_triangular"
    require_equation(name, A, B, left=left, vector=False)


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


@pairwise(namespace="torch.linalg", casts=None, takes=LAPACK, kernel="triangular_solve_cpu",
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
    if B.ndim < 2 or B.shape[-2 if left else -1] != A.shape[-1]:
        raise ValueError("no equation")  # the check says why
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


solve_triangular.gradient(
    A=lambda g, A, out, upper, left, unitriangular: triangular_gradients(
        g, A, out, upper, left, unitriangular
    )[0],
    B=lambda g, A, out, upper, left, unitriangular: triangular_gradients(
        g, A, out, upper, left, unitriangular
    )[1],
)
