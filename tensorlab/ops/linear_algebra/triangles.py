"""Diagonals and triangles of matrices."""

from functools import lru_cache
from typing import Any

import numpy as np

from tensorlab.engine.declaring import USUAL, Casts, Declaration, Facts, composite, operation
from tensorlab.engine.layout import diagonal_view, row_major, zeros_beside
from tensorlab.engine.shapes import reserve_elements, wrap_dim
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.signatures.support import BOOLEAN, COMPLEX32, EVERY, not_implemented
from tensorlab.engine.tensor import Tensor


@operation(inner=True, stored=True, node="DiagonalBackward0_copy")
def diagonal_copied(input: Array, offset: int = 0) -> Array:
    """Return a copy of a matrix's diagonal."""
    return diagonal_view(input, offset, 0, 1).copy()


diagonal_copied.gradient(
    input=lambda g, sizes, offset: g.new_zeros(sizes).diagonal_scatter(g, offset)
)


@composite(out=True, related=("diagonal", "diagflat"), wrong_out=USUAL)
def diag(input: Array, diagonal: int = 0) -> Tensor:
    """Return a matrix's diagonal, or the matrix with a vector as its diagonal.

    >>> torch.diag(torch.tensor([1, 2]))
    tensor([[1, 0],
            [0, 2]])
    """
    if input.ndim == 1:
        return diag_embed(input, diagonal)
    if input.ndim == 2:
        return diagonal_copied(input, diagonal)
    raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {input.ndim}D")


@composite(related=("diag",))
def diagflat(input: Array, offset: int = 0) -> Tensor:
    """Return a matrix with all elements of input along its diagonal.

    >>> torch.diagflat(torch.tensor([[1], [2]]))
    tensor([[1, 0],
            [0, 2]])
    """
    return diag_embed(input.contiguous().view(-1), offset)


@operation(stored=True, out=False, related=("diag", "diagonal"), quantized_kernel="zero_")
def diag_embed(input: Array, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Array:
    """Return matrices, over two new dimensions, with the last dimension of input as diagonals.

    >>> torch.diag_embed(torch.tensor([1, 2]))
    tensor([[1, 0],
            [0, 2]])
    """
    ndim = input.ndim + 1
    first, second = wrap_dim(dim1, ndim), wrap_dim(dim2, ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    length = input.shape[-1] + abs(offset)
    shape = list(input.shape[:-1])
    for dim in sorted((first, second)):
        shape.insert(dim, length)
    reserve_elements(shape, input.itemsize)
    whole = zeros_beside(input, shape)
    diagonal_view(whole, offset, first, second)[...] = input
    return whole


diag_embed.gradient(input=lambda g, offset, dim1, dim2: g.diagonal(offset, dim1, dim2))


MANY = 10_000  # elements of matrices for which the places are kept


def triangle(name: str, input: np.ndarray, diagonal: int, *, lower: bool) -> np.ndarray:
    """Return matrices with zeros outside a triangle.

    Raises:
        RuntimeError: there are no matrices.
    """
    if input.ndim < 2:
        raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")
    rows, columns = input.shape[-2:]
    elements = elements_of_triangle if input.size <= MANY else elements_of_triangle.__wrapped__
    kept = elements(rows, columns, diagonal, lower)
    return row_major(np.where(kept, input, np.zeros((), input.dtype)))


@lru_cache(maxsize=64)
def elements_of_triangle(rows: int, columns: int, diagonal: int, lower: bool) -> Any:
    """Return which elements of a matrix belong to a triangle."""
    steps = np.arange(columns, dtype=np.int32) - np.arange(rows, dtype=np.int32)[:, None]
    return (steps <= diagonal - (not lower)) == lower


def of_triangle(name: str, *related: str) -> Declaration:
    """Declare what keeps one triangle of matrices."""
    facts: Facts = {"takes": EVERY, "stored": True, "inplace": True, "related": related,
                    "skips_overlap_check": True, "structured": True, "wrong_out": USUAL,
                    "methods_only": (f"{name}_",)}  # fmt: skip
    return operation(**facts)


@of_triangle("tril", "triu", "tril_indices")
def tril(input: Array, diagonal: int = 0) -> Array:
    """Return matrices with zeros above a diagonal: 0 is the main one, 1 the one above it.

    >>> torch.tril(torch.tensor([[1, 2], [3, 4]]))
    tensor([[1, 0],
            [3, 4]])
    """
    return triangle("tril", input, diagonal, lower=True)


@of_triangle("triu", "tril", "triu_indices")
def triu(input: Array, diagonal: int = 0) -> Array:
    """Return matrices with zeros below a diagonal: 0 is the main one, 1 the one above it.

    >>> torch.triu(torch.tensor([[1, 2], [3, 4]]))
    tensor([[1, 2],
            [0, 4]])
    """
    return triangle("triu", input, diagonal, lower=False)


tril.gradient(input=lambda g, diagonal: g.tril(diagonal))
triu.gradient(input=lambda g, diagonal: g.triu(diagonal))


TRACED = EVERY - COMPLEX32 - BOOLEAN


def check_trace(input: Tensor) -> None:
    """Refuse what PyTorch's kernel does not know.

    Raises:
        RuntimeError: it is no matrix.
        NotImplementedError: the type is another one.
    """
    if input.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input.ndim}")
    if input.dtype not in TRACED:
        raise not_implemented("trace", input.dtype)


@operation(
    autocast="full",
    casts=Casts.SUM,
    check=check_trace,
    related=("diagonal",),
    quantized_kernel="trace",
)
def trace(input: Array) -> Array:
    """Return the sum of a matrix's diagonal.

    >>> torch.trace(torch.tensor([[1, 2], [3, 4]]))
    tensor(5)
    """
    if input.ndim != 2:
        raise TypeError
    return np.add.reduce(input.diagonal())


def unit_like(g: Tensor, sizes: Any) -> Any:
    """Return a gradient along the diagonal of a matrix."""
    length = min(sizes)
    return g.new_zeros(sizes).diagonal_scatter(g.expand(length))


trace.gradient(input=unit_like)
trace.derivative(input="1 on the diagonal, else 0")
