"""Running sums and products: each cell goes on where the one before it stopped."""

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls import Call
from tensorlab.explain.frames import Cell, Frame, Index
from tensorlab.explain.numbers import number
from tensorlab.explain.telling import CannotTellError, Tell, Told, distinct
from tensorlab.explain.terms import of_cell
from tensorlab.explain.ways import checked, dimension_of


def by_running(call: Call) -> Tell:
    """Tell of cumsum and cumprod: the result so far, and one more cell."""
    input = call.args[0]
    if not isinstance(input, Tensor):
        raise CannotTellError
    dim, _ = dimension_of(call)
    multiplies = call.name == "cumprod"

    def tell(part: int | None, index: Index) -> Told:
        line = [
            of_cell(Cell(call.name_of(input), at, number(input, at)))
            for place in range(index[dim] + 1)
            if (at := (*index[:dim], place, *index[dim + 1 :]))
        ]
        total = line[0]
        steps = []
        for place, term in enumerate(line[1:], 1):
            before = of_cell(Cell("out", (*index[:dim], place - 1, *index[dim + 1 :]), total.value))
            step = before * term if multiplies else before + term  # type: ignore[operator]
            total = total * term if multiplies else total + term  # type: ignore[operator]
            steps.append(
                Frame(
                    (*index[:dim], place, *index[dim + 1 :]), total.value, term.cells, step.text,
                    f"What is there so far {'times' if multiplies else 'plus'} the next cell.",
                )
            )  # fmt: skip
        told = checked(call, part, index, total)
        return Told(told.text, distinct(total.cells), "", tuple(steps))

    return tell
