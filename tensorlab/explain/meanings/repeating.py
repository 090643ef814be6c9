"""Elements that stand at several places: repeated ones, and padding."""

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import literal, number
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Element, Index
from tensorlab.explain.strategies.explaining import CannotExplainError, Explained, Explainer
from tensorlab.explain.strategies.moving import by_labels
from tensorlab.explain.strategies.regions import place
from tensorlab.frozen import replace
from tensorlab.wording import counted


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
    if repeats._array.size < 2 or (dim is None and input.ndim != 1):
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
        times = counted(counts[at], "time")
        words = f"{place(before[-1])} = {counts[at]}, so {place(element)} stands here {times}."
        return Explained(literal(element.value), (element, *before), words, derived=True)

    return explain


MODES = {
    "reflect": "mirrored at the edge, the edge itself not repeated",
    "replicate": "the edge repeated",
    "circular": "taken from the other end",
}


def by_padding(call: Call) -> Explainer:
    """Tell of F.pad: copied from the middle, or put there by the mode."""
    bound = call.bound()
    moved = by_labels(with_whole_value(call))
    amounts = tuple(bound["pad"])
    mode = bound.get("mode") or "constant"
    ndim = call.args[0].ndim

    def explain(part: int | None, index: Index) -> Explained:
        explained = moved(part, index)
        words = f"Padding: the constant {explained.text}."
        for element in explained.inputs:
            inner = tuple(at - before(amounts, dim, ndim) for dim, at in enumerate(index))
            if len(element.index) != len(inner):
                raise CannotExplainError
            words = f"Padding: {place(element)}, {MODES.get(mode, mode)}."
            words = f"Copied from {place(element)}." if element.index == inner else words
        return Explained(explained.text, explained.inputs, words, moved=True)

    return explain


def with_whole_value(call: Call) -> Call:
    """Return the call with a constant that labels, which are whole numbers, can stand beside."""
    args = call.args[:3] if len(call.args) > 3 else call.args
    return replace(call, args=args, settings={**call.settings, "value": 0})


def before(amounts: tuple[int, ...], dim: int, ndim: int) -> int:
    """Return how many elements are put before a dimension: the pairs begin at the last one."""
    pair = 2 * (ndim - 1 - dim)
    return amounts[pair] if pair < len(amounts) else 0
