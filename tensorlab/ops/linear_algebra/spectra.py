"""Eigenvalues and singular values, and what follows from them."""

from collections.abc import Callable
from typing import Any, TypeVar, Unpack

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import USUAL, Array, Declared, Facts, Work, composite, operation
from tensorlab.engine.layout import column_major
from tensorlab.engine.naming import return_type
from tensorlab.engine.signatures.out_types import SAFELY
from tensorlab.engine.signatures.support import LinAlgError
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.numerics.matrices import eigenvector_signs, lapack
from tensorlab.ops.linear_algebra.inverses import solve
from tensorlab.ops.linear_algebra.squares import LAPACK, require_square

Result = TypeVar("Result")


def of_decomposition(**facts: Unpack[Facts]) -> Callable[[Callable[..., Result]], Declared[Result]]:
    """Declare a function of torch.linalg that is read off a decomposition."""
    own: Facts = {"autocast": "full", "namespace": "torch.linalg", "out": True,
                  "work": Work.CUBIC, **facts}  # fmt: skip
    return composite(**own)


def differences(values: Tensor) -> Tensor:
    """Return values[j] - values[i], and 1 on the diagonal."""
    gaps = values.unsqueeze(-2) - values.unsqueeze(-1)
    return gaps + values.new_ones(gaps.shape).tril().triu()


def is_lower(UPLO: str) -> bool:
    """Return whether the lower triangle is meant.

    Raises:
        RuntimeError: neither is.
    """
    if UPLO.upper() not in {"L", "U"}:
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    return UPLO.upper() == "L"


def check_eigh(A: Tensor, UPLO: str) -> None:
    """Refuse what has no eigenvalues, or a triangle that there is not.

    Raises:
        RuntimeError: the matrix is not square, or the triangle is neither "L" nor "U".
    """
    require_square("linalg.eigh", A)
    is_lower(UPLO)


def first_without_numbers(A: NDArray[Any]) -> str:
    """Return which matrix of a batch first has a nan or infinity; nothing for one matrix."""
    if A.ndim < 3:
        return ""
    sound = np.isfinite(A).all((-1, -2)).reshape(-1)
    return f"(Batch element {int(sound.argmin())}): "


@operation(autocast="full", namespace="torch.linalg", takes=LAPACK, kernel="linalg_eigh_cpu",
           check=check_eigh, related=("eig", "svd"), work=Work.CUBIC)  # fmt: skip
def eigh(A: Array, UPLO: str = "L") -> Any:
    """Return the eigenvalues, ascending, and eigenvectors of a symmetric or Hermitian matrix.

    >>> torch.linalg.eigh(torch.tensor([[2., 0.], [0., 1.]])).eigenvalues
    tensor([1., 2.])
    """
    values, vectors = symmetric_spectrum(A, UPLO)
    return return_type("linalg_eigh", "eigenvalues", "eigenvectors")(values, column_major(vectors))


def symmetric_spectrum(A: NDArray[Any], UPLO: str = "L") -> tuple[Any, Any]:
    """Return the eigenvalues, rising, and the eigenvectors of symmetric or Hermitian matrices."""
    lower = is_lower(UPLO)
    values, vectors = lapack.eigh(A, lower)
    if not have_ended(A, values, A.shape[-1] - 1):
        return values, vectors
    return values, eigenvector_signs.of_batch(A, vectors, lower)


def have_ended(A: NDArray[Any], values: NDArray[Any], code: int) -> bool:
    """Return whether all matrices have eigenvalues; an infinite one has NaN.

    Raises:
        LinAlgError: the steps towards them did not end, with LAPACK's code.
    """
    if not np.isnan(values).any():
        return True
    if A.shape[-1] > 1 and not np.isinf(A).any():
        raise LinAlgError(in_full("linalg.eigh: {}The", first_without_numbers(A), code))
    return False


def eigh_gradient(g: Any, out: Any) -> Array:
    """Return the gradient of eigenvalues and orthogonal eigenvectors: Hermitian, as the input."""
    values, vectors = out
    if not (g[1].requires_grad or g[1].any()):  # also where eigenvalues coincide
        return vectors * g[0].unsqueeze(-2) @ vectors.mH
    inner = vectors.mH @ g[1]
    require_phaseless("linalg_eigh", inner)
    inner = inner / differences(values)
    inner = inner - inner.diagonal(0, -2, -1).diag_embed() + g[0].diag_embed()
    return vectors @ ((inner + inner.mH) / 2) @ vectors.mH


def require_phaseless(name: str, inner: Tensor) -> None:
    """Refuse a loss that depends on the angles of complex vectors, which are nobody's choice.

    Raises:
        RuntimeError: the gradient changes when the vectors' angles do.
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
        raise RuntimeError(in_full("{}_backward: The {}", name, vectors, what, which))


eigh.gradient(A=eigh_gradient)
eigh.derivative(
    A=(
        "d out[k] / d A[i, j] = v[i, k]*v[j, k], with v the eigenvectors",
        "in words: dA @ V + A @ dV = dV @ diag(w) + V @ diag(dw), with w and V the results",
    )
)
eigh.quantity(v=lambda out: out[1])


@operation(inner=True, takes=LAPACK, kernel="linalg_eigh_cpu",
           check=check_eigh, node="LinalgEighBackward0", work=Work.CUBIC)  # fmt: skip
def values_alone(A: Array, UPLO: str = "L") -> Any:
    """Return the eigenvalues alone, which have steps of their own."""
    values = lapack.eigvalsh(A, is_lower(UPLO))
    have_ended(A, values, A.shape[-1] - 2)
    return values


@of_decomposition(related=("eigh", "eigvals"), wrong_out=USUAL)
def eigvalsh(A: Array, UPLO: str = "L") -> Tensor:
    """Return the eigenvalues of a symmetric or Hermitian matrix, ascending.

    >>> torch.linalg.eigvalsh(torch.tensor([[2., 0.], [0., 1.]]))
    tensor([1., 2.])
    """
    return eigh(A, UPLO)[0] if A.requires_grad else values_alone(A, UPLO)


def finite(A: NDArray[Any]) -> Any:
    """Return a matrix, unless there are elements that are no numbers.

    Raises:
        RuntimeError: there are.
    """
    if not np.isfinite(A).all():
        raise RuntimeError("torch.linalg.eig: input tensor should not contain infs or NaNs.")
    return A


def eig_declared(checked: str) -> Any:
    """Declare eig; eigvals is another one to its check."""

    @operation(namespace="torch.linalg", function=checked == "linalg.eig",
               takes=LAPACK, kernel="linalg_eig_out_cpu", check=check_eig(checked), wrong_out="",
               wrong_cast=f"torch.linalg.eig: {SAFELY}".replace("result", "eigenvalues"),
               related=("eigh", "eigvals"), work=Work.CUBIC)  # fmt: skip
    def eig(A: Array) -> Any:
        """Return the eigenvalues and the eigenvectors of a square matrix, complex as they can be.

        >>> torch.linalg.eig(torch.tensor([[0., 1.], [-1., 0.]])).eigenvalues
        tensor([0.+1.j, 0.-1.j])
        """
        values, vectors = lapack.eig(finite(A))
        kind = np.result_type(A.dtype, np.complex64)
        return return_type("linalg_eig", "eigenvalues", "eigenvectors")(
            values.astype(kind), column_major(vectors.astype(kind))
        )

    eig.gradient(A=lambda g, out: eig_gradient(g, out))
    eig.derivative(
        A="in words: dA @ V + A @ dV = dV @ diag(w) + V @ diag(dw), with w and V the results"
    )
    return eig


def check_eig(name: str) -> Any:
    """Return the check of a function of all eigenvalues."""

    def check(A: Tensor) -> None:
        if not (A.dtype.is_floating_point or A.dtype.is_complex):
            raise RuntimeError(f"Unknown Complex ScalarType for {A.dtype.scalar_name}")
        require_square(name, A)

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


@operation(inner=True, takes=LAPACK, kernel="linalg_eig_out_cpu",
           check=check_eig("linalg.eigvals"), work=Work.CUBIC)  # fmt: skip
def complex_values_alone(A: Array) -> Any:
    """Return the eigenvalues alone, which have steps of their own."""
    return lapack.eigvals(finite(A)).astype(np.result_type(A.dtype, np.complex64))


@of_decomposition(related=("eig", "eigvalsh"), wrong_cast=(
    "torch.linalg.eigvals: Expected eigenvalues to be safely castable from {own} dtype, but got "
    "eigenvalues with dtype {given}"
))  # fmt: skip
def eigvals(A: Array) -> Array:
    """Return the eigenvalues of a square matrix.

    >>> torch.linalg.eigvals(torch.tensor([[0., 1.], [-1., 0.]]))
    tensor([0.+1.j, 0.-1.j])
    """
    return values_of(A)[0] if A.requires_grad else complex_values_alone(A)
