"""Parts of a tensor along one dimension: slices and cuts, all sharing its storage."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from tensorlab.engine.backend import is_array
from tensorlab.engine.calling.operands import all_fit
from tensorlab.engine.calling.public_functions import function_of
from tensorlab.engine.declaring import OPERATIONS, Quantized, Tensor, composite, operation, view
from tensorlab.engine.layout import strided_view
from tensorlab.engine.shapes import existing_dim, wrap_dim
from tensorlab.engine.signatures.signature import Array, Dims
from tensorlab.engine.warning import in_full


def cut(array: np.ndarray, axis: int, start: int, end: int, step: int = 1) -> np.ndarray:
    """Return the slice of an array along one axis."""
    part = array[(slice(None),) * axis + (slice(start, end, step),)]
    if start and not part.size and array.size and array.flags.c_contiguous:
        # Where nothing is left, numpy begins at the front; PyTorch begins where the slice would.
        skipped = min(start, array.shape[axis]) * array.strides[axis]
        return strided_view(array, part.shape, part.strides, skipped)
    return part


def zeros_around(g: Tensor, shape: Sequence[int], dim: int, start: int, end: int) -> Tensor:
    """Return a gradient at its place along a dimension of a shape, zeros elsewhere."""
    return g.new_zeros(shape).slice_scatter(g, dim, start, end)


def whole_start(start: object) -> int:
    """Return a start given as a tensor.

    Raises:
        RuntimeError: it is no whole number.
    """
    elements = start._array if isinstance(start, Tensor) else start
    if not is_array(elements):
        raise TypeError  # the engine knows PyTorch's words
    if elements.ndim or elements.dtype.kind not in "iu":
        raise RuntimeError("start must be an 0-dim integral Tensor.")
    return int(elements)


@view(related=("select",), node="SliceBackward0", quantized=Quantized.RESHAPES)
def narrow(input: Array, dim: int, start: int | Tensor, length: int) -> Array:
    """Return the part of input from start on, length long, along a dimension.

    >>> torch.narrow(torch.arange(5), 0, 1, 3)
    tensor([1, 2, 3])
    """
    if input.ndim and length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    return part_of(input, dim, start, length)


def part_of(input: Array, dim: int, start: int | Tensor, length: int) -> Array:
    """Return the part of input from start on along a dimension.

    Raises:
        RuntimeError: it has no dimension, or ends outside.
        IndexError: it has not this dimension, or the start lies outside.
    """
    if input.ndim == 0:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    if not isinstance(start, int):
        start = whole_start(start)
    dim = wrap_dim(dim, input.ndim)
    size = input.shape[dim]
    if not -size <= start <= size:
        raise IndexError(
            f"start out of range (expected to be in range of [{-size}, {size}], but got {start})"
        )
    start = start + size if start < 0 else start
    if length < 0 or start + length > size:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")
    return cut(input, dim, start, start + length)


def narrow_back(g: Tensor, sizes: tuple[int, ...], dim: int, start: int, length: int) -> Tensor:
    """Return the gradient of a part at its place in the whole."""
    start = int(start)
    start = start + sizes[dim] if start < 0 else start
    return zeros_around(g, sizes, dim, start, start + length)


narrow.gradient(input=narrow_back)


@view(related=("narrow", "unbind"), quantized=Quantized.RESHAPES)
def select(input: Array, dim: int, index: int) -> Array:
    """Return the slice at an index along a dimension, without that dimension.

    >>> torch.select(torch.tensor([[1, 2], [3, 4]]), 1, 0)
    tensor([1, 3])
    """
    if input.ndim == 0:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    axis = wrap_dim(dim, input.ndim)
    size = input.shape[axis]
    if not -size <= index < size:
        raise IndexError(in_full("select(): index {}", index, list(input.shape), axis))
    return input[(slice(None),) * axis + (index, Ellipsis)]


select.gradient(input=lambda g, sizes, dim, index: g.new_zeros(sizes).select_scatter(g, dim, index))


def split_name(split_size_or_sections: object) -> str:
    """Return PyTorch's name for the step back of a split."""
    return (
        "SplitBackward0" if isinstance(split_size_or_sections, int) else "SplitWithSizesBackward0"
    )


@view(method=False, related=("chunk", "tensor_split"), node=split_name, quantized=Quantized.MOVES)
def split(tensor: Array, split_size_or_sections: Dims, dim: int = 0) -> tuple[np.ndarray, ...]:
    """Return the pieces of a tensor along a dimension: all of one size, or of the sizes given.

    >>> torch.split(torch.arange(5), 2)
    (tensor([0, 1]), tensor([2, 3]), tensor([4]))
    """
    if tensor.ndim == 0:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    axis = wrap_dim(dim, tensor.ndim)
    size = tensor.shape[axis]
    if isinstance(split_size_or_sections, int):
        return pieces(tensor, axis, even_bounds(size, split_size_or_sections))
    sizes = list(split_size_or_sections)
    if min(sizes, default=0) < 0:
        raise RuntimeError(in_full("split_with_sizes expects split_sizes have", sizes))
    if sum(sizes) != size:
        raise RuntimeError(in_full("split_with_sizes expects split_sizes to", size, dim, sizes))
    return pieces(tensor, axis, [0, *accumulate(sizes)])


def even_bounds(size: int, piece: int) -> list[int]:
    """Return where pieces of one size begin and end; the last one may be shorter.

    Raises:
        RuntimeError: no number of such pieces makes up the size.
    """
    if piece < 0:
        raise RuntimeError(f"split expects split_size be non-negative, but got split_size={piece}")
    if not all_fit((piece,)):
        raise OverflowError  # without words: the signature has them
    if piece == 0:
        if size:
            raise RuntimeError(
                f"split_size can only be 0 if dimension size is 0, but got dimension size of {size}"
            )
        return [0, 0]
    return [*range(0, max(size, 1), piece), size]


def pieces(array: np.ndarray, axis: int, bounds: Sequence[int]) -> tuple[np.ndarray, ...]:
    """Return the slices between neighbouring bounds."""
    return tuple([cut(array, axis, start, end) for start, end in pairwise(bounds)])


def join(g: list[Tensor], dim: int) -> Array:
    """Return the gradients of all pieces as the gradient of the whole."""
    return function_of(OPERATIONS["torch.cat"])(g, dim)


split.gradient(tensor=join)


@composite(name="split", function=False, related=("chunk", "tensor_split"))
def split_method(input: Array, split_size: Dims | Tensor, dim: int = 0) -> Any:
    """Return the pieces of a tensor along a dimension: all of one size, or of the sizes given.

    >>> torch.arange(5).split(2)
    (tensor([0, 1]), tensor([2, 3]), tensor([4]))
    """
    if isinstance(split_size, Tensor) and split_size.shape.numel() == 1:
        split_size = int(split_size)
    return split(input, split_size, dim)


@composite(related=("split",))
def split_with_sizes(input: Array, split_sizes: tuple[int, ...], dim: int = 0) -> Any:
    """Return the pieces of the sizes given along a dimension.

    >>> torch.split_with_sizes(torch.arange(4), [1, 3])
    (tensor([0]), tensor([1, 2, 3]))
    """
    return split(input, list(split_sizes), dim)


@view(related=("select", "stack"), quantized=Quantized.MOVES)
def unbind(input: Array, dim: int = 0) -> tuple[np.ndarray, ...]:
    """Return all slices along a dimension, each without that dimension.

    >>> torch.unbind(torch.tensor([[1, 2], [3, 4]]))
    (tensor([1, 2]), tensor([3, 4]))
    """
    before = (slice(None),) * existing_dim(wrap_dim(dim, input.ndim), input.ndim)
    count = input.shape[len(before)]
    return tuple([input[(*before, place, Ellipsis)] for place in range(count)])


unbind.gradient(input=lambda g, dim: function_of(OPERATIONS["torch.stack"])(g, dim))


@operation(
    stored=True,
    out=True,
    related=("narrow",),
    wrong_out=(
        "Expected self.dtype() == output.dtype() to be true, but got false.  (Could this "
        "error message be improved?  If so, please report an enhancement request to PyTorch.)"
    ),
)
def narrow_copy(input: Array, dim: int, start: int, length: int) -> Array:
    """Return a copy of the part of input from start on, length long, along a dimension.

    >>> torch.narrow_copy(torch.arange(5), 0, 1, 3)
    tensor([1, 2, 3])
    """
    if 0 < input.ndim <= dim:
        raise RuntimeError(in_full("Expected dim < static_cast"))
    return part_of(input, dim, start, length).copy()


narrow_copy.gradient(input=narrow_back)
