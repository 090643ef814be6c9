"""How elements lie in memory: storages, strided views into them, and the order of fresh copies."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

from tensorlab.engine.shapes import contiguous_strides


def storage_of(array: Any) -> Any:
    """Return the array that owns the memory that an array looks at."""
    owner = array
    while True:
        base = getattr(owner, "base", None)  # numpy's own strided views have a base in between
        if base is None:
            return array
        owner = base
        if isinstance(owner, np.ndarray) or hasattr(owner, "inner"):
            array = owner


def address(array: Any) -> int:
    """Return where in its device's memory an array begins."""
    if isinstance(array, np.ndarray):
        return int(array.__array_interface__["data"][0])
    return int(array.address)


def span(array: Any) -> tuple[int, int]:
    """Return where in memory an array's cells begin and end, whatever lies in between."""
    begin = end = address(array)
    for size, step in zip(array.shape, array.strides, strict=True):
        reach = (size - 1) * step
        begin, end = begin + min(reach, 0), end + max(reach, 0)
    return begin, end + array.itemsize


def share_storage(first: Any, second: Any) -> bool:
    """Return whether two arrays look at one storage."""
    one, other = storage_of(first), storage_of(second)
    return one.__class__ is other.__class__ and address(one) == address(other)


def window_into(
    storage: Any, shape: Sequence[int], strides: Sequence[int], skipped: int, dtype: Any = None
) -> Any:
    """Return a view of a storage by shape and by strides and offset in bytes.

    Its elements may be of another type than those that the storage was made for.
    """
    if isinstance(storage, np.ndarray):
        return np.ndarray(shape, dtype or storage.dtype, storage, skipped, strides)
    return storage.strided(shape, strides, skipped)


def offset_in_storage(array: Any) -> int:
    """Return how many elements of the storage come before an array."""
    return (address(array) - address(storage_of(array))) // int(array.itemsize)


def strided_view(array: Any, shape: Sequence[int], strides: Sequence[int], skipped: int = 0) -> Any:
    """Return a view by shape and strides that begins so far behind an array's begin, in bytes."""
    if not isinstance(array, np.ndarray):
        return array.strided(shape, strides, skipped)
    if array.flags.c_contiguous and array.__class__ is np.ndarray:
        try:
            return np.ndarray(shape, array.dtype, array, skipped, strides)
        except ValueError:  # the view reaches beyond the array
            pass
    storage = storage_of(array)
    try:
        return np.ndarray(
            shape,
            array.dtype,
            storage,
            address(array) - address(storage) + skipped,
            strides,
        )
    except (TypeError, ValueError):  # a storage with gaps, or of a type that numpy does not know
        begin = as_strided(array, (skipped // array.itemsize + 1,), (array.itemsize,))[-1:]
        return as_strided(begin if skipped else array, shape, strides)


def row_major(array: Any) -> "np.ndarray[Any, Any]":
    """Return an array whose elements lie row after row without gaps: itself where it is so."""
    if isinstance(array, np.ndarray):
        return np.ascontiguousarray(array)
    return array if array.flags.c_contiguous else array.copy()  # type: ignore[no-any-return]


def dense_strides(shape: Sequence[int], strides: Sequence[int]) -> tuple[int, ...]:
    """Return strides, in elements, without gaps or overlaps, in the order of the given ones.

    Source: PyTorch's rule for `torch.preserve_format`; a stride of 0 compares with nothing.
    """
    order = list(range(len(shape) - 1, -1, -1))
    for start in range(1, len(order)):
        place = start
        for other in range(start - 1, -1, -1):
            first, second = order[other], order[place]
            compared = compare_strides(shape, strides, first, second)
            if compared > 0:
                order[other], order[place] = second, first
                place = other
            elif compared < 0:
                break
    dense = [0] * len(shape)
    step = 1
    for dim in order:
        dense[dim] = step
        step *= max(shape[dim], 1)
    return tuple(dense)


def compare_strides(shape: Sequence[int], strides: Sequence[int], first: int, second: int) -> int:
    """Return -1, 0 or 1: whether the first dimension lies inside the second, or the other way."""
    if not strides[first] or not strides[second]:
        return 0
    if strides[first] != strides[second]:
        return 1 if strides[first] > strides[second] else -1
    return int(shape[first] > shape[second])


def empty_like(array: Any, dtype: Any = None) -> Any:
    """Return an array of the same shape whose elements lie in the same order without gaps."""
    dtype = array.dtype if dtype is None else dtype
    if array.flags.c_contiguous:
        return empty_beside(array, array.shape, dtype)
    dense = dense_strides(array.shape, array.strides)
    if dense == contiguous_strides(array.shape):
        return empty_beside(array, array.shape, dtype)
    order = sorted(range(array.ndim), key=lambda dim: -dense[dim])
    fresh = empty_beside(array, [array.shape[dim] for dim in order], dtype)
    return fresh.transpose([order.index(dim) for dim in range(array.ndim)])


def empty_beside(array: Any, shape: Sequence[int], dtype: Any) -> "np.ndarray[Any, Any]":
    """Return an array of a shape whose elements nobody has set, on the device of another array."""
    if isinstance(array, np.ndarray):
        return np.empty(shape, dtype)
    return np.empty_like(array, dtype, order="C", shape=tuple(shape))


def zeros_beside(array: Any, shape: Sequence[int], dtype: Any = None) -> "np.ndarray[Any, Any]":
    """Return zeros of a shape, of another array's type unless one is given, on its device."""
    dtype = array.dtype if dtype is None else dtype
    if isinstance(array, np.ndarray):
        return np.zeros(shape, dtype)
    return np.zeros_like(array, dtype, order="C", shape=tuple(shape))


def full_beside(
    array: Any, shape: Sequence[int], value: Any, dtype: Any = None
) -> "np.ndarray[Any, Any]":
    """Return an array of a shape and one value, likewise."""
    dtype = array.dtype if dtype is None else dtype
    if isinstance(array, np.ndarray):
        return np.full(shape, value, dtype)
    filled = empty_beside(array, shape, dtype)
    filled.fill(value)
    return filled


def column_major(array: Any) -> Any:
    """Return the same matrices with their columns one after the other, as LAPACK writes them."""
    fresh = np.empty_like(array.swapaxes(-1, -2), order="C").swapaxes(-1, -2)
    fresh[...] = array
    return fresh


def copy_of(array: Any) -> Any:
    """Return a copy whose elements lie in the same order without gaps."""
    if array.flags.c_contiguous:
        return array.copy()
    fresh = empty_like(array)
    fresh[...] = array
    return fresh


def in_format(array: Any, memory_format: Any) -> Any:
    """Return a copy laid out as a memory format says; None preserves the order.

    Raises:
        RuntimeError: the format is for images in batches, and the array is none.
    """
    name = getattr(memory_format, "name", "preserve_format")
    if name == "channels_last":
        if array.ndim != 4:
            raise RuntimeError("required rank 4 tensor to use channels_last format")
        return np.moveaxis(np.moveaxis(array, 1, -1).copy(), -1, 1)
    return array.copy() if name == "contiguous_format" else copy_of(array)
