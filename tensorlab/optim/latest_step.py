"""What a step was made of, as that was before: kept where somebody may ask about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tensorlab.engine.autograd.gradmode import Moving
from tensorlab.engine.tensor import Tensor

if TYPE_CHECKING:
    from tensorlab.optim.together import Moved, Table

MOST_KEPT = 4096  # elements of a parameter


class Move(NamedTuple):
    """One step of one parameter: its optimizer, the settings, and what there was before."""

    optimizer: Any
    group: Table
    parameter: Any
    grad: Any
    state: Any


def remember(optimizer: object, group: Table, moved: list[Moved]) -> None:
    """Keep what a step of some parameters is about to be made of, in place of the step before."""
    if Moving.latest is not None:
        settings = {name: value for name, value in group.items() if name != "params"}
        for parameter, _, state in moved:
            parts = map(as_it_is, (parameter, parameter.own_grad, state))
            Moving.latest[id(parameter)] = Move(optimizer, settings, *parts)


def as_it_is(value: object) -> Any:
    """Return a copy of a small tensor, or of those in a parameter's state; None for a large one."""
    if isinstance(value, dict):
        return {name: as_it_is(each) for name, each in value.items()}
    if not isinstance(value, Tensor):
        return value
    return value.detach().clone() if value.numel() <= MOST_KEPT else None
