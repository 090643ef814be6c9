"""Layers and normalizations that learn the number of their inputs from the first of them."""

from functools import partial
from typing import Any, ClassVar

from tensorlab.engine.signatures.signature import Signature, function_with
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.nn import FILE_OF
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
from tensorlab.nn.module import Module
from tensorlab.nn.parameter import UninitializedBuffer, UninitializedParameter, is_lazy
from tensorlab.nn.places import owner_of


class Lazy(Module):
    """A layer whose parameters have no sizes before its first input; then it is a plain one."""

    count: ClassVar[str]  # the attribute that the first input says
    _like: ClassVar[Any] = None  # the plain layer whose settings it has, if not its own

    def __init_subclass__(cls, **settings: object) -> None:
        plain: Any = cls.__bases__[-1]
        if len(cls.__bases__) > 1 and cls.__name__ in FILE_OF:  # it begins as that, without inputs
            begins: Any = (cls._like or plain).__init__
            parts = [*Signature(begins, {}).parameters.values()]
            del parts[1]
            owner = f"{owner_of(cls, '__init__')}."
            made = function_with(parts, partial(put_off, plain), "__init__", owner)
            cls.__init__ = made  # type: ignore[method-assign]  # it is one
        super().__init_subclass__(**settings)

    def _put_off(self, device: object, dtype: object) -> None:
        """Let the parameters and buffers wait for the first input."""
        for name, value in self._parameters.items():
            if value is not None:
                self._parameters[name] = UninitializedParameter(device=device, dtype=dtype)
        for name, value in self._buffers.items():
            if value is not None and value.dim():  # counting batches needs no sizes
                self._buffers[name] = UninitializedBuffer(device=device, dtype=dtype)
        begin = type(self).initialize_parameters
        self.begins = self.register_forward_pre_hook(
            lambda module, given, named: begin(module, *[*given, *named.values()][:1]),
            with_kwargs=True,
        )

    def has_uninitialized_params(self) -> bool:
        """Return whether there are parameters or buffers without sizes."""
        waiting = (*self._parameters.values(), *self._buffers.values())
        return any(is_lazy(value) for value in waiting)

    def initialize_parameters(self, input: Tensor) -> None:
        """Become a plain layer for inputs like this one."""
        counted = self._counted(input)
        if self.has_uninitialized_params():
            setattr(self, self.count, counted)
            self._require_count()
            for name, value in (*self._parameters.items(), *self._buffers.items()):
                if is_lazy(value):
                    value.materialize(self._sizes(name))
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

    def _require_count(self) -> None:
        """Refuse a number of inputs that does not go with the other settings."""

    def _counted(self, input: Any) -> int:
        """Return what the first input says."""
        raise NotImplementedError

    def _sizes(self, name: str) -> tuple[int, ...]:
        """Return the sizes of a parameter or a buffer."""
        raise NotImplementedError


def put_off(plain: Any, given: dict[str, Any]) -> None:
    """Begin a lazy layer as the plain one does that has neither inputs nor outputs."""
    layer = given.pop("self")
    outputs = {name: size for name, size in given.items() if name.startswith("out_")}
    plain.__init__(layer, 0, **given | dict.fromkeys(outputs, 0))
    layer.__dict__.update(outputs)
    layer._put_off(given["device"], given["dtype"])


class LazyLinear(Lazy, Linear):
    """x @ weight.T + bias, where the first input sets in_features.

    >>> layer = torch.nn.LazyLinear(2)
    >>> layer.weight
    <UninitializedParameter>
    >>> layer(torch.ones(3, 5)).shape
    torch.Size([3, 2])
    >>> layer
    Linear(in_features=5, out_features=2, bias=True)
    """

    count = "in_features"

    def _counted(self, input: Tensor) -> int:
        """Return the number of the input's features."""
        return int(input.shape[-1])

    def _sizes(self, name: str) -> tuple[int, ...]:
        """Return the sizes of the weights or of the bias."""
        outs = self.out_features
        return (outs, self.in_features) if name == "weight" else (outs,)


class LazyFilters(Lazy, Convolution):
    """A convolution, where the first input sets in_channels."""

    count = "in_channels"

    def _counted(self, input: Tensor) -> int:
        """Return the number of the input's channels.

        Raises:
            RuntimeError: it has another number of dimensions.
        """
        dims = self._dims
        if input.dim() not in (dims + 1, dims + 2):
            name, sizes = type(self).__name__, input.shape
            raise RuntimeError(in_full("Expected {}D (unbatched)", dims + 1, dims + 2, name, sizes))
        return int(input.shape[-dims - 1])

    def _require_count(self) -> None:
        """Refuse channels that do not make up whole groups.

        Raises:
            ValueError: the groups do not divide the channels.
        """
        if self.in_channels % self.groups:
            raise ValueError("in_channels must be divisible by groups")

    def _sizes(self, name: str) -> tuple[int, ...]:
        """Return the sizes of the filters or of the bias."""
        ends = (self.out_channels, self.in_channels)
        first, second = ends[::-1] if self._transposed else ends
        filters = (first, second // self.groups, *self.kernel_size)
        return filters if name == "weight" else (self.out_channels,)


class LazyConv1d(LazyFilters, Conv1d):
    """Filters over signals, where the first input sets in_channels.

    >>> layer = torch.nn.LazyConv1d(2, 3)
    >>> _ = layer(torch.ones(1, 3, 4))
    >>> layer.in_channels
    3
    """


class LazyConv2d(LazyFilters, Conv2d):
    """Filters over images, where the first input sets in_channels.

    >>> layer = torch.nn.LazyConv2d(2, 3)
    >>> _ = layer(torch.ones(1, 3, 4, 4))
    >>> layer.in_channels
    3
    """


class LazyConv3d(LazyFilters, Conv3d):
    """Filters over volumes, where the first input sets in_channels.

    >>> layer = torch.nn.LazyConv3d(2, 3)
    >>> _ = layer(torch.ones(1, 3, 4, 4, 4))
    >>> layer.in_channels
    3
    """


class LazyConvTranspose1d(LazyFilters, ConvTranspose1d):
    """Transposed filters over signals, where the first input sets in_channels.

    >>> layer = torch.nn.LazyConvTranspose1d(2, 3)
    >>> _ = layer(torch.ones(1, 3, 4))
    >>> layer.in_channels
    3
    """


class LazyConvTranspose2d(LazyFilters, ConvTranspose2d):
    """Transposed filters over images, where the first input sets in_channels.

    >>> layer = torch.nn.LazyConvTranspose2d(2, 3)
    >>> _ = layer(torch.ones(1, 3, 4, 4))
    >>> layer.in_channels
    3
    """


class LazyConvTranspose3d(LazyFilters, ConvTranspose3d):
    """Transposed filters over volumes, where the first input sets in_channels.

    >>> layer = torch.nn.LazyConvTranspose3d(2, 3)
    >>> _ = layer(torch.ones(1, 3, 4, 4, 4))
    >>> layer.in_channels
    3
    """


class LazyChannels(Lazy, OfChannels):
    """Normalization of each channel, where the first input says how many there are."""

    count = "num_features"
    _like = BatchNorm1d

    def _counted(self, input: Tensor) -> int:
        """Return the number of the input's channels."""
        return int(input.shape[1])

    def _sizes(self, name: str) -> tuple[int, ...]:
        """Return the sizes of scale, shift or statistics."""
        return (self.num_features,)


class LazyBatchNorm1d(LazyChannels, BatchNorm1d):
    """BatchNorm1d, where the first input sets num_features.

    >>> layer = torch.nn.LazyBatchNorm1d()
    >>> _ = layer(torch.ones(2, 3, 4))
    >>> layer.num_features
    3
    """


class LazyBatchNorm2d(LazyChannels, BatchNorm2d):
    """BatchNorm2d, where the first input sets num_features.

    >>> layer = torch.nn.LazyBatchNorm2d()
    >>> _ = layer(torch.ones(2, 3, 4, 4))
    >>> layer.num_features
    3
    """


class LazyBatchNorm3d(LazyChannels, BatchNorm3d):
    """BatchNorm3d, where the first input sets num_features.

    >>> layer = torch.nn.LazyBatchNorm3d()
    >>> _ = layer(torch.ones(2, 3, 4, 4, 4))
    >>> layer.num_features
    3
    """


class LazyInstanceNorm1d(LazyChannels, InstanceNorm1d):
    """InstanceNorm1d, where the first input sets num_features.

    >>> layer = torch.nn.LazyInstanceNorm1d()
    >>> _ = layer(torch.ones(2, 3, 4))
    >>> layer.num_features
    3
    """


class LazyInstanceNorm2d(LazyChannels, InstanceNorm2d):
    """InstanceNorm2d, where the first input sets num_features.

    >>> layer = torch.nn.LazyInstanceNorm2d()
    >>> _ = layer(torch.ones(2, 3, 4, 4))
    >>> layer.num_features
    3
    """


class LazyInstanceNorm3d(LazyChannels, InstanceNorm3d):
    """InstanceNorm3d, where the first input sets num_features.

    >>> layer = torch.nn.LazyInstanceNorm3d()
    >>> _ = layer(torch.ones(2, 3, 4, 4, 4))
    >>> layer.num_features
    3
    """
