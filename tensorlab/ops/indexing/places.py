"""Where the elements are that are not zero, and what a place in a row means."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tensorlab.engine.declaring import EVERY, Array, Index, Tensor, composite, operation
from tensorlab.engine.declaring.filling import tell_of_shape
from tensorlab.engine.dtypes import INTEGER, int64
from tensorlab.engine.layout import strided_view
from tensorlab.engine.naming import class_text
from tensorlab.engine.shapes import contiguous_strides, reserve_elements
from tensorlab.engine.tensor import wrap
from tensorlab.ops.indexing.selection import places_of


@operation(
    takes=EVERY,
    kernel="nonzero_count_cpu",
    needs_values="nonzero",
    apart=True,
    related=("where", "argwhere"),
    wrong_out="nonzero: Expected out tensor to have scalar type Long but got scalar type{given}",
    quantized_kernel="nonzero",
    copies=8,
)
def nonzero(input: Array, *, as_tuple: bool = False) -> Any:
    """Return the indices of the elements that are not zero, a row for each or by dimension.

    With as_tuple: a tensor for each dimension, as x[...] takes them.

    >>> torch.nonzero(torch.tensor([[1, 0], [0, 2]]))
    tensor([[0, 0],
            [1, 1]])
    """
    tell_of_shape("nonzero", input)
    return places_of(input) if as_tuple else rows_of(input)


def rows_of(input: Array) -> Array:
    """Return the indices of the elements that are not zero, a row for each."""
    if input.ndim and not isinstance(input, np.ndarray):
        return np.stack(input.nonzero()).T
    places: Any = input.nonzero() if input.ndim else np.empty((0, int(input != 0)))
    rows = np.array(places, np.int64)
    # where there are none, too
    return strided_view(rows, rows.shape[::-1], (8, 8 * rows.shape[1]))


@operation(needs_values="nonzero", related=("nonzero",), out=False, quantized_kernel="nonzero")
def argwhere(input: Array) -> Array:
    """Return the indices of the elements that are not zero: one row of indices for each element.

    >>> torch.argwhere(torch.tensor([5, 0, 6]))
    tensor([[0],
            [2]])
    """
    return rows_of(input)


@composite(
    out=True,
    related=("nonzero",),
    wrong_out=(
        "nonzero_static: Expected out tensor to have scalar type {own} but got scalar type{given}"
    ),
)
def nonzero_static(input: Array, *, size: int, fill_value: int = -1) -> Tensor:
    """Return the indices of the first `size` elements that are not zero, filled up with one value.

    >>> torch.nonzero_static(torch.tensor([5, 0, 6]), size=3)
    tensor([[ 0],
            [ 2],
            [-1]])
    """
    if size < 0:
        raise RuntimeError("nonzero_static: 'size' must be an non-negative integer")
    reserve_elements((size, input.ndim), 8)
    rows = rows_of(input._array)[:size]
    found = np.full_like(rows, fill_value, order="C", shape=(size, input.ndim))
    found[: len(rows)] = rows
    return wrap(found, int64)


@composite(method=False, related=("nonzero",))
def unravel_index(indices: Index, shape: Any) -> tuple[Tensor, ...]:
    """Return the coordinates of elements from their places in a flattened tensor of a shape.

    >>> torch.unravel_index(torch.tensor([5, 0]), (2, 3))
    (tensor([1, 0]), tensor([2, 0]))
    """
    if indices.dtype.category != INTEGER:
        raise TypeError(f"expected 'indices' to be integer dtype, but got {indices.dtype!r}")
    if not isinstance(shape, int | Sequence):
        kind = class_text(shape)
        raise TypeError(f"expected 'shape' to be int or sequence of ints, but got {kind}")
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    for size in sizes:
        if not isinstance(size, int):
            kind = class_text(size)
            raise TypeError(f"expected 'shape' sequence to only contain ints, but got {kind}")
    for size in sizes:
        if size < 0:
            raise ValueError(f"'shape' cannot have negative values, but got {sizes}")
    rest = indices._array.astype(np.int64)[..., None]
    coordinates = rest // contiguous_strides(sizes) % np.maximum(sizes, 1)
    return tuple(wrap(coordinates[..., place], int64) for place in range(len(sizes)))
