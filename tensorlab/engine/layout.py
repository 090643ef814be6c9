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
        if isinstance(owner, np.ndarray):
            array = owner


def address(array: Any) -> int:
    """Return where in memory an array begins."""
    return int(array.__array_interface__["data"][0])


def offset_in_storage(array: Any) -> int:
    """Return how many elements of the storage come before an array."""
    return (address(array) - address(storage_of(array))) // int(array.itemsize)


def strided_view(array: Any, shape: Sequence[int], strides: Sequence[int]) -> Any:
    """Return a view that begins where an array does, by shape and strides in bytes."""
    if array.flags.c_contiguous and array.__class__ is np.ndarray:
        try:
            return np.ndarray(shape, array.dtype, array, 0, strides)
        except ValueError:  # the view reaches beyond the array
            pass
    storage = storage_of(array)
    try:
        return np.ndarray(
            shape,
            array.dtype,
            storage,
            address(array) - address(storage),
            strides,
        )
    except (TypeError, ValueError):  # a storage with gaps, or of a type that numpy does not know
        return as_strided(array, shape, strides)


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
        return np.empty(array.shape, dtype)
    dense = dense_strides(array.shape, array.strides)
    if dense == contiguous_strides(array.shape):
        return np.empty(array.shape, dtype)
    order = sorted(range(array.ndim), key=lambda dim: -dense[dim])
    fresh = np.empty([array.shape[dim] for dim in order], dtype)
    return fresh.transpose(np.argsort(order))


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
