"""Products that sparse matrices have names of their own for: dense, by rows, or by elements."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import Array, Number, Tensor, composite, no_kernel
from tensorlab.engine.kinds import SparseTensor
from tensorlab.ops.linear_algebra.matrix import mm
from tensorlab.ops.shape.joining import cat
from tensorlab.ops.sparse.coalescing import coalesce
from tensorlab.ops.sparse.layouts import index_beside, made


@composite(method=False, out=True, related=("mm", "sparse.mm"))
def spmm(input: Array, mat2: Array) -> Tensor:
    """Return what mm does: its name where input is sparse.

    >>> torch.spmm(torch.tensor([[0., 2.]]).to_sparse(), torch.tensor([[1.], [3.]]))
    tensor([[6.]])
    """
    return mm(input, mat2)


@composite(method=False, out=True, related=("mm", "spmm"))
def dsmm(input: Array, mat2: Array) -> Tensor:
    """Return the matrix product, as mm does.

    >>> torch.dsmm(torch.tensor([[0., 2.]]).to_sparse(), torch.tensor([[1.], [3.]]))
    tensor([[6.]])
    """
    return mm(input, mat2)


def filled_rows(name: str, input: Any, mat2: Tensor) -> tuple[np.ndarray, Any]:
    """Return the rows of a sparse matrix that hold anything, and what the product has there.

    Raises:
        RuntimeError: the sizes do not fit.
    """
    if input.shape[1] != mat2.shape[0]:
        raise RuntimeError(
            f"{name}: Argument #3: Expected dim 0 size {input.shape[1]}, got {mat2.shape[0]}"
        )
    ordered: Any = coalesce(input)
    rows = np.unique(ordered.coordinates.array[0])
    return rows, mm(ordered, mat2)[index_beside(rows, mat2)].detach()


@composite(method=False, related=("smm", "spmm"))
def hsmm(input: Array, mat2: Array) -> Tensor:
    """Return the product of a sparse and a dense matrix: the rows that are not empty, each whole.

    >>> torch.hsmm(torch.tensor([[0., 2.]]).to_sparse(), torch.tensor([[1.], [3.]]))
    tensor(indices=tensor([[0]]),
           values=tensor([[6.]]),
           size=(1, 1), nnz=1, layout=torch.sparse_coo)
    """
    if not isinstance(input, SparseTensor):
        raise no_kernel("hspmm", "CPU")
    rows, entries = filled_rows("hspmm", input, mat2)
    size = (input.shape[0], mat2.shape[1])
    return made(index_beside(rows[None], mat2), entries, size, coalesced=True)


@composite(related=("hsmm", "spmm"))
def smm(input: Array, mat: Array) -> Tensor:
    """Return the product of a sparse and a dense matrix: the elements of rows that are not empty.

    >>> torch.smm(torch.tensor([[0., 2.]]).to_sparse(), torch.tensor([[1.], [3.]]))
    tensor(indices=tensor([[0],
                           [0]]),
           values=tensor([6.]),
           size=(1, 1), nnz=1, layout=torch.sparse_coo)
    """
    require_elements(input)
    elements, entries = product_elements(input, mat)
    size = (input.shape[0], mat.shape[1])
    return made(index_beside(elements, mat), entries, size, coalesced=True)


@composite(related=("smm", "sparse.addmm"))
def sspaddmm(
    input: Array, mat1: Array, mat2: Array, *, beta: Number = 1, alpha: Number = 1
) -> Tensor:
    """Return beta * input + alpha * (mat1 @ mat2), stored as the elements of the one and the other.

    >>> one, row = torch.tensor([[1.]]).to_sparse(), torch.tensor([[0., 2.]]).to_sparse()
    >>> torch.sspaddmm(one, row, torch.tensor([[1.], [3.]])).to_dense()
    tensor([[7.]])
    """
    require_elements(mat1)
    if input.shape[1] != mat2.shape[1]:
        raise RuntimeError(
            f"sspaddmm: Argument #1: Expected dim 1 size {mat2.shape[1]}, got {input.shape[1]}"
        )
    first: Any = input
    elements, entries = product_elements(mat1, mat2)
    places = cat([first.coordinates, index_beside(elements, mat2)], 1)
    return made(places, cat([first.entries * beta, entries * alpha]), input.shape)


def product_elements(mat1: Tensor, mat2: Tensor) -> tuple[np.ndarray, Any]:
    """Return the coordinates of the elements in the rows that are not empty, and their values."""
    rows, entries = filled_rows("sspaddmm", mat1, mat2)
    columns = np.arange(mat2.shape[1])
    elements = np.stack([np.repeat(rows, len(columns)), np.tile(columns, len(rows))])
    return elements, entries.reshape(-1)


def require_elements(input: Tensor) -> None:
    """Refuse a dense matrix.

    Raises:
        RuntimeError: it is one.
    """
    if not isinstance(input, SparseTensor):
        raise RuntimeError("tensor.sspaddmm(...) can only be called on sparse tensors")
