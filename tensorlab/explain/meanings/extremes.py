"""The largest and the smallest element: comparison after comparison, and what happens on a tie."""

import math
from collections.abc import Sequence
from itertools import product
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import literal, shown
from tensorlab.explain.arithmetic.terms import Writing
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Element, Index, Number
from tensorlab.explain.strategies.explaining import CannotExplainError, Explained, Explainer
from tensorlab.explain.strategies.regions import place
from tensorlab.wording import joined

LONGEST = 4096
MOST_WRITTEN = 16  # of so many numbers all are written
FEW = 3  # so many are named in the sentence


def by_comparing(call: Call) -> Explainer:
    """Tell of argmax, max and their kin by going through the elements."""
    input = call.args[0]
    if not isinstance(input, Tensor) or len(call.tensors) != 1:
        raise CannotExplainError
    bound = call.bound()
    dim = bound.get("dim")
    dim = None if isinstance(dim, tuple | list) and not dim else dim
    keepdim = bool(bound.get("keepdim"))
    wants_largest = "max" in call.name
    finds_place = call.name.startswith("arg")

    def explain(part: int | None, index: Index) -> Explained:
        line = elements_along(call, input, dim, index, keepdim=keepdim)
        if len(line) > LONGEST or not line:
            raise CannotExplainError
        return compared(
            line,
            largest=wants_largest if call.name != "aminmax" else part == 1,
            position=finds_place or (part == 1 and call.name != "aminmax"),
            shape=tuple(input.shape) if dim is None else None,
        )

    return explain


def elements_along(
    call: Call, input: Tensor, dim: int | Sequence[int] | None, index: Index, *, keepdim: bool
) -> list[Element]:
    """Return the elements that compete for one element of the result."""
    given = range(input.ndim) if dim is None else [dim] if isinstance(dim, int) else dim
    dims = {each % input.ndim for each in given} if input.ndim else set()
    rest = iter(index)
    kept = [next(rest) if keepdim or axis not in dims else 0 for axis in range(input.ndim)]
    axes = [range(size) if axis in dims else (kept[axis],) for axis, size in enumerate(input.shape)]
    return call.elements(input, product(*axes))


def compared(
    line: list[Element], *, largest: bool, position: bool, shape: Index | None
) -> Explained:
    """Return which element of a line is the extreme."""
    if position and len(line) == 1:
        return only_place(line)
    best = 0
    for at in range(1, len(line)):
        if beats(line[at].value, line[best].value, largest=largest):
            best = at
    words = verdict(line, best, largest=largest, position=position, shape=shape)
    if position and (shape is None or len(shape) < 2):
        words += f" Its place is {best}."
    text = str(best) if position else among(line, line[best].value, largest=largest)
    return Explained(text, tuple(line), words, derived=True)


def among(line: list[Element], value: Number, *, largest: bool) -> str:
    """Return the extreme of some numbers as it is written, of many as the number alone."""
    if not 1 < len(line) <= MOST_WRITTEN or is_nan(value):
        return literal(value)
    return f"{'max' if largest else 'min'}({', '.join(map(Writing.of, line))})"


def only_place(line: list[Element]) -> Explained:
    """Return what is told of the place of an element that is alone on its line."""
    words = f"{place(line[0])} is the only element: its place is 0, whatever it is."
    return Explained("0", sentence=words)


def verdict(
    line: list[Element], best: int, *, largest: bool, position: bool, shape: Index | None
) -> str:
    """Return the words on the winner, on ties, and on the flattened index."""
    winner = line[best]
    word = "largest" if largest else "smallest"
    sentence = f"{place(winner)} = {shown(literal(winner.value))} is"
    if len(line) == 1:
        return f"{sentence} the only element."
    if is_nan(winner.value):
        sentence += f" not a number, so none of the {len(line)} elements is known to be the {word}."
    else:
        sentence += f" the {word} of {rivals(line, position=position)}"
        sentence += duels(line, best, ">" if largest else "<")
    ties = [element for element in line if element.value == winner.value]
    if len(ties) > 1:
        sentence += f" It occurs {len(ties)} times: the first one counts."
    if position and shape is not None and len(shape) > 1:
        sentence += f" Counted through the flattened tensor, {list(winner.index)} is number {best}."
    return sentence


def rivals(line: list[Element], *, position: bool) -> str:
    """Return the elements among which one is found, the numbers where no arithmetic has them."""
    if position and FEW + 1 < len(line) <= MOST_WRITTEN:
        return joined([shown(literal(element.value)) for element in line])
    return f"{len(line)} elements"


def duels(line: list[Element], best: int, sign: str) -> str:
    """Return the comparisons that an element wins, where they are few."""
    winner = literal(line[best].value)
    beaten = [element.value for at, element in enumerate(line) if at != best]
    if not 0 < len(beaten) <= FEW or any(map(is_nan, [*beaten, line[best].value])):
        return "."
    signs = [f"{sign}=" if value == line[best].value else sign for value in beaten]
    pairs = [f"{winner} {sign} {literal(value)}" for sign, value in zip(signs, beaten, strict=True)]
    return f": {shown(' and '.join(pairs))}."


def beats(challenger: Any, holder: Any, *, largest: bool) -> bool:
    """Return whether an element takes the place of the best so far."""
    if is_nan(holder):
        return False
    if is_nan(challenger):
        return True
    return bool(challenger > holder if largest else challenger < holder)


def is_nan(value: Number) -> bool:
    """Return whether a value is no number."""
    return isinstance(value, float) and math.isnan(value)
