"""Running sums and products: each cell goes on where the one before it stopped."""

import operator
from collections.abc import Callable
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import number
from tensorlab.explain.arithmetic.terms import of_cell
from tensorlab.explain.calls.call import Call
from tensorlab.explain.meanings.extremes import compared
from tensorlab.explain.story.frames import Cell, Frame, Index
from tensorlab.explain.ways.sentences import place
from tensorlab.explain.ways.telling import CannotTellError, Tell, Told, Way, distinct
from tensorlab.explain.ways.ways import checked, dimension_of


def running(combine: Callable[[Any, Any], Any], word: str, verb: str) -> Way:
    """Return the way to tell of a running result: the one so far, and one more cell."""

    def way(call: Call) -> Tell:
        input = call.args[0]
        if not isinstance(input, Tensor):
            raise CannotTellError
        dim, _ = dimension_of(call)

        def at(index: Index, step: int) -> Index:
            return (*index[:dim], step, *index[dim + 1 :])

        def tell(part: int | None, index: Index) -> Told:
            places = [at(index, step) for step in range(index[dim] + 1)]
            line = [of_cell(cell) for cell in call.cells(input, places)]
            total = line[0]
            steps = []
            for before, here, term in zip(places, places[1:], line[1:], strict=False):
                so_far = of_cell(Cell("out", before, total.value))
                total = combine(total, term)
                text = combine(so_far, term).text
                words = f"What is there so far {word} the next cell."
                steps.append(Frame(here, total.value, term.cells, text, words))
            told = checked(call, part, index, total)
            cells = distinct(total.cells)
            return Told(told.text, cells, sentence(cells, verb), tuple(steps))

        return tell

    return way


def by_record(call: Call) -> Tell:
    """Tell of cummax and cummin: the best cell so far, and its place.

    Raises:
        CannotTellError: it is another function.
    """
    if call.name not in {"cummax", "cummin"}:
        raise CannotTellError
    input = call.args[0]
    dim, _ = dimension_of(call)
    largest = call.name == "cummax"

    def tell(part: int | None, index: Index) -> Told:
        if index[dim] == 0 and part == 1:
            raise CannotTellError  # whatever stands there, it is the first one
        places = [(*index[:dim], at, *index[dim + 1 :]) for at in range(index[dim] + 1)]
        line = call.cells(input, places)
        actual = int(number(call.result[1], index).real)
        told = compared(line, largest=largest, position=part == 1, shape=None)
        best = line[actual]
        if part == 1 and told.text != str(actual):
            tie = f"of equal cells up to there the last one counts: its place is {actual}."
            return Told(str(actual), tuple(line), f"{place(best)}: {tie}", derived=True)
        return told

    return tell


def sentence(cells: tuple[Cell, ...], verb: str) -> str:
    """Return the words on the cells that went into one."""
    if len(cells) < 2:
        return f"The first cell, {place(cells[0])}, stays as it is."
    return f"The first {len(cells)} cells, {verb}: {place(cells[0])} to {place(cells[-1])}."


WAYS = {
    "cumprod": running(operator.mul, "times", "multiplied"),
    "cumsum": running(operator.add, "plus", "added"),
}


def by_running(call: Call) -> Tell:
    """Tell of cumprod and cumsum.

    Raises:
        CannotTellError: it is another function.
    """
    if call.name not in WAYS:
        raise CannotTellError
    return WAYS[call.name](call)
