"""Singular values and their vectors."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import USUAL, Array, Tensor, Work, composite, operation, return_type
from tensorlab.engine.layout import column_major
from tensorlab.engine.signatures.support import LinAlgError, leave_to_check
from tensorlab.engine.warning import in_full
from tensorlab.numerics.matrices import lapack
from tensorlab.ops.linear_algebra.spectra import (
    differences,
    first_without_numbers,
    of_decomposition,
    require_phaseless,
)
from tensorlab.ops.linear_algebra.squares import LAPACK, require_inexact, require_matrix


def check_svd(A: Tensor, driver: str | None = None) -> None:
    """Refuse what has no singular values."""
    require_matrix("linalg.svd", A)
    require_inexact("linalg.svd", A)
    if driver is not None:
        raise RuntimeError(in_full("torch.linalg.svd: keyword"))


def decomposed(A: NDArray[Any], full_matrices: bool = False, *, vectors: bool = True) -> Any:
    """Return U, S and Vh with A = U diag(S) Vh, or the singular values S alone.

    Infinite matrices have no numbers; LAPACK would complain of them on standard output.

    Raises:
        LinAlgError: an element is NaN.
    """
    if not np.isfinite(A.sum()):  # which may also be too large
        if np.isnan(A).any():
            raise LinAlgError(in_full("linalg.svd: {}The", first_without_numbers(A)))
        infinite = np.isinf(A).any((-2, -1))
        if infinite.any():
            finite = np.where(infinite[..., None, None], 0, A)
            found = decomposed(finite, full_matrices, vectors=vectors)
            for part in found if vectors else [found]:
                part[infinite] = np.nan
            return found
    return lapack.svd(A, full_matrices) if vectors else lapack.svdvals(A)


@operation(autocast="full", namespace="torch.linalg", takes=LAPACK, kernel="linalg_svd_cpu",
           check=check_svd, related=("svdvals", "eigh"), work=Work.CUBIC)  # fmt: skip
def svd(A: Array, full_matrices: bool = True, *, driver: str | None = None) -> Any:
    """Return U, S and Vh with A = U diag(S) Vh; the singular values S are in descending order.

    >>> torch.linalg.svd(torch.tensor([[0., 2.], [1., 0.]])).S
    tensor([2., 1.])
    """
    leave_to_check(driver)
    U, S, Vh = decomposed(A, full_matrices)
    return return_type("linalg_svd", "U", "S", "Vh")(column_major(U), S, column_major(Vh))


def skew(X: Tensor) -> Tensor:
    """Return a matrix less its conjugate transpose."""
    return X - X.mH


def svd_gradient(g: Any, U: Tensor, S: Tensor, Vh: Tensor) -> Array:
    """Return the gradient of a singular value decomposition."""
    size = S.shape[-1]
    full, right = U.shape[-2], Vh.shape[-1]
    U, Vh, gU, gVh = U[..., :size], Vh[..., :size, :], g[0][..., :size], g[2][..., :size, :]
    # Also where singular values coincide, which leave the vectors open.
    if not any(part.requires_grad or part.any() for part in (gU, gVh)):
        return U * g[1].unsqueeze(-2) @ Vh
    turned, tilted = U.mH @ gU, Vh @ gVh.mH
    require_phaseless("svd", turned + tilted)
    gaps = differences(S * S)
    inner = skew(turned) / gaps * S.unsqueeze(-2) + S.unsqueeze(-1) * (skew(tilted) / gaps)
    diagonal = g[1]
    if U.dtype.is_complex:
        diagonal = diagonal + 1j * (turned.diagonal(0, -2, -1).imag / S)
    inner = inner - inner.diagonal(0, -2, -1).diag_embed() + diagonal.diag_embed()
    grad = U @ inner @ Vh
    if full > size:
        grad = grad + (gU - U @ turned) / S.unsqueeze(-2) @ Vh
    if right > size:
        grad = grad + U @ ((gVh - tilted.mH @ Vh) / S.unsqueeze(-1))
    return grad


svd.gradient(A=lambda g, out: svd_gradient(g, *out))
svd.derivative(
    A=(
        "d out[k] / d A[i, j] = u[i, k]*v[k, j], with u and v the singular vectors",
        "in words: dA = dU @ S @ Vh + U @ dS @ Vh + U @ S @ dVh",
    )
)
svd.quantity(u=lambda out: out[0], v=lambda out: out[2])


@operation(inner=True, takes=LAPACK, kernel="linalg_svd_cpu",
           check=check_svd, node="LinalgSvdBackward0", work=Work.CUBIC)  # fmt: skip
def sizes_alone(A: Array) -> Any:
    """Return the singular values alone, which have steps of their own."""
    return decomposed(A, vectors=False)


@of_decomposition(related=("svd", "matrix_norm"), wrong_out=USUAL)
def svdvals(A: Array, *, driver: str | None = None) -> Tensor:
    """Return the singular values in descending order.

    >>> torch.linalg.svdvals(torch.tensor([[0., 2.], [1., 0.]]))
    tensor([2., 1.])
    """
    check_svd(A, driver)
    return svd(A, full_matrices=False)[1] if A.requires_grad else sizes_alone(A)


@composite(name="svd", out=True, related=("linalg.svd",), work=Work.CUBIC)
def old_svd(input: Array, some: bool = True, compute_uv: bool = True) -> Any:
    """Return U, S and V with input = U diag(S) V^H; `torch.linalg.svd` is preferred.

    >>> torch.svd(torch.tensor([[0., 2.], [1., 0.]])).S
    tensor([2., 1.])
    """
    if input.ndim < 2:
        raise RuntimeError(in_full("linalg.svd: input", input.ndim))
    U, S, Vh = svd(input, full_matrices=not some)
    if not compute_uv:
        U, Vh = U.new_zeros(U.shape), Vh.new_zeros(Vh.shape)
    return return_type("svd", "U", "S", "V")(U, S, Vh.mH)
