"""Dropout: cells made 0 by chance, and the others scaled up to match."""

from typing import Any

from tensorlab.engine.declaring import NAMESPACES, composite
from tensorlab.engine.signatures.signature import Array


@composite(name="dropout", method=False, related=("bernoulli",), copies=4)
def dropped(input: Array, p: float, train: bool) -> Array:
    """Return the numbers with each one, by chance p, made 0, and the others scaled up to match.

    >>> torch.dropout(torch.tensor([1., 2.]), 0.5, train=False)
    tensor([1., 2.])
    """
    if not 0 <= p <= 1:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {p:g}")
    return drop(input, p, train)


def drop(input: Any, p: float, train: bool) -> Array:
    """Return the numbers times a random mask, drawn in the order of memory."""
    if not train or p == 0 or not input.numel():
        return input
    if p == 1:
        return input * input.new_zeros(())
    mask = NAMESPACES["torch"]["empty_like"](input.detach()).bernoulli_(1 - p)
    return input * mask.div_(1 - p)


@composite(namespace="torch.nn.functional", method=False, related=("bernoulli",), copies=4)
def dropout(input: Array, p: float = 0.5, training: bool = True, inplace: bool = False) -> Array:
    """Return the numbers with each one, by chance p, made 0, and the others scaled up to match.

    >>> torch.nn.functional.dropout(torch.tensor([1., 2.]), training=False)
    tensor([1., 2.])
    """
    if not 0 <= p <= 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    result = drop(input, p, training)
    return input.copy_(result) if inplace and result is not input else result
