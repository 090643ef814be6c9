"""The coordinates of the elements of one triangle of a matrix."""

import numpy as np

from tensorlab.engine.declaring import creation
from tensorlab.engine.dtypes import DType, int32, int64
from tensorlab.engine.signatures.support import not_implemented
from tensorlab.engine.storage_sizes import reserve_elements


def triangle(
    row: int, col: int, offset: int, lower: bool, dtype: DType | None
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
    return triangle(row, col, offset, True, dtype)


@creation(out=False, related=("triu",))
def triu_indices(
    row: int, col: int, offset: int = 0, *, dtype: DType | None = None
) -> tuple[np.ndarray, DType]:
    """Return the coordinates of a matrix's elements on and above a diagonal: rows, then columns.

    >>> torch.triu_indices(2, 2)
    tensor([[0, 0, 1],
            [0, 1, 1]])
    """
    return triangle(row, col, offset, False, dtype)
