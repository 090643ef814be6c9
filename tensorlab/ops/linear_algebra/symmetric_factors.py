"""Symmetric matrices as L D L^T: a lower triangle, and a diagonal with blocks of two.

The pivots are chosen as Bunch and Kaufman do (Mathematics of Computation 31, 1977), and written as
LAPACK writes them: the row from 1 that was exchanged, negative at both rows of a block of two.
"""

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import (
    Array,
    Tensor,
    Work,
    composite,
    leave_to_check,
    not_implemented,
    operation,
    return_type,
)
from tensorlab.engine.layout import column_major
from tensorlab.engine.shapes import existing_dim
from tensorlab.engine.signatures.out_types import USUAL
from tensorlab.engine.tensor import wrap_beside
from tensorlab.engine.warning import in_full
from tensorlab.ops.linear_algebra.squares import (
    LAPACK,
    require_inexact,
    require_sides_alike,
    square,
)
from tensorlab.ops.pointwise.flat import differentiable_once, underived, without_derivative

# bounds the growth of what is left by that of either kind of pivot
ALPHA = (1 + 17**0.5) / 8


def size_of(values: NDArray[Any]) -> Any:
    """Return how large numbers are, by a measure that needs no roots."""
    return np.abs(values.real) + np.abs(values.imag) if values.dtype.kind == "c" else np.abs(values)


def largest(values: NDArray[Any], start: int) -> tuple[int, float]:
    """Return where among numbers from a row on the largest is, and how large it is."""
    if not len(values):
        return start, 0.0
    sizes = size_of(values)
    place = int(sizes.argmax())
    return start + place, float(sizes[place])


def pivot_of(A: NDArray[Any], k: int) -> tuple[int, int]:
    """Return which row becomes row k, or row k + 1, and whether the block has one row or two."""
    own = float(size_of(A[k : k + 1, k])[0])
    below, column = largest(A[k + 1 :, k], k + 1)
    if not own + column > 0:  # also where they are NaN
        return k, 0
    if own >= ALPHA * column:
        return k, 1
    row = max(largest(A[below, k:below], k)[1], largest(A[below + 1 :, below], below + 1)[1])
    if own >= ALPHA * column * (column / row):
        return k, 1
    return below, (1 if float(size_of(A[below : below + 1, below])[0]) >= ALPHA * row else 2)


def exchange(A: NDArray[Any], first: int, second: int, *, hermitian: bool) -> None:
    """Exchange two rows and columns of the lower triangle of what is left."""
    A[second + 1 :, [first, second]] = A[second + 1 :, [second, first]]
    inner = slice(first + 1, second)
    column, row = A[inner, first].copy(), A[second, inner].copy()
    A[inner, first], A[second, inner] = (row.conj(), column.conj()) if hermitian else (row, column)
    if hermitian:
        A[second, first] = A[second, first].conj()
    A[first, first], A[second, second] = A[second, second], A[first, first]


def factored(matrix: NDArray[Any], *, hermitian: bool) -> tuple[Any, list[int], int]:
    """Return L and D in one matrix, the pivots, and 0 or which block of D, from 1, is zero."""
    A, size, k, info = np.tril(matrix), len(matrix), 0, 0
    pivots = [0] * size
    other = np.conj if hermitian else np.asarray
    while k < size:
        row, rows = pivot_of(A, k)
        last = k + max(rows, 1) - 1
        if row != last:
            exchange(A, last, row, hermitian=hermitian)
            if rows == 2:
                A[[last, row], k] = A[[row, last], k]
        pivots[k : last + 1] = [-(row + 1)] * 2 if rows == 2 else [row + 1]
        left = A[last + 1 :, k : last + 1].copy()
        if not rows:
            info = info or k + 1
        elif len(left):
            block = A[k : last + 1, k : last + 1]
            block = np.tril(block) + other(np.tril(block, -1)).T
            A[last + 1 :, k : last + 1] = left @ np.linalg.inv(block)
            rest = A[last + 1 :, k : last + 1] @ other(left).T
            A[last + 1 :, last + 1 :] -= np.tril(rest)
        k = last + 1
    return A, pivots, info


def each_factored(A: NDArray[Any], *, hermitian: bool) -> tuple[Any, Any, Any]:
    """Return the factors, the pivots and what failed of a batch of matrices."""
    found = [
        factored(matrix, hermitian=hermitian)
        for matrix in A.reshape(prod(A.shape[:-2]), *A.shape[-2:])
    ]
    LD = np.array([one[0] for one in found], A.dtype).reshape(A.shape)
    pivots = np.array([one[1] for one in found], np.intc).reshape(A.shape[:-1])
    info = np.array([one[2] for one in found], np.intc).reshape(A.shape[:-2])
    return column_major(LD), pivots, info


require = square("torch.linalg.ldl_factor_ex")


def declare_factor(name: str, *fields: str) -> Any:
    """Declare ldl_factor or ldl_factor_ex."""

    @operation(name=name, namespace="torch.linalg", takes=LAPACK,
               kernel="ldl_factor_kernel_cpu", check=lambda A: require(A), node="NotImplemented",
               related=("ldl_solve", "cholesky"), work=Work.CUBIC)  # fmt: skip
    def factor(A: Array, *, hermitian: bool = False, check_errors: bool = False) -> Any:
        """Return L and D of a symmetric matrix A = L D L^T in one matrix, and the pivots.

        >>> torch.linalg.ldl_factor(torch.tensor([[4., 2.], [2., 2.]])).LD
        tensor([[4.0000, 0.0000],
                [0.5000, 1.0000]])
        """
        leave_to_check(A.ndim < 2 or A.shape[-1] != A.shape[-2])
        parts = each_factored(A, hermitian=hermitian and A.dtype.kind == "c")
        failed = int(parts[2].max(initial=0))
        if failed and (check_errors or len(fields) == 2):
            raise RuntimeError(f"torch.linalg.{name}: Unknown error code: {failed}.")
        return return_type(f"linalg_{name}", *fields)(*parts[: len(fields)])

    factor.gradient(A=without_derivative("linalg_ldl_factor_ex"))
    return factor


ldl_factor = declare_factor("ldl_factor", "LD", "pivots")
ldl_factor_ex = declare_factor("ldl_factor_ex", "LD", "pivots", "info")


def solved(LD: NDArray[Any], pivots: NDArray[Any], B: NDArray[Any], *, hermitian: bool) -> Any:
    """Return the X with A X = B: through the blocks of D downwards, then up again."""
    X, size, k = B.copy(), len(LD), 0
    other = np.conj if hermitian else np.asarray
    blocks = []
    while k < size:
        last = k if pivots[k] > 0 else k + 1
        blocks.append((k, last, abs(int(pivots[k])) - 1))
        k = last + 1
    for k, last, row in blocks:
        X[[last, row]] = X[[row, last]]
        X[last + 1 :] -= LD[last + 1 :, k : last + 1] @ X[k : last + 1]
        block = np.tril(LD[k : last + 1, k : last + 1])
        X[k : last + 1] = np.linalg.solve(block + other(np.tril(block, -1)).T, X[k : last + 1])
    for k, last, row in reversed(blocks):
        X[k : last + 1] -= other(LD[last + 1 :, k : last + 1]).T @ X[last + 1 :]
        X[[last, row]] = X[[row, last]]
    return X


solving = differentiable_once("NotImplemented", underived("linalg_ldl_solve"))


@composite(out=True, namespace="torch.linalg", related=("ldl_factor", "solve"), wrong_out=USUAL)
def ldl_solve(LD: Array, pivots: Tensor, B: Tensor, *, hermitian: bool = False) -> Tensor:
    """Return the X with A X = B, from what ldl_factor returned for A.

    >>> LD, pivots = torch.linalg.ldl_factor(torch.tensor([[4., 2.], [2., 2.]]))
    >>> torch.linalg.ldl_solve(LD, pivots, torch.tensor([[6.], [4.]]))
    tensor([[1.],
            [1.]])
    """
    require_inexact("torch.linalg.ldl_solve", LD)
    require_sides_alike("", ".", b=B, A=LD)
    if B.dtype not in LAPACK:
        raise not_implemented("ldl_solve_kernel_cpu", B.dtype)
    existing_dim(-2, B.ndim)
    rows, columns = B.shape[-2:]
    if LD.shape[-1] != rows:
        side, name = LD.shape[-1], "torch.linalg.ldl_solve"
        raise RuntimeError(in_full("Incompatible matrix sizes", name, side, side, rows, columns))
    if LD.shape[:-1] != pivots.shape:
        raise RuntimeError(in_full("torch.linalg.ldl_solve:", list(pivots.shape)))
    batch = np.broadcast_shapes(LD.shape[:-2], B.shape[:-2])
    count = prod(batch)
    factors = np.broadcast_to(LD._array, (*batch, rows, rows)).reshape(count, rows, rows)
    exchanges = np.broadcast_to(pivots._array, (*batch, rows)).reshape(count, rows)
    right = np.broadcast_to(B._array, (*batch, rows, columns)).reshape(count, rows, columns)
    found = [
        solved(*parts, hermitian=hermitian) for parts in zip(factors, exchanges, right, strict=True)
    ]
    whole = np.array(found, B._array.dtype).reshape(*batch, rows, columns)
    return solving(wrap_beside(column_major(whole), B.dtype, B), LD, B)
