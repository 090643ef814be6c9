"""Sparse tensors: which coordinates name an element, and what happens where several do."""

from functools import reduce
from math import prod
from operator import add
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import literal, number
from tensorlab.explain.arithmetic.terms import constant, of_element
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Element, Index
from tensorlab.explain.strategies.explaining import CannotExplainError, Explained, Explainer
from tensorlab.frozen import replace
from tensorlab.wording import numbered

MOST = 64  # coordinates that are named


def by_coordinates(call: Call) -> Explainer:
    """Tell of an element by the values whose coordinates name it; several are added."""
    tensor: Any = call.result if call.name == "sparse_coo_tensor" else call.args[0]
    if not isinstance(tensor, Tensor) or not tensor.is_sparse:
        raise CannotExplainError
    indices: Any = tensor._indices()
    values: Any = tensor._values()
    name = values_name(call)
    places = coordinates(call)
    zero = literal(number(values.new_zeros(()), ()))

    def explain(part: int | None, index: Index) -> Explained:
        depth = indices.shape[0]
        found = [
            Element(name, (place, *index[depth:]), number(values, (place, *index[depth:])))
            for place in range(indices.shape[1])
            if all(number(indices, (row, place)) == index[row] for row in range(depth))
        ]
        where = list(index[:depth])
        if not found:
            words = f"No coordinates name {where}: the element is not stored, so it is 0."
            return Explained(zero, (*whole(call, tensor, index), *places), words, derived=True)
        own = found if name else whole(call, tensor, index) if len(found) == 1 else ()
        terms = [*map(of_element, own)] or [constant(element.value) for element in found]
        total: Any = reduce(add, terms)
        added = " are added" if len(found) > 1 else ""
        columns = numbered("column", [element.index[0] for element in found])
        inputs = (*whole(call, tensor, index), *(found if name else ()), *places)
        rest = f": their values{added}" if added else ""
        words = f"The coordinates {where} stand in {columns} of the indices{rest}."
        return Explained(total.text, inputs, words, derived=True)

    return explain


def by_stored_number(call: Call) -> Explainer:
    """Explain indices() and values(): the stored number and the element each is about."""
    tensor: Any = call.args[0]
    if not tensor.is_sparse or call.name.strip("_") not in {"indices", "values"}:
        raise CannotExplainError
    indices: Any = tensor._indices()
    if not tensor.is_coalesced() or not bool((tensor._values() != 0).all()):
        raise CannotExplainError  # its elements do not tell what is stored

    def explain(part: int | None, index: Index) -> Explained:
        row, at = index if call.name.endswith("indices") else (None, index[0])
        depth = indices.shape[0]
        where = [int(number(indices, (each, at)).real) for each in range(depth)]
        spot = (*where, *(() if row is not None else index[1:]))
        value = literal(number(call.result, index))
        if row is not None:
            words = f"Stored number {at} stands at {where}: along dimension {row} that is {value}."
            return Explained(value, every(call, tensor), words, derived=True, loose=True)
        element = call.element(tensor, spot)
        own = Explained(
            value, (element,), f"Stored number {at}, at {where}: {value}.", derived=True
        )
        return replace(own, inputs=(element, *every(call, tensor)), loose=True)

    return explain


def every(call: Call, tensor: Any) -> tuple[Element, ...]:
    """Return the elements of a sparse tensor, whichever of them are stored; not those of many."""
    if prod(tensor.shape) > MOST:
        return ()
    return tuple(call.elements(tensor))


def whole(call: Call, tensor: Tensor, index: Index) -> tuple[Element, ...]:
    """Return the sparse operand's element that an element is of, nothing where it is the result."""
    if tensor is call.result:
        return ()
    return (call.element(tensor, index),)


def coordinates(call: Call) -> tuple[Element, ...]:
    """Return the elements of a call's coordinates, any of which can name an element."""
    given = call.args[0] if call.name == "sparse_coo_tensor" else None
    if not isinstance(given, Tensor) or given.array.size > MOST:
        return ()
    return tuple(call.elements(given))


def values_name(call: Call) -> str:
    """Return what the source calls the stored values, nothing where they have no name."""
    if call.name == "sparse_coo_tensor" and len(call.args) > 1 and isinstance(call.args[1], Tensor):
        return call.name_of(call.args[1])
    return ""
