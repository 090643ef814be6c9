"""Who goes on with what torch.func gives: a record is kept for them, and for nobody else."""

from itertools import count
from typing import Any

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.autograd.nests import leaves, mapped

NUMBERS = count()
NUMBER = "_number_of_point"


def watched(value: object) -> bool:
    """Return whether somebody outside differentiates by any tensor of a nest."""
    tensors = (leaf for leaf in leaves(value) if isinstance(leaf, Tensor))
    return Recording.enabled and any(tensor.requires_grad for tensor in tensors)


def numbered(point: Tensor) -> Tensor:
    """Return a point at which a function is differentiated, with a number that tells when."""
    setattr(point, NUMBER, next(NUMBERS))
    return point


def comes_from_outside(value: object, own: int) -> bool:
    """Return whether a result comes from other tensors than the points from a number on."""
    if not (isinstance(value, Tensor) and value.requires_grad):
        return False
    if value.grad_fn is None:
        return getattr(value, NUMBER, -1) < own
    ahead, seen = [value.grad_fn], {value.grad_fn}
    while ahead:
        for _, _, before, _, leaf, _, _ in ahead.pop().ways:
            if before is None and leaf is not None and getattr(leaf, NUMBER, -1) < own:
                return True
            if before is not None and before not in seen:
                seen.add(before)
                ahead.append(before)
    return False


def own_of(outputs: object, points: object) -> int | None:
    """Return the first of the points' numbers; None if nobody outside goes on from the outputs."""
    numbers = [getattr(leaf, NUMBER) for leaf in leaves(points) if hasattr(leaf, NUMBER)]
    own = min(numbers, default=next(NUMBERS))
    goes_on = Recording.enabled and any(comes_from_outside(leaf, own) for leaf in leaves(outputs))
    return own if goes_on else None


def settled(value: object, own: int | None) -> Any:
    """Return results, without the record of those with which nobody outside goes on."""

    def settle(leaf: Any) -> Any:
        if not isinstance(leaf, Tensor) or (own is not None and comes_from_outside(leaf, own)):
            return leaf
        return leaf.detach()

    return mapped(settle, value)
