"""What matrices in a compressed layout store: where lines begin, and the places in them."""

from typing import Any

from tensorlab.engine.declaring import composite
from tensorlab.engine.formats import BY_COLUMNS, COMPRESSED
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.tensor import Tensor


def part_of(input: Tensor, name: str, *, columns: bool) -> Tensor:
    """Return one of the index vectors of a matrix in a compressed layout.

    Raises:
        RuntimeError: it is stored otherwise.
    """
    if input.layout in COMPRESSED and (input.layout in BY_COLUMNS) is columns:
        sparse: Any = input
        found: Tensor = sparse.parts()[name]
        return found
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
