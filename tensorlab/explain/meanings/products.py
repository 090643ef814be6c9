"""Matrix products: only the row and the column of the element are looked at."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.terms import of_element
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Index
from tensorlab.explain.strategies.explaining import CannotExplainError, Explained, Explainer
from tensorlab.explain.strategies.strategies import checked, served
from tensorlab.frozen import replace

LONGEST = 4096


def by_lines(call: Call) -> Explainer:
    """Tell of a product: a row of the left operand times a column of the right one, summed."""
    if len(call.args) != 2 or not all(isinstance(arg, Tensor) for arg in call.args):
        raise CannotExplainError
    left, right = call.args
    length = left.shape[-1]
    if not 0 < length <= LONGEST:
        raise CannotExplainError

    def explain(part: int | None, index: Index) -> Explained:
        front = index[: max(left.ndim, right.ndim, 2) - 2]
        rest = index[len(front) :]
        row = rest[:1] if left.ndim > 1 else ()
        column = rest[-1:] if right.ndim > 1 else ()
        total: Any = None
        for place in range(length):
            first: Any = of_element(call.element(left, (*batch(left, front), *row, place)))
            product = first * of_element(
                call.element(right, (*batch(right, front), place, *column))
            )
            total = product if total is None else total + product
        explained = checked(call, part, index, total)
        return replace(explained, sentence=sentence(call, front, row, column))

    return explain


def sentence(call: Call, front: Index, row: Index, column: Index) -> str:
    """Return which row meets which column; a vector is whole."""
    left, right = call.args
    first = (
        f"Row {row[0]} of {matrix(call, left, front)}"
        if row
        else f"The vector {call.name_of(left)}"
    )
    second = (
        f"column {column[0]} of {matrix(call, right, front)}"
        if column
        else f"the vector {call.name_of(right)}"
    )
    return f"{first} times {second}, element by element, added up."


def matrix(call: Call, tensor: Tensor, front: Index) -> str:
    """Return the name of an operand, with the matrix of a batch."""
    place = batch(tensor, front)
    return call.name_of(tensor) + (f"[{', '.join(map(str, place))}]" if place else "")


def batch(tensor: Tensor, front: Index) -> Index:
    """Return which matrix of a batch serves an element: batches stretch like other operands."""
    sizes = tuple(tensor.shape[:-2])
    return served(sizes, front) if sizes else ()
