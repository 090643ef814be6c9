"""Sparse matrices stored by rows: where each row's values begin, and the column of each value."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import composite
from tensorlab.engine.dtypes import DType, require_differentiable
from tensorlab.engine.formats import SPARSE_CSR
from tensorlab.engine.kinds import SparseTensor
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import warn_once
from tensorlab.ops.creation.from_values import tensor
from tensorlab.ops.sparse.coalescing import coalesce
from tensorlab.ops.sparse.construction import (
    UNCHECKED,
    index_beside,
    made,
    stored_by_rows,
    to_sparse,
)

BETA = (
    "Sparse CSR tensor support is in beta state. If you miss a functionality in the sparse tensor "
    "support, please submit a feature request to https://github.com/pytorch/pytorch/issues."
)


@composite(method=False, related=("to_sparse_csr", "sparse_coo_tensor"))
def sparse_csr_tensor(
    crow_indices: Any, col_indices: Any, values: Any, size: Any = None, *,
    dtype: DType | None = None, device: Any = None, requires_grad: bool = False,
    check_invariants: bool | None = None,
) -> Tensor:  # fmt: skip
    """Return a sparse matrix of where each row begins among the values, columns and values."""
    warn_once(BETA)
    if check_invariants is None:
        warn_once(UNCHECKED)
    starts, columns = (
        part.array if isinstance(part, Tensor) else np.array(part, np.int64)
        for part in (crow_indices, col_indices)
    )
    entries: Any = values if isinstance(values, Tensor) else tensor(values, dtype=dtype)
    entries = entries if dtype is None else entries.to(dtype)
    counts = np.diff(starts)
    if starts[:1] != 0 or (counts < 0).any() or not starts[-1] == len(columns) == len(entries):
        raise RuntimeError(
            "sparse_csr_tensor: crow_indices must rise from 0 to the number of values, "
            f"{len(entries)}, which is that of col_indices, {len(columns)}"
        )
    rows = np.repeat(np.arange(len(counts)), counts)
    width = int(columns.max(initial=-1)) + 1
    shape = (len(counts), width) if size is None else tuple(size)
    places = index_beside(np.stack([rows, columns]).astype(np.int64), entries)
    if requires_grad:
        require_differentiable(entries.dtype, "Only")
        entries = entries.detach()
        entries.tracked = True
    return stored_by_rows(made(places, entries, shape, coalesced=True))


@composite(function=False, related=("sparse_csr_tensor", "to_sparse"))
def to_sparse_csr(input: Array, dense_dim: int | None = None) -> Tensor:
    """Return a matrix stored by rows: only its cells that are not zero."""
    warn_once(BETA)
    sparse: Any = coalesce(input if isinstance(input, SparseTensor) else to_sparse(input))
    if len(sparse.size_) != 2:
        raise RuntimeError(
            f"to_sparse_csr: a matrix can be stored by rows, not {len(sparse.size_)} dimensions"
        )
    step = "ToSparseCsrBackward0"
    return stored_by_rows(
        made(sparse.coordinates, sparse.entries, sparse.size_, coalesced=True, step=step)
    )


def require_rows(name: str, input: Tensor) -> SparseTensor:
    """Return a sparse matrix that is stored by rows.

    Raises:
        RuntimeError: it is not.
    """
    if isinstance(input, SparseTensor) and input.layout is SPARSE_CSR:
        return input
    kind = "Sparse" if isinstance(input, SparseTensor) else "Strided"
    raise RuntimeError(f"{name} expected sparse row compressed tensor layout but got {kind}")


@composite(function=False, related=("col_indices",))
def crow_indices(input: Array) -> Tensor:
    """Return at which value each row of a matrix stored by rows begins, and their number."""
    return require_rows("crow_indices", input).row_starts()


@composite(function=False, related=("crow_indices",))
def col_indices(input: Array) -> Tensor:
    """Return the column of each value of a matrix stored by rows."""
    return require_rows("col_indices", input).parts()["col_indices"]
