"""Counting cells: the product of the sizes."""

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Index
from tensorlab.explain.ways.telling import CannotTellError, Tell, Told


def by_counting(call: Call) -> Tell:
    """Tell of numel: the sizes along all dimensions, multiplied."""
    if not call.args or not isinstance(call.args[0], Tensor):
        raise CannotTellError
    shape = tuple(call.args[0].shape)

    def tell(part: int | None, index: Index) -> Told:
        text = "*".join(map(str, shape)) or "1"
        return Told(text, (), f"The sizes of {call.name_of(call.args[0])} {shape}, multiplied.")

    return tell
