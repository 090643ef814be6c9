"""Where the elements were that a function took: told by the elements, as its recipe names them."""

from collections.abc import Sequence

import numpy as np

from tensorlab.explain.arithmetic.numbers import literal, number
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Element, Index
from tensorlab.explain.strategies.explaining import CannotExplainError, Explained
from tensorlab.explain.strategies.regions import place
from tensorlab.frozen import pattern

DIMENSIONS = pattern(r"(\d)d")  # of max_pool2d: through so many a place is counted
WORDS = {
    1: "This is its place along the signal.",
    2: "Its place counts whole rows, and then columns.",
    3: "Its place counts whole layers, then rows, and then columns.",
}


def position_of(call: Call, taken: Explained, index: Index) -> Explained:
    """Return how the place of a taken element is told: counted through its image.

    Raises:
        CannotExplainError: none of the elements stands there.
    """
    asked = int(number(call.result[1], index).real)
    found = DIMENSIONS.search(call.name)
    count = int(found[1]) if found else 1
    sizes = tuple(call.tensors[0].shape)[-count:]

    def is_there(element: Element) -> bool:
        return int(np.ravel_multi_index(element.index[-count:], sizes)) == asked

    element = next(filter(is_there, taken.inputs), None)
    if element is None:
        raise CannotExplainError
    what = f"{place(element)} = {literal(element.value)} is the element that was taken."
    text = counting(element.index[-count:], sizes)
    return Explained(text, taken.inputs, f"{what} {WORDS[count]}", derived=True)


def counting(spot: Sequence[int], sizes: Sequence[int]) -> str:
    """Return the arithmetic that counts a place: rows times their length, plus the column."""
    text = str(spot[0])
    for at, size in zip(spot[1:], sizes[1:], strict=True):
        text = f"{f'({text})' if ' ' in text else text}*{size} + {at}"
    return text
