"""The order of an image's elements: channel by channel, or the channels of a place together.

Source: PyTorch's rules for `torch.memory_format`, which look at sizes and strides alone.
"""

from typing import Any

import numpy as np

from tensorlab.engine.layout import (
    ask_for,
    copy_of,
    empty_beside,
    empty_like,
    row_major,
    strided_view,
)
from tensorlab.engine.naming import MemoryFormat

# by how many dimensions images have
CHANNELS_LAST = {"channels_last": 4, "channels_last_3d": 5}
NAMES = {rank: name for name, rank in CHANNELS_LAST.items()}
# Of which batches a function keeps the order, by their dimensions: signals are images of one row.
BATCHES, FLAT, IMAGES = (3, 4, 5), (3, 4), (4, 5)


def inner_first(rank: int) -> tuple[int, ...]:
    """Return the dimensions of images whose channels lie last, the innermost first."""
    return (1, *range(rank - 1, 1, -1), 0)


def suggested(array: Any) -> str:
    """Return the format that the strides of an array are like, dense or not."""
    if array.ndim not in NAMES or array.flags.c_contiguous:
        return "contiguous_format"
    return format_like(array.shape, array.strides)


def format_like(shape: tuple[int, ...], strides: tuple[int, ...]) -> str:
    """Return the same by the sizes and strides of images."""
    least = 0
    for dim in inner_first(len(shape)):
        if not shape[dim] or not strides[1] or strides[dim] < least:
            return "contiguous_format"
        # so may lie what has one channel, or one place
        if dim == 0 and least == strides[1]:
            return "contiguous_format"
        least = strides[dim] * max(shape[dim], 1)
    return NAMES[len(shape)]


def is_laid_in(array: Any, name: str) -> bool:
    """Return whether the elements lie in a format without gaps."""
    if name not in CHANNELS_LAST:
        return bool(array.flags.c_contiguous)
    if array.ndim != CHANNELS_LAST[name]:
        return False
    step = array.itemsize
    for dim in inner_first(array.ndim):
        if array.shape[dim] != 1:
            if array.strides[dim] != step:
                return False
            step *= array.shape[dim]
    return True


def empty_in(array: Any, name: str, dtype: Any = None) -> Any:
    """Return an array of the same shape in a format, whose elements nobody has set.

    Raises:
        RuntimeError: the format is for images in batches, and the array is none.
    """
    dtype = np.dtype(array.dtype if dtype is None else dtype)
    if name not in CHANNELS_LAST:
        return empty_beside(array, array.shape, dtype)
    if array.ndim != CHANNELS_LAST[name]:
        raise RuntimeError(f"required rank {CHANNELS_LAST[name]} tensor to use {name} format")
    outer_first = inner_first(array.ndim)[::-1]
    if array.size or array.__class__ is not np.ndarray:
        fresh = empty_beside(array, [array.shape[dim] for dim in outer_first], dtype)
        return fresh.transpose(np.argsort(outer_first))
    ask_for(array.shape, dtype)
    strides, step = [0] * array.ndim, dtype.itemsize
    for dim in outer_first[::-1]:
        strides[dim] = step
        step *= array.shape[dim]
    return strided_view(np.empty(0, dtype), array.shape, strides)


def empty_as(array: object, memory_format: object, dtype: object) -> Any:
    """Return the same; None preserves the order, as far as there are no gaps."""
    name = format_name(memory_format)
    if name == "preserve_format":
        return empty_like(array, dtype)
    return empty_in(array, name, dtype)


def in_format(array: object, memory_format: object) -> Any:
    """Return a copy laid out as a memory format says; None preserves the order.

    Raises:
        RuntimeError: the format is for images in batches, and the array is none.
    """
    name = format_name(memory_format)
    return copy_of(array) if name == "preserve_format" else laid_in(array, name)


def format_name(memory_format: object) -> str:
    """Return what a memory format is called; without one the order is kept.

    Raises:
        TypeError: it is something else; the signature has PyTorch's words.
    """
    if memory_format is None:
        return "preserve_format"
    if not isinstance(memory_format, MemoryFormat):
        raise TypeError
    return memory_format.name


def laid_in(array: object, name: str) -> Any:
    """Return a copy in a format."""
    fresh = empty_in(array, name)
    fresh[...] = array
    return fresh


def as_images(result: Any, *images: Any, ranks: tuple[int, ...] = BATCHES) -> Any:
    """Return what was made of a batch row by row, or channels last where those of one lie so."""
    for image in images:
        if image.flags.c_contiguous or result.ndim != image.ndim or image.ndim not in ranks:
            continue
        if image.ndim == 3:
            (batch, channels, length), (*outer, inner) = image.shape, image.strides
            strides = (*outer, inner * length, inner)
            if format_like((batch, channels, 1, length), strides) in CHANNELS_LAST:
                return laid_in(result[:, :, None], "channels_last")[:, :, 0]
        elif (name := suggested(image)) in CHANNELS_LAST:
            return laid_in(result, name)
    return row_major(result)


def as_batch(result: Any, input: Any, spatial: int, *, ranks: tuple[int, ...] = BATCHES) -> Any:
    """Return the same of what may be a single image: its order is not looked at."""
    return as_images(result, input, ranks=ranks) if input.ndim == spatial + 2 else result
