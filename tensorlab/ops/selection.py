"""Choosing cells: by condition, by mask, by index."""

import numpy as np

from tensorlab.engine.declaration import elementwise, selecting
from tensorlab.engine.shapes import broadcast_shapes
from tensorlab.engine.signature import Array, Mask, Operand


def choose(condition: np.ndarray, input: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return input where the condition holds, other elsewhere."""
    return np.where(condition, input, other)


@elementwise(method=False, out=True, node="WhereBackward0", related=("masked_select",))
def where(condition: Mask, input: Operand, other: Operand) -> np.ndarray:
    """Return input where the condition holds and other elsewhere; all three broadcast.

    >>> torch.where(torch.tensor([True, False]), torch.tensor([1, 2]), torch.tensor([5, 6]))
    tensor([1, 6])
    """
    if condition.dtype.kind != "b" and condition.dtype != np.uint8:
        raise RuntimeError(
            f"where expected condition to be a boolean tensor, but got a tensor with dtype "
            f"{condition.dtype}"
        )
    return choose(condition, input, other)


where.gradient(
    input=lambda g, condition: where(condition, g, 0),
    other=lambda g, condition: where(condition, 0, g),
)


@selecting(stored=True, related=("where",))
def masked_select(input: Array, mask: Mask) -> np.ndarray:
    """Return the cells of input where the mask is True, as a 1-d tensor; both broadcast.

    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> torch.masked_select(x, x.ge(2))
    tensor([2., 3., 4.])
    """
    if mask.dtype.kind != "b":
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    if input.shape != mask.shape:
        shape = broadcast_shapes(mask.shape, input.shape)
        input, mask = np.broadcast_to(input, shape), np.broadcast_to(mask, shape)
    return input[mask]
