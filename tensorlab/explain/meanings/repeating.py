"""Repeating: the whole tensor again and again, against each cell again and again."""

from tensorlab.explain.calls import Call
from tensorlab.explain.frames import Index
from tensorlab.explain.moving import by_labels
from tensorlab.explain.sentences import place
from tensorlab.explain.telling import Tell, Told

HOW = {
    "repeat_interleave": "each cell is repeated before the next one comes (repeat would copy the "
    "whole)",
    "repeat": "the whole tensor is copied (repeat_interleave would repeat each cell)",
    "tile": "the whole tensor is copied",
}


def by_repeating(call: Call) -> Tell:
    """Tell of repeat, tile and repeat_interleave: which copy a cell belongs to."""
    moved = by_labels(call)

    def tell(part: int | None, index: Index) -> Told:
        told = moved(part, index)
        if not told.inputs:
            return told
        sentence = f"Copied from {place(told.inputs[0])}: {HOW[call.name]}."
        return Told(told.text, told.inputs, sentence, moved=True)

    return tell
