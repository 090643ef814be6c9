"""QR decompositions, and the least squares, ranks and inverses of any matrix."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import Array, Number, Tensor, Work, composite, operation, warn_once
from tensorlab.engine.layout import column_major
from tensorlab.engine.naming import return_type
from tensorlab.engine.signatures.out_types import SAFELY
from tensorlab.engine.signatures.support import leave_to_check
from tensorlab.engine.warning import in_full
from tensorlab.numerics.matrices import lapack
from tensorlab.ops.linear_algebra.inverses import inv_ex, solve_triangular
from tensorlab.ops.linear_algebra.norms import matrix_norm
from tensorlab.ops.linear_algebra.singular_values import decomposed, svdvals
from tensorlab.ops.linear_algebra.spectra import of_decomposition, symmetric_spectrum
from tensorlab.ops.linear_algebra.squares import (
    LAPACK,
    require_inexact,
    require_matrix,
    require_square,
)
from tensorlab.ops.shape.joining import cat

MODES = ("reduced", "complete", "r")


def check_qr(A: Tensor, mode: str) -> None:
    """Refuse what has no QR decomposition.

    Raises:
        RuntimeError: the input is no matrix of floating-point or complex numbers.
    """
    require_matrix("linalg.qr", A)
    require_inexact("linalg.qr", A)
    if mode not in MODES:
        raise RuntimeError(in_full("qr received unrecognized", mode))


@operation(autocast="full", namespace="torch.linalg", takes=LAPACK, kernel="geqrf_cpu",
           check=check_qr, related=("svd", "lstsq"), work=Work.CUBIC,
           choices={"mode": ("reduced", "complete", "r")})  # fmt: skip
def qr(A: Array, mode: str = "reduced") -> Any:
    """Return Q and R with A = Q R: an orthogonal matrix and an upper triangle.

    >>> torch.linalg.qr(torch.tensor([[3., -1.], [4., 7.], [0., 12.]])).R
    tensor([[ -5.,  -5.],
            [  0., -13.]])
    """
    leave_to_check(mode not in MODES)
    Q, R = lapack.qr(A, mode)
    Q = Q if mode == "r" else column_major(Q, A.dtype)
    return return_type("linalg_qr", "Q", "R")(Q, column_major(R, A.dtype))


def qr_gradient(gQ: Tensor, gR: Tensor, sizes: Any, Q: Tensor, R: Tensor, mode: str) -> Tensor:
    """Return the gradient of a QR decomposition.

    Of a wide matrix [X Y] it is X that decides Q; then Y = Q R2.
    """
    if mode == "r":
        raise RuntimeError(in_full("The derivative of linalg.qr"))
    rows, columns = sizes[-2:]
    if mode == "complete" and rows > columns:
        raise RuntimeError(
            "The QR decomposition is not differentiable when mode='complete' and nrows > ncols."
        )
    if rows >= columns:
        return tall_gradient(gQ, gR, Q, R)
    gQ = gQ + Q @ (R[..., rows:] @ gR[..., rows:].mH)
    left = tall_gradient(gQ, gR[..., :rows], Q, R[..., :rows])
    return cat([left, Q @ gR[..., rows:]], -1)


def tall_gradient(gQ: Tensor, gR: Tensor, Q: Tensor, R: Tensor) -> Tensor:
    """Return the gradient of a QR decomposition with a square R."""
    inner = (gR @ R.mH - Q.mH @ gQ).triu()
    both = inner + inner.mH
    diagonal: Any = both.diagonal(0, -2, -1)
    halved = both - (diagonal - diagonal.real / 2).diag_embed()
    return solve_triangular(R.mH, Q @ halved + gQ, upper=False, left=False)


qr.gradient(A=lambda g, sizes, out, mode: qr_gradient(g[0], g[1], sizes, out[0], out[1], mode))
qr.derivative(A="in words: dA = dQ @ R + Q @ dR, with Q and R the results")


@composite(name="qr", out=True, related=("linalg.qr",), work=Work.CUBIC)
def old_qr(input: Array, some: bool = True) -> Any:
    """Return Q and R with input = Q R; `torch.linalg.qr` is preferred.

    >>> torch.linalg.qr(torch.tensor([[2.]])).R  # the same
    tensor([[2.]])
    """
    warn_once(in_full("torch.qr is deprecated"))
    return return_type("qr", "Q", "R")(*qr(input, "reduced" if some else "complete"))


def require_any(A: Tensor) -> None:
    """Refuse what has no pseudo-inverse.

    Raises:
        RuntimeError: the input is no matrix of floating-point or complex numbers.
    """
    if A.ndim < 2 or A.dtype not in LAPACK:
        raise RuntimeError(in_full("linalg.pinv({}{{{}}}):", A.dtype.scalar_name, list(A.shape)))


def cutoffs(sizes: NDArray[Any], atol: Any, rtol: Any, shape: Any, dtype: Any) -> Any:
    """Return, per matrix, the size below which a singular value counts as zero."""
    if rtol is None:
        rtol = (
            0.0
            if atol is not None and np.any(np.asarray(atol) > 0)
            else (np.finfo(dtype).eps * max(shape[-2:]))
        )
    largest = sizes.max(-1) if sizes.shape[-1] else np.zeros(sizes.shape[:-1], sizes.dtype)
    return np.maximum(0.0 if atol is None else atol, rtol * largest)[..., None]


@operation(namespace="torch.linalg", takes=LAPACK, check=require_any,
           related=("inv", "lstsq"), work=Work.CUBIC,
           wrong_cast=f"linalg.pinv: {SAFELY}")  # fmt: skip
def pinv(
    A: Array, rcond: float | Tensor | None = None, hermitian: bool = False, *,
    atol: float | Tensor | None = None, rtol: float | Tensor | None = None,
) -> Array:  # fmt: skip
    """Return the pseudo-inverse: the inverse of a matrix that has one, else what is nearest to it.

    >>> torch.linalg.pinv(torch.tensor([[2., 0.], [0., 0.]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.0000]])
    """
    leave_to_check(A.ndim < 2)
    if not A.size:
        return np.zeros((*A.shape[:-2], A.shape[-1], A.shape[-2]), A.dtype)
    if hermitian:
        S, U = symmetric_spectrum(A)
        V = U
    else:
        U, S, Vh = decomposed(A)
        V = Vh.conj().swapaxes(-1, -2)
    sizes = np.abs(S)
    small = sizes <= cutoffs(sizes, atol, rcond if rtol is None else rtol, A.shape, A.dtype)
    inverted = np.where(small, 0, 1 / np.where(small, 1, S)).astype(S.dtype)
    return np.matmul(V * inverted[..., None, :], U.conj().swapaxes(-1, -2))


def pinv_gradient(g: Tensor, A: Tensor, out: Tensor) -> Tensor:
    """Return a pseudo-inverse's gradient."""
    gH, outH = g.mH, out.mH
    if A.shape[-2] <= A.shape[-1]:
        K = gH @ out
        spread = K @ outH
        return -(out @ K).mH + spread - (A @ out) @ spread + (outH @ out) @ (gH - K @ A)
    K = out @ gH
    spread = outH @ K
    return -(K @ out).mH + (gH - A @ K) @ out @ outH + spread - (spread @ out) @ A


pinv.gradient(A=pinv_gradient)
pinv.derivative(
    A="in words: d P = -P @ dA @ P + P @ P.T @ dA.T @ (1 - A @ P) + (1 - P @ A) @ dA.T @ P.T @ P, "
    "with P the result"
)


@composite(related=("linalg.pinv",))
def pinverse(input: Array, rcond: float = 1e-15) -> Tensor:
    """Return the pseudo-inverse.

    >>> torch.pinverse(torch.tensor([[2.]]))
    tensor([[0.5000]])
    """
    return pinv(input, rcond)


def check_rank(A: Tensor) -> None:
    """Refuse what has no rank.

    Raises:
        RuntimeError: the input is no matrix of floating-point or complex numbers.
    """
    require_matrix("torch.linalg.matrix_rank", A, "input")
    if A.dtype not in LAPACK:
        raise RuntimeError(in_full("This function doesn't handle"))


@operation(autocast="full", namespace="torch.linalg", takes=LAPACK, check=check_rank,
           related=("svdvals", "pinv"), work=Work.CUBIC, wrong_out="",
           wrong_cast=f"torch.linalg.matrix_rank: {SAFELY}")  # fmt: skip
def matrix_rank(
    A: Array, tol: float | Tensor | None = None, hermitian: bool = False, *,
    atol: float | Tensor | None = None, rtol: float | Tensor | None = None,
) -> Array:  # fmt: skip
    """Return how many singular values are not zero, up to rounding.

    >>> torch.linalg.matrix_rank(torch.tensor([[1., 2.], [2., 4.]]))
    tensor(1)
    """
    leave_to_check(A.ndim < 2)
    if not A.size:
        return np.zeros(A.shape[:-2], np.int64)
    sizes = np.abs(lapack.eigvalsh(A, lower=True)) if hermitian else decomposed(A, vectors=False)
    if tol is not None:
        atol, rtol = tol, 0.0
    limit = cutoffs(sizes, atol, rtol, A.shape, A.dtype)
    return np.add.reduce(sizes > limit, -1, np.int64)


@of_decomposition(related=("matrix_norm", "inv"), wrong_cast=f"linalg.cond: {SAFELY}")
def cond(A: Array, p: Number | str | None = None) -> Array:
    """Return the condition number: the norm of a matrix times the norm of its inverse.

    >>> torch.linalg.cond(torch.tensor([[2., 0.], [0., 4.]]))
    tensor(2.)
    """
    if p.__class__ is str and p not in {"fro", "nuc"}:
        require_square(f"linalg.cond(ord={p})", A)
        raise RuntimeError(f"linalg.cond got an invalid norm type: {p}")
    if A.ndim < 2:
        raise RuntimeError("linalg.cond: The input tensor must have at least 2 dimensions.")
    if p.__class__ is not str and p not in {None, 1, -1, 2, -2, math.inf, -math.inf}:
        raise RuntimeError(f"linalg.cond got an invalid norm type: {p}")
    if p.__class__ is str:
        require_square(f"linalg.cond(ord={p})", A)
    if not A.shape.numel():
        return A.new_zeros(A.shape[:-2]).abs()
    if p is None or p in (2, -2):
        values = svdvals(A)
        first, last = values[..., :1], values[..., -1:]
        return (last / first if p == -2 else first / last).squeeze(-1)
    require_square(f"linalg.cond(ord={p})", A)
    inverted, info = inv_ex(A)
    # of which there are norms
    inverted = inverted.masked_fill(info[..., None, None] > 0, 0)
    return matrix_norm(A, p) * matrix_norm(inverted, p).masked_fill(info > 0, math.inf)
