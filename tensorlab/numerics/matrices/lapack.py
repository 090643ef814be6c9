"""LAPACK as numpy has it, in the precision of what it is given.

The functions of `numpy.linalg` take checks and conversions that cost more than a small matrix; so
their kernels are called, which know float32, too. A kernel that can't work out a matrix of a batch
answers with NaN there. That is asked for, not the processor's flags: WebAssembly has none.

PyTorch's library differs from numpy's in one choice that can be seen: the signs of singular vectors
follow from whether the matrix is made triangular first.
"""

from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.linalg import _umath_linalg as kernels
from numpy.typing import NDArray

Matrices = NDArray[Any]


def by_library(name: str, *given: object, like: Matrices) -> Matrices:
    """Return what numpy's kernel gives, or a GPU's library, NaN where that raises an error."""
    if given[0].__class__ is np.ndarray:
        return getattr(kernels, name)(*given)  # type: ignore[no-any-return]  # of numpy
    try:
        return getattr(np.linalg, name)(*given)  # type: ignore[no-any-return]  # of numpy
    except np.linalg.LinAlgError:
        return like * np.nan


def inv(A: Matrices) -> Matrices:
    """Return the inverses of matrices (..., n, n), NaN for singular ones."""
    return by_library("inv", A, like=A)


def solve(A: Matrices, B: Matrices) -> Matrices:
    """Return the X (..., n, k) with A X = B, NaN where A (..., n, n) is singular."""
    return by_library("solve", A, B, like=B)


def det(A: Matrices) -> Matrices:
    """Return determinants, computed in double precision and rounded once."""
    found: Matrices = kernels.det(doubled(A)) if A.__class__ is np.ndarray else np.linalg.det(A)
    if not found.all():  # also where an element is NaN
        found = np.where(np.isnan(A).any((-2, -1)), np.nan, found)
    return found.astype(A.dtype)


def slogdet(A: Matrices) -> tuple[Matrices, Matrices]:
    """Return the signs of determinants and the logarithms of their sizes."""
    if A.__class__ is not np.ndarray:
        signs, logarithms = np.linalg.slogdet(A)
        return signs, logarithms
    signs, logarithms = kernels.slogdet(A)
    if not signs.all():  # likewise
        lost = np.isnan(A).any((-2, -1))
        signs, logarithms = (np.where(lost, part * np.nan, part) for part in (signs, logarithms))
    return signs, logarithms


def doubled(A: Matrices) -> Matrices:
    """Return a copy of matrices in double precision."""
    return A.astype(np.complex128 if A.dtype.kind == "c" else np.float64)


def cholesky(A: Matrices, upper: bool) -> Matrices:
    """Return the factors of positive-definite matrices, read from one triangle; NaN for others."""
    if A.__class__ is not np.ndarray:
        half = np.triu(A).conj().swapaxes(-1, -2) if upper else np.tril(A)
        whole = half + np.tril(half, -1).conj().swapaxes(-1, -2)
        lower = by_library("cholesky", whole, like=whole)
        return lower.conj().swapaxes(-1, -2) if upper else lower
    return (kernels.cholesky_up if upper else kernels.cholesky_lo)(A)  # type: ignore[no-any-return]  # of numpy


def eigh(A: Matrices, lower: bool) -> tuple[Matrices, Matrices]:
    """Return the eigenvalues, rising, and eigenvectors of Hermitian matrices, read from a triangle.

    They are NaN where the steps towards them do not end, as for what is not finite.
    """
    # -0 beside an imaginary part would turn vectors around, and does not in PyTorch
    A = A + 0
    if A.__class__ is not np.ndarray:
        try:
            return np.linalg.eigh(A, "L" if lower else "U")
        except np.linalg.LinAlgError:
            return A[..., 0].real * np.nan, A * np.nan
    values, vectors = (kernels.eigh_lo if lower else kernels.eigh_up)(A)
    return values, vectors


def eigvalsh(A: Matrices, lower: bool) -> Matrices:
    """Return the eigenvalues alone, which have steps of their own; NaN likewise."""
    if A.__class__ is not np.ndarray:
        return by_library("eigvalsh", A, "L" if lower else "U", like=A[..., 0].real)
    return (kernels.eigvalsh_lo if lower else kernels.eigvalsh_up)(A)  # type: ignore[no-any-return]  # of numpy


def eig(A: Matrices) -> tuple[Matrices, Matrices]:
    """Return the complex eigenvalues and eigenvectors of finite matrices."""
    values, vectors = kernels.eig(A) if A.__class__ is np.ndarray else np.linalg.eig(A)
    return values, vectors


def eigvals(A: Matrices) -> Matrices:
    """Return the complex eigenvalues alone, which have steps of their own."""
    return kernels.eigvals(A) if A.__class__ is np.ndarray else np.linalg.eigvals(A)


def kernel(name: str, A: Matrices, ending: str = "") -> Any:
    """Return a kernel; before numpy 2.2 wide matrices had another one than the others."""
    found = getattr(kernels, name + ending, None)
    kind = "_m" if A.shape[-2] <= A.shape[-1] else "_n"
    return found or getattr(kernels, name + kind + ending)


def svd(A: Matrices, full: bool) -> tuple[Matrices, Matrices, Matrices]:
    """Return U, S and Vh with A = U diag(S) Vh, of finite matrices.

    LAPACK makes matrices triangular first from a ratio of their sides on (11/6); PyTorch's library
    does so for high matrices sooner (3/2), for wide ones never. Rows of zeros below a matrix bring
    it to the other side of numpy's ratio, and change nothing but that.
    """
    if A.__class__ is not np.ndarray:
        U, S, Vh = np.linalg.svd(A, full)
        return U, S, Vh
    rows, columns = A.shape[-2:]
    height, width = sides_for_svd(rows, columns, A.dtype.kind)
    if (height, width) != (rows, columns):
        padded = np.zeros((*A.shape[:-2], height, width), A.dtype)
        padded[..., :rows, :columns] = A
        A = padded
    U, S, Vh = kernel("svd", A, "_f" if full else "_s")(A)
    if (height, width) != (rows, columns):
        size = min(rows, columns)
        U = U[..., :rows, : rows if full else size]
        S = np.ascontiguousarray(S[..., :size])
        Vh[..., rows:height, :] = Vh[..., rows:height, :][..., ::-1, :].copy()  # they come reversed
        Vh = Vh[..., : columns if full else size, :columns]
    return U, S, Vh


MAX_PADDED_COLUMNS: Final = 128


@lru_cache(maxsize=256)
def sides_for_svd(rows: int, columns: int, kind: str) -> tuple[int, int]:
    """Return to how many rows and columns zeros are added so that numpy's steps are PyTorch's.

    Wide complex matrices are decomposed as LAPACK does, and so are very wide ones, to which many
    times their rows would be added.
    """
    if 1 < columns < rows:
        triangular = columns * 11 // 6
        return (triangular if columns * 3 // 2 <= rows < triangular else rows), columns
    if 1 < rows < columns <= MAX_PADDED_COLUMNS and kind != "c":
        while rows * 11 // 6 <= columns:
            rows += 1
        return rows, max(columns, rows + 1)
    return rows, columns


def svdvals(A: Matrices) -> Matrices:
    """Return the singular values alone of finite matrices, which have steps of their own."""
    if A.__class__ is not np.ndarray:
        return np.linalg.svd(A, compute_uv=False)
    return kernel("svd", A)(A)  # type: ignore[no-any-return]  # of numpy


def qr(A: Matrices, mode: str) -> tuple[Matrices, Matrices]:
    """Return Q, empty in the mode "r", and R with A = Q R.

    Numpy knows these decompositions in double precision only: so they are, to be rounded once.
    """
    if A.__class__ is not np.ndarray:
        found: Any = np.linalg.qr(A, mode)  # type: ignore[call-overload]  # the modes apart
        return (np.zeros(0, A.dtype), found) if mode == "r" else found
    packed, tau = reflections(A)
    rows, columns = A.shape[-2:]
    whole = mode == "complete" and rows > columns
    Q = np.zeros(0, A.dtype)
    if mode != "r":
        Q = (kernels.qr_complete if whole else kernels.qr_reduced)(packed, tau)
    np.copyto(packed, 0, where=is_below(rows, columns))
    return Q, packed if whole else packed[..., : min(rows, columns), :]


def lstsq(A: Matrices, B: Matrices, share: float) -> tuple[Matrices, Matrices, Matrices]:
    """Return the X that brings A X nearest to B, and the rank and the singular values of A.

    Both are finite and have elements. Singular values below a share of the largest count as zero.
    """
    least = np.asarray(share, A.real.dtype)
    X, _, rank, values = kernel("lstsq", A)(A, B, least)
    return X, rank.astype(np.int64), values


def reflections(A: Matrices) -> tuple[Matrices, Matrices]:
    """Return R with the reflections that make it below its diagonal, and their factors.

    Both are in double precision.
    """
    if A.__class__ is not np.ndarray:
        turned, tau = np.linalg.qr(A, "raw")
        return turned.swapaxes(-1, -2), tau
    packed = doubled(A)
    return packed, kernel("qr_r_raw", packed)(packed)


@lru_cache(maxsize=64)
def is_below(rows: int, columns: int) -> Matrices:
    """Return where the elements below a diagonal are."""
    return np.tril(np.ones((rows, columns), bool), -1)
