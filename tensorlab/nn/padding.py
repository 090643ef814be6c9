"""Padding layers: elements put around signals, images and volumes."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.nn.applied import Named, functional
from tensorlab.ops.nn.steps.pooled_sizes import spread_out

MODES = {"reflection": "reflect", "replication": "replicate", "circular": "circular"}


class Padded(Named):
    """Elements put at both ends of the last dimensions, the last dimension first."""

    _extra_text = "{m.padding}"

    def __init__(self, padding: object) -> None:
        super().__init__()
        self.padding = spread_out(padding, 2 * self._dims)

    def forward(self, input: Tensor) -> Any:
        """Return the input with elements around it."""
        mode = MODES.get(self._function.partition("_pad")[0], "constant")
        if mode == "circular" and input.dim() - self._dims not in (1, 2):
            few, many = self._dims + 1, self._dims + 2
            raise ValueError(f"expected {few}D or {many}D input (got {input.dim()}D input)")
        return functional("pad")(input, self.padding, mode)


class PaddedByValue(Padded):
    """Elements of one value put around."""

    _extra_text = "padding={m.padding}, value={m.value}"

    def __init__(self, padding: object, value: float) -> None:
        super().__init__(padding)
        self.value = value

    def forward(self, input: Tensor) -> Any:
        """Return the input with elements around it."""
        return functional("pad")(input, self.padding, "constant", self.value)


class ConstantPad1d(PaddedByValue):
    """Elements of one value put around signals.

    >>> torch.nn.ConstantPad1d(1, 7.)(torch.tensor([[[1., 2.]]]))
    tensor([[[7., 1., 2., 7.]]])
    """


class ConstantPad2d(PaddedByValue):
    """Elements of one value put around images.

    >>> torch.nn.ConstantPad2d(1, 7.)(torch.arange(4.).view(1, 1, 2, 2))[0, 0, 0]
    tensor([7., 7., 7., 7.])
    """


class ConstantPad3d(PaddedByValue):
    """Elements of one value put around volumes.

    >>> torch.nn.ConstantPad3d(1, 7.)(torch.zeros(1, 1, 2, 2, 2)).shape
    torch.Size([1, 1, 4, 4, 4])
    """


class ZeroPad1d(Padded):
    """Zeros put around signals.

    >>> torch.nn.ZeroPad1d(1)(torch.tensor([[[1., 2.]]]))
    tensor([[[0., 1., 2., 0.]]])
    """


class ZeroPad2d(Padded):
    """Zeros put around images.

    >>> torch.nn.ZeroPad2d(1)(torch.arange(4.).view(1, 1, 2, 2))[0, 0, 0]
    tensor([0., 0., 0., 0.])
    """


class ZeroPad3d(Padded):
    """Zeros put around volumes.

    >>> torch.nn.ZeroPad3d(1)(torch.zeros(1, 1, 2, 2, 2)).shape
    torch.Size([1, 1, 4, 4, 4])
    """


class ReflectionPad1d(Padded):
    """What lies inside the edge, mirrored, put around signals.

    >>> torch.nn.ReflectionPad1d(1)(torch.tensor([[[1., 2.]]]))
    tensor([[[2., 1., 2., 1.]]])
    """


class ReflectionPad2d(Padded):
    """What lies inside the edge, mirrored, put around images.

    >>> torch.nn.ReflectionPad2d(1)(torch.arange(4.).view(1, 1, 2, 2))[0, 0, 0]
    tensor([3., 2., 3., 2.])
    """


class ReflectionPad3d(Padded):
    """What lies inside the edge, mirrored, put around volumes.

    >>> torch.nn.ReflectionPad3d(1)(torch.zeros(1, 1, 2, 2, 2)).shape
    torch.Size([1, 1, 4, 4, 4])
    """


class ReplicationPad1d(Padded):
    """The edge, repeated, put around signals.

    >>> torch.nn.ReplicationPad1d(1)(torch.tensor([[[1., 2.]]]))
    tensor([[[1., 1., 2., 2.]]])
    """


class ReplicationPad2d(Padded):
    """The edge, repeated, put around images.

    >>> torch.nn.ReplicationPad2d(1)(torch.arange(4.).view(1, 1, 2, 2))[0, 0, 0]
    tensor([0., 0., 1., 1.])
    """


class ReplicationPad3d(Padded):
    """The edge, repeated, put around volumes.

    >>> torch.nn.ReplicationPad3d(1)(torch.zeros(1, 1, 2, 2, 2)).shape
    torch.Size([1, 1, 4, 4, 4])
    """


class CircularPad1d(Padded):
    """The other end put around signals.

    >>> torch.nn.CircularPad1d(1)(torch.tensor([[[1., 2.]]]))
    tensor([[[2., 1., 2., 1.]]])
    """


class CircularPad2d(Padded):
    """The other end put around images.

    >>> torch.nn.CircularPad2d(1)(torch.arange(4.).view(1, 1, 2, 2))[0, 0, 0]
    tensor([3., 2., 3., 2.])
    """


class CircularPad3d(Padded):
    """The other end put around volumes.

    >>> torch.nn.CircularPad3d(1)(torch.zeros(1, 1, 2, 2, 2)).shape
    torch.Size([1, 1, 4, 4, 4])
    """
