"""A few of the largest singular values of a matrix, and their vectors.

The range of a matrix is found by multiplying it with a few random vectors (Halko, Martinsson and
Tropp, SIAM Review 53, 2011), so that the answer varies in its last digits with the seed.
"""

from typing import Any

from tensorlab.engine.declaring import Array, Tensor, Truth, composite
from tensorlab.engine.warning import in_full
from tensorlab.ops.linear_algebra.orthogonal import qr
from tensorlab.ops.linear_algebra.singular_values import svd
from tensorlab.ops.random.sampling import randn


def range_of(A: Tensor, count: int, steps: int) -> Any:
    """Return columns of length 1, at right angles, that nearly span what the matrix gives."""
    start: Any = randn(A.shape[-1], count, dtype=A.dtype, device=A.device)
    basis = qr(A @ start)[0]
    for _ in range(steps):
        basis = qr(A.mH @ basis)[0]
        basis = qr(A @ basis)[0]
    return basis


def largest_values(A: Tensor, count: int | None, steps: int | None) -> tuple[Tensor, ...]:
    """Return U, S and V of about the largest singular values."""
    if A.shape[-2] < A.shape[-1]:
        V, S, U = largest_values(A.mH, count, steps)
        return U, S, V
    count = min(6 if count is None else count, *A.shape[-2:])
    basis = range_of(A, count, 2 if steps is None else steps)
    U, S, Vh = svd(basis.mH @ A, full_matrices=False)
    return basis @ U, S, Vh.mH


def require_matrix(A: Tensor) -> None:
    """Refuse what has no rows and columns.

    Raises:
        ValueError: there are fewer than two dimensions.
    """
    if A.ndim < 2:
        raise ValueError(f"not enough values to unpack (expected 2, got {A.ndim})")


def require_floating(A: Tensor) -> None:
    """Refuse whole numbers, which can't be multiplied with random ones.

    Raises:
        RuntimeError: the elements are whole numbers.
    """
    if not (A.dtype.is_floating_point or A.dtype.is_complex):
        raise RuntimeError(in_full("expected m1 and m2", A.dtype.c_name, "float"))


@composite(method=False, related=("linalg.svd", "pca_lowrank"))
def svd_lowrank(A: Array, q: int | None = 6, niter: int | None = 2, M: Tensor | None = None) -> Any:
    """Return U, S and V of about the q largest singular values of A, or of A - M.

    >>> U, S, V = torch.svd_lowrank(torch.tensor([[3., 0.], [4., 0.]]), q=1)
    >>> S
    tensor([5.])
    """
    require_matrix(A)
    require_floating(A)
    return largest_values(A if M is None else A - M, q, niter)


@composite(method=False, related=("svd_lowrank",))
def pca_lowrank(A: Array, q: int | None = None, center: Truth = True, niter: int = 2) -> Any:
    """Return U, S and V of about the q directions in which the rows of A differ most.

    >>> U, S, V = torch.pca_lowrank(torch.tensor([[1., 1.], [3., 1.], [5., 1.]]), q=1)
    >>> V.abs()
    tensor([[1.],
            [0.]])
    """
    require_matrix(A)
    most = min(A.shape[-2:])
    if q is not None and not 0 <= q <= most:
        raise ValueError(
            f"q(={q}) must be non-negative integer and not greater than min(m, n)={most}"
        )
    if niter < 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    return largest_values(A - A.mean(-2, keepdim=True) if center else A, q, niter)
