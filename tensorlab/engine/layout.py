"""How elements lie in memory: storages, strided views into them, and the order of fresh copies."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

from tensorlab.engine.device import GpuArray
from tensorlab.engine.shapes import (
    LONG,
    MOST_DIMS,
    contiguous_strides,
    dense_strides,
    reserve_elements,
    unviewable,
)

SMALL = 1 << 12  # so few elements are not worth a claim


def storage_of(array: object) -> Any:
    """Return the array that owns the memory that an array looks at."""
    owner = array
    while True:
        base = getattr(owner, "base", None)  # numpy's own strided views have a base in between
        if base is None:
            return array
        owner = base
        if isinstance(owner, np.ndarray | GpuArray):
            array = owner


def address(array: Any) -> int:
    """Return where in its device's memory an array begins."""
    if isinstance(array, np.ndarray):
        return int(array.__array_interface__["data"][0])
    return int(array.address)


def extent(array: Any) -> tuple[int, int]:
    """Return how far behind its first element an array's memory begins and ends, gaps included."""
    flags = array.flags
    if flags.c_contiguous or flags.f_contiguous or not array.size:
        return 0, array.nbytes
    begin, end = 0, array.itemsize
    for size, step in zip(array.shape, array.strides, strict=True):
        reach = (size - 1) * step
        begin, end = begin + min(reach, 0), end + max(reach, 0)
    return begin, end


def span(array: object) -> tuple[int, int]:
    """Return where in memory an array's elements begin and end, whatever lies in between."""
    place = address(array)
    begin, end = extent(array)
    return place + begin, place + end


def share_storage(first: object, second: object) -> bool:
    """Return whether two arrays look at one storage."""
    one, other = storage_of(first), storage_of(second)
    return one.__class__ is other.__class__ and address(one) == address(other)


def offset_in_storage(array: Any) -> int:
    """Return how many elements of the storage come before an array."""
    return (address(array) - address(storage_of(array))) // int(array.itemsize)


def room_behind(array: Any) -> int:
    """Return how many bytes of an array's storage lie behind its begin."""
    storage = storage_of(array)
    return int(storage.nbytes) - (address(array) - address(storage))


class Writable:
    """An array that can be written to, though who handed it over does not say so."""

    def __init__(self, array: Any) -> None:
        facts, self._array = array.__array_interface__, array  # kept alive by what is made of this
        self.__array_interface__ = {**facts, "data": (facts["data"][0], False)}


def strided_view(
    array: Any, shape: Sequence[int], strides: Sequence[int], skipped: int = 0
) -> np.ndarray:
    """Return a view by shape and strides that begins so far behind an array's begin, in bytes.

    Every view by strides is made here. Where its first and last elements would lie is worked out in
    Python's integers: numpy's own check overflows, and asks nothing of a buffer without bytes.

    Raises:
        RuntimeError: an element would lie outside the array's storage.
    """
    low = high = skipped
    for size, step in zip(shape, strides):  # noqa: B905  numpy refuses what differs in length
        if step < 0:
            low += (size - 1) * step
        else:
            high += (size - 1) * step
    flags, offset = array.flags, skipped
    room = array if flags.c_contiguous else array.T if flags.f_contiguous else None
    if room is None or low < 0 or high + array.itemsize > array.nbytes:
        room, before = room_around(array, shape, low, high)
        offset += before
    view: np.ndarray
    try:
        if isinstance(array, np.ndarray):
            view = np.ndarray(shape, array.dtype, room, offset, strides)
        else:
            view = array.strided(shape, strides, skipped)
    except (TypeError, ValueError, OverflowError):
        view = seldom_view(array, shape, strides, skipped)
    return view


def room_around(array: Any, shape: Sequence[int], low: int, high: int) -> tuple[Any, int]:
    """Return the storage of an array to be seen from its byte `low` to its element at `high`.

    With it comes how many bytes of it lie before the array.

    Raises:
        RuntimeError: the storage does not reach so far.
    """
    storage = storage_of(array)
    before = address(array) - address(storage)
    begin, end = extent(storage)
    if 0 not in shape and (before + low < begin or before + high + array.itemsize > end):
        raise RuntimeError(
            f"The view would begin at byte {before + low - begin} and end at byte "
            f"{before + high + array.itemsize - begin} of a storage of {end - begin} bytes"
        )
    return (storage.T if storage.flags.f_contiguous else storage), before


def seldom_view(array: Any, shape: Sequence[int], strides: Sequence[int], skipped: int) -> Any:
    """Return a view inside a storage that is known to hold it, where numpy takes no such buffer.

    Its elements are no plain bytes, the storage has gaps, or strides do not fit into 64 bits, which
    then say nothing: there is one element along their dimension, or none at all.

    Raises:
        RuntimeError: numpy has no arrays of such a shape.
    """
    most = (LONG - 1) // array.itemsize * array.itemsize
    steps = [min(step, most) for step in strides]
    if not isinstance(array, np.ndarray) or len(shape) > MOST_DIMS or min(shape, default=0) < 0:
        raise unviewable(shape)
    try:
        if 0 in shape or not skipped:
            return as_strided(array, shape, steps)
        return as_strided(as_strided(array, (2,), (skipped,))[1:], shape, steps)
    except ValueError:
        raise unviewable(shape) from None


def diagonal_view(array: Any, offset: int, first: int, second: int) -> Any:
    """Return the view of a diagonal over two dimensions, as the last dimension.

    numpy's own turns the sign of an offset around in 32 bits, where there is one without an other.
    """
    shape, strides = list(array.shape), list(array.strides)
    length = min(shape[first] + min(offset, 0), shape[second] - max(offset, 0))
    skipped = offset * strides[second] if offset > 0 else -offset * strides[first]
    step = strides[first] + strides[second]
    for axis in sorted((first, second), reverse=True):
        del shape[axis], strides[axis]
    if length < 1:
        length = skipped = 0
    return strided_view(array, [*shape, length], [*strides, step], skipped)


def row_major(array: Any) -> np.ndarray:
    """Return an array whose elements lie row after row without gaps: itself where it is so.

    A single term of an explanation, which numpy gives in place of an array of it, is so too.
    """
    flags = getattr(array, "flags", None)
    rows: np.ndarray = array if flags is None or flags.c_contiguous else array.copy()
    return rows


def empty_like(array: Any, dtype: Any = None) -> Any:
    """Return an array of the same shape whose elements lie in the same order without gaps."""
    dtype = array.dtype if dtype is None else dtype
    if array.flags.c_contiguous:
        return empty_beside(array, array.shape, dtype)
    return empty_in_order(array, dense_strides(array.shape, array.strides), dtype)


def empty_in_order(array: Any, dense: Sequence[int], dtype: Any) -> Any:
    """Return an array of the same shape whose elements lie in the order of strides without gaps."""
    return turned(array, dense, lambda rows: empty_beside(array, rows.shape, dtype))


def turned(array: Any, dense: Sequence[int], move: Callable[[Any], Any]) -> Any:
    """Return what moves an array that goes row by row, of one turned so that strides become those.

    Of equal strides that of a single element lies inside.
    """
    order = sorted(range(array.ndim), key=lambda dim: (-dense[dim], array.shape[dim] == 1))
    return move(array.transpose(order)).transpose([order.index(dim) for dim in range(array.ndim)])


def laid_as_operands(result: Any, first: Any, *others: Any) -> Any:
    """Return a fresh result of elements of arrays in the order in which PyTorch lays it out.

    That is the order of the first of the arrays, and of the next ones as far as that leaves it
    open, where numpy goes row by row if two orders differ. Without elements strides may be 0.
    """
    is_array = result.__class__ is np.ndarray or isinstance(result, GpuArray)
    if not is_array or (result.size and result.strides == first.strides):
        return result
    shape = result.shape
    if shape and not first.ndim:
        return laid_as_operands(result, *others, first)
    if first.flags.c_contiguous and (result.size or all(each.shape == shape for each in others)):
        return result
    strides = [stretched_strides(each, shape) for each in (first, *others)]
    dense = dense_strides(shape, *strides, least=min(result.size, 1))
    steps = tuple(step * result.itemsize for step in dense)
    if steps == result.strides:
        return result
    if not result.size:
        return strided_view(result, shape, steps)
    laid = empty_in_order(result, dense, result.dtype)
    laid[...] = result
    return laid


def stretched_strides(array: Any, shape: tuple[int, ...]) -> list[int]:
    """Return the strides of an array that is broadcast to a shape, 0 where it has one element."""
    lead = len(shape) - array.ndim
    own = zip(array.shape, shape[lead:], array.strides, strict=True)
    return [0] * lead + [0 if size == 1 != wanted else step for size, wanted, step in own]


def ask_for(shape: Sequence[int], dtype: Any) -> None:
    """Claim the memory of a new array, if it is large.

    Raises:
        RuntimeError: there is no array of that shape.
    """
    if math.prod(shape) > SMALL or (shape and min(shape) < 0):
        reserve_elements(shape, np.dtype(dtype).itemsize)


def empty_beside(array: Any, shape: Sequence[int], dtype: Any) -> np.ndarray:
    """Return an array of a shape whose elements nobody has set, on the device of another array."""
    ask_for(shape, dtype)
    if isinstance(array, np.ndarray):
        return np.empty(shape, dtype)
    return np.empty_like(array, dtype, order="C", shape=tuple(shape))


def zeros_beside(array: Any, shape: Sequence[int], dtype: Any = None) -> np.ndarray:
    """Return zeros of a shape, of another array's type unless one is given, on its device."""
    dtype = array.dtype if dtype is None else dtype
    ask_for(shape, dtype)
    if isinstance(array, np.ndarray):
        return np.zeros(shape, dtype)
    return np.zeros_like(array, dtype, order="C", shape=tuple(shape))


def full_beside(array: Any, shape: Sequence[int], value: object, dtype: Any = None) -> np.ndarray:
    """Return an array of a shape and one value, likewise."""
    filled = empty_beside(array, shape, array.dtype if dtype is None else dtype)
    filled.fill(value)
    return filled


def with_steps(array: Any) -> Any:
    """Return an array without elements with the strides of rows: numpy gives it none."""
    if array.size or any(array.strides) or array.__class__ is not np.ndarray:
        return array
    steps = [step * array.itemsize for step in contiguous_strides(array.shape)]
    return np.ndarray(array.shape, array.dtype, array, 0, steps)


def column_major(array: Any, dtype: Any = None) -> Any:
    """Return the same matrices with their columns one after the other, as LAPACK writes them.

    Their elements are of another type if one is given.
    """
    if not array.size:
        turned = array.swapaxes(-1, -2).astype(dtype or array.dtype, copy=False)
        steps = [step * turned.itemsize for step in contiguous_strides(turned.shape)]
        return strided_view(turned, turned.shape, steps).swapaxes(-1, -2)
    fresh = np.empty_like(array.swapaxes(-1, -2), dtype, order="C").swapaxes(-1, -2)
    fresh[...] = array
    return fresh


def copy_of(array: Any) -> Any:
    """Return a copy whose elements lie in the same order without gaps."""
    fresh = empty_like(array)  # which asks whether there is room
    fresh[...] = array
    return fresh


def empty_laid_as(array: Any, dtype: Any = None) -> Any:
    """Return an array like another: in its order where that has no gaps, row by row otherwise."""
    dtype = array.dtype if dtype is None else dtype
    dense = [step * array.itemsize for step in dense_strides(array.shape, array.strides)]
    long = [dim for dim, extent in enumerate(array.shape) if extent > 1]
    if all(dense[dim] == array.strides[dim] for dim in long):
        return empty_like(array, dtype)
    return empty_beside(array, array.shape, dtype)


def copy_laid_as(pattern: Any, array: Any) -> Any:
    """Return a copy of an array, laid out as another is, or row by row if that one has gaps."""
    if pattern.flags.c_contiguous:
        return array.copy()
    fresh = empty_laid_as(pattern, array.dtype)
    fresh[...] = array
    return fresh


def laid_as(pattern: Any, array: Any) -> Any:
    """Return an array as it is, or such a copy where the other one does not lie row by row."""
    same = pattern.flags.c_contiguous or pattern.shape != array.shape
    return array if same else copy_laid_as(pattern, array)


def copy_with_gaps(array: Any) -> Any:
    """Return a copy with the same strides, gaps included; row by row where elements overlap."""
    if array.flags.c_contiguous or 0 in array.strides:
        return array.copy()
    reach = sum((size - 1) * step for size, step in zip(array.shape, array.strides, strict=True))
    if not array.size or min(array.strides) < 0:
        return array.copy()
    room = zeros_beside(array, (reach // array.itemsize + 1,))
    fresh = strided_view(room, array.shape, array.strides)
    fresh[...] = array
    return fresh


def in_order(array: Any, move: Callable[[Any], Any]) -> Any:
    """Return what moves an array without gaps, its elements in the order in which they lie now."""
    if array.flags.c_contiguous:
        return move(array)
    return turned(array, dense_strides(array.shape, array.strides), move)
