"""Unpooling layers: what a pooling layer took, back in its places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorlab.nn.applied import Named, functional
from tensorlab.nn.convolution import each

if TYPE_CHECKING:
    from tensorlab.engine.tensor import Tensor


class BackInPlaces(Named):
    """What a pooling layer took, back in its places among zeros."""

    def __init__(self, kernel_size: Any, stride: Any = None, padding: Any = 0) -> None:
        super().__init__()
        self.kernel_size = each(kernel_size, self.dims)
        self.stride = each(kernel_size if stride is None else stride, self.dims)
        self.padding = each(padding, self.dims)

    def forward(self, input: Tensor, indices: Tensor, output_size: Any = None) -> Any:
        """Return the elements in their places among zeros."""
        settings = (self.kernel_size, self.stride, self.padding)
        return functional(f"max_unpool{self.dims}d")(input, indices, *settings, output_size)

    def extra_repr(self) -> str:
        """Return the settings."""
        names = ("kernel_size", "stride", "padding")
        return ", ".join(f"{name}={getattr(self, name)}" for name in names)


class MaxUnpool1d(BackInPlaces):
    """What MaxPool1d took of signals, back in its places.

    >>> pool, unpool = torch.nn.MaxPool1d(2, return_indices=True), torch.nn.MaxUnpool1d(2)
    >>> unpool(*pool(torch.tensor([[1., 3., 2., 5.]])))
    tensor([[0., 3., 0., 5.]])
    """


class MaxUnpool2d(BackInPlaces):
    """What MaxPool2d took of images, back in its places.

    >>> pool, unpool = torch.nn.MaxPool2d(2, return_indices=True), torch.nn.MaxUnpool2d(2)
    >>> unpool(*pool(torch.tensor([[[1., 3.], [2., 5.]]])))
    tensor([[[0., 0.],
             [0., 5.]]])
    """


class MaxUnpool3d(BackInPlaces):
    """What MaxPool3d took of volumes, back in its places.

    >>> pool, unpool = torch.nn.MaxPool3d(2, return_indices=True), torch.nn.MaxUnpool3d(2)
    >>> unpool(*pool(torch.ones(1, 2, 2, 2))).sum()
    tensor(1.)
    """
