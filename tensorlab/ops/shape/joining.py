"""Joining tensors along a dimension that they have, or along a new one."""

from functools import partial
from itertools import accumulate, pairwise
from math import prod
from typing import Any

import numpy as np

from tensorlab.engine.declaring import NAMESPACES, Array, Arrays, Tensor, composite, joining
from tensorlab.engine.layout import row_major, zeros_beside
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.memory_formats import IMAGES, as_images, suggested
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signatures.accepting import require_tensors
from tensorlab.engine.signatures.out_types import NOT_JOINED
from tensorlab.engine.size import Size
from tensorlab.engine.warning import in_full
from tensorlab.ops.shape.dimensions import atleast_1d, atleast_2d, atleast_3d


def check_list(tensors: object) -> None:
    """Refuse to join nothing.

    Raises:
        ValueError: there are no tensors.
    """
    if not tensors:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")


SMALL = 256  # elements, of which numpy takes several arrays side by side at once


@joining(
    stored=True,
    aliases=("concat", "concatenate"),
    method=False,
    check=check_list,
    related=("stack", "vsplit"),
    structured=True,
    wrong_cast=NOT_JOINED,
)
def cat(tensors: Arrays, dim: int = 0) -> Array:
    """Return the tensors joined along a dimension that they all have.

    All other dimensions must agree in size.

    >>> torch.cat((torch.tensor([[1, 2]]), torch.tensor([[3, 4], [5, 6]])))
    tensor([[1, 2],
            [3, 4],
            [5, 6]])
    """
    try:
        if dim is None:
            raise TypeError
        first = tensors[0]
        if first.ndim < 3 and first.flags.c_contiguous:
            return row_major(np.concatenate(tensors, dim))
        return joined(tensors, dim)
    except (ValueError, IndexError):
        if all(array.shape == (0,) for array in tensors):
            return tensors[0].copy()  # nothing joins nothing along any dimension
        parts = joinable(tensors, dim)
        if parts[0].shape == (0,):  # then there are no others
            return parts[0].copy()
        return joined(parts, wrap_dim(dim, parts[0].ndim))


def joined(parts: list[np.ndarray], dim: int) -> Any:
    """Return arrays joined: images in the order that all of them have, or row by row."""
    pattern = next((each for each in parts if suggested(each) == "contiguous_format"), parts[0])
    return as_images(np.concatenate(parts, dim), pattern, ranks=IMAGES)


def joinable(arrays: list[np.ndarray], dim: int) -> list[np.ndarray]:
    """Return the arrays without the empty 1-d ones, which PyTorch lets join anything.

    Raises:
        RuntimeError: the other sizes differ.
    """
    for place, array in enumerate(arrays):
        if array.ndim == 0:
            raise RuntimeError(
                f"zero-dimensional tensor (at position {place}) cannot be concatenated"
            )
    parts = [array for array in arrays if array.shape != (0,)] or arrays[:1]
    first = parts[0]
    if first.shape == (0,):
        return parts
    dim = wrap_dim(dim, first.ndim)
    for place, array in enumerate(arrays):
        if array.shape == (0,):
            continue
        if array.ndim != first.ndim:
            raise RuntimeError(
                f"Tensors must have same number of dimensions: got {first.ndim} and {array.ndim}"
            )
        for other in range(first.ndim):
            if other != dim and array.shape[other] != first.shape[other]:
                raise RuntimeError(
                    in_full("Sizes of tensors", dim, first.shape[other], array.shape[other], place)
                )
    return parts


def cut_back(g: Tensor, shapes: list[Size], dim: int) -> list[Tensor]:
    """Return the pieces of a joined gradient that belong to the joined tensors."""
    pieces = []
    start = 0
    for shape in shapes:
        empty = shape == (0,) and g.ndim != 1
        length = 0 if empty else shape[dim]
        piece: Any = g.narrow(dim, start, length)
        pieces.append(piece.reshape(shape) if empty else piece)
        start += length
    return pieces


cat.gradient(tensors=cut_back)


def check_stack(tensors: object) -> None:
    """Refuse to stack nothing.

    Raises:
        RuntimeError: there are no tensors.
    """
    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")


@joining(
    stored=True, method=False, check=check_stack, related=("cat", "unbind"), wrong_cast=NOT_JOINED
)
def stack(tensors: Arrays, dim: int = 0) -> Array:
    """Return the tensors, all of one shape, side by side along a new dimension.

    >>> torch.stack((torch.tensor([1, 2]), torch.tensor([3, 4])))
    tensor([[1, 2],
            [3, 4]])
    """
    first = tensors[0]
    axis = wrap_dim(dim, first.ndim + 1)
    if axis == 0 and first.size < SMALL and first.__class__ is np.ndarray:
        try:
            return np.array(tensors)
        except ValueError:  # of other sizes, as is said below
            pass
    for place, array in enumerate(tensors):
        if array.shape != first.shape:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(first.shape)} at "
                f"entry 0 and {list(array.shape)} at entry {place}"
            )
    # half the time of joining slices
    if axis == 0 and first.__class__ is np.ndarray:
        rows = np.empty((len(tensors), *first.shape), first.dtype)
        for place, array in enumerate(tensors):
            rows[place] = array
        return rows
    new: tuple[Any, ...] = (*(slice(None),) * axis, None)
    return row_major(np.concatenate([array[new] for array in tensors], axis))


stack.gradient(tensors=lambda g, dim: list(g.unbind(dim)))


# Declares what joins by `cat` after it has given its tensors the dimensions that they lack.
stacking = partial(composite, method=False, out=True, wrong_cast=NOT_JOINED, apart=True)


@stacking(related=("vstack", "cat"))
def hstack(tensors: Arrays) -> Tensor:
    """Return the tensors joined from left to right: along dimension 1, vectors along 0.

    >>> torch.hstack((torch.tensor([1, 2]), torch.tensor([3])))
    tensor([1, 2, 3])
    """
    require_some("hstack", tensors)
    grown = atleast_1d(list(tensors))
    return cat(grown, 0 if grown[0].ndim == 1 else 1)


@stacking(aliases=("row_stack",), related=("hstack", "cat"))
def vstack(tensors: Arrays) -> Tensor:
    """Return the tensors joined from top to bottom; a vector is one row.

    >>> torch.vstack((torch.tensor([1, 2]), torch.tensor([3, 4])))
    tensor([[1, 2],
            [3, 4]])
    """
    require_some("vstack", tensors)
    return cat(atleast_2d(list(tensors)), 0)


@stacking(related=("hstack", "cat"))
def dstack(tensors: Arrays) -> Tensor:
    """Return the tensors joined along dimension 2, which they are given where they have none.

    >>> torch.dstack((torch.tensor([1, 2]), torch.tensor([3, 4])))
    tensor([[[1, 3],
             [2, 4]]])
    """
    require_some("dstack", tensors)
    return cat(atleast_3d(list(tensors)), 2)


@stacking(related=("hstack", "cat"))
def column_stack(tensors: Arrays) -> Tensor:
    """Return the tensors joined from left to right; a vector is one column.

    >>> torch.column_stack((torch.tensor([1, 2]), torch.tensor([3, 4])))
    tensor([[1, 3],
            [2, 4]])
    """
    require_some("column_stack", tensors)
    columns = [
        tensor if tensor.ndim > 1 else tensor.reshape(tensor.numel(), 1) for tensor in tensors
    ]
    return cat(columns, 1)


def require_some(name: str, tensors: object) -> None:
    """Refuse to join nothing.

    Raises:
        RuntimeError: there are no tensors.
        TypeError: it is no list.
    """
    if not isinstance(tensors, list | tuple):
        raise TypeError
    if not tensors:
        raise RuntimeError(f"{name} expects a non-empty TensorList")


@joining(stored=True, inner=True, node="BlockDiagBackward0")
def on_diagonal(tensors: Arrays) -> Array:
    """Return the matrices one below the other along the diagonal, zeros elsewhere."""
    matrices = [array if array.ndim == 2 else array.reshape(1, -1) for array in tensors]
    rows = [0, *accumulate(matrix.shape[0] for matrix in matrices)]
    columns = [0, *accumulate(matrix.shape[1] for matrix in matrices)]
    reserve_memory(rows[-1] * columns[-1] * matrices[0].itemsize)
    whole = zeros_beside(matrices[0], (rows[-1], columns[-1]))
    for matrix, (top, bottom), (left, right) in zip(
        matrices, pairwise(rows), pairwise(columns), strict=True
    ):
        whole[top:bottom, left:right] = matrix
    return whole


def blocks_back(g: Tensor, shapes: list[Size]) -> list[Tensor]:
    """Return the blocks of a gradient that belong to the joined matrices."""
    blocks = []
    top = left = 0
    for shape in shapes:
        height, width = shape if len(shape) == 2 else (1, prod(shape))
        block = g.narrow(0, top, height).narrow(1, left, width)
        blocks.append(block.reshape(shape))
        top, left = top + height, left + width
    return blocks


on_diagonal.gradient(tensors=blocks_back)


@composite(method=False, related=("diag",))
def block_diag(*tensors: Any) -> Array:
    """Return the matrices along the diagonal of a matrix that is zero elsewhere.

    >>> torch.block_diag(torch.tensor([[1]]), torch.tensor([[2, 3]]))
    tensor([[1, 0, 0],
            [0, 2, 3]])
    """
    if not tensors:
        return NAMESPACES["torch"]["empty"]((1, 0))
    require_tensors(tensors)
    for place, tensor in enumerate(tensors):
        if tensor.ndim > 2:
            raise RuntimeError(in_full("torch.block_diag: Input", place, tensor.ndim))
    return on_diagonal(list(tensors))
