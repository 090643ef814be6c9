"""Layers that make parts of one whole."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.nn.applied import Applied, functional
from tensorlab.nn.module import Module


class Parts(Applied):
    """A function that makes parts of one whole along a dimension."""

    shown = ("dim",)

    def __init__(self, dim: int | None = None) -> None:
        super().__init__(dim=dim)


class Softmax(Parts):
    """Parts of one whole along a dimension: exponentials over their sum.

    >>> torch.nn.Softmax(dim=0)(torch.tensor([0., 0.]))
    tensor([0.5000, 0.5000])
    """


class Softmin(Parts):
    """Softmax of -x: the smallest number gets the largest part.

    >>> torch.nn.Softmin(dim=0)(torch.tensor([0., 0.]))
    tensor([0.5000, 0.5000])
    """


class LogSoftmax(Parts):
    """The logarithm of softmax, which does not overflow.

    >>> torch.nn.LogSoftmax(dim=0)(torch.tensor([0., 0.]))
    tensor([-0.6931, -0.6931])
    """


class Softmax2d(Module):
    """Softmax over the channels of images, at each place for itself.

    >>> torch.nn.Softmax2d()(torch.zeros(1, 2, 1, 1)).flatten()
    tensor([0.5000, 0.5000])
    """

    def forward(self, input: Tensor) -> Any:
        """Return the parts of each channel.

        Raises:
            ValueError: the input is neither an image nor a batch of them.
        """
        if input.dim() not in (3, 4):
            raise ValueError(
                f"Softmax2d: expected input to be 3D or 4D, got {input.dim()}D instead"
            )
        return functional("softmax")(input, -3)
