"""Writes through views: how the record of a base learns that a part of it was overwritten."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.autograd.graph import Node, way_to
from tensorlab.engine.autograd.recording import record_bound
from tensorlab.engine.calling.writing import snapshot
from tensorlab.engine.declaring import Array, Tensor, operation, view
from tensorlab.engine.layout import address, strided_view


class Region:
    """The elements of a base that a view shows: shape, strides and offset, in elements."""

    __slots__ = ("offset", "shape", "strides", "whole")

    def __init__(self, base: Tensor, part: Tensor) -> None:
        step = base._array.itemsize
        self.shape, self.whole = part._array.shape, base._array.shape
        self.strides = tuple(stride // step for stride in part._array.strides)
        self.offset = (address(part._array) - address(base._array)) // step

    def of(self, array: NDArray[Any]) -> Any:
        """Return the view of an array that lies in memory as the base does."""
        step = array.itemsize
        strides = [stride * step for stride in self.strides]
        return strided_view(array, self.shape, strides, self.offset * step)


@view(inner=True, node="AsStridedBackward0")
def region(input: Array, where: Region) -> np.ndarray:
    """Return the view of a region."""
    return where.of(input)  # type: ignore[no-any-return]  # of methods


@operation(inner=True, stored=True)
def placed(input: Array, where: Region, shape: Any) -> np.ndarray:
    """Return zeros of a shape but for the region, which holds the input."""
    whole = np.zeros(shape, input.dtype)
    where.of(whole)[...] = input
    return whole


# The base itself is not saved: it may well be written to again.
region.gradient(input=lambda g, where: placed(g, where, where.whole))
placed.gradient(input=lambda g, where: region(packed(g), where))


def packed(tensor: Tensor) -> Tensor:
    """Return the tensor with its elements row after row, as a region counts them."""
    return tensor.contiguous()


class CopySlices(Node):
    """The step back through a write to a part of a tensor."""

    __slots__ = ("before", "where", "write")

    def __init__(self, before: Tensor, where: Region, write: Node) -> None:
        """Take over the write's own step; the part's old history is the old base's."""
        ways = [way for way in write.ways if way[0] != first_operand(write)]
        if before._tracked:
            ways.insert(0, way_to("base", None, before))
        super().__init__(write.operation, ways, write.saved)
        self.before = before._tracked
        self.where = where
        self.write = write

    def gradients(self, incoming: list[Tensor | None]) -> list[Tensor | None]:
        """Return the gradient for the old base, if it needs one, then for what was written."""
        g: Any = incoming[0]
        part = region(packed(g), self.where)
        grads = self.write.gradients([part])
        own, others = None, []
        for (name, *_), grad in zip(self.write.ways, grads, strict=True):
            if name == first_operand(self.write):
                own = grad
            else:
                others.append(grad)
        if not self.before:
            return others
        whole = g - placed(part, self.where, g.shape)
        if own is not None:
            whole = whole + placed(own, self.where, g.shape)
        return [whole, *others]


def first_operand(node: Node) -> str:
    """Return the name of the operand that an operation writes over."""
    return node.operation.operands[0]


def rebase(base: Tensor, part: Tensor) -> None:
    """Let the base's record end in a write through one of its views, and the view's in the base's.

    The view's own step is the latest one of its record.
    """
    write = part.grad_fn
    if write is None:
        return
    where = Region(base, part)
    before = snapshot(base)
    base._grad_fn = CopySlices(before, where, write)
    base._tracked, base._output_nr = True, 0
    record_bound(region.operation, part, {"input": base, "where": where})
