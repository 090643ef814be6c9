"""Dimensions, sizes, strides and broadcasting: the checks whose texts every function shares."""

from collections.abc import Iterable, Sequence
from typing import Any

from tensorlab.engine.size import Size


def wrap_dim(dim: int, ndim: int) -> int:
    """Return a dimension counted from the front; a 0-d tensor has dimensions -1 and 0.

    Raises:
        IndexError: there is no such dimension.
    """
    extent = ndim or 1
    if -extent <= dim < extent:
        return dim + extent if dim < 0 else dim
    raise IndexError(
        f"Dimension out of range (expected to be in range of [{-extent}, {extent - 1}], "
        f"but got {dim})"
    )


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
            raise RuntimeError(
                f"The size of tensor a ({a}) must match the size of tensor b ({b}) "
                f"at non-singleton dimension {dim}"
            )
    return [b if a == 1 else a for a, b in zip(padded_a, padded_b, strict=True)]


def sizes_of(arguments: tuple[Any, ...]) -> tuple[int, ...]:
    """Return the sizes of `f(2, 3)`, `f((2, 3))` and `f([2, 3])` alike."""
    if len(arguments) == 1 and not isinstance(arguments[0], int) and is_sequence(arguments[0]):
        return tuple(int(size) for size in arguments[0])
    return tuple(int(size) for size in arguments)


def is_sequence(value: object) -> bool:
    """Return whether a value is a list or a tuple of sizes."""
    return isinstance(value, list | tuple)


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
            raise RuntimeError(
                f"invalid shape dimension {size} at index {dim} of shape {list(shape)}"
            )
        else:
            known *= size
    if open_dim is None:
        fits = known == count
    elif known == 0:
        if count == 0:
            raise RuntimeError(
                f"cannot reshape tensor of 0 elements into shape {list(shape)} because the "
                "unspecified dimension size -1 can be any value and is ambiguous"
            )
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
