"""Sparse matrices in compressed layouts: stored by rows or by columns, as elements or as blocks."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import Array, Dims, Tensor, composite, warn_once
from tensorlab.engine.dtypes import DType, require_differentiable
from tensorlab.engine.kinds import SparseTensor
from tensorlab.engine.naming import (
    BY_COLUMNS,
    COMPRESSED,
    OF_BLOCKS,
    SPARSE_BSC,
    SPARSE_BSR,
    SPARSE_COO,
    SPARSE_CSC,
    SPARSE_CSR,
    Layout,
)
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.warning import in_full
from tensorlab.ops.alike import alike
from tensorlab.ops.creation.from_values import tensor
from tensorlab.ops.creation.sequences import arange
from tensorlab.ops.ordering.searching import searchsorted
from tensorlab.ops.sparse.coalescing import coalesce
from tensorlab.ops.sparse.compressed_checks import (
    require_consistent,
    require_dims,
    require_same_blocks,
)
from tensorlab.ops.sparse.construction import UNCHECKED, to_dense, to_sparse
from tensorlab.ops.sparse.layouts import in_order, index_beside, made, stored, taken_from


def warn_of(layout: Layout) -> None:
    """Say once that PyTorch's support of such layouts is young."""
    name = layout.name.removeprefix("sparse_").upper()
    warn_once(in_full("Sparse {} tensor", name), cause="sparse rows")


def as_index(part: object) -> Any:
    """Return an index vector as an array."""
    return part._array if isinstance(part, Tensor) else np.array(part, np.int64)


def compressed(
    layout: Layout, compressed_indices: object, plain_indices: object, values: object, size: Any,
    dtype: DType | None, device: object, requires_grad: bool, check_invariants: bool | None,
) -> Tensor:  # fmt: skip
    """Return the sparse matrix of where each row or column begins, the others, and the values.

    Raises:
        RuntimeError: the parts contradict each other.
    """
    if check_invariants is None:
        warn_once(UNCHECKED)
    starts, others = as_index(compressed_indices), as_index(plain_indices)
    entries: Any = values if isinstance(values, Tensor) else tensor(values, dtype=dtype)
    entries = entries if dtype is None else entries.to(dtype)
    require_dims(layout, starts, others, entries)
    blocks = tuple(entries.shape[1:3]) if layout in OF_BLOCKS else (1, 1)
    across = int(layout in BY_COLUMNS)
    if size is None:
        lines = [len(starts) - 1, int(others.max(initial=-1)) + 1]
        lines = lines[::-1] if across else lines
        dense = entries.shape[3 if layout in OF_BLOCKS else 1 :]
        size = (lines[0] * blocks[0], lines[1] * blocks[1], *dense)
    require_consistent(layout, starts.astype(np.int64), others, entries, tuple(size))
    warn_of(layout)
    major = np.repeat(np.arange(len(starts) - 1), np.diff(starts.astype(np.intp)))
    pair = [others, major] if across else [major, others]
    places = index_beside(np.stack(pair).astype(np.int64), entries)
    if requires_grad:
        require_differentiable(entries.dtype, "Only")
        entries = entries.detach()
        entries._tracked = True
    return stored(made(places, entries, size, coalesced=True), layout)


@composite(method=False, related=("sparse_csr_tensor", "sparse_csc_tensor"))
def sparse_compressed_tensor(
    compressed_indices: Any, plain_indices: Any, values: Any, size: Any = None, *,
    dtype: DType | None = None, layout: Layout | None = None, device: Any = None,
    requires_grad: bool = False, check_invariants: bool | None = None,
) -> Tensor:  # fmt: skip
    """Return a sparse matrix in the compressed layout that is asked for."""
    if layout not in COMPRESSED:
        kind = "none" if layout is None else layout.kind
        raise RuntimeError(
            f"sparse_compressed_tensor expected sparse compressed tensor layout but got {kind}"
        )
    settings = (dtype, device, requires_grad, check_invariants)
    return compressed(layout, compressed_indices, plain_indices, values, size, *settings)


@composite(method=False, related=("to_sparse_csr", "sparse_coo_tensor"))
@alike(sparse_compressed_tensor, "crow_indices", "col_indices", without=("layout",))
def sparse_csr_tensor(given: dict[str, Any]) -> Tensor:
    """Return a sparse matrix, given where each row begins among the values, columns, and values."""
    return compressed(SPARSE_CSR, *given.values())


@composite(method=False, related=("to_sparse_csc", "sparse_csr_tensor"))
@alike(sparse_compressed_tensor, "ccol_indices", "row_indices", without=("layout",))
def sparse_csc_tensor(given: dict[str, Any]) -> Tensor:
    """Return a sparse matrix, given where each column begins among the values, rows, and values."""
    return compressed(SPARSE_CSC, *given.values())


@composite(method=False, related=("to_sparse_bsr", "sparse_csr_tensor"))
@alike(sparse_compressed_tensor, "crow_indices", "col_indices", without=("layout",))
def sparse_bsr_tensor(given: dict[str, Any]) -> Tensor:
    """Return a sparse matrix, given where each row of blocks begins, columns, and blocks."""
    return compressed(SPARSE_BSR, *given.values())


@composite(method=False, related=("to_sparse_bsc", "sparse_csr_tensor"))
@alike(sparse_compressed_tensor, "ccol_indices", "row_indices", without=("layout",))
def sparse_bsc_tensor(given: dict[str, Any]) -> Tensor:
    """Return a sparse matrix, given where each column of blocks begins, rows, and blocks."""
    return compressed(SPARSE_BSC, *given.values())


def converted(input: Tensor, layout: Layout, dense_dim: int | None) -> Tensor:
    """Return a matrix stored by rows, or by columns, element by element."""
    warn_of(layout)
    if isinstance(input, SparseTensor):
        if input.layout in OF_BLOCKS:
            short = layout.name.removeprefix("sparse_")
            raise RuntimeError(in_full("sparse_compressed_to_sparse_{}:", short, input.layout.kind))
        sparse: Any = coalesce(input) if input.layout is SPARSE_COO else in_order(input, 0)
    else:
        most = max(input.ndim - 2, 0)
        if dense_dim is not None and not 0 <= dense_dim <= most:
            raise RuntimeError(in_full("dense_to_{}: dense_dim", layout.name, most, dense_dim))
        sparse = to_sparse(input, input.ndim - (dense_dim or 0))
    require_one_matrix(layout, len(sparse.coordinates))
    step = "To" + layout.kind + "Backward0"
    return stored(
        made(sparse.coordinates, sparse.entries, sparse.size_, coalesced=True, step=step), layout
    )


@composite(function=False, related=("sparse_csr_tensor", "to_sparse"))
def to_sparse_csr(input: Array, dense_dim: int | None = None) -> Tensor:
    """Return a matrix stored by rows: only its elements that are not zero."""
    return converted(input, SPARSE_CSR, dense_dim)


@composite(function=False, related=("sparse_csc_tensor", "to_sparse"))
def to_sparse_csc(input: Array, dense_dim: int | None = None) -> Tensor:
    """Return a matrix stored by columns: only its elements that are not zero."""
    return converted(input, SPARSE_CSC, dense_dim)


def require_one_matrix(layout: Layout, dims: int) -> None:
    """Refuse signals, and batches of matrices.

    Raises:
        RuntimeError: the number of dimensions is another one.
    """
    if dims != 2:
        raise RuntimeError(f"to_{layout.name}: a matrix can be stored so, not {dims} dimensions")


def height_and_width(layout: Layout, blocksize: Dims) -> tuple[int, int]:
    """Return the sizes of blocks, one number standing for both.

    Raises:
        RuntimeError: there are not two of them, or one is not positive.
    """
    sizes = (blocksize, blocksize) if isinstance(blocksize, int) else tuple(blocksize)
    wanted = f"dense_to_{layout.name}: blocksize needs to be"
    if len(sizes) != 2:
        raise RuntimeError(f"{wanted} a tuple of size 2, but got {len(sizes)}")
    if min(sizes) <= 0:
        raise RuntimeError(f"{wanted} positive, but got {list(sizes)}")
    return sizes


def in_blocks(
    input: Tensor, layout: Layout, blocksize: Dims, dense_dim: int | None = None
) -> Tensor:
    """Return a matrix stored as those of its blocks in which anything is not zero.

    The last `dense_dim` dimensions are stored whole.

    Raises:
        RuntimeError: the blocks do not fill it.
    """
    high, wide = height_and_width(layout, blocksize)
    wrap_dim(-2, input.ndim)
    warn_of(layout)
    require_same_blocks(input, layout, (high, wide))
    dense: Any = to_dense(input)
    require_one_matrix(layout, input.ndim - (dense_dim or 0))
    rows, columns, *whole_dims = dense.shape
    if rows % high or columns % wide:
        raise RuntimeError(in_full("dense_to_{}: tensor", layout.name, rows, columns, high, wide))
    elements = (rows // high, high, columns // wide, wide, *whole_dims)
    whole = dense.reshape(elements).transpose(1, 2)
    filled = (whole.dtype.decode(whole._array) != 0).any(tuple(range(2, whole.ndim)))
    step = "To" + layout.kind + "Backward0"
    return stored(taken_from(whole, filled, dense.shape, step), layout)


@composite(function=False, related=("sparse_bsr_tensor", "to_sparse"))
def to_sparse_bsr(input: Array, blocksize: Dims, dense_dim: int | None = None) -> Tensor:
    """Return a matrix stored as blocks, row by row: only those that are not all zero."""
    return in_blocks(input, SPARSE_BSR, blocksize, dense_dim)


@composite(function=False, related=("sparse_bsc_tensor", "to_sparse"))
def to_sparse_bsc(input: Array, blocksize: Dims, dense_dim: int | None = None) -> Tensor:
    """Return a matrix stored as blocks, column by column: only those that are not all zero."""
    return in_blocks(input, SPARSE_BSC, blocksize, dense_dim)


def row_starts(input: Tensor, size: int, *, out_int32: bool = False) -> Tensor:
    """Return where in an ascending row of indices each of so many numbers begins, and the end."""
    return searchsorted(input, arange(size + 1), out_int32=out_int32)
