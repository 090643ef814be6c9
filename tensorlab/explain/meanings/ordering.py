"""Functions that pick a cell of a line by its order: sort, topk, kthvalue, median, mode."""

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import literal, number, same
from tensorlab.explain.calls.call import Call
from tensorlab.explain.meanings.extremes import cells_along, is_nan, only_place
from tensorlab.explain.story.frames import Cell, Index
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    Explainer,
    Strategy,
    part_of,
)
from tensorlab.explain.strategies.sentences import place

FEW = 8  # so many cells are written down in order
LONGEST = 4096
LAST = -1

Why = Callable[[Call, list[Cell], int], str]  # why the cell at a place of a line was picked


def by_order(why: Why, *names: str) -> Strategy:
    """Return the way to tell of picked cells and of their places, by the order of their lines."""

    def strategy(call: Call) -> Explainer:
        if names and call.name not in names:
            raise CannotExplainError
        input, dim = line_of(call)

        def explain(part: int | None, index: Index) -> Explained:
            result = part_of(call.result, part)
            keeps = dim is not None and result.ndim == input.ndim
            line = cells_along(call, input, dim, index, keepdim=keeps)
            at = place_in(call, line, part, index)
            position = part == 1 or call.name.startswith("arg")
            if position and len(line) == 1:
                return only_place(line)
            actual = number(result, index)
            if not same(at if position else line[at].value, actual, result.dtype):
                raise CannotExplainError
            where = f" Its place in the line is {at}." if position else ""
            sentence = (
                f"{place(line[at])} = {literal(line[at].value)} {why(call, line, at)}.{where}"
            )
            cells = (line[at], *line[:at], *line[at + 1 :])
            return Explained(literal(actual), cells, sentence, derived=True)

        return explain

    return strategy


def line_of(call: Call) -> tuple[Tensor, int | None]:
    """Return the tensor that is put in order, and the dimension along which, None for all cells.

    Raises:
        CannotExplainError: there are too many cells, or they have no order.
    """
    asked = {**call.operation.signature.defaults, **call.bound()} if call.operation else {}
    input, dim = asked["input"], asked.get("dim", 0 if call.name == "msort" else LAST)
    if not isinstance(input, Tensor) or len(call.tensors) != 1 or input.dtype.is_complex:
        raise CannotExplainError
    dim = None if dim is None or not input.ndim else dim % input.ndim
    if (math.prod(input.shape) if dim is None else input.shape[dim]) > LONGEST:
        raise CannotExplainError
    return input, dim


def place_in(call: Call, line: list[Cell], part: int | None, index: Index) -> int:
    """Return which cell of a line was picked: the result says so, or the first one of its value."""
    places = call.result[1] if part is not None else call.result
    if part is not None or call.name.startswith("arg"):
        return int(number(places, index).real)
    value = number(call.result, index)
    found = (at for at, cell in enumerate(line) if equal(cell.value, value))
    try:
        return next(found)
    except StopIteration:
        raise CannotExplainError("no cell of the line was picked") from None


def ranked(call: Call, line: list[Cell], at: int) -> str:
    """Say how many cells come before one in order."""
    if len(line) == 1:
        return "is the only cell"
    asked = {**call.operation.signature.defaults, **call.bound()} if call.operation else {}
    falling = asked.get("descending") or (call.name == "topk" and asked["largest"])
    value = line[at].value
    sign, word = (">", "larger") if falling else ("<", "smaller")
    before = [
        cell
        for cell in line
        if (is_before(value, cell.value) if falling else is_before(cell.value, value))
    ]
    equals = sum(equal(cell.value, value) for cell in line) - 1
    tie = f", {equals} equal to it" if equals else ""
    if len(line) <= FEW:
        order = in_order(line, f" {sign}= ", falling=bool(falling))
        return f"is number {len(before)} in {order}{tie}"
    return f"has {len(before)} {word} ones of {len(line)} before it{tie}"


def in_order(line: list[Cell], between: str, *, falling: bool = False) -> str:
    """Return the numbers of a line in order."""
    known = [
        cell.value
        for cell in line
        if isinstance(cell.value, int | float) and not is_nan(cell.value)
    ]
    unknown = [cell.value for cell in line if is_nan(cell.value)]
    rising = [*sorted(known, key=lambda value: value), *unknown]
    return between.join(map(literal, rising[::-1] if falling else rising))


def is_before(first: Any, second: Any) -> bool:
    """Return whether one number stands before another, nan behind all of them."""
    return not is_nan(first) and (is_nan(second) or bool(first < second))


def equal(first: Any, second: Any) -> bool:
    """Return whether two numbers are one; nan is nan here."""
    return bool(first == second) or (is_nan(first) and is_nan(second))


def middling(call: Call, line: list[Cell], at: int) -> str:
    """Say that a cell stands in the middle of its line."""
    if is_nan(line[at].value):
        return "is no number, so there is no middle"
    known = [cell for cell in line if not is_nan(cell.value)]
    which = "the lower one of the two in the middle" if len(known) % 2 == 0 else "in the middle"
    listed = f": {in_order(known, ' <= ')}" if len(known) <= FEW else ""
    return f"is {which} of {len(known)} cells{listed}"


def frequent(call: Call, line: list[Cell], at: int) -> str:
    """Say how often a number stands in its line."""
    counts = Counter(cell.value for cell in line)
    most = counts[line[at].value]
    others = [value for value in counts if counts[value] == most and value != line[at].value]
    tie = f"; so does {literal(others[0])}, and the smallest counts" if others else ""
    return f"stands there {most} time{'s' * (most > 1)}, most often of all{tie}"


by_rank = by_order(ranked)
by_middle = by_order(middling, "median", "nanmedian")
by_frequency = by_order(frequent, "mode")
