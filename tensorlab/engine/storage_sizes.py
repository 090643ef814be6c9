"""How many bytes shapes take, and PyTorch's words for those that 64 bits cannot count."""

import math
from collections.abc import Sequence
from operator import index

from tensorlab.engine.memory import reserve_memory

LONG = 2**63
WORD = 2**64
MOST_DIMS = 64  # of numpy's arrays


def require_countable(shape: Sequence[int]) -> None:
    """Refuse a shape whose elements 64 bits cannot count, though nothing be allocated for them.

    Raises:
        RuntimeError: there are 2**63 elements or more.
    """
    count = 1
    for size in shape:
        count *= size % WORD
        if count >= LONG:
            raise RuntimeError("numel: integer multiplication overflow")


def storage_bytes(
    shape: Sequence[int], strides: Sequence[int], itemsize: int, offset: int = 0
) -> int:
    """Return the bytes that a storage needs for a view by strides and offset, in elements.

    A negative number counts as what it is without its sign's meaning, as in PyTorch.

    Raises:
        RuntimeError: they are too many for 64 bits.
    """
    if 0 in shape:
        return 0
    reaches = [(size - 1) % WORD * (step % WORD) for size, step in zip(shape, strides, strict=True)]
    needed = (offset + 1 + sum(reaches)) * itemsize
    if needed >= LONG:
        raise RuntimeError(
            f"Storage size calculation overflowed with sizes={list(shape)} and "
            f"strides={list(strides)}"
        )
    return needed


def reserve_elements(shape: Sequence[int], itemsize: int) -> None:
    """Ask for the memory of a new array of a shape before it is made.

    Raises:
        RuntimeError: there can be none of that shape.
        TypeError: it is no shape: a text among sizes would become a long one.
        LimitReached: the limit on memory would be passed.
    """
    needed = math.prod(map(index, shape)) * itemsize
    if needed >= LONG or (shape and min(shape) < 0):
        raise unmakeable(shape)
    reserve_memory(needed)


def unmakeable(shape: Sequence[int]) -> Exception:
    """Return the error for a shape of which numpy makes no array."""
    negative = next((size for size in shape if size < 0), None)
    if negative is not None:
        return RuntimeError(
            f"Trying to create tensor with negative dimension {negative}: {list(shape)}"
        )
    if len(shape) > MOST_DIMS:
        return too_many_dims(len(shape))
    return RuntimeError(f"Storage size calculation overflowed with sizes={list(shape)}")


def too_many_dims(count: int) -> RuntimeError:
    """Return the error for more dimensions than an array can have."""
    return RuntimeError(
        f"tensorlab's tensors have at most {MOST_DIMS} dimensions, and this one would have {count}"
    )


def unviewable(shape: Sequence[int]) -> RuntimeError:
    """Return the error for a shape in which numpy shows no elements, however few they are."""
    if len(shape) > MOST_DIMS:
        return too_many_dims(len(shape))
    try:
        require_countable(shape)
    except RuntimeError as error:
        return error
    return RuntimeError(
        f"tensorlab shows tensors of less than 2**63 bytes, and one of the shape {list(shape)} "
        "would seem to have more"
    )
