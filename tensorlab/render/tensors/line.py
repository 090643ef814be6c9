"""A tensor's values on one line, cut where there are many."""

from tensorlab.engine.formats import STRIDED
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import number
from tensorlab.explain.story.pictures import brief

MOST = 6


def one_line(tensor: Tensor) -> str:
    """Return a tensor as nested brackets on one line, of a large one only the first values."""
    if tensor.layout is not STRIDED or tensor.is_meta:
        return "..."
    return nested(tensor, ())


def nested(tensor: Tensor, index: tuple[int, ...]) -> str:
    """Return the part of a tensor behind an index."""
    if len(index) == tensor.ndim:
        return brief(number(tensor, index))
    size = tensor.shape[len(index)]
    parts = [nested(tensor, (*index, place)) for place in range(min(size, MOST))]
    return f"[{', '.join(parts + ['...'] * (size > MOST))}]"
