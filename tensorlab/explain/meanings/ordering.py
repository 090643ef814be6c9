"""Functions that pick an element of a line by its order: sort, topk, kthvalue, median, mode."""

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import literal, number, same, shown
from tensorlab.explain.calls.call import Call
from tensorlab.explain.meanings.extremes import elements_along, is_nan, only_place
from tensorlab.explain.story.frames import Element, Index
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    Explainer,
    Strategy,
    part_of,
)
from tensorlab.explain.strategies.regions import ordinal, place
from tensorlab.wording import counted

FEW = 8  # so many elements are written down in order
LONGEST = 4096
LAST = -1

# Why the element at a place of a line was picked, and stands where it was asked for.
Why = Callable[[Call, list[Element], int, int], str]


def by_order(why: Why, *names: str) -> Strategy:
    """Return the explanation of picked elements and of their places, by their lines' order."""

    def strategy(call: Call) -> Explainer:
        if names and call.name not in names:
            raise CannotExplainError
        input, dim = line_of(call)

        def explain(part: int | None, index: Index) -> Explained:
            result = part_of(call.result, part)
            keeps = dim is not None and result.ndim == input.ndim
            line = elements_along(call, input, dim, index, keepdim=keeps)
            at = place_in(call, line, part, index)
            position = part == 1 or call.name.startswith("arg")
            if position and len(line) == 1:
                return only_place(line)
            actual = number(result, index)
            if not same(at if position else line[at].value, actual, result.dtype):
                raise CannotExplainError
            where = f" It comes from place {at} of the line." if position else ""
            asked = index[dim] if keeps and dim is not None and input.ndim else 0
            reason = why(call, line, at, asked)
            sentence = f"{place(line[at])} = {shown(literal(line[at].value))} {reason}.{where}"
            elements = (line[at], *line[:at], *line[at + 1 :])
            return Explained(literal(actual), elements, sentence, derived=True)

        return explain

    return strategy


def line_of(call: Call) -> tuple[Tensor, int | None]:
    """Return the tensor that is put in order, and the dimension along which, None for all elements.

    Raises:
        CannotExplainError: there are too many elements, or they have no order.
    """
    asked = {**call.operation.signature.defaults, **call.bound()} if call.operation else {}
    input, dim = asked["input"], asked.get("dim", 0 if call.name == "msort" else LAST)
    if not isinstance(input, Tensor) or len(call.tensors) != 1 or input.dtype.is_complex:
        raise CannotExplainError
    dim = None if dim is None or not input.ndim else dim % input.ndim
    if (math.prod(input.shape) if dim is None else input.shape[dim]) > LONGEST:
        raise CannotExplainError
    return input, dim


def place_in(call: Call, line: list[Element], part: int | None, index: Index) -> int:
    """Return which element of a line was picked, as the result says, or the first of its value."""
    places = call.result[1] if part is not None else call.result
    if part is not None or call.name.startswith("arg"):
        return int(number(places, index).real)
    value = number(call.result, index)
    for at, element in enumerate(line):
        if equal(element.value, value):
            return at
    raise CannotExplainError("no element of the line was picked")


def ranked(call: Call, line: list[Element], at: int, rank: int) -> str:
    """Say where an element stands in order: of equal ones where it was asked for."""
    if len(line) == 1:
        return "is the only element"
    asked = {**call.operation.signature.defaults, **call.bound()} if call.operation else {}
    falling = asked.get("descending") or (call.name == "topk" and asked["largest"])
    rank = asked["k"] - 1 if call.name == "kthvalue" else rank
    value = line[at].value
    sign, word = (">", "larger") if falling else ("<", "smaller")
    before = [
        element
        for element in line
        if (is_before(value, element.value) if falling else is_before(element.value, value))
    ]
    equals = sum(equal(element.value, value) for element in line) - 1
    tie = f"; {equals} more {'is' if equals == 1 else 'are'} equal to it" if equals else ""
    if len(line) <= FEW:
        order = in_order(line, f" {sign}= ", falling=bool(falling))
        has_nan = any(is_nan(each.value) for each in line)
        last = ", where nan counts as the largest" * has_nan
        spot = max(rank, len(before))
        if call.name == "kthvalue":  # whose k counts from 1
            return f"is the {ordinal(spot)} of {order}{last}{tie}"
        return f"stands at place {spot} of {order}{last}{tie}"
    ones = "one" if len(before) == 1 else "ones"
    return f"has {len(before)} {word} {ones} before it among {len(line)} elements{tie}"


def in_order(line: list[Element], between: str, *, falling: bool = False) -> str:
    """Return the numbers of a line in order."""
    known = [
        element.value
        for element in line
        if isinstance(element.value, int | float) and not is_nan(element.value)
    ]
    unknown = [element.value for element in line if is_nan(element.value)]
    rising = [*sorted(known, key=lambda value: value), *unknown]
    return shown(between.join(map(literal, rising[::-1] if falling else rising)))


def is_before(first: Any, second: Any) -> bool:
    """Return whether one number stands before another, nan behind all of them."""
    return not is_nan(first) and (is_nan(second) or bool(first < second))


def equal(first: Any, second: Any) -> bool:
    """Return whether two numbers are one; nan is nan here."""
    return bool(first == second) or (is_nan(first) and is_nan(second))


def middling(call: Call, line: list[Element], at: int, rank: int) -> str:
    """Say that an element stands in the middle of its line."""
    if is_nan(line[at].value):
        return "is not a number, so there is no middle"
    known = [element for element in line if not is_nan(element.value)]
    if len(known) == 1:
        return "is the only element"
    which = "the lower one of the two in the middle" if len(known) % 2 == 0 else "in the middle"
    listed = f": {in_order(known, ' <= ')}" if len(known) <= FEW else ""
    return f"is {which} of {counted(len(known), 'element')}{listed}"


def frequent(call: Call, line: list[Element], at: int, rank: int) -> str:
    """Say how often a number stands in its line."""
    counts = Counter(element.value for element in line)
    most = counts[line[at].value]
    others = [value for value in counts if counts[value] == most and value != line[at].value]
    times = f"occurs {counted(most, 'time')}"
    if not others:
        return f"{times}, more often than any other"
    return f"{times}, as often as {literal(others[0])}, and is the smallest of these"


by_rank = by_order(ranked)
by_middle = by_order(middling, "median", "nanmedian")
by_frequency = by_order(frequent, "mode")
