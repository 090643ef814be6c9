"""Sparse tensors with each coordinate once, in order."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import Array, Tensor, composite
from tensorlab.ops.creation.from_values import zeros
from tensorlab.ops.sparse.construction import check_columns, require_sparse
from tensorlab.ops.sparse.layouts import index_beside, made


@composite(function=False, related=("sparse_coo_tensor",))
def coalesce(input: Array) -> Tensor:
    """Return the sparse tensor with coordinates in order, values at one coordinate added up.

    >>> torch.sparse_coo_tensor([[1, 1]], [3., 4.], (3,), check_invariants=False).coalesce()
    tensor(indices=tensor([[1]]),
           values=tensor([7.]),
           size=(3,), nnz=1, layout=torch.sparse_coo)
    """
    sparse = require_sparse("coalesce", input)
    if sparse.coalesced:
        return sparse
    check_columns(sparse.coordinates._array, sparse.size_)
    columns, place = distinct(sparse.coordinates._array, sparse.size_)
    shape = (columns.shape[1], *sparse.entries.shape[1:])
    blank: Any = zeros(shape, dtype=sparse.dtype, device=sparse.device)
    entries = blank.index_add(0, index_beside(place, sparse.entries), sparse.entries)
    return made(
        index_beside(columns, entries),
        entries,
        sparse.size_,
        coalesced=True,
        step="CoalesceBackward0",
    )


def distinct(columns: np.ndarray, size: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return the different coordinates in order, and which of them each one is."""
    if not len(columns):
        return columns[:, :1], np.zeros(columns.shape[1], np.int64)
    flat = np.ravel_multi_index(tuple(columns), size[: len(columns)])
    kept, place = np.unique(flat, return_inverse=True)
    return np.array(np.unravel_index(kept, size[: len(columns)]), np.int64), place.astype(np.int64)
