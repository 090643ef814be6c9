"""Factorisations of float32 in single precision, as PyTorch computes them.

The functions of `numpy.linalg` compute float32 in double precision, in twice the time; their
kernels know single precision too. What is not float32 is numpy's own functions' to answer.
"""

from typing import Any

import numpy as np
from numpy.linalg import _umath_linalg as kernels

from tensorlab.numerics.limits import REFLECTED
from tensorlab.numerics.matrices.blas import small_product, small_products


def is_single(*arrays: Any) -> bool:
    """Return whether numpy computes with arrays, and they are matrices of float32."""
    for array in arrays:
        if array.__class__ is not np.ndarray or array.dtype.char != "f" or array.ndim < 2:
            return False
    return True


def refuse(kind: str, flag: int) -> None:
    """Refuse what a kernel could not work out.

    Raises:
        LinAlgError: always.
    """
    raise np.linalg.LinAlgError(kind)


def called(kernel: Any, signature: str, *arrays: Any) -> Any:
    """Return what a kernel answers.

    Raises:
        LinAlgError: a matrix is singular, or the steps towards the answer do not converge.
    """
    with np.errstate(call=refuse, invalid="call", over="ignore", divide="ignore", under="ignore"):
        return kernel(*arrays, signature=signature)


def inv(matrix: Any) -> Any:
    """Return inverses."""
    if not is_single(matrix) or matrix.shape[-1] != matrix.shape[-2]:
        return np.linalg.inv(matrix)
    return called(kernels.inv, "f->f", matrix)


def solve(matrix: Any, sides: Any) -> Any:
    """Return the X with matrix X = sides."""
    if not is_single(matrix, sides) or matrix.shape[-1] != matrix.shape[-2]:
        return np.linalg.solve(matrix, sides)
    return called(kernels.solve, "ff->f", matrix, sides)


def eigh(matrix: Any, triangle: str, vectors: bool = True) -> tuple[Any, Any]:
    """Return the eigenvalues and eigenvectors of symmetric matrices, read from a triangle.

    Where no vectors are wanted, small matrices have none.
    """
    from tensorlab.numerics.matrices import eigenvectors  # noqa: PLC0415  as late as the first of them

    found = eigenvectors.eigh(matrix, triangle == "U", vectors)
    if found is not None:
        return found
    if not is_single(matrix):
        return np.linalg.eigh(matrix, triangle)  # type: ignore[call-overload,no-any-return]  # one of two
    kernel = kernels.eigh_lo if triangle == "L" else kernels.eigh_up
    values, vectors = called(kernel, "f->ff", matrix)
    return values, vectors


def eig(matrix: Any) -> tuple[Any, Any]:
    """Return the eigenvalues and eigenvectors of matrices, of floats complex ones."""
    if is_single(matrix):
        values, vectors = called(kernels.eig, "f->FF", matrix)
    else:
        values, vectors = np.linalg.eig(matrix)
    return values, vectors


def eigvals(matrix: Any) -> Any:
    """Return the eigenvalues alone, which have steps of their own."""
    return (
        called(kernels.eigvals, "f->F", matrix) if is_single(matrix) else np.linalg.eigvals(matrix)
    )


def svd(matrix: Any, full: bool, vectors: bool) -> Any:
    """Return U, S and Vh, or the singular values S alone; no numbers for infinite matrices."""
    infinite = infinite_ones(matrix)
    if infinite is None:
        if vectors:
            return svd_of_numbers(matrix, full)
        return svd_at_once(bidiagonal_of(matrix), full, vectors)
    found = svd(np.where(infinite[..., None, None], 0, matrix), full, vectors)
    for part in found if vectors else [found]:
        part[infinite] = np.nan
    return found


def svd_of_numbers(matrix: Any, full: bool) -> Any:
    """Return U, S and Vh in the way that goes with how high the matrix is."""
    from tensorlab.numerics.matrices import bidiagonal  # noqa: PLC0415  as late as the first of them

    rows, columns = matrix.shape[-2:]
    few = matrix.dtype.char == "f" and columns <= bidiagonal.MOST
    high = matrix.dtype.char in "fd" and columns > 1 and columns * 3 // 2 <= rows
    if high and (few or rows < columns * 11 // 6):
        return svd_of_triangle(matrix, full)
    return bidiagonal.svd(matrix, full) or svd_at_once(matrix, full, vectors=True)


def infinite_ones(matrix: Any) -> Any:
    """Return which matrices have infinite cells and no nan; None if none has.

    LAPACK complains of them on standard output, and small steps towards an answer never end.
    """
    if matrix.__class__ is not np.ndarray or np.isfinite(matrix.sum()):
        return None
    infinite = np.isinf(matrix).any((-2, -1)) & ~np.isnan(matrix).any((-2, -1))
    return infinite if infinite.any() else None


def bidiagonal_of(matrix: Any) -> Any:
    """Return a matrix with the same singular values, bidiagonal if it is small."""
    from tensorlab.numerics.matrices import bidiagonal, householder  # noqa: PLC0415  likewise

    rows, columns = matrix.shape[-2:]
    small = rows <= REFLECTED and matrix.ndim == 2 and householder.is_single(matrix)
    high = columns > 1 and columns * 3 // 2 <= rows
    if high and not small:
        return matrix
    given = np.triu(householder.reflections(matrix)[0][:columns]) if high else matrix
    found = bidiagonal.reduced(given)
    return matrix if found is None or not np.isfinite(found.sum()) else found


def svd_of_triangle(matrix: Any, full: bool) -> Any:
    """Return the same of a matrix that is half as high again as wide, from its triangle.

    Higher ones are always made triangular first; MKL begins with that here, and so do the signs.
    """
    from tensorlab.numerics.matrices import householder  # noqa: PLC0415  as late as the first of them

    columns, mode = matrix.shape[-1], "complete" if full else "reduced"
    qr: Any = householder.decomposed if householder.is_small(matrix) else np.linalg.qr
    turned, triangle = qr(matrix, mode)
    U, S, Vh = svd(triangle[..., :columns, :], False, True)
    product = small_product if matrix.ndim == 2 else small_products
    left = product(turned[..., :columns], U)
    return np.concatenate([left, turned[..., columns:]], -1) if full else left, S, Vh


def svd_at_once(matrix: Any, full: bool, vectors: bool) -> Any:
    """Return the same as numpy's library begins it."""
    if not is_single(matrix):
        return np.linalg.svd(matrix, full, vectors)  # type: ignore[call-overload]  # True and False apart
    if not vectors:
        return called(svd_kernel(matrix, ""), "f->f", matrix)
    return called(svd_kernel(matrix, "_f" if full else "_s"), "f->fff", matrix)


def svd_kernel(matrix: Any, ending: str) -> Any:
    """Return a kernel; older numpys have one for wide matrices and one for the others."""
    kind = "svd_m" if matrix.shape[-2] < matrix.shape[-1] else "svd_n"
    return getattr(kernels, "svd" + ending, None) or getattr(kernels, kind + ending)
