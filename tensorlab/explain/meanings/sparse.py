"""Sparse tensors: which coordinates name a cell, and what happens where several do."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.call import Call
from tensorlab.explain.frames import Cell, Index
from tensorlab.explain.numbers import number
from tensorlab.explain.telling import CannotTellError, Tell, Told
from tensorlab.explain.terms import of_cell


def by_coordinates(call: Call) -> Tell:
    """Tell of a cell by the values whose coordinates name it; several are added."""
    tensor: Any = call.result if call.name == "sparse_coo_tensor" else call.args[0]
    if not isinstance(tensor, Tensor) or not tensor.is_sparse:
        raise CannotTellError
    indices: Any = tensor._indices()
    values: Any = tensor._values()
    name = values_name(call)

    def tell(part: int | None, index: Index) -> Told:
        depth = indices.shape[0]
        found = [
            Cell(name, (place, *index[depth:]), number(values, (place, *index[depth:])))
            for place in range(indices.shape[1])
            if all(number(indices, (row, place)) == index[row] for row in range(depth))
        ]
        where = list(index[:depth])
        if not found:
            return Told("0", sentence=f"No coordinates name {where}: the cell is not stored, so 0.")
        total: Any = of_cell(found[0])
        for cell in found[1:]:
            total = total + of_cell(cell)
        which = " and ".join(str(cell.index[0]) for cell in found)
        added = " are added" if len(found) > 1 else ""
        columns = f"column{'s' * (len(found) > 1)} {which}"
        named = tuple(cell for cell in found if cell.name)
        return Told(
            total.text,
            named,
            f"The coordinates {where} stand in {columns} of the indices"
            f"{': their values' + added if added else ''}.",
        )

    return tell


def values_name(call: Call) -> str:
    """Return what the source calls the stored values, nothing where they have no name."""
    if call.name == "sparse_coo_tensor" and len(call.args) > 1 and isinstance(call.args[1], Tensor):
        return call.name_of(call.args[1])
    return ""
