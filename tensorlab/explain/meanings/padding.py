"""Padding: which cells are the input's, and what each mode puts around them."""

from dataclasses import replace

from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Index
from tensorlab.explain.ways.moving import by_labels
from tensorlab.explain.ways.sentences import place
from tensorlab.explain.ways.telling import CannotTellError, Tell, Told

MODES = {
    "reflect": "mirrored at the edge, the edge itself not repeated",
    "replicate": "the edge repeated",
    "circular": "taken from the other end",
}


def by_padding(call: Call) -> Tell:
    """Tell of F.pad: copied from the middle, or put there by the mode."""
    bound = call.bound()
    moved = by_labels(with_whole_value(call))
    amounts = tuple(bound["pad"])
    mode = bound.get("mode") or "constant"
    ndim = call.args[0].ndim

    def tell(part: int | None, index: Index) -> Told:
        told = moved(part, index)
        if not told.inputs:
            return Told(told.text, sentence=f"Padding: the constant {told.text}.", moved=True)
        cell = told.inputs[0]
        inner = tuple(at - before(amounts, dim, ndim) for dim, at in enumerate(index))
        if len(cell.index) != len(inner):
            raise CannotTellError
        if cell.index == inner:
            return Told(told.text, told.inputs, f"Copied from {place(cell)}.", moved=True)
        why = MODES.get(mode, mode)
        return Told(told.text, told.inputs, f"Padding: {place(cell)}, {why}.", moved=True)

    return tell


def with_whole_value(call: Call) -> Call:
    """Return the call with a constant that labels, which are whole numbers, can stand beside."""
    args = call.args[:3] if len(call.args) > 3 else call.args
    return replace(call, args=args, settings={**call.settings, "value": 0})


def before(amounts: tuple[int, ...], dim: int, ndim: int) -> int:
    """Return how many cells are put before a dimension: the pairs begin at the last one."""
    pair = 2 * (ndim - 1 - dim)
    return amounts[pair] if pair < len(amounts) else 0
