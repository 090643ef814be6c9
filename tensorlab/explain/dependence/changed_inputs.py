"""Inputs changed in some of their elements, and what is asked of a call before."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.call import Call
from tensorlab.explain.dependence.changes import Source
from tensorlab.explain.story.frames import Index

Place = tuple[int, int]  # which source, and which of its elements in reading order


def with_kept(which: int, source: Source, changed: Any, kept: frozenset[Place]) -> Any:
    """Return changed elements with some of them as they were."""
    places = [place for owner, place in kept if owner == which]
    if not places:
        return changed
    changed = changed.copy()
    changed.reshape(-1)[places] = source.stored.reshape(-1)[places]
    return changed


def holds(mask: Any, index: Index) -> bool:
    """Return whether a mask, maybe of another shape, is set in an element."""
    if len(index) != mask.ndim:
        return False
    inside = all(at < size for at, size in zip(index, mask.shape, strict=True))
    return inside and bool(mask[index])


def may_draw(call: Call) -> bool:
    """Return whether a call may draw random numbers, as far as its declaration tells."""
    operation = call.operation
    if operation is None:
        return False
    if operation.kind in {"composite", "creation"}:
        return True
    return "generator" in operation.signature.parameters


def dense_copy(tensor: Tensor) -> Any:
    """Return a copy that nothing was recorded for."""
    return tensor.clone().detach()
