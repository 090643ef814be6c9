"""Eigenvalues and singular values, and what follows from them."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import USUAL, Work, composite, operation
from tensorlab.engine.layout import column_major
from tensorlab.engine.returns import return_type
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.tensor import Tensor
from tensorlab.numerics import lapack
from tensorlab.ops.linear_algebra.elimination import LinAlgError
from tensorlab.ops.linear_algebra.inverses import solve
from tensorlab.ops.linear_algebra.squares import (
    LAPACK,
    require_inexact,
    require_matrix,
    require_square,
)


def differences(values: Tensor) -> Tensor:
    """Return values[j] - values[i], and 1 on the diagonal."""
    gaps = values.unsqueeze(-2) - values.unsqueeze(-1)
    return gaps + values.new_ones(gaps.shape).tril().triu()


def check_eigh(A: Tensor, UPLO: str) -> None:
    """Refuse what has no eigenvalues, or a triangle that there is not.

    Raises:
        RuntimeError: so it is.
    """
    require_square("linalg.eigh", A)
    if UPLO.upper() not in {"L", "U"}:
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")


def first_without_numbers(A: Any) -> str:
    """Return which matrix of a batch first has a cell that is no number; nothing for one matrix."""
    if A.ndim < 3:
        return ""
    sound = np.isfinite(A).all((-1, -2)).reshape(-1)
    return f"(Batch element {int(sound.argmin())}): "


def unconverged(A: Any, code: int) -> LinAlgError:
    """Return the refusal of a matrix that the steps towards its eigenvalues did not end for."""
    return LinAlgError(
        f"linalg.eigh: {first_without_numbers(A)}The algorithm failed to converge because the "
        "input matrix is ill-conditioned or has too many repeated eigenvalues (error code: "
        f"{code})."
    )


@operation(autocast="full",
           namespace="torch.linalg", takes=LAPACK, kernel="linalg_eigh_cpu", check=check_eigh,
           node="LinalgEighBackward0", related=("eig", "svd"), work=Work.CUBIC)  # fmt: skip
def eigh(A: Array, UPLO: str = "L") -> Any:
    """Return the eigenvalues, rising, and the eigenvectors of a symmetric or Hermitian matrix.

    >>> torch.linalg.eigh(torch.tensor([[2., 0.], [0., 1.]])).eigenvalues
    tensor([1., 2.])
    """
    triangle: Any = UPLO.upper()
    try:
        values, vectors = lapack.eigh(A, triangle)
    except np.linalg.LinAlgError:
        raise unconverged(A, A.shape[-1] - 1) from None
    return return_type("linalg_eigh", "eigenvalues", "eigenvectors")(values, column_major(vectors))


def eigh_gradient(g: Any, out: Any) -> Array:
    """Return the gradient of eigenvalues and orthogonal eigenvectors: Hermitian, as the input."""
    values, vectors = out
    if not g[1].any():  # also where eigenvalues coincide
        return vectors * g[0].unsqueeze(-2) @ vectors.mH
    inner = vectors.mH @ g[1]
    require_phaseless("linalg_eigh", inner)
    inner = inner / differences(values)
    inner = inner - inner.diagonal(0, -2, -1).diag_embed() + g[0].diag_embed()
    return vectors @ ((inner + inner.mH) / 2) @ vectors.mH


def require_phaseless(name: str, inner: Any) -> None:
    """Refuse a loss that depends on the angles of complex vectors, which are nobody's choice.

    Raises:
        RuntimeError: so it is.
    """
    if not inner.dtype.is_complex:
        return
    angles = inner.detach().diagonal(0, -2, -1).imag
    if not angles.allclose(angles.new_zeros(()), 1e-2, 1e-2):
        vectors, what, which = (
            ("singular vectors", "phase term", "making it ill-defined")
            if name == "svd"
            else ("eigenvectors", "quantity", "so it is ill-defined")
        )
        raise RuntimeError(
            f"{name}_backward: The {vectors} in the complex case are specified up to "
            "multiplication by e^{i phi}. The specified loss function depends on this "
            f"{what}, {which}."
        )


eigh.gradient(A=lambda g, out: eigh_gradient(g, out))
eigh.slope(
    A=(
        "d out[k] / d A[i, j] = v[i, k]*v[j, k], with v the eigenvectors",
        "in words: dA @ V + A @ dV = dV @ diag(w) + V @ diag(dw), with w and V the results",
    ),
)
eigh.quantity(v=lambda out: out[1])


@composite(
    autocast="full",
    namespace="torch.linalg",
    out=True,
    related=("eigh", "eigvals"),
    wrong_out=USUAL,
    work=Work.CUBIC,
)
def eigvalsh(A: Array, UPLO: str = "L") -> Tensor:
    """Return the eigenvalues of a symmetric or Hermitian matrix, rising.

    >>> torch.linalg.eigvalsh(torch.tensor([[2., 0.], [0., 1.]]))
    tensor([1., 2.])
    """
    try:
        return eigh(A, UPLO)[0]
    except LinAlgError:
        raise unconverged(A.array, A.shape[-1] - 2) from None


def eig_declared(checked: str) -> Any:
    """Declare eig; eigvals is another one to its check."""

    @operation(name="eig", namespace="torch.linalg", function=checked == "linalg.eig",
               takes=LAPACK, kernel="linalg_eig_out_cpu", check=check_eig(checked),
               node="LinalgEigBackward0", related=("eigh", "eigvals"), work=Work.CUBIC)  # fmt: skip
    def eig(A: Array) -> Any:
        """Return the eigenvalues and the eigenvectors of a square matrix, complex as they can be.

        >>> torch.linalg.eig(torch.tensor([[0., 1.], [-1., 0.]])).eigenvalues
        tensor([0.+1.j, 0.-1.j])
        """
        if not np.isfinite(A).all():
            raise RuntimeError("torch.linalg.eig: input tensor should not contain infs or NaNs.")
        kind = np.result_type(A.dtype, np.complex64)
        values, vectors = np.linalg.eig(A)
        return return_type("linalg_eig", "eigenvalues", "eigenvectors")(
            values.astype(kind), column_major(vectors.astype(kind))
        )

    eig.gradient(A=lambda g, out: eig_gradient(g, out))
    eig.slope(A="in words: dA @ V + A @ dV = dV @ diag(w) + V @ diag(dw), with w and V the results")
    return eig


def check_eig(name: str) -> Any:
    """Return the check of a function of all eigenvalues."""

    def check(A: Tensor) -> None:
        require_square(name, A)
        if not (A.dtype.is_floating_point or A.dtype.is_complex):
            raise RuntimeError(f"Unknown Complex ScalarType for {A.dtype.scalar_name}")

    return check


def eig_gradient(g: Any, out: Any) -> Tensor:
    """Return the gradient of eigenvalues and eigenvectors of length 1."""
    values, vectors = out
    inner = vectors.mH @ g[1]
    require_phaseless("linalg_eig", inner)
    lengths = inner.diagonal(0, -2, -1).real.unsqueeze(-2)
    inner = (inner - vectors.mH @ vectors * lengths) / differences(values).conj()
    inner = inner - inner.diagonal(0, -2, -1).diag_embed() + g[0].diag_embed()
    return solve(vectors.mH, inner @ vectors.mH)


eig, values_of = eig_declared("linalg.eig"), eig_declared("linalg.eigvals")


@composite(
    autocast="full",
    namespace="torch.linalg",
    out=True,
    related=("eig", "eigvalsh"),
    work=Work.CUBIC,
)
def eigvals(A: Array) -> Array:
    """Return the eigenvalues of a square matrix.

    >>> torch.linalg.eigvals(torch.tensor([[0., 1.], [-1., 0.]]))
    tensor([0.+1.j, 0.-1.j])
    """
    return values_of(A)[0]


ELSEWHERE = (
    "torch.linalg.svd: keyword argument `driver=` is only supported on CUDA inputs with cuSOLVER "
    "backend."
)


def check_svd(A: Tensor) -> None:
    """Refuse what has no singular values."""
    require_matrix("linalg.svd", A)
    require_inexact("linalg.svd", A)


def decomposed(A: Any, full_matrices: bool = False, *, vectors: bool = True) -> Any:
    """Return U, S and Vh with A = U diag(S) Vh, or the singular values S alone.

    Raises:
        LinAlgError: there are cells that are no numbers.
    """
    try:
        return lapack.svd(A, full_matrices, vectors)
    except np.linalg.LinAlgError:
        raise LinAlgError(
            f"linalg.svd: {first_without_numbers(A)}The algorithm failed to converge because the "
            "input matrix contained non-finite values."
        ) from None


@operation(autocast="full",
           namespace="torch.linalg", takes=LAPACK, kernel="linalg_svd_cpu", check=check_svd,
           node="LinalgSvdBackward0", related=("svdvals", "eigh"), work=Work.CUBIC)  # fmt: skip
def svd(A: Array, full_matrices: bool = True, *, driver: str | None = None) -> Any:
    """Return U, S and Vh with A = U diag(S) Vh: two rotations and the singular values, falling.

    >>> torch.linalg.svd(torch.tensor([[0., 2.], [1., 0.]])).S
    tensor([2., 1.])
    """
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
    if not (gU.any() or gVh.any()):  # also where singular values coincide
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
svd.slope(
    A=(
        "d out[k] / d A[i, j] = u[i, k]*v[k, j], with u and v the singular vectors",
        "in words: dA = dU @ S @ Vh + U @ dS @ Vh + U @ S @ dVh",
    ),
)
svd.quantity(u=lambda out: out[0], v=lambda out: out[2])


@composite(
    autocast="full",
    namespace="torch.linalg",
    out=True,
    related=("svd", "matrix_norm"),
    wrong_out=USUAL,
    work=Work.CUBIC,
)
def svdvals(A: Array, *, driver: str | None = None) -> Tensor:
    """Return the singular values, falling.

    >>> torch.linalg.svdvals(torch.tensor([[0., 2.], [1., 0.]]))
    tensor([2., 1.])
    """
    check_svd(A)
    if driver is not None:
        raise RuntimeError(ELSEWHERE)
    return svd(A, full_matrices=False)[1]


@composite(name="svd", related=("linalg.svd",), work=Work.CUBIC)
def old_svd(input: Array, some: bool = True, compute_uv: bool = True) -> Any:
    """Return U, S and V with input = U diag(S) V^H; `torch.linalg.svd` is preferred.

    >>> torch.svd(torch.tensor([[0., 2.], [1., 0.]])).S
    tensor([2., 1.])
    """
    if input.ndim < 2:
        raise RuntimeError(
            "linalg.svd: input should have at least 2 dimensions, but has "
            f"{input.ndim} dimensions instead"
        )
    U, S, Vh = svd(input, full_matrices=not some)
    if not compute_uv:
        U, Vh = U.new_zeros(U.shape), Vh.new_zeros(Vh.shape)
    return return_type("svd", "U", "S", "V")(U, S, Vh.mH)
