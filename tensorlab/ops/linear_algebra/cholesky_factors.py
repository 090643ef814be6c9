"""Matrices as a triangle times its transpose: Cholesky's factors."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import USUAL, Array, Tensor, Work, operation, return_type, warn_once
from tensorlab.engine.layout import column_major
from tensorlab.engine.signatures.out_types import SAFELY
from tensorlab.engine.signatures.support import LinAlgError, leave_to_check
from tensorlab.engine.warning import in_full
from tensorlab.numerics.matrices import lapack
from tensorlab.ops.linear_algebra.elimination import batch_text
from tensorlab.ops.linear_algebra.inverses import solve_triangular
from tensorlab.ops.linear_algebra.squares import LAPACK, require_square, square


def factor_hermitian(input: NDArray[Any], upper: bool) -> tuple[Any, Any]:
    """Return the lower or the upper factors of Hermitian matrices.

    With them, for each matrix, comes 0 or the order of the first leading minor that has none.
    """
    leave_to_check(input.shape[-1] != input.shape[-2])
    found = lapack.cholesky(input, upper)
    if found.size and np.isnan(found[..., -1, -1]).any():
        lower, info = by_minors(input.conj().swapaxes(-1, -2) if upper else input)
        return column_major(lower.conj().swapaxes(-1, -2) + 0 if upper else lower), info
    return column_major(found), np.zeros(input.shape[:-2], np.intc)


def by_minors(A: NDArray[Any]) -> tuple[Any, Any]:
    """Return the lower factors as far as they go, and the order of the first minor without one.

    As LAPACK leaves them: with the columns before it, and the number that has no root.
    """
    flat = A.reshape(-1, *A.shape[-2:])
    found, info = np.tril(flat), np.zeros(len(flat), np.intc)
    for place, matrix in enumerate(flat):
        for size in range(1, len(matrix) + 1):
            minor = lapack.cholesky(matrix[:size, :size], upper=False)
            if np.isnan(minor[-1, -1]):
                info[place], done = size, size - 1
                below = np.linalg.solve(found[place, :done, :done].conj(), matrix[done:, :done].T).T
                found[place, done:, :done] = below
                found[place, done, done] = (
                    matrix[done, done].real - np.vdot(below[0], below[0]).real
                )
                break
            found[place, :size, :size] = minor
    return found.reshape(A.shape), info.reshape(A.shape[:-2])


def require_factor(name: str, info: NDArray[Any]) -> None:
    """Refuse matrices that are not positive-definite.

    Raises:
        LinAlgError: a matrix is not positive-definite.
    """
    failed = info.reshape(-1)[info.reshape(-1) > 0]
    if len(failed):
        raise LinAlgError(in_full("{}: {}The factorization", name, batch_text(info), failed[0]))


SQUARED = "in words: dinput = dL @ L.mT + L @ dL.mT, with L the result, where upper its transpose"


def cholesky_gradient(g: Tensor, out: Tensor, upper: bool) -> Tensor:
    """Return a Cholesky factor's gradient for the matrix: symmetric as it is."""
    lower, g = (out.mH, g.mH) if upper else (out, g)
    inner = (lower.mH @ g).tril()
    inner = inner - inner.diagonal(0, -2, -1).diag_embed() / 2
    inner = (inner + inner.tril(-1).mH + inner.diagonal(0, -2, -1).diag_embed()) / 2
    left = solve_triangular(lower.mH, inner, upper=True)
    return solve_triangular(lower, left, upper=False, left=False)


@operation(autocast="full", namespace="torch.linalg", takes=LAPACK, kernel="cholesky_cpu",
           check=square("linalg.cholesky"), node="LinalgCholeskyExBackward0",
           related=("lu", "eigh"), wrong_out=USUAL, quantized_kernel="cholesky",
           work=Work.CUBIC)  # fmt: skip
def cholesky(input: Array, *, upper: bool = False) -> Array:
    """Return the lower triangle L with input = L L^H, of a positive-definite matrix.

    >>> L = torch.linalg.cholesky(torch.tensor([[4., 2.], [2., 2.]]))
    >>> L
    tensor([[2., 0.],
            [1., 1.]])
    """
    factor, info = factor_hermitian(input, upper)
    require_factor("linalg.cholesky", info)
    return factor


cholesky.gradient(input=cholesky_gradient)
cholesky.derivative(input=SQUARED)


def check_old_cholesky(input: Tensor) -> None:
    """Refuse what is no square matrix, and warn that the function is deprecated."""
    warn_once(in_full("torch.cholesky is deprecated"))
    if input.shape.numel():
        require_square("cholesky", input)


@operation(name="cholesky", takes=lambda input: frozenset() if input is None else LAPACK,
           kernel="cholesky_cpu", check=check_old_cholesky,
           related=("linalg.cholesky",), wrong_cast=f"cholesky: {SAFELY}",
           quantized_kernel="cholesky", work=Work.CUBIC)  # fmt: skip
def old_cholesky(input: Array, upper: bool = False) -> Array:
    """Return the lower triangle L with input = L L^H; `torch.linalg.cholesky` is preferred.

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
old_cholesky.derivative(input=SQUARED)


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
cholesky_ex.derivative(input=SQUARED)
