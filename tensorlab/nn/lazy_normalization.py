"""Normalizations that learn from their first input how many channels there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorlab.nn import channel_normalization
from tensorlab.nn.lazy import Lazy

if TYPE_CHECKING:
    from tensorlab.engine.tensor import Tensor


class LazyChannels(Lazy, channel_normalization.OfChannels):
    """Normalization of each channel, where the first input says how many there are."""

    count = "num_features"

    def __init__(
        self, eps: float = 1e-5, momentum: float | None = 0.1, affine: bool = True,
        track_running_stats: bool = True, device: Any = None, dtype: Any = None, *,
        bias: bool = True,
    ) -> None:  # fmt: skip
        settings: Any = {"device": device, "dtype": dtype, "bias": bias}
        super().__init__(0, eps, momentum, affine, track_running_stats, **settings)
        self.put_off(device, dtype)

    def counted(self, input: Tensor) -> int:
        """Return the number of the input's channels."""
        self.require_input(input)
        return int(input.shape[1])

    def sizes(self, name: str) -> tuple[int, ...]:
        """Return the sizes of scale, shift or statistics."""
        return (self.num_features,)


class LazyBatchNorm1d(LazyChannels, channel_normalization.BatchNorm1d):
    """BatchNorm1d, where the first input says num_features.

    >>> layer = torch.nn.LazyBatchNorm1d()
    >>> _ = layer(torch.ones(2, 3, 4))
    >>> layer.num_features
    3
    """


class LazyBatchNorm2d(LazyChannels, channel_normalization.BatchNorm2d):
    """BatchNorm2d, where the first input says num_features.

    >>> layer = torch.nn.LazyBatchNorm2d()
    >>> _ = layer(torch.ones(2, 3, 4, 4))
    >>> layer.num_features
    3
    """


class LazyBatchNorm3d(LazyChannels, channel_normalization.BatchNorm3d):
    """BatchNorm3d, where the first input says num_features.

    >>> layer = torch.nn.LazyBatchNorm3d()
    >>> _ = layer(torch.ones(2, 3, 4, 4, 4))
    >>> layer.num_features
    3
    """


class LazyInstanceNorm1d(LazyChannels, channel_normalization.InstanceNorm1d):
    """InstanceNorm1d, where the first input says num_features.

    >>> layer = torch.nn.LazyInstanceNorm1d()
    >>> _ = layer(torch.ones(2, 3, 4))
    >>> layer.num_features
    3
    """


class LazyInstanceNorm2d(LazyChannels, channel_normalization.InstanceNorm2d):
    """InstanceNorm2d, where the first input says num_features.

    >>> layer = torch.nn.LazyInstanceNorm2d()
    >>> _ = layer(torch.ones(2, 3, 4, 4))
    >>> layer.num_features
    3
    """


class LazyInstanceNorm3d(LazyChannels, channel_normalization.InstanceNorm3d):
    """InstanceNorm3d, where the first input says num_features.

    >>> layer = torch.nn.LazyInstanceNorm3d()
    >>> _ = layer(torch.ones(2, 3, 4, 4, 4))
    >>> layer.num_features
    3
    """
