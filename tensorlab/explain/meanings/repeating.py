"""Repeating: the whole tensor again and again, against each element again and again."""

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import literal, number
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Element, Index
from tensorlab.explain.strategies.explaining import CannotExplainError, Explained, Explainer
from tensorlab.explain.strategies.moving import by_labels
from tensorlab.explain.strategies.regions import place

HOW = {
    "repeat_interleave": "each element is repeated before the next one comes (repeat would copy "
    "the whole)",
    "repeat": "the whole tensor is copied (repeat_interleave would repeat each element)",
    "tile": "the whole tensor is copied",
}


def by_counts(call: Call) -> Explainer:
    """Tell of repeat_interleave by a tensor: how often each element is to stand there.

    Raises:
        CannotExplainError: there is one number for all.
    """
    bound = call.bound()
    repeats, dim = bound.get("repeats"), bound.get("dim")
    if not isinstance(repeats, Tensor) or not isinstance(bound["input"], Tensor):
        raise CannotExplainError
    input = bound["input"]
    if repeats.array.size < 2 or (dim is None and input.ndim != 1):
        raise CannotExplainError
    along = (dim or 0) % input.ndim
    counts = [int(number(repeats, (at,)).real) for at in range(repeats.shape[0])]
    owners = [at for at, count in enumerate(counts) for _ in range(count)]

    def explain(part: int | None, index: Index) -> Explained:
        at = owners[index[along]]
        spot = (*index[:along], at, *index[along + 1 :])
        element = call.element(input, spot)
        before = tuple(
            Element(call.name_of(repeats), (row,), count)
            for row, count in enumerate(counts[: at + 1])
        )
        times = f"{counts[at]} time{'s' * (counts[at] != 1)}"
        words = f"{place(before[-1])} = {counts[at]}, so {place(element)} stands here {times}."
        return Explained(literal(element.value), (element, *before), words, derived=True)

    return explain


def by_repeating(call: Call) -> Explainer:
    """Tell of repeat, tile and repeat_interleave: which copy an element belongs to."""
    moved = by_labels(call)

    def explain(part: int | None, index: Index) -> Explained:
        explained = moved(part, index)
        if not explained.inputs:
            return explained
        sentence = f"Copied from {place(explained.inputs[0])}: {HOW[call.name]}."
        return Explained(explained.text, explained.inputs, sentence, moved=True)

    return explain
