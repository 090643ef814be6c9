"""What PyTorch refuses of the elements that an advanced index chooses, and how many they are."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tensorlab.engine.indexing import WHOLE, dimensions_used
from tensorlab.engine.warning import in_full

PLACES = {"int32", "int64", "bool"}


def check_elements(gather: Sequence[Any], shape: tuple[int, ...]) -> None:
    """Refuse masks of other shapes, arrays that don't broadcast, and elements that are not there.

    Raises:
        IndexError: a shape does not fit, or an index lies outside.
    """
    check_shapes(gather, shape)
    check_ranges(gather, shape)


def check_shapes(gather: Sequence[Any], shape: tuple[int, ...]) -> None:
    """Refuse masks of other shapes, numbers of other types, and arrays that don't broadcast.

    Raises:
        IndexError: a type or a shape does not fit.
    """
    kinds = (part.dtype.name for part in gather if part is not WHOLE)
    if not PLACES.issuperset(kinds):
        raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    dim = 0
    for part in gather:
        if part is not WHOLE and part.dtype == np.bool_:
            check_mask(part, shape, dim)
        dim += 1 if part is WHOLE else dimensions_used(part)
    if dim > len(shape):
        raise IndexError(f"too many indices for tensor of dimension {len(shape)}")
    shapes = [
        (int(np.count_nonzero(part)),) if part.dtype == np.bool_ else part.shape
        for part in gather
        if part is not WHOLE
    ]
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        listed = ", ".join(str(list(one)) for one in shapes)
        raise IndexError(in_full("shape mismatch: indexing", listed)) from None


def check_mask(mask: np.ndarray[Any, Any], shape: tuple[int, ...], dim: int) -> None:
    """Refuse a mask of another shape than the dimensions it stands for."""
    for offset, size in enumerate(mask.shape):
        if dim + offset >= len(shape) or size != shape[dim + offset]:
            mine, theirs = list(mask.shape), list(shape)
            raise IndexError(in_full("The shape of the mask", mine, offset, theirs, dim + offset))


def check_ranges(gather: Sequence[Any], shape: tuple[int, ...]) -> None:
    """Refuse the numbers of elements that are not there, where any element is chosen.

    Raises:
        IndexError: an index lies outside.
    """
    numbered = numbers_of(gather, shape)
    if all(not p.size or (p.min() >= -size and p.max() < size) for _, size, p in numbered):
        return
    chosen = result_shape(gather, shape)
    if 0 in chosen:
        return
    if any(not size for _, size, _ in numbered):
        raise IndexError("index is out of bounds for dimension with size 0")
    arrays = np.broadcast_arrays(*(np.asarray(part) for _, _, part in numbered))
    for row in zip(*(elements.flat for elements in arrays), strict=True):
        for element, (number, size, _) in zip(row, numbered, strict=True):
            if not -size <= element < size:
                raise IndexError(in_full("index {} is out of bounds for", element, number, size))


def chooses_none(array: np.ndarray[Any, Any], gather: Sequence[Any]) -> bool:
    """Return whether no element is chosen; numpy minds rows that are not there even then."""
    if not array.size or len(gather) == 1:
        return not array.size or not gather[0].size
    arrays = [part for part in gather if part is not WHOLE]
    return not all(part.any() if part.dtype == np.bool_ else part.size for part in arrays)


def numbers_of(gather: Sequence[Any], shape: tuple[int, ...]) -> list[tuple[int, int, Any]]:
    """Return the arrays of numbers, each with its place among the indices and its size.

    PyTorch counts the dimensions that are indexed, not those of the tensor.
    """
    found, number, dim = [], 0, 0
    for part in gather:
        used = 1 if part is WHOLE else dimensions_used(part)
        if part is not WHOLE:
            if part.dtype != np.bool_:
                found.append((number, shape[dim], part))
            number += used
        dim += used
    return found


def result_shape(gather: Sequence[Any], shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the shape of what an index chooses, no matter whether its elements are there."""
    sizes, chosen = list(shape), list(gather)
    dim = 0
    for place, part in enumerate(gather):
        if part is WHOLE or part.dtype == np.bool_:
            dim += 1 if part is WHOLE else part.ndim
        else:
            chosen[place] = np.broadcast_to(np.int64(0), part.shape)
            sizes[dim], dim = 1, dim + 1
    shown: tuple[int, ...] = np.broadcast_to(np.int8(0), sizes)[tuple(chosen)].shape
    return shown
