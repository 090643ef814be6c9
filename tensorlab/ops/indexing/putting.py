"""Writing elements by index: into a row of all elements, or by tensors of coordinates."""

from typing import Any

import numpy as np

from tensorlab.engine.backend import is_array
from tensorlab.engine.chosen_elements import check_ranges, check_shapes
from tensorlab.engine.declaring import BUT_COMPLEX32, Array, Index, Tensor, composite, selecting
from tensorlab.engine.dtypes import DTYPES
from tensorlab.engine.indexing import dimensions_used, tensor_part
from tensorlab.engine.layout import laid_as
from tensorlab.engine.settings import require_deterministic
from tensorlab.engine.signatures.accepting import require_tensors
from tensorlab.engine.signatures.support import leave_to_check
from tensorlab.engine.warning import in_full
from tensorlab.ops.indexing.gathering import row_index
from tensorlab.ops.indexing.subscript_writing import (
    put_at,
    require_broadcast,
    require_same_type,
    write_elements,
)
from tensorlab.ops.indexing.subscripts import to_keep


def places_of(input: Tensor, indices: Any) -> tuple[Any, ...]:
    """Return the indices of index_put in numpy's form.

    Raises:
        TypeError: they are no tensors.
        IndexError: they don't fit the tensor.
    """
    require_tensors(indices)
    parts: list[Any] = [tensor_part(part) for part in indices]
    parts = [part if is_array(part) else np.asarray(part) for part in parts]
    used = sum(map(dimensions_used, parts))
    if used > input.ndim:
        raise IndexError(f"too many indices for tensor of dimension {input.ndim} (got {used})")
    return tuple(parts)


@composite(related=("scatter", "put"))
def index_put(input: Array, indices: Any, values: Tensor, accumulate: bool = False) -> Tensor:
    """Return input with values written over, or added to, the elements that index tensors name.

    >>> torch.index_put(torch.zeros(3), (torch.tensor([0, 2]),), torch.tensor([5., 6.]))
    tensor([5., 0., 6.])
    """
    elements = places_of(input, indices)
    check_shapes(elements, input._array.shape)
    if not input.numel():
        check_ranges(elements, input._array.shape)
    require_broadcast(input._array, elements, values._array)
    require_same_type(input, values)
    check_ranges(elements, input._array.shape)
    return put_at(input, to_keep(elements, indices), values, accumulate)


@composite(related=("index_put",))
def index_put_(input: Array, indices: Any, values: Tensor, accumulate: bool = False) -> Array:
    """Write values over, or add them to, the elements that tensors of indices name.

    >>> torch.zeros(3).index_put_((torch.tensor([0, 2]),), torch.tensor([5., 6.]))
    tensor([5., 0., 6.])
    """
    write_elements(input, places_of(input, indices), values, indices, add=accumulate)
    return input


def check_put(input: Tensor, index: Tensor, source: Tensor) -> None:
    """Refuse an index of another type than int64 and a source that does not fit.

    Raises:
        RuntimeError: the index is not int64, or the source has another type or size.
    """
    if index.dtype is not DTYPES["int64"]:
        raise RuntimeError(
            f"put_(): Expected a long tensor for index, but got {index.dtype.scalar_name}"
        )
    if input.dtype is not source.dtype:
        raise RuntimeError(
            "put_(): self and source expected to have the same dtype, but got self.dtype = "
            f"{input.dtype.scalar_name} and source.dtype = {source.dtype.scalar_name}"
        )
    if index.shape.numel() != source.shape.numel():
        raise IndexError(in_full("put_(): Expected", source.shape.numel(), index.shape.numel()))


@selecting(
    inplace=True,
    function=True,
    out=False,
    check=check_put,
    takes=BUT_COMPLEX32,
    kernel="take_put_cpu",
    related=("take",),
)
def put(input: Array, index: Index, source: Array, accumulate: bool = False) -> Array:
    """Return input with source written, or added, at the indices into flattened input.

    >>> torch.put(torch.zeros(3), torch.tensor([0, 2]), torch.tensor([5., 6.]))
    tensor([5., 0., 6.])
    """
    require_deterministic("put_")
    leave_to_check(source.dtype != input.dtype or source.size != index.size)
    filled = input.copy().reshape(-1)
    elements = row_index("put_", index, input.size).reshape(-1)
    if accumulate:
        np.add.at(filled, elements, source.reshape(-1))
    else:
        filled[elements] = source.reshape(-1)
    return laid_as(input, filled.reshape(input.shape))


put.gradient(
    input=lambda g, index, source, accumulate: (
        g if accumulate else g.put(index, source.new_zeros(source.shape))
    ),
    source=lambda g, sizes, index: g.take(index).reshape(sizes),
)
