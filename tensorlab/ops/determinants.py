"""Determinants, and what square matrices must be for them."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.creating import composite
from tensorlab.engine.declaration import operation
from tensorlab.engine.returns import return_type
from tensorlab.engine.signature import Array
from tensorlab.engine.support import HALVES, INEXACT
from tensorlab.engine.tensor import Tensor

# What LAPACK has kernels for.
LAPACK = INEXACT - HALVES


def require_matrix(name: str, A: Tensor, letter: str = "A") -> None:
    """Refuse fewer than two dimensions.

    Raises:
        RuntimeError: so it is.
    """
    if A.ndim < 2:
        raise RuntimeError(
            f"{name}: The input tensor {letter} must have at least 2 dimensions."
        )


def require_square(name: str, A: Tensor, letter: str = "A") -> None:
    """Refuse what is no square matrix, or a batch of them.

    Raises:
        RuntimeError: so it is.
    """
    require_matrix(name, A, letter)
    rows, columns = A.shape[-2:]
    if rows != columns:
        raise RuntimeError(
            f"{name}: {letter} must be batches of square matrices, "
            f"but they are {rows} by {columns} matrices"
        )


def require_inexact(name: str, A: Tensor, *, low: bool = True) -> None:
    """Refuse whole numbers, and the 16-bit types unless a kernel is to complain of them.

    Raises:
        RuntimeError: so it is.
    """
    if not (A.dtype.is_floating_point or A.dtype.is_complex):
        raise RuntimeError(
            f"{name}: Expected a floating point or complex tensor as input. "
            f"Got {A.dtype.scalar_name}"
        )
    if not low and A.dtype not in LAPACK:
        raise RuntimeError(f"{name}: Low precision dtypes not supported. Got {A.dtype.scalar_name}")


def square(name: str, *, low: bool = True) -> Callable[[Tensor], None]:
    """Return the check that a function's input is square, and of a type that it takes."""

    def check(A: Tensor) -> None:
        require_inexact(name, A, low=low)
        require_square(name, A)

    return check


@operation(aliases=("linalg.det",), out=False, takes=LAPACK, kernel="lu_cpu",
           check=square("linalg.det"), node="LinalgDetBackward0", related=("slogdet", "inverse"),
           shapes="(n,n)->()")  # fmt: skip
def det(A: Array) -> Array:
    """Return the determinant of a square matrix, or of each one in a batch.

    >>> torch.det(torch.tensor([[1., 2.], [3., 4.]]))
    tensor(-2.)
    """
    return np.linalg.det(A)


def det_gradient(g: Tensor, A: Tensor, out: Tensor) -> Tensor:
    """Return the cofactors: det(A) times the inverse of A, conjugated and transposed."""
    if bool((out.detach() != 0).all()):
        return (g * out.conj())[..., None, None] * inverse(A).mH
    return g[..., None, None] * cofactors(A).conj()


det.gradient(A=lambda g, A, out: det_gradient(g, A, out))
