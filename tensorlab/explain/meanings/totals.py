"""Sums and means of more cells than can be followed: the ends, and what lies between."""

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.chains import Chain
from tensorlab.explain.arithmetic.numbers import behind_operator, number, same
from tensorlab.explain.arithmetic.stand_ins import unraveled
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Cell, Index
from tensorlab.explain.strategies.explaining import CannotExplainError, Explained, Explainer
from tensorlab.explain.strategies.sentences import place
from tensorlab.explain.strategies.strategies import MOST_TERMS

ENDS = 3


def by_ends(call: Call) -> Explainer:
    """Tell of the sum or the mean of all cells of a large tensor.

    Raises:
        CannotExplainError: it is another function, along dimensions, or of fewer cells.
    """
    input = call.args[0]
    bound = call.bound()
    if call.name not in {"sum", "mean"} or not isinstance(input, Tensor) or bound.get("dim"):
        raise CannotExplainError
    size = int(input.array.size)
    if size <= MOST_TERMS or not input.dtype.native or input.dtype.is_complex:
        raise CannotExplainError

    def explain(part: int | None, index: Index) -> Explained:
        spots = [*range(ENDS), *range(size - ENDS, size)]
        cells = [cell_at(call, input, spot) for spot in spots]
        ends = [float(cell.value.real) for cell in cells]
        between = float(input.array.sum(dtype=np.float64)) - sum(ends)
        texts = [behind_operator(cell.value) for cell in cells]
        first, last = texts[:ENDS], [(text, None) for text in texts[ENDS:]]
        chain = Chain("+", tuple(first), tuple(last), between, size - 2 * ENDS)
        whole = sum(ends) + between
        mean = call.name == "mean"
        value = number(call.result, index)
        if not same(whole / size if mean else whole, value, call.result.dtype, abs(whole)):
            raise CannotExplainError
        text = f"({chain.text})/{size}" if mean else chain.text
        words = f"{size} cells added: {place(cells[0])} to {place(cells[-1])}."
        return Explained(text, tuple(cells), words, derived=True, note=chain.note)

    return explain


def cell_at(call: Call, input: Tensor, spot: int) -> Cell:
    """Return a cell by its place in reading order."""
    return call.cell(input, unraveled(spot, tuple(input.shape)))


def by_counting(call: Call) -> Explainer:
    """Tell of numel: the sizes along all dimensions, multiplied."""
    if not call.args or not isinstance(call.args[0], Tensor):
        raise CannotExplainError
    shape = tuple(call.args[0].shape)

    def explain(part: int | None, index: Index) -> Explained:
        text = "*".join(map(str, shape)) or "1"
        return Explained(
            text, (), f"The sizes of {call.name_of(call.args[0])} {shape}, multiplied."
        )

    return explain
