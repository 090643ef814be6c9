"""Layers that resize images or change the shape: resampled, moved, flattened."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.nn.applied import Applied, functional, method
from tensorlab.nn.module import Module, arguments


class Upsample(Module):
    """Signals, images or volumes in another size.

    >>> torch.nn.Upsample(scale_factor=2)(torch.tensor([[[1., 2.]]]))
    tensor([[[1., 1., 2., 2.]]])
    """

    def __init__(
        self, size: object = None, scale_factor: Any = None, mode: str = "nearest",
        align_corners: bool | None = None, recompute_scale_factor: bool | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.name = type(self).__name__
        self.size = size
        if isinstance(scale_factor, tuple):
            self.scale_factor: Any = tuple(float(factor) for factor in scale_factor)
        else:
            self.scale_factor = float(scale_factor) if scale_factor else None
        self.__dict__.update(arguments(locals(), "mode align_corners recompute_scale_factor"))

    def forward(self, input: Tensor) -> Any:
        """Return the input in its new size."""
        asked = self.size, self.scale_factor, self.mode, self.align_corners
        again = self.recompute_scale_factor
        return functional("interpolate")(input, *asked, recompute_scale_factor=again)

    def extra_repr(self) -> str:
        """Return the size or the factor, and the mode."""
        asked = "size" if self.scale_factor is None else "scale_factor"
        return f"{asked}={getattr(self, asked)!r}, mode={self.mode!r}"


class UpsamplingNearest2d(Upsample):
    """Images in another size, each element that of the nearest old one.

    >>> torch.nn.UpsamplingNearest2d(scale_factor=2)(torch.ones(1, 1, 2, 2)).shape
    torch.Size([1, 1, 4, 4])
    """

    def __init__(self, size: object = None, scale_factor: object = None) -> None:
        super().__init__(size, scale_factor, mode="nearest")


class UpsamplingBilinear2d(Upsample):
    """Images in another size, each element a weighted mean of four old ones.

    >>> torch.nn.UpsamplingBilinear2d(scale_factor=2)(torch.ones(1, 1, 2, 2)).shape
    torch.Size([1, 1, 4, 4])
    """

    def __init__(self, size: object = None, scale_factor: object = None) -> None:
        super().__init__(size, scale_factor, mode="bilinear", align_corners=True)


class PixelShuffle(Applied):
    """Channels moved into rows and columns: (C * r * r, H, W) -> (C, H * r, W * r).

    >>> torch.nn.PixelShuffle(2)(torch.arange(4.).view(1, 4, 1, 1))
    tensor([[[[0., 1.],
              [2., 3.]]]])
    """

    _placed = True


class PixelUnshuffle(Applied):
    """Rows and columns moved into channels: (C, H * r, W * r) -> (C * r * r, H, W).

    >>> torch.nn.PixelUnshuffle(2)(torch.arange(4.).view(1, 1, 2, 2)).shape
    torch.Size([1, 4, 1, 1])
    """

    _placed = True


class ChannelShuffle(Applied):
    """Channels taken in turn from each of `groups` groups.

    >>> torch.nn.ChannelShuffle(2)(torch.arange(4.).view(1, 4, 1)).flatten()
    tensor([0., 2., 1., 3.])
    """

    _placed = True


class Unfold(Applied):
    """The windows of images as columns.

    >>> torch.nn.Unfold(2)(torch.arange(4.).view(1, 1, 2, 2)).flatten()
    tensor([0., 1., 2., 3.])
    """


class Fold(Applied):
    """Columns put back as windows of images, and added up where they overlap.

    >>> torch.nn.Fold((2, 2), 1)(torch.arange(4.).view(1, 1, 4))
    tensor([[[[0., 1.],
              [2., 3.]]]])
    """


class Flatten(Module):
    """The dimensions from one to another joined: between convolutions and linear layers.

    >>> torch.nn.Flatten()(torch.zeros(2, 3, 4)).shape
    torch.Size([2, 12])
    """

    _extra_text = "start_dim={m.start_dim}, end_dim={m.end_dim}"

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input: Tensor) -> Any:
        """Return the input with fewer dimensions."""
        return method(input, "flatten")(self.start_dim, self.end_dim)


class Unflatten(Module):
    """One dimension split into several.

    >>> torch.nn.Unflatten(1, (2, 3))(torch.zeros(4, 6)).shape
    torch.Size([4, 2, 3])
    """

    _extra_text = "dim={m.dim}, unflattened_size={m.unflattened_size}"

    def __init__(self, dim: int, unflattened_size: object) -> None:
        super().__init__()
        if not isinstance(unflattened_size, tuple | list):
            kind = type(unflattened_size).__name__
            raise TypeError(f"unflattened_size must be a tuple of ints, but found type {kind}")
        for place, size in enumerate(unflattened_size):
            if not isinstance(size, int):
                raise TypeError(
                    f"unflattened_size must be tuple of ints, but found element of type "
                    f"{type(size).__name__} at pos {place}"
                )
        self.dim = dim
        self.unflattened_size = unflattened_size

    def forward(self, input: Tensor) -> Any:
        """Return the input with more dimensions."""
        return method(input, "unflatten")(self.dim, self.unflattened_size)
