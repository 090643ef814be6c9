"""The same elements in another shape: views where strides allow, copies elsewhere."""

from collections.abc import Sequence
from functools import wraps
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.calling.views import LISTS, attach_views, loose_view
from tensorlab.engine.declaring import Array, Quantized, Tensor, composite, operation, view
from tensorlab.engine.dtypes import PYTHON_TYPES, DType
from tensorlab.engine.shapes import (
    MOST_DIMS,
    count_elements,
    infer_size,
    require_countable,
    unviewable,
    wrap_dim,
)
from tensorlab.engine.signatures.accepting import are_whole, is_index, is_whole
from tensorlab.engine.tensor import DENSE, wrap
from tensorlab.engine.warning import in_full


def reshaped_view(input: np.ndarray, shape: Sequence[int]) -> np.ndarray | None:
    """Return a view of the same elements in another shape, or None where strides forbid one."""
    if shape and min(shape) > -2 and input.flags.c_contiguous:
        try:
            return input.reshape(shape)
        except (TypeError, ValueError):
            pass  # said in PyTorch's words below
    sizes = infer_size(shape, input.size)
    if len(sizes) > MOST_DIMS or not input.size:
        require_countable(sizes)
    try:
        seen: np.ndarray = viewed_without_copy(input, sizes)
    except ValueError:
        if len(sizes) > MOST_DIMS or not input.size:
            raise unviewable(sizes) from None
        return None
    return seen


def viewed_without_copy(input: NDArray[Any], sizes: tuple[int, ...]) -> Any:
    """Return a view in another shape.

    Raises:
        ValueError: the elements would have to be copied.
    """
    try:
        return input.reshape(sizes, copy=False)
    except TypeError:  # numpy 2.0 copies where it has to, and knows no other way
        seen = input.reshape(sizes)
        if seen.size and not np.may_share_memory(seen, input):
            raise ValueError from None
        return seen


def lined_up(array: np.ndarray, size: tuple[int, ...]) -> np.ndarray:
    """Return a view of elements that lie in order, in another shape.

    Raises:
        ValueError: they don't, or numpy would take another negative number for a -1.
    """
    for part in size:
        if part < -1:
            raise ValueError
    if not array.flags.c_contiguous:
        raise ValueError
    return array.reshape(size)


@view(name="view", plain=lined_up, inner=True, related=("reshape",), quantized=Quantized.RESHAPES)
def viewed(input: Array, size: tuple[int, ...]) -> Array:
    """Return the same elements in another shape, sharing the storage; one size may be -1."""
    seen = reshaped_view(input, size)
    if seen is None:
        raise RuntimeError(in_full("view size is not compatible"))
    return seen


viewed.gradient(input=lambda g, sizes: g.reshape(sizes))


@view(inner=True, node="ReshapeAliasBackward0", quantized=Quantized.RESHAPES)
def aliased(input: Array, size: tuple[int, ...]) -> Array:
    """Return the same elements in another shape where they do not lie row by row."""
    return reshaped_view(input, size)


aliased.gradient(input=lambda g, sizes: g.reshape(sizes))


@composite(name="view", function=False, related=("reshape",), quantized=Quantized.RESHAPES)
def view_method(input: Array, *size: Any, dtype: DType | None = None) -> Array:
    """Return the same elements in another shape, or as another type, sharing the storage.

    One size may be -1: it is worked out from the number of elements.

    >>> torch.tensor([[1, 2], [3, 4]]).view(-1)
    tensor([1, 2, 3, 4])
    >>> torch.tensor([1., -1.]).view(torch.int32)
    tensor([ 1065353216, -1082130432], dtype=torch.int32)
    """
    first = size[0] if size else dtype
    first = PYTHON_TYPES.get(first, first) if callable(first) else first
    both = size and (dtype is not None or (len(size) > 1 and not is_whole(first)))
    if both or not (size or isinstance(first, DType | None)):
        raise TypeError  # no signature has both
    if is_index(first):
        return viewed(input, size)
    if isinstance(first, DType):
        return reinterpreted(input, first)
    if isinstance(first, range):  # which may have no end in sight
        raise TypeError
    return viewed(input, *size)


checked_view = Tensor.view


def other_view(args: tuple[Any, ...], settings: dict[str, Any]) -> Tensor:
    """Return the view of sizes given by name, or as another type, or refuse the call."""
    return (viewed if are_whole(settings.get("size")) else checked_view)(*args, **settings)


# Sizes go straight to the view.
# View(dtype) has another signature.
Tensor.view = wraps(checked_view)(loose_view(viewed.operation, other_view))  # type: ignore[method-assign]


def reinterpreted(input: Tensor, dtype: DType) -> Array:
    """Return the same bytes as elements of another type.

    Raises:
        RuntimeError: the last dimension doesn't hold whole elements of the type side by side.
    """
    array = input._array
    if input.dtype.itemsize != dtype.itemsize:
        require_reinterpretable(input, dtype)
    seen = (
        array.view(dtype.carrier)
        if array.ndim
        else array.reshape(1).view(dtype.carrier).reshape(())
    )
    result = attach_views(wrap(seen, dtype), input)
    result._view_of = None  # PyTorch does not count it among the views
    return result


def require_reinterpretable(input: Tensor, dtype: DType) -> None:
    """Refuse to see elements as those of a type of another size where they don't fit.

    Raises:
        RuntimeError: they do not lie side by side, are not as many, or begin in between.
    """
    change = f"to view {input.dtype.scalar_name} as {dtype.scalar_name} (different element sizes)"
    if not input.ndim:
        raise RuntimeError(f"self.dim() cannot be 0 {change}")
    strides, times = input.stride(), dtype.itemsize // input.dtype.itemsize
    if times > 1:
        begin = input.storage_offset()
        for what, count in (("self.size(-1)", input.shape[-1]), ("self.storage_offset()", begin)):
            if count % times:
                raise RuntimeError(f"{what} must be divisible by {times} {change}, but got {count}")
    if strides[-1] != 1:
        raise RuntimeError(f"self.stride(-1) must be 1 {change}, but got {strides[-1]}")
    for dim, step in enumerate(strides[:-1] if times > 1 else ()):
        if step % times:
            raise RuntimeError(
                f"self.stride({dim}) must be divisible by {times} {change}, but got {step}"
            )


@composite(variadic="shape", related=("view", "flatten"), quantized=Quantized.RESHAPES)
def reshape(input: Array, shape: tuple[int, ...]) -> Tensor:
    """Return the same elements in another shape: a view where possible, else a copy.

    >>> torch.reshape(torch.arange(4), (2, 2))
    tensor([[0, 1],
            [2, 3]])
    """
    if input._array.flags.c_contiguous:
        return viewed(input, shape)
    if reshaped_view(input._array, shape) is None:
        return unsafe_view(input.clone(), infer_size(shape, input.shape.numel()))
    return aliased(input, shape)


checked_reshape = Tensor.reshape


def other_reshape(args: tuple[Any, ...], settings: dict[str, Any]) -> Tensor:
    """Return what is no plain view, or refuse the call."""
    if not settings and args and args[0].__class__ in DENSE and not args[0]._tracked:
        copy = copied_anew(args[0]._array, args[1:])
        if copy is not None:
            return wrap(copy, args[0].dtype)
    return checked_reshape(*args, **settings)


def copied_anew(array: np.ndarray, sizes: tuple[Any, ...]) -> np.ndarray | None:
    """Return a copy of elements in another shape, None where there is a view, or a mistake."""
    size = sizes[0] if len(sizes) == 1 and sizes[0].__class__ in LISTS else sizes
    for part in size:
        if part.__class__ is not int or part < -1:
            return None
    try:
        copy = array.reshape(size)
    except ValueError:  # said in PyTorch's words elsewhere
        return None
    return None if np.may_share_memory(copy, array) else copy


# Sizes go straight to the view, where there is one.
Tensor.reshape = wraps(checked_reshape)(loose_view(viewed.operation, other_reshape))  # type: ignore[method-assign]  # see view


@operation(inner=True, stored=True)
def unsafe_view(input: Array, size: tuple[int, ...]) -> Array:
    """Return a fresh copy in another shape, without a tie to the copy it came from."""
    return input.reshape(size)


unsafe_view.gradient(input=lambda g, sizes: g.reshape(sizes))


@composite(function=False, related=("view",), quantized=Quantized.MOVES)
def view_as(input: Array, other: Array) -> Tensor:
    """Return input in the shape of other, sharing its storage.

    >>> torch.tensor([1, 2]).view_as(torch.zeros(2, 1))
    tensor([[1],
            [2]])
    """
    return viewed(input, other.shape)


@composite(function=False, related=("reshape",), quantized=Quantized.MOVES)
def reshape_as(input: Array, other: Array) -> Tensor:
    """Return input in the shape of other.

    >>> torch.tensor([1, 2]).reshape_as(torch.zeros(2, 1))
    tensor([[1],
            [2]])
    """
    return reshape(input, other.shape)


@composite(related=("reshape", "unflatten"), quantized=Quantized.RESHAPES)
def flatten(input: Array, start_dim: int = 0, end_dim: int = -1) -> Array:
    """Return input with the dimensions from start_dim to end_dim joined into one.

    >>> torch.flatten(torch.tensor([[1, 2], [3, 4]]))
    tensor([1, 2, 3, 4])
    """
    array = input._array
    shape = array.shape
    if len(shape) > 1 and (start_dim, end_dim) == (0, -1) and array.flags.c_contiguous:
        return viewed(input, (array.size,))
    if not shape:
        wrap_dim(start_dim, 0)
        wrap_dim(end_dim, 0)
        return reshape(input, (1,))
    start, end = wrap_dim(start_dim, len(shape)), wrap_dim(end_dim, len(shape))
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if start == end:
        return input
    joined = count_elements(shape[start : end + 1])
    return reshape(input, (*shape[:start], joined, *shape[end + 1 :]))


@composite(related=("flatten",), quantized=Quantized.MOVES)
def unflatten(input: Array, dim: int, sizes: tuple[int, ...]) -> Tensor:
    """Return input with one dimension split into several; one size may be -1.

    >>> torch.unflatten(torch.tensor([1, 2, 3, 4]), 0, (2, -1))
    tensor([[1, 2],
            [3, 4]])
    """
    axis = wrap_dim(dim, input.ndim)
    sizes = tuple(sizes)
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    length = input.shape[axis]
    try:
        whole = infer_size(sizes, length)
    except RuntimeError as error:
        if "is invalid for" not in str(error):
            raise RuntimeError(f"unflatten got an unexpected error:\n{error}") from None
        raise RuntimeError(in_full("unflatten: Provided", list(sizes), axis, length)) from None
    return viewed(input, (*input.shape[:axis], *whole, *input.shape[axis + 1 :]))


@composite(related=("flatten",), quantized=Quantized.RESHAPES)
def ravel(input: Array) -> Tensor:
    """Return the elements of input in one row, a copy only where needed.

    >>> torch.ravel(torch.tensor([[1, 2], [3, 4]]))
    tensor([1, 2, 3, 4])
    """
    return viewed(input.contiguous(), (-1,))
