"""Dimensions, sizes, strides, bytes, broadcasting: the checks whose texts every function shares."""

import math
from collections.abc import Iterable, Sequence
from operator import index

from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.size import Size
from tensorlab.engine.warning import in_full


def wrap_dim(dim: int, ndim: int) -> int:
    """Return a dimension counted from the front; a 0-d tensor has dimensions -1 and 0.

    Raises:
        IndexError: there is no such dimension.
    """
    extent = ndim or 1
    if -extent <= dim < extent:
        return dim + extent if dim < 0 else dim
    raise IndexError(in_full("Dimension out of range (expected to be in", -extent, extent - 1, dim))


def existing_dim(dim: int, ndim: int) -> int:
    """Return a dimension counted from the front, where a 0-d tensor has none.

    Raises:
        IndexError: there is no such dimension.
    """
    if not ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return wrap_dim(dim, ndim)


def wrap_dims(dims: int | Sequence[int] | None, ndim: int) -> tuple[int, ...]:
    """Return the dimensions counted from the front; None and () mean all of them.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: a dimension is named twice.
    """
    if isinstance(dims, int):
        place = wrap_dim(dims, ndim)
        return (place,) if ndim else ()
    if dims is None or len(dims) == 0:
        return tuple(range(ndim))
    wrapped: list[int] = []
    for dim in dims:
        place = wrap_dim(dim, ndim)
        if place in wrapped:
            raise RuntimeError(f"dim {place} appears multiple times in the list of dims")
        wrapped.append(place)
    return tuple(wrapped) if ndim else ()


def broadcast_shapes(*shapes: Sequence[int]) -> Size:
    """Return the shape that all shapes stretch to, aligned at their last dimensions.

    Raises:
        RuntimeError: two sizes differ and neither is 1.
    """
    result: list[int] = []
    for shape in shapes:
        result = meet(result, list(shape))
    return Size(result)


def meet(first: list[int], second: list[int]) -> list[int]:
    """Return the shape that two shapes broadcast to."""
    ndim = max(len(first), len(second))
    padded_a = [1] * (ndim - len(first)) + first
    padded_b = [1] * (ndim - len(second)) + second
    for dim in reversed(range(ndim)):
        a, b = padded_a[dim], padded_b[dim]
        if a not in (b, 1) and b != 1:
            raise RuntimeError(in_full("The size of tensor a", a, b, dim))
    return [b if a == 1 else a for a, b in zip(padded_a, padded_b, strict=True)]


def infer_size(shape: Sequence[int], count: int) -> tuple[int, ...]:
    """Return a shape with its one -1 worked out from the number of elements.

    Raises:
        RuntimeError: no size fits, or more than one is left open.
    """
    known, open_dim = 1, None
    for dim, size in enumerate(shape):
        if size == -1:
            if open_dim is not None:
                raise RuntimeError("only one dimension can be inferred")
            open_dim = dim
        elif size < 0:
            raise RuntimeError(in_full("invalid shape dimension", size, dim, list(shape)))
        else:
            known *= size
    if open_dim is None:
        fits = known == count
    elif known == 0:
        if count == 0:
            raise RuntimeError(in_full("cannot reshape tensor", list(shape)))
        fits = False
    else:
        fits = count % known == 0
    if not fits:
        raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {count}")
    return tuple(count // known if dim == open_dim else size for dim, size in enumerate(shape))


def contiguous_strides(shape: Sequence[int]) -> tuple[int, ...]:
    """Return the strides, in elements, of a tensor that lies row after row."""
    strides: list[int] = []
    step = 1
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    return tuple(reversed(strides))


def count_elements(shape: Iterable[int]) -> int:
    """Return the number of elements of a shape."""
    count = 1
    for size in shape:
        count *= size
    return count


def dense_strides(shape: Sequence[int], *strides: Sequence[int], least: int = 1) -> tuple[int, ...]:
    """Return strides, in elements, without gaps or overlaps, in the order of the given ones.

    Source: PyTorch's rule for `torch.preserve_format`; a stride of 0 compares with nothing, and
    what some strides leave open the next ones decide. An empty dimension counts as `least`.
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
        step *= max(shape[dim], least)
    return tuple(dense)


def compare_strides(
    shape: Sequence[int], strides: Sequence[Sequence[int]], first: int, second: int
) -> int:
    """Return -1, 0 or 1: whether the first dimension lies inside the second, or the other way."""
    for steps in strides:
        if steps[first] and steps[second]:
            if steps[first] != steps[second]:
                return 1 if steps[first] > steps[second] else -1
            if shape[first] > shape[second]:
                return 1
    return 0


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
        raise RuntimeError(in_full("Storage size calculation", list(shape), list(strides)))
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
        return RuntimeError(in_full("Trying to create tensor", negative, list(shape)))
    if len(shape) > MOST_DIMS:
        return too_many_dims(len(shape))
    return RuntimeError(f"Storage size calculation overflowed with sizes={list(shape)}")


def too_many_dims(count: int) -> RuntimeError:
    """Return the error for more dimensions than an array can have."""
    return RuntimeError(in_full("tensorlab's tensors have", MOST_DIMS, count))


def unviewable(shape: Sequence[int]) -> RuntimeError:
    """Return the error for a shape in which numpy shows no elements, however few they are."""
    if len(shape) > MOST_DIMS:
        return too_many_dims(len(shape))
    try:
        require_countable(shape)
    except RuntimeError as error:
        return error
    return RuntimeError(in_full("tensorlab shows tensors", list(shape)))
