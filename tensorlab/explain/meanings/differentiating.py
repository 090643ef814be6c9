"""Gradients: what arrived at a cell on the way back, and along which steps."""

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls import Call
from tensorlab.explain.frames import Frame, Index
from tensorlab.explain.graph import Arrival, backward_steps
from tensorlab.explain.numbers import behind_operator, literal, number
from tensorlab.explain.telling import CannotTellError, Tell, Told, part_of


def by_walking_back(call: Call) -> Tell:
    """Tell of autograd.grad: the gradients that arrive at a cell, added up."""
    bound = call.bound()
    inputs = bound["inputs"]
    sources = [inputs] if not isinstance(inputs, tuple | list) else list(inputs)
    steps = backward_steps(bound["outputs"], bound.get("grad_outputs"), sources)
    if not steps:
        raise CannotTellError

    def tell(part: int | None, index: Index) -> Told:
        source = sources[part or 0]
        arrived = [number(step.gradient, index) for step in steps if step.leaf is source]
        text = " + ".join(map(behind_operator, arrived))
        sentence = (
            f"{len(arrived)} gradients arrive here on the way back and are added."
            if len(arrived) > 1
            else "One gradient arrives here on the way back."
        )
        frames = tuple(frame_of(step, source, index) for step in steps if step.gradient.array.size)
        return Told(
            text or literal(number(part_of(call.result, part), index)), (), sentence, frames
        )

    return tell


def frame_of(step: Arrival, source: Tensor, index: Index) -> Frame:
    """Return the frame of one backward step: at the same cell, else at the first one."""
    same = tuple(step.gradient.shape) == tuple(source.shape)
    value = number(step.gradient, index if same else (0,) * step.gradient.ndim)
    return Frame(index if same else (), value, (), literal(value), step.sentence)
