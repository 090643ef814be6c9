"""Matrix products with sparse factors."""

from typing import Any

import numpy as np

from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.declaring import Array, Number, Tensor, composite
from tensorlab.engine.kinds import SparseTensor
from tensorlab.engine.naming import OF_BLOCKS, SPARSE_BSC, SPARSE_BSR, SPARSE_COO
from tensorlab.engine.signatures.support import no_kernel, refuse_two_types, require_same_type
from tensorlab.engine.warning import in_full
from tensorlab.ops.linear_algebra import matrix
from tensorlab.ops.sparse.arithmetic import answer
from tensorlab.ops.sparse.coalescing import coalesce
from tensorlab.ops.sparse.construction import to_dense
from tensorlab.ops.sparse.layouts import as_stored, by_elements, made, places_in, taken_from
from tensorlab.ops.sparse.moving import t


def product(input: Any, other: Any) -> Any:
    """Return a matrix product; sparse where both factors are."""
    left, right = input.shape, other.shape
    if len(right) == 2 and left[1:] != right[:1] and isinstance(input, SparseTensor):
        raise RuntimeError(
            f"addmm: Argument #3 (dense): Expected dim 0 size {left[1]}, got {right[0]}"
        )
    if len(left) != 2 or len(right) != 2 or left[1] != right[0]:
        raise matrix.unfit(left, right)
    require_same_type(input, other)
    first, second = input, other
    input, other = (multiplied(part, first, second) for part in (input, other))
    if isinstance(input, SparseTensor) and isinstance(other, SparseTensor):
        return as_stored(sparse_product(coalesce(input), coalesce(other)), first)
    if isinstance(input, SparseTensor):
        return rows_times(input, other)
    if not isinstance(other, SparseTensor):
        return matrix.mm(input, other)
    return rows_times(t(other), input.t()).t()


def multiplied(part: Tensor, first: Tensor, second: Tensor) -> Any:
    """Return a factor, its blocks taken apart.

    Raises:
        RuntimeError: PyTorch has no product of such factors.
    """
    if not isinstance(part, SparseTensor) or part.layout is SPARSE_COO:
        return part
    kinds = [each.layout.kind for each in (first, second)]
    if part.layout in OF_BLOCKS and kinds[0] != "Strided" and kinds[1] != "Strided":
        raise RuntimeError(in_full("zeros_sparse_compressed", part.layout.kind))
    if (part is first and part.layout is SPARSE_BSC) or (
        part is second and part.layout is SPARSE_BSR
    ):
        raise RuntimeError(
            f"addmm: computation on CPU is not implemented for Strided + {kinds[0]} @ {kinds[1]}"
        )
    elements = by_elements(part)
    return made(elements.coordinates, elements.entries, elements.size_, step=part.made_by)


def rows_times(sparse: SparseTensor, dense: Tensor) -> Any:
    """Return sparse @ dense: each value times its row of the dense matrix, added to its row."""
    rows, columns = places_in(sparse.coordinates._array, sparse.entries)
    parts = sparse.entries.unsqueeze(1) * dense.index_select(0, columns)
    return parts.new_zeros((sparse.size_[0], dense.shape[1])).index_add(0, rows, parts)


def sparse_product(first: Any, second: Any) -> SparseTensor:
    """Return the product of two sparse matrices at the elements that have any factors at all."""
    pattern = present(first) @ present(second)
    dense = rows_times(first, to_dense(second))
    return taken_from(dense, pattern, dense.shape, "SparseSparseMatmulBackward0")


def present(sparse: SparseTensor) -> np.ndarray:
    """Return a matrix with ones where a sparse matrix has values."""
    pattern = np.zeros(sparse.size_, np.float32)
    pattern[tuple(sparse.coordinates._array)] = 1
    return pattern


@answer("mm", blocks=True)
def mm(input: Any, mat2: Any, **rest: Any) -> Any:
    """Return a product of matrices."""
    return named(product(input, mat2), "MmBackward0")


def named(result: Tensor, step: str) -> Any:
    """Return a product, its step back under PyTorch's name for it here."""
    if isinstance(result, SparseTensor):
        result.made_by = step if result.entries._tracked else ""
        return result
    return under_name(result, step)


@answer("addmm", blocks=True)
def addmm(input: Any, mat1: Any, mat2: Any, beta: Any = 1, alpha: Any = 1, **rest: Any) -> Any:
    """Return beta * input + alpha * (mat1 @ mat2)."""
    return named(input * beta + product(mat1, mat2) * alpha, "AddmmBackward0")


@answer("mv", blocks=True)
def mv(input: Any, vec: Any, **rest: Any) -> Any:
    """Return a product of a matrix and a vector."""
    if input.shape[-1] != vec.shape[0]:
        raise RuntimeError("mv: expected self.size(-1) == vec.size(-1)")
    return named(product(input, vec.unsqueeze(1)).squeeze(1), "MvBackward0")


@answer("matmul", blocks=True)
def matmul(input: Any, other: Any, **rest: Any) -> Any:
    """Return a product of matrices or of a matrix and a vector."""
    return mv(input, other) if other.ndim == 1 else mm(input, other)


@composite(namespace="torch.sparse", name="mm", related=("matmul",))
def sparse_mm(mat1: Array, mat2: Array, reduce: str | None = None) -> Array:
    """Return the matrix product of a sparse matrix and another matrix.

    `reduce` says what becomes of the products of a row: their sum, mean, amax or amin.

    >>> torch.sparse.mm(torch.tensor([[0., 2.]]).to_sparse(), torch.tensor([[1.], [3.]]))
    tensor([[6.]])
    """
    if not isinstance(mat1, SparseTensor) and (reduce or not isinstance(mat2, SparseTensor)):
        if reduce:
            raise no_kernel("_sparse_mm_reduce_impl", "CPU", "SparseCsrCPU")
        return matrix.mm(mat2.mT, mat1.mT).mT
    if reduce is not None:
        return reduced_product(mat1, mat2, reduce)
    found = product(mat1, mat2)
    return found if isinstance(found, SparseTensor) else named(found, "SparseAddmmBackward0")


def reduced_product(mat1: SparseTensor, mat2: Tensor, reduce: str) -> Any:
    """Return what is made of the products of each row with each column; 0 where there are none.

    Raises:
        RuntimeError: it is none of PyTorch's ways.
    """
    way = {"max": "amax", "min": "amin"}.get(reduce, reduce)
    if way not in {"sum", "mean", "amax", "amin"}:
        raise RuntimeError(f"sparse_mm_reduce: reduce type of {reduce} has not been enabled.")
    rows, columns = mat1.coordinates.unbind(0)
    products = mat1.entries.unsqueeze(1) * mat2.index_select(0, columns)
    places = rows.unsqueeze(1).expand_as(products)
    empty = mat2.new_zeros((mat1.shape[0], mat2.shape[1]))
    found = empty.scatter_reduce(0, places, products, way, include_self=False)
    return under_name(found, "SparseMmReduceImplBackward0")


@composite(namespace="torch.sparse", name="addmm")
def sparse_addmm(
    input: Array, mat1: Array, mat2: Array, *, beta: Number = 1, alpha: Number = 1
) -> Array:
    """Return beta * input + alpha * (mat1 @ mat2), where mat1 is sparse.

    >>> ones = torch.ones(1, 1)
    >>> torch.sparse.addmm(ones, torch.tensor([[0., 2.]]).to_sparse(), torch.ones(2, 1))
    tensor([[3.]])
    """
    refuse_two_types(input, mat2, "self and mat2 must have the same dtype, but got {} and {}")
    return named(input * beta + product(mat1, mat2) * alpha, "SparseAddmmBackward0")


@composite(method=False, out=True, related=("mm", "sparse.mm"))
def spmm(input: Array, mat2: Array) -> Tensor:
    """Return what mm does: its name where input is sparse.

    >>> torch.spmm(torch.tensor([[0., 2.]]).to_sparse(), torch.tensor([[1.], [3.]]))
    tensor([[6.]])
    """
    return matrix.mm(input, mat2)
