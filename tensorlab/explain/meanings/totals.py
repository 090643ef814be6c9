"""What many elements give: totals, running sums and products, whether any or all are true."""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.chains import Chain
from tensorlab.explain.arithmetic.numbers import behind_operator, literal, number, same, unraveled
from tensorlab.explain.arithmetic.terms import Writing, constant, of_element
from tensorlab.explain.calls.call import Call
from tensorlab.explain.meanings.extremes import compared, elements_along
from tensorlab.explain.story.frames import Element, Frame, Index
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    Explainer,
    Strategy,
    distinct,
)
from tensorlab.explain.strategies.regions import place
from tensorlab.explain.strategies.strategies import MOST_TERMS, checked, dimension_of

ENDS = 3


def by_ends(call: Call) -> Explainer:
    """Tell of the sum or the mean of all elements of a large tensor.

    Raises:
        CannotExplainError: it is another function, along dimensions, or of fewer elements.
    """
    input = call.args[0]
    bound = call.bound()
    if call.name not in {"sum", "mean"} or not isinstance(input, Tensor) or bound.get("dim"):
        raise CannotExplainError
    size = int(input._array.size)
    if size <= MOST_TERMS or not input.dtype.native or input.dtype.is_complex:
        raise CannotExplainError

    def explain(part: int | None, index: Index) -> Explained:
        spots = [*range(ENDS), *range(size - ENDS, size)]
        elements = call.elements(input, [unraveled(spot, tuple(input.shape)) for spot in spots])
        ends = [float(element.value.real) for element in elements]
        between = float(input._array.sum(dtype=np.float64)) - sum(ends)
        texts = [behind_operator(element.value) for element in elements]
        first, last = texts[:ENDS], [(text, None) for text in texts[ENDS:]]
        chain = Chain("+", tuple(first), tuple(last), between, size - 2 * ENDS)
        whole = sum(ends) + between
        mean = call.name == "mean"
        value = number(call.result, index)
        if not same(whole / size if mean else whole, value, call.result.dtype, abs(whole)):
            raise CannotExplainError
        text = f"({chain.text})/{size}" if mean else chain.text
        words = f"{size} elements added: {place(elements[0])} to {place(elements[-1])}."
        return Explained(text, tuple(elements), words, derived=True, note=chain.note)

    return explain


def by_counting(call: Call) -> Explainer:
    """Tell of numel: the sizes along all dimensions, multiplied."""
    if not call.args or not isinstance(call.args[0], Tensor):
        raise CannotExplainError
    shape = tuple(call.args[0].shape)

    name = call.name_of(call.args[0])
    one = f"{name} has one dimension, of size {call.result}."
    few = {0: f"{name} is a single number.", 1: one}
    words = few.get(len(shape), f"The sizes of {name} {shape}, multiplied.")

    def explain(part: int | None, index: Index) -> Explained:
        return Explained("*".join(map(str, shape)) or "1", (), words)

    return explain


LONGEST = 4096
WRITTEN = 12  # so many elements stand in the text


WORDS = {"any": "or", "all": "and"}


def by_truth(call: Call) -> Explainer:
    """Tell of any and all: the truth values joined by a word.

    Raises:
        CannotExplainError: it is another function.
    """
    if call.name not in WORDS:
        raise CannotExplainError
    word, decides = WORDS[call.name], call.name == "any"
    bound = call.bound()
    input, dim = bound["input"], bound.get("dim")
    if not isinstance(input, Tensor):
        raise CannotExplainError

    def explain(part: int | None, index: Index) -> Explained:
        line = elements_along(call, input, dim, index, keepdim=bool(bound.get("keepdim")))
        if not 0 < len(line) <= LONGEST:
            raise CannotExplainError
        deciding = [element for element in line if bool(element.value) is decides]
        if deciding:
            first = deciding[0]
            words = f"{place(first)} is {literal(first.value)}: one such element is enough."
        else:
            kind = "zero" if decides else "not zero"
            kind = str(not decides) if isinstance(line[0].value, bool) else kind
            which = "Both" if len(line) == 2 else f"All {len(line)}"
            between = "and" if len(line) == 2 else "to"
            many = f"{which} elements are {kind}: {place(line[0])} {between} {place(line[-1])}."
            words = many if len(line) > 1 else f"{place(line[0])} is {kind}, the only element."
        shown = line if len(line) <= WRITTEN else [*deciding, *line][:WRITTEN]
        text = f" {word} ".join(map(truth, shown))
        return Explained(text, tuple(line), words)

    return explain


def truth(element: Element) -> str:
    """Return an element as a truth value."""
    written = Writing.of(element)
    return written if isinstance(element.value, bool) else f"{written} != 0"


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
