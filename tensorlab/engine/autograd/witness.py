"""What an explanation keeps of walks back: each step as it was, what arrived, what it handed on."""

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

from tensorlab.engine.autograd.graph import Node
from tensorlab.engine.autograd.saved import Saved, SavedList, SavedNumber
from tensorlab.engine.autograd.walking import Gradients, Walk
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.tensor import Tensor, wrap_beside

MOST_WALKS = 40  # the latest ones: a program may train for long


@dataclass(frozen=True, eq=False)
class StepBack:
    """One step of a walk back.

    `still` is the step with copies of what it had saved: a program may write over that later, as
    optimizers do.
    """

    node: Node
    still: Node
    incoming: Gradients
    handed: Gradients


@dataclass(frozen=True, eq=False)
class WalkBack:
    """A walk back that was taken: its steps in order."""

    walk: Walk
    steps: list[StepBack] = field(default_factory=list)


def witness(walks: list[WalkBack]) -> Callable[[Walk, Node, Gradients, Gradients], None]:
    """Return what writes down every step of every walk, as long as it is asked."""

    def look_on(walk: Walk, node: Node, incoming: Gradients, handed: Gradients) -> None:
        if not walks or walks[-1].walk is not walk:
            walks.append(WalkBack(walk))
            del walks[:-MOST_WALKS]
        walks[-1].steps.append(StepBack(node, still(node), list(incoming), list(handed)))

    return look_on


def still(node: Node) -> Node:
    """Return a step that nothing changes any more, and that leads no further back by itself."""
    kept: Any = copy.copy(node)
    kept.saved = {name: copied(value) for name, value in node.saved.items()}
    kept.taps = None
    inner = getattr(node, "write", None)  # of a write to a part of a tensor
    if inner is not None:
        kept.write = still(inner)
    return cast("Node", kept)


def copied(value: object) -> Any:
    """Return a saved value as one of its own."""
    if isinstance(value, SavedList):
        return SavedList(type(value.parts)(map(copied, value.parts)))
    if isinstance(value, SavedNumber):
        return value.tensor
    if not isinstance(value, Saved) or not isinstance(value.tensor, Tensor):
        return value
    tensor: Tensor = value.tensor
    if tensor.layout is not STRIDED or tensor.is_meta or tensor.is_quantized:
        return value
    return Saved(wrap_beside(tensor._array.copy(), tensor.dtype, tensor))
