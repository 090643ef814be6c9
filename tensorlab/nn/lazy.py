"""Layers and normalizations that learn the number of their inputs from the first of them."""

from typing import Any, ClassVar

from tensorlab.engine.tensor import Tensor
from tensorlab.nn.channel_normalization import (
    BatchNorm1d,
    BatchNorm2d,
    BatchNorm3d,
    InstanceNorm1d,
    InstanceNorm2d,
    InstanceNorm3d,
    OfChannels,
)
from tensorlab.nn.convolution import (
    Conv1d,
    Conv2d,
    Conv3d,
    Convolution,
    ConvTranspose1d,
    ConvTranspose2d,
    ConvTranspose3d,
)
from tensorlab.nn.linear import Linear
from tensorlab.nn.module import Module, arguments
from tensorlab.nn.uninitialized import Uninitialized, UninitializedBuffer, UninitializedParameter


class Lazy(Module):
    """A layer whose parameters have no sizes before its first input; then it is a plain one."""

    count: ClassVar[str]  # the attribute that the first input says

    def put_off(self, device: object, dtype: object) -> None:
        """Let the parameters and buffers wait for the first input."""
        for name, value in self._parameters.items():
            if value is not None:
                self._parameters[name] = UninitializedParameter(device=device, dtype=dtype)
        for name, value in self._buffers.items():
            if value is not None and value.dim():  # counting batches needs no sizes
                self._buffers[name] = UninitializedBuffer(device=device, dtype=dtype)
        self.begins = self.register_forward_pre_hook(lambda module, inputs: module.begin(*inputs))

    def has_uninitialized_params(self) -> bool:
        """Return whether there are parameters or buffers without sizes."""
        waiting = (*self._parameters.values(), *self._buffers.values())
        return any(isinstance(value, Uninitialized) for value in waiting)

    def begin(self, input: Tensor, *others: object) -> None:
        """Become a plain layer for inputs like this one."""
        counted = self.counted(input)
        if self.has_uninitialized_params():
            setattr(self, self.count, counted)
            self.require_count()
            for name, value in (*self._parameters.items(), *self._buffers.items()):
                if isinstance(value, Uninitialized):
                    value.materialize(self.sizes(name))
            self.reset_parameters()
        if getattr(self, self.count) == 0:
            setattr(self, self.count, counted)
        self.begins.remove()
        del self.begins
        own: Any = self
        own.__class__ = type(self).__bases__[-1]  # after what makes it lazy, the plain layer

    def reset_parameters(self) -> None:
        """Draw the parameters anew, once they have sizes."""
        if getattr(self, self.count) and not self.has_uninitialized_params():
            super().reset_parameters()  # type: ignore[misc]  # the layer's own

    def require_count(self) -> None:
        """Refuse a number of inputs that does not go with the other settings."""

    def counted(self, input: Any) -> int:
        """Return what the first input says."""
        raise NotImplementedError

    def sizes(self, name: str) -> tuple[int, ...]:
        """Return the sizes of a parameter or a buffer."""
        raise NotImplementedError


class LazyLinear(Lazy, Linear):
    """x @ weight.T + bias, where the first input says in_features.

    >>> layer = torch.nn.LazyLinear(2)
    >>> layer.weight
    <UninitializedParameter>
    >>> layer(torch.ones(3, 5)).shape
    torch.Size([3, 2])
    >>> layer
    Linear(in_features=5, out_features=2, bias=True)
    """

    count = "in_features"

    def __init__(
        self, out_features: int, bias: bool = True, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__(0, 0, bias, device, dtype)
        self.out_features = out_features
        self.put_off(device, dtype)

    def counted(self, input: Tensor) -> int:
        """Return the number of the input's features."""
        return int(input.shape[-1])

    def sizes(self, name: str) -> tuple[int, ...]:
        """Return the sizes of the weights or of the bias."""
        outs = self.out_features
        return (outs, self.in_features) if name == "weight" else (outs,)


class LazyFilters(Lazy, Convolution):
    """A convolution, where the first input says in_channels."""

    count = "in_channels"

    def __init__(
        self, out_channels: int, kernel_size: object, stride: object = 1, padding: object = 0,
        dilation: object = 1, groups: int = 1, bias: bool = True, padding_mode: str = "zeros",
        device: object = None, dtype: object = None,
    ) -> None:  # fmt: skip
        self.put_off_filters(**arguments(locals()))

    def put_off_filters(self, out_channels: int, **settings: Any) -> None:
        """Begin as a plain layer without inputs does."""
        super().__init__(0, 0, **settings)
        self.out_channels = out_channels
        self.put_off(settings["device"], settings["dtype"])

    def counted(self, input: Tensor) -> int:
        """Return the number of the input's channels.

        Raises:
            RuntimeError: it has another number of dimensions.
        """
        dims = self.dims
        if input.dim() not in (dims + 1, dims + 2):
            raise RuntimeError(
                f"Expected {dims + 1}D (unbatched) or {dims + 2}D (batched) input to "
                f"{type(self).__name__}, but got input of size: {input.shape}"
            )
        return int(input.shape[-dims - 1])

    def require_count(self) -> None:
        """Refuse channels that do not make up whole groups.

        Raises:
            ValueError: the groups do not divide the channels.
        """
        if self.in_channels % self.groups:
            raise ValueError("in_channels must be divisible by groups")

    def sizes(self, name: str) -> tuple[int, ...]:
        """Return the sizes of the filters or of the bias."""
        ends = (self.out_channels, self.in_channels)
        first, second = ends[::-1] if self.transposed else ends
        filters = (first, second // self.groups, *self.kernel_size)
        return filters if name == "weight" else (self.out_channels,)


class LazyTransposedFilters(LazyFilters):
    """A transposed convolution, where the first input says in_channels."""

    def __init__(
        self, out_channels: int, kernel_size: object, stride: object = 1, padding: object = 0,
        output_padding: object = 0, groups: int = 1, bias: bool = True, dilation: object = 1,
        padding_mode: str = "zeros", device: object = None, dtype: object = None,
    ) -> None:  # fmt: skip
        self.put_off_filters(**arguments(locals()))


class LazyConv1d(LazyFilters, Conv1d):
    """Filters over signals, where the first input says in_channels.

    >>> layer = torch.nn.LazyConv1d(2, 3)
    >>> _ = layer(torch.ones(1, 3, 4))
    >>> layer.in_channels
    3
    """


class LazyConv2d(LazyFilters, Conv2d):
    """Filters over images, where the first input says in_channels.

    >>> layer = torch.nn.LazyConv2d(2, 3)
    >>> _ = layer(torch.ones(1, 3, 4, 4))
    >>> layer.in_channels
    3
    """


class LazyConv3d(LazyFilters, Conv3d):
    """Filters over volumes, where the first input says in_channels.

    >>> layer = torch.nn.LazyConv3d(2, 3)
    >>> _ = layer(torch.ones(1, 3, 4, 4, 4))
    >>> layer.in_channels
    3
    """


class LazyConvTranspose1d(LazyTransposedFilters, ConvTranspose1d):
    """Transposed filters over signals, where the first input says in_channels.

    >>> layer = torch.nn.LazyConvTranspose1d(2, 3)
    >>> _ = layer(torch.ones(1, 3, 4))
    >>> layer.in_channels
    3
    """


class LazyConvTranspose2d(LazyTransposedFilters, ConvTranspose2d):
    """Transposed filters over images, where the first input says in_channels.

    >>> layer = torch.nn.LazyConvTranspose2d(2, 3)
    >>> _ = layer(torch.ones(1, 3, 4, 4))
    >>> layer.in_channels
    3
    """


class LazyConvTranspose3d(LazyTransposedFilters, ConvTranspose3d):
    """Transposed filters over volumes, where the first input says in_channels.

    >>> layer = torch.nn.LazyConvTranspose3d(2, 3)
    >>> _ = layer(torch.ones(1, 3, 4, 4, 4))
    >>> layer.in_channels
    3
    """


class LazyChannels(Lazy, OfChannels):
    """Normalization of each channel, where the first input says how many there are."""

    count = "num_features"

    def __init__(
        self, eps: float = 1e-5, momentum: float | None = 0.1, affine: bool = True,
        track_running_stats: bool = True, device: object = None, dtype: object = None, *,
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


class LazyBatchNorm1d(LazyChannels, BatchNorm1d):
    """BatchNorm1d, where the first input says num_features.

    >>> layer = torch.nn.LazyBatchNorm1d()
    >>> _ = layer(torch.ones(2, 3, 4))
    >>> layer.num_features
    3
    """


class LazyBatchNorm2d(LazyChannels, BatchNorm2d):
    """BatchNorm2d, where the first input says num_features.

    >>> layer = torch.nn.LazyBatchNorm2d()
    >>> _ = layer(torch.ones(2, 3, 4, 4))
    >>> layer.num_features
    3
    """


class LazyBatchNorm3d(LazyChannels, BatchNorm3d):
    """BatchNorm3d, where the first input says num_features.

    >>> layer = torch.nn.LazyBatchNorm3d()
    >>> _ = layer(torch.ones(2, 3, 4, 4, 4))
    >>> layer.num_features
    3
    """


class LazyInstanceNorm1d(LazyChannels, InstanceNorm1d):
    """InstanceNorm1d, where the first input says num_features.

    >>> layer = torch.nn.LazyInstanceNorm1d()
    >>> _ = layer(torch.ones(2, 3, 4))
    >>> layer.num_features
    3
    """


class LazyInstanceNorm2d(LazyChannels, InstanceNorm2d):
    """InstanceNorm2d, where the first input says num_features.

    >>> layer = torch.nn.LazyInstanceNorm2d()
    >>> _ = layer(torch.ones(2, 3, 4, 4))
    >>> layer.num_features
    3
    """


class LazyInstanceNorm3d(LazyChannels, InstanceNorm3d):
    """InstanceNorm3d, where the first input says num_features.

    >>> layer = torch.nn.LazyInstanceNorm3d()
    >>> _ = layer(torch.ones(2, 3, 4, 4, 4))
    >>> layer.num_features
    3
    """
