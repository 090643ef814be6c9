"""Coordinates: all ways to take numbers of vectors together, and those of one triangle."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import Array, Tensor, composite, creation, not_implemented
from tensorlab.engine.dtypes import DType, int32, int64
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.shapes import LONG, reserve_elements
from tensorlab.engine.signatures.accepting import require_tensors
from tensorlab.engine.tensor import wrap_beside
from tensorlab.engine.warning import in_full, warn_once
from tensorlab.ops.alike import alike
from tensorlab.ops.shape.joining import stack


@composite(method=False, related=("combinations", "meshgrid"))
def cartesian_prod(*tensors: Any) -> Array:
    """Return all ways to take one number from each vector, a row for each way.

    >>> torch.cartesian_prod(torch.tensor([1, 2]), torch.tensor([3, 4]))
    tensor([[1, 3],
            [1, 4],
            [2, 3],
            [2, 4]])
    """
    require_tensors(tensors)
    for tensor in tensors:
        if tensor.ndim != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {list(tensor.shape)}")
    if len(tensors) == 1:
        return tensors[0]
    grids: Any = meshgrid(*tensors, indexing="ij")
    reserve_memory(len(tensors) * grids[0].nbytes)
    return stack([grid.flatten() for grid in grids], 1)


@composite(method=False, needs_values="masked_select", related=("cartesian_prod",))
def combinations(input: Array, r: int = 2, with_replacement: bool = False) -> Array:
    """Return all ways to take r numbers from a vector in its order, a row for each way.

    >>> torch.combinations(torch.tensor([1, 2, 3]))
    tensor([[1, 2],
            [1, 3],
            [2, 3]])
    """
    if input.ndim != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(input.shape)}")
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if r == 0:
        return input.new_empty(0)
    # of as many copies PyTorch lays out a grid
    if len(input) ** min(r, LONGEST_CHOICE) >= LONG:
        raise RuntimeError("numel: integer multiplication overflow")
    columns = ways_to_choose(len(input), r, again=with_replacement)
    return stack([input[wrap_beside(column, int64, input)] for column in columns], 1)


LONGEST_CHOICE = 64


def ways_to_choose(count: int, r: int, *, again: bool) -> list[np.ndarray]:
    """Return the first, the second ... place of every choice of r places, in their order."""
    columns: list[np.ndarray] = []
    first = np.zeros(1, np.int64)  # the places that can come next begin here
    for still_to_come in range(r - 1, -1, -1):
        end = count if again else count - still_to_come
        room = np.maximum(end - first, 0)
        reserve_elements((int(room.sum()), r), 8)
        before = np.repeat(np.arange(len(first)), room.astype(np.intp))
        place = np.arange(len(before)) + (first - np.cumsum(room) + room)[before]
        columns = [*(column[before] for column in columns), place]
        first = place if again else place + 1
    return columns


@composite(method=False, related=("cartesian_prod",))
def meshgrid(*tensors: Any, indexing: str | None = None) -> tuple[Tensor, ...]:
    """Return a grid for each vector, of the numbers that it has at each place of the grid.

    With indexing="ij" dimension k runs along vector k; with "xy" the first two swap.

    >>> torch.meshgrid(torch.tensor([1, 2]), torch.tensor([3, 4]), indexing="ij")
    (tensor([[1, 1],
            [2, 2]]), tensor([[3, 4],
            [3, 4]]))
    """
    listed = len(tensors) == 1 and isinstance(tensors[0], list | tuple)
    vectors = list(tensors[0] if listed else tensors)
    require_vectors(vectors, indexing)
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
    if not isinstance(indexing, str | None):
        raise TypeError  # the signature has PyTorch's words
    if indexing not in (None, "ij", "xy"):
        raise RuntimeError(
            'torch.meshgrid: indexing must be one of "xy" or "ij", but received: ' + str(indexing)
        )
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    require_tensors(tensors)
    if any(tensor.dtype is not tensors[0].dtype for tensor in tensors):
        raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    if any(tensor.device != tensors[0].device for tensor in tensors):
        raise RuntimeError("meshgrid expects all tensors to have the same device")
    for tensor in tensors:
        if tensor.ndim > 1:
            raise RuntimeError(
                f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {tensor!r}"
            )
    if indexing is None:
        warn_once(in_full("torch.meshgrid: in an"))


def triangle(
    row: int, col: int, offset: int, dtype: DType | None, *, lower: bool
) -> tuple[np.ndarray, DType]:
    """Return the coordinates of the elements of one triangle of a matrix, row after row.

    Raises:
        RuntimeError: a size is negative.
        NotImplementedError: the type asked for holds no coordinates.
    """
    for name, size in (("row", row), ("col", col)):
        if size < 0:
            raise RuntimeError(f"{name} must be non-negative, got{size}")
    if dtype not in (None, int32, int64):
        raise not_implemented("tril_indices" if lower else "triu_indices", dtype)
    reserve_elements((2, triangle_elements(row, col, offset, lower=lower)), 8)
    reserve_elements((row, col), 16)
    rows, columns = np.arange(row)[:, None], np.arange(col)
    inside = columns - rows <= offset if lower else columns - rows >= offset
    return np.stack(np.nonzero(inside)).astype(np.int64, copy=False), dtype or int64


def triangle_elements(row: int, col: int, offset: int, *, lower: bool) -> int:
    """Return how many elements of a matrix lie on one side of a diagonal, that one included."""
    if not lower:
        return row * col - triangle_elements(row, col, offset - 1, lower=True)
    begin = min(max(-offset, 0), row)  # the rows before have none
    full = min(max(col - offset - 1, begin), row)  # those from here on have them all
    return (full - begin) * (begin + full + 1 + 2 * offset) // 2 + (row - full) * col


@creation(out=False, related=("tril",))
def tril_indices(
    row: int, col: int, offset: int = 0, *, dtype: DType | None = None
) -> tuple[np.ndarray, DType]:
    """Return the coordinates of a matrix's elements on and below a diagonal: rows, then columns.

    >>> torch.tril_indices(2, 2)
    tensor([[0, 1, 1],
            [0, 0, 1]])
    """
    return triangle(row, col, offset, dtype, lower=True)


@creation(out=False, related=("triu",))
@alike(tril_indices)
def triu_indices(given: dict[str, Any]) -> tuple[np.ndarray, DType]:
    """Return the coordinates of a matrix's elements on and above a diagonal: rows, then columns.

    >>> torch.triu_indices(2, 2)
    tensor([[0, 0, 1],
            [0, 1, 1]])
    """
    return triangle(**given, lower=False)
