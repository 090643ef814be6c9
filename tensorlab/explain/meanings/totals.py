"""What many elements give together: totals, and whether any or all are true."""

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.chains import Chain
from tensorlab.explain.arithmetic.numbers import behind_operator, literal, number, same, unraveled
from tensorlab.explain.arithmetic.terms import Writing
from tensorlab.explain.calls.call import Call
from tensorlab.explain.meanings.extremes import elements_along
from tensorlab.explain.story.frames import Element, Index
from tensorlab.explain.strategies.explaining import CannotExplainError, Explained, Explainer
from tensorlab.explain.strategies.regions import place
from tensorlab.explain.strategies.strategies import MOST_TERMS

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
    size = int(input.array.size)
    if size <= MOST_TERMS or not input.dtype.native or input.dtype.is_complex:
        raise CannotExplainError

    def explain(part: int | None, index: Index) -> Explained:
        spots = [*range(ENDS), *range(size - ENDS, size)]
        elements = call.elements(input, [unraveled(spot, tuple(input.shape)) for spot in spots])
        ends = [float(element.value.real) for element in elements]
        between = float(input.array.sum(dtype=np.float64)) - sum(ends)
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
