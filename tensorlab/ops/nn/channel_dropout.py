"""Dropout of whole channels, and dropout that keeps mean and variance."""

import math
from typing import Any

from tensorlab.engine.declaring import Array, Tensor, Truth, composite
from tensorlab.engine.warning import in_full, warn
from tensorlab.ops.nn.dropout import require_chance

F = "torch.nn.functional"
# what SELU gives for a large negative number, without its sign
SELU_FLOOR = 1.7580993408473766


def dropped(
    input: Tensor, p: float, training: bool, *, by_channel: bool = True, alpha: bool = False
) -> Any:
    """Return the input with elements, or whole channels, dropped by chance.

    Raises:
        RuntimeError: there are no channels.
    """
    if p == 0 or not training or not input.numel():
        return input
    if p == 1:
        return input * input.new_zeros(())
    if by_channel and input.ndim < 2:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    size = (*input.shape[:2], *[1] * (input.ndim - 2)) if by_channel else input.shape
    noise = input.detach().new_empty(size).bernoulli_(1 - p)
    if not alpha:
        return input * noise.div_(1 - p)
    scale = 1 / math.sqrt((SELU_FLOOR**2 * p + 1) * (1 - p))
    shift = noise.add(-1).mul_(SELU_FLOOR * scale).add_(SELU_FLOOR * scale * p)
    return input * noise.mul_(scale) + shift


def written(input: Tensor, found: Tensor, inplace: bool) -> Any:
    """Return what was found, written over the input if that was asked for."""
    return input.copy_(found) if inplace and found is not input else found


def deprecated(name: str, input: Tensor, dims: int) -> None:
    """Warn of inputs without as many dimensions as the name says."""
    if input.ndim in (dims + 1, dims + 2):
        return
    warn(in_full("{0}: Received a {1}-D", name, input.ndim, dims, dims + 1, dims + 2))


@composite(namespace=F, related=("nn.functional.dropout",))
def dropout1d(input: Array, p: float = 0.5, training: bool = True, inplace: Truth = False) -> Array:
    """Return signals, each channel zeroed with probability p, the others scaled up to match.

    >>> torch.nn.functional.dropout1d(torch.tensor([[1., 2.]]), training=False)
    tensor([[1., 2.]])
    """
    require_chance(p)
    if input.ndim not in (2, 3):
        raise RuntimeError(in_full("dropout1d: Expected", input.ndim))
    batch = input.unsqueeze(0) if input.ndim == 2 else input
    found = dropped(batch, p, training)
    return written(input, found.squeeze(0) if input.ndim == 2 else found, inplace)


@composite(namespace=F, related=("nn.functional.dropout",))
def dropout2d(input: Array, p: float = 0.5, training: bool = True, inplace: Truth = False) -> Array:
    """Return images, each channel zeroed with probability p, the others scaled up to match.

    >>> torch.nn.functional.dropout2d(torch.tensor([[[[1., 2.]]]]), training=False)
    tensor([[[[1., 2.]]]])
    """
    require_chance(p)
    deprecated("dropout2d", input, 2)
    if input.ndim == 3:
        warn(in_full("dropout2d: Received"))
    found = dropped(input, p, training)
    return written(input, found, inplace)


@composite(namespace=F, related=("nn.functional.dropout",))
def dropout3d(input: Array, p: float = 0.5, training: bool = True, inplace: Truth = False) -> Array:
    """Return volumes, each channel zeroed with probability p, the others scaled up to match.

    >>> torch.nn.functional.dropout3d(torch.ones(1, 1, 1, 1, 2), training=False)
    tensor([[[[[1., 1.]]]]])
    """
    require_chance(p)
    deprecated("dropout3d", input, 3)
    batched = input.ndim == 5
    batch = input if batched else input.unsqueeze(0)
    found = dropped(batch, p, training)
    return written(input, found if batched else found.squeeze(0), inplace)


@composite(namespace=F, related=("nn.functional.dropout", "selu"))
def alpha_dropout(
    input: Array, p: float = 0.5, training: bool = False, inplace: Truth = False
) -> Array:
    """Return the numbers, with probability p set to SELU's lowest value, mean and variance kept.

    >>> torch.nn.functional.alpha_dropout(torch.tensor([1., 2.]))
    tensor([1., 2.])
    """
    require_chance(p)
    found = dropped(input, p, training, by_channel=False, alpha=True)
    return written(input, found, inplace)


@composite(namespace=F, related=("nn.functional.alpha_dropout",))
def feature_alpha_dropout(
    input: Array, p: float = 0.5, training: bool = False, inplace: Truth = False
) -> Array:
    """Return the same as alpha_dropout, whole channels at once.

    >>> torch.nn.functional.feature_alpha_dropout(torch.tensor([[1., 2.]]))
    tensor([[1., 2.]])
    """
    require_chance(p)
    found = dropped(input, p, training, alpha=True)
    return written(input, found, inplace)
