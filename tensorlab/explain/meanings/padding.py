"""Padding: which elements are the input's, and what each mode puts around them."""

from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Index
from tensorlab.explain.strategies.explaining import CannotExplainError, Explained, Explainer
from tensorlab.explain.strategies.moving import by_labels
from tensorlab.explain.strategies.regions import place
from tensorlab.frozen import replace

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
        if not explained.inputs:
            return Explained(
                explained.text, sentence=f"Padding: the constant {explained.text}.", moved=True
            )
        element = explained.inputs[0]
        inner = tuple(at - before(amounts, dim, ndim) for dim, at in enumerate(index))
        if len(element.index) != len(inner):
            raise CannotExplainError
        if element.index == inner:
            return Explained(
                explained.text, explained.inputs, f"Copied from {place(element)}.", moved=True
            )
        why = MODES.get(mode, mode)
        return Explained(
            explained.text, explained.inputs, f"Padding: {place(element)}, {why}.", moved=True
        )

    return explain


def with_whole_value(call: Call) -> Call:
    """Return the call with a constant that labels, which are whole numbers, can stand beside."""
    args = call.args[:3] if len(call.args) > 3 else call.args
    return replace(call, args=args, settings={**call.settings, "value": 0})


def before(amounts: tuple[int, ...], dim: int, ndim: int) -> int:
    """Return how many elements are put before a dimension: the pairs begin at the last one."""
    pair = 2 * (ndim - 1 - dim)
    return amounts[pair] if pair < len(amounts) else 0
