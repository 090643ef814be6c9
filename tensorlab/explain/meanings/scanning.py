"""Running sums and products: each element goes on where the one before it stopped."""

import operator
from collections.abc import Callable
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import number
from tensorlab.explain.arithmetic.terms import constant, of_element
from tensorlab.explain.calls.call import Call
from tensorlab.explain.meanings.extremes import compared
from tensorlab.explain.story.frames import Element, Frame, Index
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    Explainer,
    Strategy,
    distinct,
)
from tensorlab.explain.strategies.regions import place
from tensorlab.explain.strategies.strategies import checked, dimension_of


def running(combine: Callable[[Any, Any], Any], word: str, verb: str) -> Strategy:
    """Return the way to tell of a running result: the one so far, and one more element."""

    def strategy(call: Call) -> Explainer:
        input = call.args[0]
        if not isinstance(input, Tensor):
            raise CannotExplainError
        dim, _ = dimension_of(call)

        def at(index: Index, step: int) -> Index:
            return (*index[:dim], step, *index[dim + 1 :])

        def explain(part: int | None, index: Index) -> Explained:
            places = [at(index, step) for step in range(index[dim] + 1)]
            line = [of_element(element) for element in call.elements(input, places)]
            total = line[0]
            steps: list[Frame] = []
            for here, term in zip(places[1:], line[1:], strict=True):
                so_far = constant(total.value)
                total = combine(total, term)
                text = combine(so_far, term).text
                words = f"The result so far {word} the next element."
                steps.append(Frame(here, total.value, term.elements, text, "" if steps else words))
            explained = checked(call, part, index, total)
            elements = distinct(total.elements)
            return Explained(
                explained.text, elements, sentence(elements, verb), tuple(steps[1:] and steps)
            )

        return explain

    return strategy


def by_record(call: Call) -> Explainer:
    """Tell of cummax and cummin: the best element so far, and its place.

    Raises:
        CannotExplainError: it is another function.
    """
    if call.name not in {"cummax", "cummin"}:
        raise CannotExplainError
    input = call.args[0]
    dim, _ = dimension_of(call)
    largest = call.name == "cummax"

    def explain(part: int | None, index: Index) -> Explained:
        if index[dim] == 0 and part == 1:
            first = place(call.element(input, index))
            words = f"A constant, 0: {first} is the first of its line, whatever it is."
            return Explained("0", sentence=words, moved=True)
        places = [(*index[:dim], at, *index[dim + 1 :]) for at in range(index[dim] + 1)]
        line = call.elements(input, places)
        actual = int(number(call.result[1], index).real)
        explained = compared(line, largest=largest, position=part == 1, shape=None)
        best = line[actual]
        if part == 1 and explained.text != str(actual):
            tie = f"of equal elements up to there the last one counts: its place is {actual}."
            return Explained(str(actual), tuple(line), f"{place(best)}: {tie}", derived=True)
        return explained

    return explain


def sentence(elements: tuple[Element, ...], verb: str) -> str:
    """Return the words on the elements that went into one."""
    if len(elements) < 2:
        return f"The first element, {place(elements[0])}, stays as it is."
    ends = f"{place(elements[0])} to {place(elements[-1])}"
    return f"The first {len(elements)} elements, {verb}: {ends}."


by_products = running(operator.mul, "times", "multiplied")
by_sums = running(operator.add, "plus", "added")
