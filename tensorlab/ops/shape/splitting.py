"""Tensors cut at indices, or into so many pieces."""

from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from tensorlab.engine.declaring import Array, Dims, Quantized, Tensor, composite, operation, view
from tensorlab.engine.dtypes import from_numpy_dtype, int64
from tensorlab.engine.shapes import reserve_elements, wrap_dim
from tensorlab.engine.size import Size
from tensorlab.engine.warning import in_full
from tensorlab.ops.shape.parts import cut, join, pieces, split, zeros_around


@composite(related=("split", "tensor_split"), quantized=Quantized.MOVES)
def chunk(input: Array, chunks: int, dim: int = 0) -> Any:
    """Return at most `chunks` pieces along a dimension, all but the last of one size.

    >>> torch.chunk(torch.arange(5), 2)
    (tensor([0, 1, 2]), tensor([3, 4]))
    """
    size, piece = size_and_piece(input, chunks, dim)
    return split(input, piece if size else [0] * chunks, dim)


def size_and_piece(input: Tensor, chunks: int, dim: int) -> tuple[int, int]:
    """Return the size of a dimension, and that of its pieces when there are so many.

    Raises:
        RuntimeError: there are none.
    """
    if input.ndim == 0:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    size = input.shape[wrap_dim(dim, input.ndim)]
    return size, (size + chunks - 1) // chunks


@view(related=("split", "vsplit"), node="SliceBackward0", quantized=Quantized.MOVES, reduces=True)
def tensor_split(
    input: Array, indices_or_sections: Dims | Tensor, dim: int = 0
) -> tuple[np.ndarray, ...]:
    """Return a number of pieces as equal in size as possible, or the pieces between indices.

    >>> torch.tensor_split(torch.arange(5), 2)
    (tensor([0, 1, 2]), tensor([3, 4]))
    """
    if input.ndim == 0:
        raise RuntimeError(
            "tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims"
        )
    axis = wrap_dim(dim, input.ndim)
    where = given_one(indices_or_sections)
    if hasattr(where, "tolist") and where.dtype not in (np.int64, int64):
        kind = where.dtype if isinstance(where, Tensor) else from_numpy_dtype(where.dtype)
        raise RuntimeError(
            in_full("tensor_split expected tensor_indices_or_sections to have", kind.scalar_name)
        )
    if np.ndim(where) > 1:
        raise RuntimeError(
            in_full("tensor_split expected tensor_indices_or_sections to be", np.ndim(where))
        )
    return pieces_at(input, axis, where, "tensor_split")


# about what a view and its tensor take, without their elements
BYTES_OF_A_PIECE = 512


def pieces_at(array: np.ndarray, axis: int, where: Any, name: str) -> tuple[np.ndarray, ...]:
    """Return so many pieces, or the pieces between indices, along an axis."""
    size = array.shape[axis]
    if hasattr(where, "tolist"):  # a tensor's, or its array
        where = where.tolist()
    if isinstance(where, int):
        if where <= 0:
            raise RuntimeError(f"number of sections must be larger than 0, got {where}")
        reserve_elements((where,), BYTES_OF_A_PIECE)
        small, larger = divmod(size, where)
        return pieces(
            array, axis, [0, *accumulate([small + 1] * larger + [small] * (where - larger))]
        )
    return tuple(
        cut(array, axis, start, max(start, end) if end >= 0 else end)
        for start, end in pairwise([0, *where, size])
    )


def split_back(g: list[Tensor], sizes: Size, indices_or_sections: Any, dim: int) -> Array:
    """Return the sum of the gradients of all pieces, each at its place.

    The pieces may overlap or leave some out where indices go back.
    """
    if isinstance(indices_or_sections, Tensor):
        indices_or_sections = indices_or_sections.tolist()
    if isinstance(indices_or_sections, int):
        return join(g, dim)
    size = sizes[dim]
    total = None
    for part, (start, end) in zip(g, pairwise([0, *indices_or_sections, size]), strict=True):
        start, end, _ = slice(start, end).indices(size)  # noqa: PLW2901
        placed = zeros_around(part, sizes, dim, start, max(start, end))
        total = placed if total is None else total + placed
    return total


tensor_split.gradient(input=split_back)


def declare_split(name: str, least: int, find_axis: Any, example: str) -> None:
    """Declare the cut along one particular dimension."""

    def forward(input: Array, indices_or_sections: Dims) -> tuple[np.ndarray, ...]:
        where = given_one(indices_or_sections)
        if input.ndim < least:
            raise RuntimeError(in_full("torch.{} requires", name, least, input.ndim))
        axis = find_axis(input.ndim)
        if isinstance(where, int):
            size = input.shape[axis]
            if where == 0 or size % where:
                raise RuntimeError(in_full("torch.{} attempted", name, axis, size, where))
        return pieces_at(input, axis, where, name)

    def quickly(array: np.ndarray, where: Any = None, *loose: int) -> tuple[np.ndarray, ...]:
        if loose:
            raise ValueError  # several places without brackets
        if where.__class__ is int and array.ndim >= least:
            return equal_parts(array, find_axis(array.ndim), where)
        return forward(array, where)

    forward.__doc__ = example
    declared = view(
        name=name,
        plain=quickly,
        node="SliceBackward0",
        related=("tensor_split",),
        quantized=Quantized.MOVES,
    )(forward)
    declared.gradient(
        input=lambda g, sizes, indices_or_sections: split_back(
            g, sizes, indices_or_sections, find_axis(len(sizes))
        )
    )


def equal_parts(array: np.ndarray, axis: int, count: int) -> tuple[np.ndarray, ...]:
    """Return so many pieces of one size.

    Raises:
        ValueError: there are none.
    """
    size = array.shape[axis]
    if count <= 0 or not size or size % count:
        raise ValueError
    step = size // count
    if axis:
        front = (slice(None),) * axis
        return tuple([array[(*front, slice(at, at + step))] for at in range(0, size, step)])
    return tuple([array[at : at + step] for at in range(0, size, step)])


def given_one(where: object) -> Any:
    """Return a way to cut.

    Raises:
        TypeError: it is no number and no list.
    """
    known = isinstance(where, int | list | tuple) or hasattr(where, "tolist")
    if not known or isinstance(where, bool):
        raise TypeError
    if isinstance(where, list | tuple) and where and isinstance(where[0], bool):
        raise TypeError
    return where


declare_split(
    "vsplit",
    2,
    lambda ndim: 0,
    """Return the pieces of a matrix cut between its rows.

    An integer is a number of equal pieces; a list names the rows where pieces begin.

    >>> torch.vsplit(torch.tensor([[1, 2], [3, 4]]), 2)
    (tensor([[1, 2]]), tensor([[3, 4]]))
    """,
)
declare_split(
    "hsplit",
    1,
    lambda ndim: min(ndim - 1, 1),
    """Return pieces cut between columns.

    A matrix is cut along dimension 1, a vector along dimension 0.

    >>> torch.hsplit(torch.tensor([[1, 2], [3, 4]]), 2)
    (tensor([[1],
            [3]]), tensor([[2],
            [4]]))
    """,
)
declare_split(
    "dsplit",
    3,
    lambda ndim: 2,
    """Return the pieces of a tensor cut along dimension 2.

    >>> torch.dsplit(torch.zeros(1, 2, 4), 2)[0].shape
    torch.Size([1, 2, 2])
    """,
)


@operation(stored=True, out=False, related=("split",))
def unsafe_split(tensor: Array, split_size: int, dim: int = 0) -> Any:
    """Return the pieces of one size along a dimension, unaware of each other.

    >>> torch.unsafe_split(torch.arange(3), 2)
    (tensor([0, 1]), tensor([2]))
    """
    return split.operation.forward(tensor, split_size, dim)


unsafe_split.gradient(tensor=join)


@operation(stored=True, out=False, related=("split_with_sizes",))
def unsafe_split_with_sizes(input: Array, split_sizes: tuple[int, ...], dim: int = 0) -> Any:
    """Return the pieces of given sizes along a dimension, unaware of each other.

    >>> torch.unsafe_split_with_sizes(torch.arange(3), [1, 2])
    (tensor([0]), tensor([1, 2]))
    """
    return split.operation.forward(input, list(split_sizes), dim)


unsafe_split_with_sizes.gradient(input=join)


@composite(related=("chunk",))
def unsafe_chunk(input: Array, chunks: int, dim: int = 0) -> Any:
    """Return at most `chunks` pieces along a dimension, unaware of each other.

    >>> torch.unsafe_chunk(torch.arange(3), 2)
    (tensor([0, 1]), tensor([2]))
    """
    return unsafe_split(input, size_and_piece(input, chunks, dim)[1], dim)
