"""Sparse tensors with their dimensions in another order."""

from typing import Any

from tensorlab.engine.dtypes import int64
from tensorlab.engine.kinds import SparseTensor
from tensorlab.engine.layout import row_major
from tensorlab.engine.naming import BY_COLUMNS, COMPRESSED, OF_BLOCKS, SPARSE_BSR, SPARSE_CSR
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.tensor import wrap
from tensorlab.engine.warning import in_full
from tensorlab.ops.sparse.arithmetic import answer
from tensorlab.ops.sparse.layouts import index_beside, made


def moved(input: SparseTensor, order: list[int], step: str) -> SparseTensor:
    """Return a sparse tensor with its sparse dimensions in another order."""
    columns = wrap(row_major(input.coordinates._array[order]), int64)
    size = [input.size_[dim] for dim in order] + list(input.size_[len(order) :])
    return made(columns, input.entries, size, step=step)


@answer("transpose", blocks=True)
def transpose(input: Any, dim0: int, dim1: int) -> Any:
    """Return the tensor with two sparse dimensions swapped."""
    first, second = wrap_dim(dim0, input.ndim), wrap_dim(dim1, input.ndim)
    order = list(range(len(input.coordinates)))
    if max(first, second) >= len(order):
        raise RuntimeError(in_full("sparse transpose:", len(order), first, second))
    if input.layout in COMPRESSED and first != second:
        return turned(input)
    order[first], order[second] = order[second], order[first]
    return moved(input, order, "TransposeBackward0")


@answer("t", blocks=True)
def t(input: Any) -> Any:
    """Return the matrix with rows and columns swapped."""
    count = len(input.coordinates)
    if count > 2 or count < input.ndim:
        raise RuntimeError(in_full("t() expects a tensor", count, input.ndim - count))
    if input.layout in COMPRESSED:
        return turned(input)
    return moved(input, list(reversed(range(len(input.coordinates)))), "TBackward0")


def turned(input: SparseTensor) -> SparseTensor:
    """Return a matrix stored by rows as its transpose stored by columns, or the other way round."""
    blocks = input.layout in OF_BLOCKS
    entries = input.entries.transpose(1, 2) if blocks else input.entries
    lines = row_major(input.coordinates._array[::-1])
    size = (input.size_[1], input.size_[0], *input.size_[2:])
    result = made(index_beside(lines, entries), entries, size, step="TransposeBackward0")
    by_columns, by_rows = BY_COLUMNS, (SPARSE_CSR, SPARSE_BSR)
    here, there = (by_columns, by_rows) if input.layout in by_columns else (by_rows, by_columns)
    result._stored_in = there[here.index(input.layout)]
    return result


@answer("permute", blocks=True)
def permute(input: Any, dims: Any) -> Any:
    """Return the tensor with its dimensions in a new order."""
    order = [wrap_dim(dim, input.ndim) for dim in dims]
    if input.layout in COMPRESSED:
        return turned(input) if order == [1, 0] else input
    count = len(input.coordinates)
    if sorted(order[:count]) != list(range(count)):
        raise RuntimeError(in_full("permute(sparse_coo): transpositions"))
    return moved(input, order, "PermuteBackward0")
