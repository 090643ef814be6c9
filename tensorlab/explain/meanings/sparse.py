"""Sparse tensors: which coordinates name a cell, and what happens where several do."""

from dataclasses import replace
from functools import reduce
from math import prod
from operator import add
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import literal, number
from tensorlab.explain.arithmetic.terms import constant, of_cell
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Cell, Index
from tensorlab.explain.strategies.explaining import CannotExplainError, Explained, Explainer

MOST = 64  # coordinates that are named


def by_coordinates(call: Call) -> Explainer:
    """Tell of a cell by the values whose coordinates name it; several are added."""
    tensor: Any = call.result if call.name == "sparse_coo_tensor" else call.args[0]
    if not isinstance(tensor, Tensor) or not tensor.is_sparse:
        raise CannotExplainError
    indices: Any = tensor._indices()
    values: Any = tensor._values()
    name = values_name(call)
    places = coordinates(call)

    def explain(part: int | None, index: Index) -> Explained:
        depth = indices.shape[0]
        found = [
            Cell(name, (place, *index[depth:]), number(values, (place, *index[depth:])))
            for place in range(indices.shape[1])
            if all(number(indices, (row, place)) == index[row] for row in range(depth))
        ]
        where = list(index[:depth])
        if not found:
            words = f"No coordinates name {where}: the cell is not stored, so 0."
            return Explained("0", (*whole(call, tensor, index), *places), words, derived=True)
        own = found if name else whole(call, tensor, index) if len(found) == 1 else ()
        terms = [*map(of_cell, own)] or [constant(cell.value) for cell in found]
        total: Any = reduce(add, terms)
        which = " and ".join(str(cell.index[0]) for cell in found)
        added = " are added" if len(found) > 1 else ""
        columns = f"column{'s' * (len(found) > 1)} {which}"
        return Explained(
            total.text,
            (*whole(call, tensor, index), *(found if name else ()), *places),
            f"The coordinates {where} stand in {columns} of the indices"
            f"{': their values' + added if added else ''}.",
            derived=True,
        )

    return explain


def by_stored_number(call: Call) -> Explainer:
    """Tell of indices() and values(): which stored number each is about, and which cell that is."""
    tensor: Any = call.args[0]
    if not tensor.is_sparse or call.name.strip("_") not in {"indices", "values"}:
        raise CannotExplainError
    indices: Any = tensor._indices()
    if not tensor.is_coalesced() or not bool((tensor._values() != 0).all()):
        raise CannotExplainError  # its cells do not tell what is stored

    def explain(part: int | None, index: Index) -> Explained:
        row, at = index if call.name.endswith("indices") else (None, index[0])
        depth = indices.shape[0]
        where = [int(number(indices, (each, at)).real) for each in range(depth)]
        spot = (*where, *(() if row is not None else index[1:]))
        value = literal(number(call.result, index))
        if row is not None:
            words = f"Stored number {at} stands at {where}: along dimension {row} that is {value}."
            return Explained(value, every(call, tensor), words, derived=True, loose=True)
        cell = call.cell(tensor, spot)
        own = Explained(value, (cell,), f"Stored number {at}, at {where}: {value}.", derived=True)
        return replace(own, inputs=(cell, *every(call, tensor)), loose=True)

    return explain


def every(call: Call, tensor: Any) -> tuple[Cell, ...]:
    """Return the cells of a sparse tensor, whichever of them are stored; not those of many."""
    if prod(tensor.shape) > MOST:
        return ()
    return tuple(call.cells(tensor))


def whole(call: Call, tensor: Tensor, index: Index) -> tuple[Cell, ...]:
    """Return the cell of the sparse operand that a cell is of, nothing where it is the result."""
    if tensor is call.result:
        return ()
    return (call.cell(tensor, index),)


def coordinates(call: Call) -> tuple[Cell, ...]:
    """Return the cells of the coordinates that a call was given, any of which can name a cell."""
    given = call.args[0] if call.name == "sparse_coo_tensor" else None
    if not isinstance(given, Tensor) or given.array.size > MOST:
        return ()
    return tuple(call.cells(given))


def values_name(call: Call) -> str:
    """Return what the source calls the stored values, nothing where they have no name."""
    if call.name == "sparse_coo_tensor" and len(call.args) > 1 and isinstance(call.args[1], Tensor):
        return call.name_of(call.args[1])
    return ""
