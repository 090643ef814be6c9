"""Gradients: what arrived at a cell on the way back, and along which steps."""

from tensorlab.explain.calls import Call
from tensorlab.explain.frames import Frame, Index
from tensorlab.explain.graph import backward_steps
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
        arrivals = [step for step in steps if step.leaf is sources[part or 0]]
        parts = [number(step.gradient, index) for step in arrivals]
        text = " + ".join(map(behind_operator, parts)) or literal(
            number(part_of(call.result, part), index)
        )
        frames = tuple(
            Frame(
                index if step.gradient.shape == sources[part or 0].shape else (),
                number(step.gradient, at),
                (),
                literal(number(step.gradient, at)),
                step.sentence,
            )
            for step in steps
            if (
                at := index
                if tuple(step.gradient.shape) == tuple(sources[part or 0].shape)
                else (0,) * step.gradient.ndim
            )
            is not None
            and step.gradient.array.size
        )
        count = len(arrivals)
        sentence = (
            f"{count} gradients arrive here on the way back and are added."
            if count > 1
            else "One gradient arrives here on the way back."
        )
        return Told(text, (), sentence, frames)

    return tell
