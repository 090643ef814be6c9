"""Dropout: elements made 0 by chance, and the others scaled up to match."""

import numpy as np

from tensorlab.engine.declaring import NAMESPACES, Array, Tensor, Truth, composite
from tensorlab.engine.declaring.filling import source
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.random.distributions import bernoulli
from tensorlab.engine.tensor import DENSE, wrap


def require_share(p: float) -> None:
    """Refuse what is no chance.

    Raises:
        RuntimeError: the number is not between 0 and 1.
    """
    if not 0 <= p <= 1:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {p:g}")


def require_chance(p: float) -> None:
    """Refuse what is no probability.

    Raises:
        ValueError: the number is not between 0 and 1.
        RuntimeError: it is nan.
    """
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    require_share(p)  # PyTorch's class for nan is another


@composite(name="dropout", method=False, related=("bernoulli",), copies=4)
def dropped(input: Array, p: float, train: bool) -> Array:
    """Return the numbers, each zeroed with probability p in training, the others scaled to match.

    >>> torch.dropout(torch.tensor([1., 2.]), 0.5, train=False)
    tensor([1., 2.])
    """
    require_share(p)
    return drop(input, p, train)


def drop(input: Tensor, p: float, train: bool) -> Array:
    """Return the numbers times a random mask, drawn in the order of memory."""
    if not train or p == 0 or not input.numel():
        return input
    if p == 1:
        return input * input.new_zeros(())
    if input.__class__ in DENSE and p.__class__ is float and input._array.flags.c_contiguous:
        kind = input.dtype.compute
        # as below, in a third of the time
        if input.dtype.native and kind.char in "fd":
            reserve_memory(2 * input._array.nbytes)
            mask = bernoulli(source(None), input._array.shape, 1 - p).astype(kind)
            mask /= np.array(1 - p, kind)
            return input * wrap(mask, input.dtype)
    mask = NAMESPACES["torch"]["empty_like"](input.detach()).bernoulli_(1 - p)
    return input * mask.div_(1 - p)


@composite(namespace="torch.nn.functional", related=("bernoulli",), copies=4)
def dropout(input: Array, p: float = 0.5, training: bool = True, inplace: Truth = False) -> Array:
    """Return the numbers, each zeroed with probability p in training, the others scaled to match.

    >>> torch.nn.functional.dropout(torch.tensor([1., 2.]), training=False)
    tensor([1., 2.])
    """
    require_chance(p)
    result = drop(input, p, training)
    return input.copy_(result) if inplace and result is not input else result
