"""Joining tensors along a dimension that they have, or along a new one."""

from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from tensorlab.engine.creating import composite
from tensorlab.engine.declaration import joining
from tensorlab.engine.dtypes import int64
from tensorlab.engine.memory import claim
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signature import Array, Arrays
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.engine.warning import warn_once
from tensorlab.ops.dimensions import atleast_1d, atleast_2d, atleast_3d


def check_list(tensors: Any) -> None:
    """Refuse to join nothing.

    Raises:
        ValueError: there are no tensors.
    """
    if not tensors:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")


@joining(
    stored=True,
    aliases=("concat", "concatenate"),
    method=False,
    check=check_list,
    related=("stack", "vsplit"),
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
        return np.concatenate(tensors, dim)
    except (ValueError, IndexError):
        parts = joinable(tensors, dim)
        return np.concatenate(parts, wrap_dim(dim, parts[0].ndim))


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
                    f"Sizes of tensors must match except in dimension {dim}. Expected size "
                    f"{first.shape[other]} but got size {array.shape[other]} for tensor number "
                    f"{place} in the list."
                )
    return parts


def cut_back(g: Tensor, tensors: list[Tensor], dim: int) -> list[Tensor]:
    """Return the pieces of a joined gradient that belong to the joined tensors."""
    pieces = []
    start = 0
    for tensor in tensors:
        empty = tensor.shape == (0,) and g.ndim != 1
        length = 0 if empty else tensor.shape[dim]
        piece: Any = g.narrow(dim, start, length)
        pieces.append(piece.reshape(tensor.shape) if empty else piece)
        start += length
    return pieces


cat.gradient(tensors=cut_back)


@joining(stored=True, method=False, related=("cat", "unbind"))
def stack(tensors: Arrays, dim: int = 0) -> Array:
    """Return the tensors, all of one shape, side by side along a new dimension.

    >>> torch.stack((torch.tensor([1, 2]), torch.tensor([3, 4])))
    tensor([[1, 2],
            [3, 4]])
    """
    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")
    first = tensors[0]
    axis = wrap_dim(dim, first.ndim + 1)
    for place, array in enumerate(tensors):
        if array.shape != first.shape:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(first.shape)} at "
                f"entry 0 and {list(array.shape)} at entry {place}"
            )
    new: tuple[Any, ...] = (*(slice(None),) * axis, None)
    return np.concatenate([array[new] for array in tensors], axis)


stack.gradient(tensors=lambda g, dim: list(g.unbind(dim)))


@composite(method=False, out=True, related=("vstack", "cat"))
def hstack(tensors: Any) -> Tensor:
    """Return the tensors joined from left to right: along dimension 1, vectors along 0.

    >>> torch.hstack((torch.tensor([1, 2]), torch.tensor([3])))
    tensor([1, 2, 3])
    """
    require_some("hstack", tensors)
    grown = atleast_1d(list(tensors))
    return cat(grown, 0 if grown[0].ndim == 1 else 1)


@composite(method=False, out=True, aliases=("row_stack",), related=("hstack", "cat"))
def vstack(tensors: Any) -> Tensor:
    """Return the tensors joined from top to bottom; a vector is one row.

    >>> torch.vstack((torch.tensor([1, 2]), torch.tensor([3, 4])))
    tensor([[1, 2],
            [3, 4]])
    """
    require_some("vstack", tensors)
    return cat(atleast_2d(list(tensors)), 0)


@composite(method=False, out=True, related=("hstack", "cat"))
def dstack(tensors: Any) -> Tensor:
    """Return the tensors joined along dimension 2, which they are given where they have none.

    >>> torch.dstack((torch.tensor([1, 2]), torch.tensor([3, 4])))
    tensor([[[1, 3],
             [2, 4]]])
    """
    require_some("dstack", tensors)
    return cat(atleast_3d(list(tensors)), 2)


@composite(method=False, out=True, related=("hstack", "cat"))
def column_stack(tensors: Any) -> Tensor:
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


def require_some(name: str, tensors: Any) -> None:
    """Refuse to join nothing.

    Raises:
        RuntimeError: there are no tensors.
    """
    if isinstance(tensors, list | tuple) and not tensors:
        raise RuntimeError(f"{name} expects a non-empty TensorList")


@joining(stored=True, function=False, method=False, out=False, node="BlockDiagBackward0")
def on_diagonal(tensors: Arrays) -> Array:
    """Return the matrices one below the other along the diagonal, zeros elsewhere."""
    matrices = [array if array.ndim == 2 else array.reshape(1, -1) for array in tensors]
    rows = [0, *accumulate(matrix.shape[0] for matrix in matrices)]
    columns = [0, *accumulate(matrix.shape[1] for matrix in matrices)]
    claim(rows[-1] * columns[-1] * matrices[0].itemsize)
    whole = np.zeros((rows[-1], columns[-1]), matrices[0].dtype)
    for matrix, (top, bottom), (left, right) in zip(
        matrices, pairwise(rows), pairwise(columns), strict=True
    ):
        whole[top:bottom, left:right] = matrix
    return whole


def blocks_back(g: Any, tensors: list[Tensor]) -> list[Tensor]:
    """Return the blocks of a gradient that belong to the joined matrices."""
    blocks = []
    top = left = 0
    for tensor in tensors:
        height, width = tensor.shape if tensor.ndim == 2 else (1, tensor.shape.numel())
        block = g.narrow(0, top, height).narrow(1, left, width)
        blocks.append(block.reshape(tensor.shape))
        top, left = top + height, left + width
    return blocks


on_diagonal.gradient(tensors=blocks_back)


@composite(method=False, related=("diag",))
def block_diag(*tensors: Any) -> Tensor:
    """Return the matrices along the diagonal of a matrix that is zero elsewhere.

    >>> torch.block_diag(torch.tensor([[1]]), torch.tensor([[2, 3]]))
    tensor([[1, 0, 0],
            [0, 2, 3]])
    """
    given = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], list | tuple) else tensors
    for place, tensor in enumerate(given):
        if tensor.ndim > 2:
            raise RuntimeError(
                "torch.block_diag: Input tensors must have 2 or fewer dimensions. Input "
                f"{place} has {tensor.ndim} dimensions"
            )
    return on_diagonal(list(given))


@composite(method=False, related=("combinations", "meshgrid"))
def cartesian_prod(*tensors: Any) -> Tensor:
    """Return all ways to take one number of each vector, a row for each way.

    >>> torch.cartesian_prod(torch.tensor([1, 2]), torch.tensor([3, 4]))
    tensor([[1, 3],
            [1, 4],
            [2, 3],
            [2, 4]])
    """
    given = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], list | tuple) else tensors
    for tensor in given:
        if tensor.ndim != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {list(tensor.shape)}")
    if len(given) == 1:
        return given[0]  # type: ignore[no-any-return]
    grids: Any = meshgrid(*given, indexing="ij")
    claim(len(given) * grids[0].nbytes)
    return stack([grid.flatten() for grid in grids], 1)


@composite(related=("cartesian_prod",))
def combinations(input: Any, r: int = 2, with_replacement: bool = False) -> Tensor:
    """Return all ways to take r numbers of a vector in its order, a row for each way.

    >>> torch.combinations(torch.tensor([1, 2, 3]))
    tensor([[1, 2],
            [1, 3],
            [2, 3]])
    """
    from itertools import combinations, combinations_with_replacement  # noqa: PLC0415

    if input.ndim != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(input.shape)}")
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if r == 0:
        return input.new_empty(0)  # type: ignore[no-any-return]
    ways = combinations_with_replacement if with_replacement else combinations
    rows = list(ways(range(len(input)), r))
    chosen = np.array(rows, np.int64).reshape(len(rows), r)
    columns = [input[wrap(np.ascontiguousarray(column), int64)] for column in chosen.T]
    return stack(columns, 1)


@composite(method=False, related=("cartesian_prod",))
def meshgrid(*tensors: Any, indexing: str | None = None) -> tuple[Tensor, ...]:
    """Return, for each vector, the grid on which its coordinate is the vector's number.

    With indexing="ij" dimension k runs along vector k; with "xy" the first two swap.

    >>> torch.meshgrid(torch.tensor([1, 2]), torch.tensor([3, 4]), indexing="ij")
    (tensor([[1, 1],
            [2, 2]]), tensor([[3, 4],
            [3, 4]]))
    """
    given = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], list | tuple) else tensors
    require_vectors(given, indexing)
    vectors = list(given)
    swaps = indexing == "xy" and len(vectors) > 1
    if swaps:
        vectors[:2] = vectors[1::-1]
    shape = [vector.numel() for vector in vectors]
    grids = [
        vector.view([-1 if place == dim else 1 for place in range(len(shape))]).expand(shape)
        for dim, vector in enumerate(vectors)
    ]
    if swaps:
        grids[:2] = grids[1::-1]
    return tuple(grids)


def require_vectors(tensors: Any, indexing: str | None) -> None:
    """Refuse what spans no grid.

    Raises:
        RuntimeError: a tensor has more than one dimension, the types differ, or the order of the
            dimensions is unknown.
    """
    if indexing not in (None, "ij", "xy"):
        raise RuntimeError(
            'torch.meshgrid: indexing must be one of "xy" or "ij", but received: ' + str(indexing)
        )
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    for tensor in tensors:
        if tensor.ndim > 1:
            raise RuntimeError(
                f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {tensor!r}"
            )
        if tensor.dtype is not tensors[0].dtype:
            raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    if indexing is None:
        warn_once(
            "torch.meshgrid: in an upcoming release, it will be required to pass the indexing "
            "argument.",
        )
