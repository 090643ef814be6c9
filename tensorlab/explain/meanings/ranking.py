"""Functions that pick cells by their order: sort, topk, kthvalue, median, mode, cummax."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls import Call
from tensorlab.explain.frames import Cell, Index
from tensorlab.explain.numbers import literal, number
from tensorlab.explain.sentences import place
from tensorlab.explain.telling import CannotTellError, Tell, Told

LAST = -1


def by_places(call: Call) -> Tell:
    """Tell of picked values by the places that stand beside them in the result."""
    input = call.args[0]
    if not isinstance(call.result, tuple) or len(call.result) != 2 or not input.ndim:
        raise CannotTellError
    indices: Any = call.result[1]
    asked = {**call.operation.signature.defaults, **call.bound()} if call.operation else {}
    dim = asked.get("dim", LAST)
    dim = (LAST if dim is None else dim) % input.ndim

    def tell(part: int | None, index: Index) -> Told:
        if part == 1:
            raise CannotTellError
        at = int(number(indices, index).real)
        kept = indices.ndim == input.ndim
        index_in = (*index[:dim], at, *index[dim + kept :])
        cell = cell_of(call, input, index_in)
        if literal(cell.value) != literal(number(call.result[0], index)):
            raise CannotTellError
        sentence = f"Copied from {place(cell)}: the second part of the result says where it was."
        return Told(literal(cell.value), (cell,), sentence, moved=True)

    return tell


def cell_of(call: Call, input: Tensor, index: Index) -> Cell:
    """Return one cell of the input."""
    return Cell(call.name_of(input), index, number(input, index))
