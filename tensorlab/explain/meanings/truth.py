"""any and all: one element may be enough."""

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import literal
from tensorlab.explain.arithmetic.terms import Writing
from tensorlab.explain.calls.call import Call
from tensorlab.explain.meanings.extremes import elements_along
from tensorlab.explain.story.frames import Element, Index
from tensorlab.explain.strategies.explaining import CannotExplainError, Explained, Explainer
from tensorlab.explain.strategies.regions import place

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
            many = f"All {len(line)} elements are {kind}: {place(line[0])} to {place(line[-1])}."
            words = many if len(line) > 1 else f"{place(line[0])} is {kind}, the only element."
        shown = line if len(line) <= WRITTEN else [*deciding, *line][:WRITTEN]
        text = f" {word} ".join(map(truth, shown))
        return Explained(text, tuple(line), words)

    return explain


def truth(element: Element) -> str:
    """Return an element as a truth value."""
    written = Writing.of(element)
    return written if isinstance(element.value, bool) else f"{written} != 0"
