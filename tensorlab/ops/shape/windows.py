"""Views that step through the storage in ways of their own: strides, windows, diagonals."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tensorlab.engine.declaring import Array, Quantized, Tensor, operation, view
from tensorlab.engine.layout import (
    address,
    diagonal_view,
    offset_in_storage,
    storage_of,
    strided_view,
    zeros_beside,
)
from tensorlab.engine.shapes import require_countable, storage_bytes, wrap_dim
from tensorlab.engine.warning import in_full


def window_of(array: np.ndarray, size: Any, stride: Any, offset: int | None) -> np.ndarray:
    """Return a view of a storage by shape, strides and offset in elements, inside its bounds.

    Raises:
        RuntimeError: an element would lie outside the storage.
    """
    if min(stride, default=0) < 0 or len(size) != len(stride) or (offset or 0) < 0:
        raise bad_window(size, stride, offset)
    if min(size, default=0) < 0:
        refuse_outside(array, size, stride, offset or 0)
    itemsize = array.itemsize
    skipped = 0 if offset is None else offset * itemsize
    if offset is not None and array.base is not None:
        skipped -= address(array) - address(storage_of(array))
    try:
        return strided_view(array, size, [step * itemsize for step in stride], skipped)
    except RuntimeError:
        refuse_outside(array, size, stride, offset_in_storage(array) if offset is None else offset)
        raise


def bad_window(size: Any, stride: Any, offset: int | None) -> RuntimeError:
    """Return the error for strides or an offset that no storage could have."""
    if len(size) != len(stride):
        return RuntimeError("mismatch in length of strides and shape")
    if min(stride, default=0) < 0:
        return RuntimeError(in_full("as_strided: Negative", list(stride)))
    return RuntimeError(f"Tensor: invalid storage offset {offset}")


def refuse_outside(array: np.ndarray, size: Any, stride: Any, offset: int) -> None:
    """Refuse a view that is larger than the storage.

    Raises:
        RuntimeError: the view would reach beyond the storage.
    """
    room = storage_of(array).nbytes
    needed = storage_bytes(size, stride, array.itemsize, offset)
    if needed > room:
        rows, steps, item = list(size), list(stride), array.itemsize
        raise RuntimeError(in_full("setStorage: sizes", rows, steps, offset, item, needed, room))
    require_countable(size)


@view(related=("expand", "unfold"), quantized=Quantized.MOVES)
def as_strided(
    input: Array, size: tuple[int, ...], stride: tuple[int, ...], storage_offset: int | None = None
) -> Array:
    """Return a view of input's storage by shape, strides and offset, counted in elements.

    >>> torch.as_strided(torch.arange(9), (2, 2), (1, 2), 1)
    tensor([[1, 3],
            [2, 4]])
    """
    if not isinstance(stride, (tuple, list)):
        raise TypeError  # binding says what it is; a range may be endless
    return window_of(input, size, stride, storage_offset)


def span(views: Sequence[tuple[int, Any, Any]]) -> tuple[int, int]:
    """Return where in a storage the first of some views begins, and how far they reach from it.

    A view is its offset, its shape and its strides, in elements.
    """
    first = min(offset for offset, _, _ in views)
    reaches = [
        offset + sum((extent - 1) * step for extent, step in zip(shape, strides, strict=True))
        for offset, shape, strides in views
    ]
    return first, 1 + max(reaches) - first


def storage_places(length: int, offset: int, shape: Any, strides: Any) -> np.ndarray:
    """Return for each element of a view its place in a storage."""
    places = np.arange(length, dtype=np.int64)
    return strided_view(places[offset:], shape, [8 * step for step in strides])


@operation(inner=True)
def strided_back(
    g: Array, shape: Any, strides: Any, offset: int, size: Any, stride: Any, start: int
) -> Array:
    """Return the gradient of an input from that of a strided view of it.

    The view's elements are added up at their places in a storage, from where the input reads them;
    an element that the input itself shows several times shares its sum out among them.
    """
    first, length = span(((offset, shape, strides), (start, size, stride)))
    storage = zeros_beside(g, (length,))
    np.add.at(storage, storage_places(length, start - first, size, stride), g)
    own = storage_places(length, offset - first, shape, strides)
    if not own.size:
        return zeros_beside(g, shape)
    shown = np.bincount(own.reshape(-1), minlength=length)
    return (storage / np.maximum(shown, 1))[own].astype(g.dtype)


@operation(inner=True)
def strided_again(
    g: Array, shape: Any, strides: Any, offset: int, size: Any, stride: Any, start: int
) -> Array:
    """Return the gradient of a strided view's gradient, from that of what went back to the input.

    It reads what strided_back wrote: each of the view's elements its place in the storage.
    """
    first, length = span(((offset, shape, strides), (start, size, stride)))
    own = storage_places(length, offset - first, shape, strides)
    seen = storage_places(length, start - first, size, stride)
    storage = zeros_beside(g, (length,))
    np.add.at(storage, own, g / np.bincount(own.reshape(-1), minlength=length)[own])
    return storage[seen].astype(g.dtype)


strided_back.gradient(
    g=lambda g, shape, strides, offset, size, stride, start: strided_again(
        g, shape, strides, offset, size, stride, start
    )
)
strided_again.gradient(
    g=lambda g, shape, strides, offset, size, stride, start: strided_back(
        g, shape, strides, offset, size, stride, start
    )
)


def as_strided_back(
    g: Tensor, geometry: Any, size: Any, stride: Any, storage_offset: int | None
) -> Any:
    """Return the gradient of an input of as_strided."""
    shape, strides, offset = geometry
    start = offset if storage_offset is None else storage_offset
    if 0 in size:
        return g.new_zeros(shape)
    return strided_back(g, shape, strides, offset, tuple(size), tuple(stride), start)


as_strided.gradient(input=as_strided_back)


@view(function=False, related=("as_strided",), quantized=Quantized.MOVES)
def unfold(input: Array, dimension: int, size: int, step: int) -> Array:
    """Return all windows of a size along a dimension, step apart, as a new last dimension.

    >>> x = torch.arange(4)
    >>> x.unfold(0, 2, 1)
    tensor([[0, 1],
            [1, 2],
            [2, 3]])
    """
    axis = wrap_dim(dimension, input.ndim)
    extent = input.shape[axis] if input.ndim else 1
    if size > extent:
        raise RuntimeError(
            f"maximum size for tensor at dimension {axis} is {extent} but size is {size}"
        )
    if size < 0:
        raise RuntimeError(f"size is {size} but must be >= 0")
    if step <= 0:
        raise RuntimeError(f"step is {step} but must be > 0")
    if not input.ndim:
        return strided_view(input, (size,), (input.itemsize,))
    shape, strides = list(input.shape), list(input.strides)
    across = strides[axis]
    shape[axis], strides[axis] = (extent - size) // step + 1, across * step
    return strided_view(input, [*shape, size], [*strides, across])


@operation(inner=True)
def unfold_backward(g: Array, shape: Any, dimension: int, size: int, step: int) -> Array:
    """Return the sum of the gradients of all windows at their places."""
    whole = zeros_beside(g, shape)
    if not shape:
        return whole + np.add.reduce(g)
    axis = wrap_dim(dimension, len(shape))
    moved = whole.swapaxes(axis, 0)
    windows = g.swapaxes(axis, 0)
    count = windows.shape[0]
    for place in range(size):
        moved[place : place + (count - 1) * step + 1 : step] += windows[..., place]
    return whole


unfold.gradient(
    input=lambda g, sizes, dimension, size, step: unfold_backward(g, sizes, dimension, size, step)
)
unfold_backward.gradient(g=lambda g, dimension, size, step: g.unfold(dimension, size, step))


@view(related=("diag", "trace"), quantized=Quantized.MOVES)
def diagonal(input: Array, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Array:
    """Return the diagonal over two dimensions as the last dimension, sharing input's storage.

    >>> torch.diagonal(torch.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    """
    first, second = wrap_dim(dim1, input.ndim), wrap_dim(dim2, input.ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    return diagonal_view(input, offset, first, second)


diagonal.gradient(
    input=lambda g, sizes, offset, dim1, dim2: g.new_zeros(sizes).diagonal_scatter(
        g, offset, dim1, dim2
    )
)
