"""Least squares: the solution that brings a product nearest to what it should be."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import Array, Tensor, Work, leave_to_check, pairwise, return_type
from tensorlab.engine.facts import shared
from tensorlab.engine.layout import column_major, empty_beside
from tensorlab.engine.signatures.out_types import SAFELY
from tensorlab.engine.warning import in_full
from tensorlab.numerics.matrices import lapack
from tensorlab.ops.linear_algebra.inverses import is_vector
from tensorlab.ops.linear_algebra.orthogonal import pinv, pinv_gradient
from tensorlab.ops.linear_algebra.singular_values import decomposed
from tensorlab.ops.linear_algebra.squares import LAPACK

DRIVERS = ("gels", "gelsy", "gelsd", "gelss")


def check_lstsq(A: Tensor, B: Tensor, driver: str | None) -> None:
    """Refuse what has no least squares.

    Raises:
        RuntimeError: the sides don't fit, or there is no such method.
    """
    if A.ndim < 2:
        raise RuntimeError("torch.linalg.lstsq: input must have at least 2 dimensions.")
    if B.ndim < 1:
        raise RuntimeError("torch.linalg.lstsq: other must have at least 1 dimension.")
    if A.dtype is not B.dtype:
        raise RuntimeError(
            "torch.linalg.lstsq: Expected input and other to have the same dtype, but got input's "
            f"dtype {A.dtype.scalar_name} and other's dtype {B.dtype.scalar_name}"
        )
    if A.ndim - B.ndim not in (0, 1):
        raise RuntimeError(in_full("torch.linalg.lstsq: input.dim()"))
    place = 1 if is_vector(A, B) else 2
    if B.ndim < place or A.shape[-2] != B.shape[-place]:
        raise RuntimeError(f"torch.linalg.lstsq: input.size(-2) should match other.size(-{place})")
    if A.dtype not in LAPACK:
        raise RuntimeError(in_full("This function doesn't handle"))
    if driver is not None and driver.lower() not in DRIVERS:
        raise RuntimeError(in_full("torch.linalg.lstsq: parameter"))


@pairwise(autocast="full", namespace="torch.linalg", casts=None, takes=LAPACK,
          kernel="linalg_lstsq_cpu", needs_values="linalg_lstsq.out", check=check_lstsq,
          wrong_out="", wrong_cast=f"torch.linalg.lstsq: {SAFELY}".replace("result", "solution"),
          constants=(2, 3), related=("solve", "pinv"), work=Work.CUBIC)  # fmt: skip
def lstsq(A: Array, B: Array, rcond: float | None = None, *, driver: str | None = None) -> Any:
    """Return what A has to be multiplied by to come nearest to B, and what else the method finds.

    >>> torch.linalg.lstsq(torch.tensor([[1.], [1.]]), torch.tensor([[1.], [3.]])).solution
    tensor([[2.0000]])
    """
    vector, driver = is_vector(A, B), driver and driver.lower()
    leave_to_check(driver not in (None, *DRIVERS))
    leave_to_check(
        A.ndim < 2 or A.ndim - B.ndim not in (0, 1) or B.shape[-1 if vector else -2] != A.shape[-2]
    )
    sides = B[..., None] if vector else B
    share = np.finfo(A.dtype).eps * max(A.shape[-2:]) if rcond is None else rcond
    solution, rank, sizes = nearest(A, sides, share)
    # one matrix is solved for several sides
    own = tuple(slice(length) for length in A.shape[:-2])
    rank, sizes = rank[own], sizes[own]
    facts = as_driver_finds(A, sides, solution, rank, sizes, driver)
    solution = solution[..., 0] if vector else among_rows(solution, A.shape[-2])
    fields = ("solution", "residuals", "rank", "singular_values")
    return return_type("linalg_lstsq", *fields)(solution, *facts)


def among_rows(solution: NDArray[Any], rows: int) -> Any:
    """Return solutions as LAPACK leaves them: by columns, above what is left of so many rows."""
    *batch, found, sides = solution.shape
    if found >= rows:
        return column_major(solution)
    whole = column_major(empty_beside(solution, (*batch, rows, sides), solution.dtype))
    whole[..., :found, :] = solution
    return whole[..., :found, :]


def nearest(A: NDArray[Any], B: NDArray[Any], share: float) -> tuple[Any, Any, Any]:
    """Return what A has to be multiplied by to come nearest to B, its rank, its singular values.

    Singular values below that share of the largest count as zero.
    """
    if A.__class__ is np.ndarray and A.size and B.size and np.isfinite(A.sum() + B.sum()):
        return lapack.lstsq(A, B, share)
    sizes = decomposed(A, vectors=False)
    rank = np.add.reduce(sizes > share * sizes[..., :1], -1, np.int64)
    return pinv.operation.forward(A, rtol=share) @ B, rank, sizes


def as_driver_finds(
    A: NDArray[Any],
    B: NDArray[Any],
    solution: NDArray[Any],
    rank: object,
    sizes: NDArray[Any],
    driver: str | None,
) -> tuple[Any, Any, Any]:
    """Return the residuals, the rank and the singular values, as far as a method finds them."""
    rows, columns = A.shape[-2:]
    residuals = np.zeros(0, sizes.dtype)
    if rows > columns and driver in {"gels", "gelsd", "gelss"} and (rank == columns).all():
        residuals = np.add.reduce(np.abs(A @ solution - B) ** 2, -2)
    if driver == "gels":
        rank = np.zeros(0, np.int64)
    return residuals, rank, sizes if driver in {"gelsd", "gelss"} else np.zeros(0, sizes.dtype)


def lstsq_gradients(g: Any, A: Tensor, B: Tensor, out: Any) -> tuple[Tensor, Tensor]:
    """Return the gradients of the solution and of the residuals for both sides."""
    vector = is_vector(A, B)
    turn = g[0].unsqueeze(-1) if vector else g[0]
    sides = B.unsqueeze(-1) if vector else B
    inverse = pinv(A)
    for_A, for_B = pinv_gradient(turn @ sides.mH, A, inverse), inverse.mH @ turn
    if out[1].shape.numel():
        solution = out[0].unsqueeze(-1) if vector else out[0]
        error = 2 * (A @ solution - sides) * g[1].unsqueeze(-2)
        for_A, for_B = for_A + error @ solution.mH, for_B - error
    return for_A, for_B.squeeze(-1) if vector else for_B


lstsq.gradient(**shared(lstsq_gradients, "A", "B"))
lstsq.derivative(
    A="in words: A.T @ A @ dX = dA.T @ (B - A @ X) - A.T @ dA @ X, with X the result",
    B="in words: A.T @ A @ dX = A.T @ dB, with X the result",
)
