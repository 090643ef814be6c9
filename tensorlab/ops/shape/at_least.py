"""Tensors with at least so many dimensions."""

from collections.abc import Callable
from typing import Any

from tensorlab.engine.declaring import composite
from tensorlab.engine.tensor import Tensor


@composite(method=False)
def atleast_1d(*tensors: Any) -> Any:
    """Return the tensor with at least one dimension; of several tensors, all of them.

    >>> torch.atleast_1d(torch.tensor(1.))
    tensor([1.])
    """
    return each(tensors, lambda x: x if x.ndim else x.reshape(1))


@composite(method=False)
def atleast_2d(*tensors: Any) -> Any:
    """Return the tensor with at least two dimensions; a vector becomes a row.

    >>> torch.atleast_2d(torch.tensor([1, 2]))
    tensor([[1, 2]])
    """
    return each(tensors, two_dimensional)


@composite(method=False)
def atleast_3d(*tensors: Any) -> Any:
    """Return the tensor with at least three dimensions.

    >>> torch.atleast_3d(torch.tensor([1, 2])).shape
    torch.Size([1, 2, 1])
    """
    return each(tensors, three_dimensional)


def three_dimensional(input: Tensor) -> Any:
    """Return a tensor with at least three dimensions."""
    if input.ndim > 2:
        return input
    return two_dimensional(input).unsqueeze(-1) if input.ndim else input.reshape(1, 1, 1)


def two_dimensional(input: Tensor) -> Any:
    """Return a tensor with at least two dimensions."""
    if input.ndim > 1:
        return input
    return input.unsqueeze(0) if input.ndim else input.reshape(1, 1)


def each(tensors: tuple[Any, ...], change: Callable[[Any], Any]) -> Any:
    """Return the one tensor changed, or a tuple of all of them."""
    if len(tensors) == 1 and isinstance(tensors[0], Tensor):
        return change(tensors[0])
    given = tensors[0] if len(tensors) == 1 else tensors
    return tuple(change(tensor) for tensor in given)
