"""Counting cells: the product of the sizes."""

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Index
from tensorlab.explain.strategies.explaining import CannotExplainError, Explained, Explainer


def by_counting(call: Call) -> Explainer:
    """Tell of numel: the sizes along all dimensions, multiplied."""
    if not call.args or not isinstance(call.args[0], Tensor):
        raise CannotExplainError
    shape = tuple(call.args[0].shape)

    def explain(part: int | None, index: Index) -> Explained:
        text = "*".join(map(str, shape)) or "1"
        return Explained(
            text, (), f"The sizes of {call.name_of(call.args[0])} {shape}, multiplied."
        )

    return explain
