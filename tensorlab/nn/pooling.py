"""Pooling layers: a window's largest element, mean or norm; and back in its places."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.nn.applied import Applied, Named, functional
from tensorlab.nn.module import arguments
from tensorlab.ops.nn.steps.pooled_sizes import spread_out


class LargestOfWindows(Named):
    """The largest element of each window; with return_indices, where it was."""

    _extra_text = (
        "kernel_size={m.kernel_size}, stride={m.stride}, padding={m.padding}, "
        "dilation={m.dilation}, ceil_mode={m.ceil_mode}"
    )

    def __init__(
        self, kernel_size: object, stride: object = None, padding: object = 0, dilation: object = 1,
        return_indices: bool = False, ceil_mode: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        stride = kernel_size if stride is None else stride
        self.__dict__.update(arguments(locals()))

    def forward(self, input: Tensor) -> Any:
        """Return the largest elements."""
        indices = "_with_indices" if self.return_indices else ""
        return functional(f"max_pool{self._dims}d{indices}")(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.dilation,
            ceil_mode=self.ceil_mode,
            return_indices=self.return_indices,
        )


class MaxPool1d(LargestOfWindows):
    """The largest element of each window along signals.

    >>> torch.nn.MaxPool1d(2)(torch.tensor([[[1., 3., 2., 5.]]]))
    tensor([[[3., 5.]]])
    """


class MaxPool2d(LargestOfWindows):
    """The largest element of each window of images.

    >>> torch.nn.MaxPool2d(2)(torch.tensor([[[1., 3.], [2., 5.]]]))
    tensor([[[5.]]])
    """


class MaxPool3d(LargestOfWindows):
    """The largest element of each window of volumes.

    >>> torch.nn.MaxPool3d(2)(torch.ones(1, 2, 2, 2))
    tensor([[[[1.]]]])
    """


class MeanOfWindows(Applied):
    """The mean of each window of signals, images or volumes."""

    _placed = True

    _shown = ("kernel_size", "stride", "padding")
    _switch = ""

    def __init__(
        self, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False,
        count_include_pad: bool = True, divisor_override: int | None = None,
    ) -> None:  # fmt: skip
        stride = kernel_size if stride is None else stride
        self._take(arguments(locals()))


class AvgPool1d(MeanOfWindows):
    """The mean of each window along signals.

    >>> torch.nn.AvgPool1d(2)(torch.tensor([[[1., 3., 2., 6.]]]))
    tensor([[[2., 4.]]])
    """

    def __init__(
        self, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False,
        count_include_pad: bool = True,
    ) -> None:  # fmt: skip
        stride = spread_out(kernel_size if stride is None else stride, 1)
        kernel_size, padding = spread_out(kernel_size, 1), spread_out(padding, 1)
        self._take(arguments(locals()))


class AvgPool2d(MeanOfWindows):
    """The mean of each window of images.

    >>> torch.nn.AvgPool2d(2)(torch.tensor([[[1., 3.], [2., 6.]]]))
    tensor([[[3.]]])
    """


class AvgPool3d(MeanOfWindows):
    """The mean of each window of volumes.

    >>> torch.nn.AvgPool3d(2)(torch.ones(1, 2, 2, 2))
    tensor([[[[1.]]]])
    """


class NormOfWindows(Applied):
    """The norm of each window."""

    _switch = ""

    def forward(self, input: Tensor) -> Any:
        """Return the norms."""
        return functional(self._function)(
            input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode
        )


class LPPool1d(NormOfWindows):
    """The norm of each window along signals.

    >>> torch.nn.LPPool1d(2, 2)(torch.tensor([[3., 4.]]))
    tensor([[5.]])
    """


class LPPool2d(NormOfWindows):
    """The norm of each window of images.

    >>> torch.nn.LPPool2d(2, 2)(torch.tensor([[[3., 0.], [0., 4.]]]))
    tensor([[[5.]]])
    """


class LPPool3d(NormOfWindows):
    """The norm of each window of volumes.

    >>> torch.nn.LPPool3d(2, (1, 1, 2))(torch.tensor([[[[3., 4.]]]]))
    tensor([[[[5.]]]])
    """


class ToSize(Applied):
    """Windows as large as the wanted size of the result needs."""

    _placed = True


class AdaptiveAvgPool1d(ToSize):
    """The mean of each of `output_size` windows along signals.

    >>> torch.nn.AdaptiveAvgPool1d(2)(torch.tensor([[[1., 3., 2., 6.]]]))
    tensor([[[2., 4.]]])
    """


class AdaptiveAvgPool2d(ToSize):
    """The mean of each of `output_size` windows of images.

    >>> torch.nn.AdaptiveAvgPool2d(1)(torch.tensor([[[1., 3.], [2., 6.]]]))
    tensor([[[3.]]])
    """


class AdaptiveAvgPool3d(ToSize):
    """The mean of each of `output_size` windows of volumes.

    >>> torch.nn.AdaptiveAvgPool3d(1)(torch.ones(1, 2, 2, 2))
    tensor([[[[1.]]]])
    """


class ToSizeByLargest(ToSize):
    """The largest element of each of so many windows; with return_indices, where it was."""

    _shown = ("output_size",)


class AdaptiveMaxPool1d(ToSizeByLargest):
    """The largest element of each of `output_size` windows along signals.

    >>> torch.nn.AdaptiveMaxPool1d(2)(torch.tensor([[[1., 3., 2., 6.]]]))
    tensor([[[3., 6.]]])
    """


class AdaptiveMaxPool2d(ToSizeByLargest):
    """The largest element of each of `output_size` windows of images.

    >>> torch.nn.AdaptiveMaxPool2d(1)(torch.tensor([[[1., 3.], [2., 6.]]]))
    tensor([[[6.]]])
    """


class AdaptiveMaxPool3d(ToSizeByLargest):
    """The largest element of each of `output_size` windows of volumes.

    >>> torch.nn.AdaptiveMaxPool3d(1)(torch.ones(1, 2, 2, 2))
    tensor([[[[1.]]]])
    """


class BackInPlaces(Named):
    """What a pooling layer took, back in its places among zeros."""

    _extra_text = "kernel_size={m.kernel_size}, stride={m.stride}, padding={m.padding}"

    def __init__(self, kernel_size: object, stride: object = None, padding: object = 0) -> None:
        super().__init__()
        self.kernel_size = spread_out(kernel_size, self._dims)
        self.stride = spread_out(kernel_size if stride is None else stride, self._dims)
        self.padding = spread_out(padding, self._dims)

    def forward(self, input: Tensor, indices: Tensor, output_size: Any = None) -> Any:
        """Return the elements in their places among zeros."""
        settings = (self.kernel_size, self.stride, self.padding)
        return functional(f"max_unpool{self._dims}d")(input, indices, *settings, output_size)


class MaxUnpool1d(BackInPlaces):
    """What MaxPool1d took from signals, put back in its places.

    >>> pool, unpool = torch.nn.MaxPool1d(2, return_indices=True), torch.nn.MaxUnpool1d(2)
    >>> unpool(*pool(torch.tensor([[1., 3., 2., 5.]])))
    tensor([[0., 3., 0., 5.]])
    """


class MaxUnpool2d(BackInPlaces):
    """What MaxPool2d took from images, put back in its places.

    >>> pool, unpool = torch.nn.MaxPool2d(2, return_indices=True), torch.nn.MaxUnpool2d(2)
    >>> unpool(*pool(torch.tensor([[[1., 3.], [2., 5.]]])))
    tensor([[[0., 0.],
             [0., 5.]]])
    """


class MaxUnpool3d(BackInPlaces):
    """What MaxPool3d took from volumes, put back in its places.

    >>> pool, unpool = torch.nn.MaxPool3d(2, return_indices=True), torch.nn.MaxUnpool3d(2)
    >>> unpool(*pool(torch.ones(1, 2, 2, 2))).sum()
    tensor(1.)
    """
