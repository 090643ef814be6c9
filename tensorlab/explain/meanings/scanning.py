"""Running sums and products: each cell goes on where the one before it stopped."""

import operator
from collections.abc import Callable
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls import Call
from tensorlab.explain.frames import Cell, Frame, Index
from tensorlab.explain.numbers import number
from tensorlab.explain.sentences import place
from tensorlab.explain.telling import CannotTellError, Tell, Told, Way, distinct
from tensorlab.explain.terms import of_cell
from tensorlab.explain.ways import checked, dimension_of


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
            name = call.name_of(input)
            line = [of_cell(Cell(name, each, number(input, each))) for each in places]
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


def sentence(cells: tuple[Cell, ...], verb: str) -> str:
    """Return the words on the cells that went into one."""
    if len(cells) < 2:
        return "The first cell stays as it is."
    return f"The first {len(cells)} cells, {verb}: {place(cells[0])} to {place(cells[-1])}."


by_running_product = running(operator.mul, "times", "multiplied")
by_running_sum = running(operator.add, "plus", "added")
