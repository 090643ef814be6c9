"""Sparse tensors made of their parts, and the layouts in which matrices are stored."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.addresses import object_text
from tensorlab.engine.dtypes import int64
from tensorlab.engine.kinds import SparseTensor
from tensorlab.engine.layout import row_major
from tensorlab.engine.naming import BY_COLUMNS, COMPRESSED, OF_BLOCKS, Layout
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor, new_object, wrap_beside


class SparseStep:
    """The recorded operation that made a sparse tensor; gradients flow through its values."""

    def __init__(self, name: str, entries: Tensor) -> None:
        self.step = name
        self.entries = entries

    def name(self) -> str:
        """Return PyTorch's name of the step."""
        return self.step

    def __repr__(self) -> str:
        return object_text(self.step, self)

    @property
    def next_functions(self) -> tuple[Any, ...]:
        """The steps that come after this one on the way back."""
        return ((self.entries.grad_fn, self.entries._output_nr),)


def made(
    coordinates: Tensor, entries: Tensor, size: Any, *, coalesced: bool = False, step: str = ""
) -> SparseTensor:
    """Return the sparse tensor of coordinates (one column for each value) and values."""
    result = new_object(SparseTensor)
    result.coordinates, result.entries = coordinates, entries
    result.size_, result.coalesced, result._element_type = Size(size), coalesced, entries.dtype
    result.made_by = step
    return result


def stored(sparse: SparseTensor, layout: Layout) -> SparseTensor:
    """Return a sparse matrix, from now on known as stored in a compressed layout.

    It stays a tensor of coordinates inside; what programs see of it follows from the layout.
    """
    result = in_order(sparse, 1) if layout in BY_COLUMNS else sparse
    result._stored_in, result.coalesced = layout, True
    return result


def in_order(sparse: SparseTensor, axis: int) -> SparseTensor:
    """Return a sparse matrix with its values row by row, or for axis 1 column by column."""
    lines = sparse.coordinates._array
    order = np.lexsort((lines[1 - axis], lines[axis]))
    entries: Any = sparse.entries
    if (order != np.arange(len(order))).any():
        lines, entries = row_major(lines[:, order]), entries[index_beside(order, entries)]
    return made(
        index_beside(lines, entries), entries, sparse.size_, coalesced=not axis, step=sparse.made_by
    )


def by_elements(sparse: SparseTensor) -> SparseTensor:
    """Return a matrix stored in blocks as coordinates of its elements, others as they are."""
    if sparse.layout not in OF_BLOCKS:
        return sparse
    entries: Any = sparse.entries
    high, wide = entries.shape[1:3]
    down, along = np.divmod(np.arange(high * wide), max(wide, 1))
    rows, columns = sparse.coordinates._array
    lines = [
        (rows[:, None] * high + down).reshape(-1),
        (columns[:, None] * wide + along).reshape(-1),
    ]
    elements = entries.reshape(-1, *entries.shape[3:])
    return made(
        index_beside(np.stack(lines), elements), elements, sparse.size_, step=sparse.made_by
    )


def as_stored(result: SparseTensor, input: SparseTensor) -> SparseTensor:
    """Return a result in the layout of the tensor that it was made from."""
    return stored(result, input.layout) if input.layout in COMPRESSED else result


def taken_from(dense: Any, filled: NDArray[Any], size: Any, step: str) -> SparseTensor:
    """Return the elements of a dense tensor, or what it has in their places, where some are."""
    columns = np.array(np.nonzero(filled), np.int64)
    entries = dense[places_in(columns, dense)]
    return made(index_beside(columns, entries), entries, size, coalesced=True, step=step)


def places_in(columns: NDArray[Any], near: Tensor) -> tuple[Tensor, ...]:
    """Return the index of the elements with these coordinates, for use with a tensor."""
    return tuple(index_beside(line, near) for line in columns)


def index_beside(array: NDArray[Any], near: Tensor) -> Tensor:
    """Return an index of whole numbers on the device of the tensor that it will be used with."""
    return wrap_beside(array, int64, near)
