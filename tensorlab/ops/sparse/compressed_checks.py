"""The parts of a sparse matrix in a compressed layout, and whether they fit together."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import Array, Tensor, composite
from tensorlab.engine.naming import BY_COLUMNS, COMPRESSED, OF_BLOCKS, Layout
from tensorlab.engine.warning import in_full


def require_dims(layout: Layout, starts: NDArray[Any], others: NDArray[Any], entries: Any) -> None:
    """Refuse index vectors that are none, and values that are no row of numbers, or of blocks.

    Args:
        layout: how the matrix is stored.
        starts: where each row or column begins among the values.
        others: the other index of each value.
        entries: the values, or blocks of values.

    Raises:
        RuntimeError: so they are, in PyTorch's words.
    """
    blocks = 2 * (layout in OF_BLOCKS)
    first, second = names_of(layout)
    if not starts.ndim:
        raise RuntimeError(f"{first} must have dimensionality >= 1 but got 0")
    if starts.ndim != others.ndim:
        raise RuntimeError(in_full("{} and {}", first, second, starts.ndim, others.ndim))
    if starts.ndim > 1:
        raise RuntimeError("tensorlab has no batches of sparse matrices in compressed layouts")
    if entries.ndim <= blocks:
        raise RuntimeError(in_full("values must have dimensionality", blocks, entries.ndim))


def names_of(layout: Layout) -> tuple[str, str]:
    """Return PyTorch's names of the two index vectors of a layout."""
    if layout in BY_COLUMNS:
        return "ccol_indices", "row_indices"
    return "crow_indices", "col_indices"


def require_consistent(
    layout: Layout,
    starts: NDArray[Any],
    others: NDArray[Any],
    entries: Tensor,
    size: tuple[int, ...],
) -> None:
    """Refuse parts that contradict each other.

    Raises:
        RuntimeError: so they do, in PyTorch's words.
    """
    blocks = layout in OF_BLOCKS
    across = layout in BY_COLUMNS
    names = names_of(layout)
    dense = entries.ndim - 1 - 2 * blocks
    if len(size) != 2 + dense:
        raise RuntimeError(in_full("tensor dimensionality must", dense, len(size)))
    extents = entries.shape[1:3] if blocks else (1, 1)
    counts = [length // max(extent, 1) for length, extent in zip(size, extents, strict=False)]
    words = ("columns", "rows") if across else ("rows", "columns")
    lines, width = counts[::-1] if across else counts
    if len(starts) != lines + 1:
        counted = f"{words[0][:-1]} blocks" if blocks else words[0]
        raise RuntimeError(
            f"{names[0]}.shape[-1] must be equal to the number of {counted} + 1 (={lines + 1}), "
            f"but got {len(starts)}"
        )
    if len(others) != len(entries):
        raise RuntimeError(in_full("{}.shape[-1]", names[1], len(entries), len(others)))
    short = ("ncols", "nrows") if across else ("nrows", "ncols")
    require_starts(names, short, starts, len(others), width)
    if others.size and (others.min() < 0 or others.max() >= width):
        raise RuntimeError(f"`0 <= {names[1]} < {short[1]}` is not satisfied.")
    rising = np.diff(others) > 0
    rising[starts[1:-1][(starts[1:-1] > 0) & (starts[1:-1] < len(others))] - 1] = True
    if not rising.all():
        raise RuntimeError(in_full("`{}[..., {}[..., i", names[1], names[0], names[0], short[0]))


def require_same_blocks(input: Any, layout: Layout, blocksize: Any) -> None:
    """Refuse to cut blocks into others.

    Raises:
        RuntimeError: the blocks of a matrix are to have another size.
    """
    if input.layout not in OF_BLOCKS or tuple(input.entries.shape[1:3]) == tuple(blocksize):
        return
    head = "" if input.layout is layout else "sparse_compressed_"
    raise RuntimeError(
        f"{head}to_{layout.name}: conversion from {input.layout.kind} to {layout.kind} with "
        f"blocksize changed from {list(input.entries.shape[1:3])} to {list(blocksize)} is not "
        "supported"
    )


def require_starts(
    names: tuple[str, str], short: tuple[str, str], starts: NDArray[Any], count: int, width: int
) -> None:
    """Refuse places at which rows or columns cannot begin.

    Raises:
        RuntimeError: so they do.
    """
    if starts[0] != 0:
        raise RuntimeError(f"`{names[0]}[..., 0] == 0` is not satisfied.")
    if starts[-1] != count:
        raise RuntimeError(f"`{names[0]}[..., -1] == nnz` is not satisfied.")
    steps = np.diff(starts)
    if steps.size and (steps.min() < 0 or steps.max() > width):
        raise RuntimeError(
            f"`0 <= {names[0]}[..., 1:] - {names[0]}[..., :-1] <= {short[1]}` is not satisfied."
        )


def part_of(input: Tensor, name: str, *, columns: bool) -> Tensor:
    """Return one of the index vectors of a matrix in a compressed layout.

    Raises:
        RuntimeError: it is stored otherwise.
    """
    if input.layout in COMPRESSED and (input.layout in BY_COLUMNS) is columns:
        sparse: Any = input
        return sparse.parts()[name]  # type: ignore[no-any-return]  # of methods
    way = "column" if columns else "row"
    raise RuntimeError(
        f"{name} expected sparse {way} compressed tensor layout but got {input.layout.kind}"
    )


@composite(function=False, related=("col_indices",))
def crow_indices(input: Array) -> Tensor:
    """Return at which value each row of a matrix stored by rows begins, and their number."""
    return part_of(input, "crow_indices", columns=False)


@composite(function=False, related=("crow_indices",))
def col_indices(input: Array) -> Tensor:
    """Return the column of each value of a matrix stored by rows."""
    return part_of(input, "col_indices", columns=False)


@composite(function=False, related=("row_indices",))
def ccol_indices(input: Array) -> Tensor:
    """Return at which value each column of a matrix stored by columns begins, and their number."""
    return part_of(input, "ccol_indices", columns=True)


@composite(function=False, related=("ccol_indices",))
def row_indices(input: Array) -> Tensor:
    """Return the row of each value of a matrix stored by columns."""
    return part_of(input, "row_indices", columns=True)
