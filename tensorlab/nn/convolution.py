"""Convolutions: layers of filters that slide over signals, images and volumes."""

import math
from collections.abc import Callable
from typing import Any, ClassVar

from tensorlab.engine.tensor import Tensor
from tensorlab.nn import init
from tensorlab.nn.applied import Named, begin_parameters, functional
from tensorlab.nn.linear import drawn_evenly
from tensorlab.nn.module import arguments, unusual
from tensorlab.ops.nn.steps.pooled_sizes import spread_out

PADDINGS = ("same", "valid")
PADDING_MODES = ("zeros", "reflect", "replicate", "circular")


def _ntuple(n: int, name: str = "parse") -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that repeats a value n times, and gives several as a tuple."""

    def parse(x: object) -> tuple[Any, ...]:
        return spread_out(x, n)

    parse.__name__ = name
    return parse


_single, _pair, _triple, _quadruple = (
    _ntuple(n, name) for n, name in enumerate(("_single", "_pair", "_triple", "_quadruple"), 1)
)


def _reverse_repeat_tuple(t: Any, n: int) -> Any:
    """Return values from the last to the first, each n times."""
    return tuple(x for x in reversed(t) for _ in range(n))


class Convolution(Named):
    """Filters that slide over the input, all of them seeing all channels of their group."""

    _transposed: ClassVar[bool] = False

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any, padding: Any,
        dilation: Any, groups: int, bias: bool, padding_mode: str, device: Any, dtype: Any,
        output_padding: Any = 0,
    ) -> None:  # fmt: skip
        super().__init__()
        self.in_channels, self.out_channels = channels = in_channels, out_channels
        self.kernel_size = spread_out(kernel_size, self._dims)
        self.stride = spread_out(stride, self._dims)
        self.padding: Any = padding if isinstance(padding, str) else spread_out(padding, self._dims)
        self.dilation = spread_out(dilation, self._dims)
        self.output_padding = spread_out(output_padding, self._dims)
        self.__dict__.update(arguments(locals(), "groups padding_mode"))
        self.transposed = self._transposed
        self._require_settings()
        first, second = channels[::-1] if not self._transposed else channels
        sizes = (first, second // groups, *self.kernel_size)
        made, shift = {"device": device, "dtype": dtype}, (out_channels,) if bias else None
        begin_parameters(self, made, weight=sizes, bias=shift)
        self.reset_parameters()

    def _require_settings(self) -> None:
        """Refuse settings that contradict each other.

        Raises:
            ValueError: the groups do not divide the channels, or the padding is unknown.
        """
        if self.groups <= 0:
            raise ValueError("groups must be a positive integer")
        for name in ("in_channels", "out_channels"):
            if getattr(self, name) % self.groups:
                raise ValueError(f"{name} must be divisible by groups")
        if isinstance(self.padding, str):
            if self.padding not in PADDINGS:
                raise ValueError(
                    f"Invalid padding string {self.padding!r}, should be one of {{'same', 'valid'}}"
                )
            if self.padding == "same" and any(step != 1 for step in self.stride):
                raise ValueError("padding='same' is not supported for strided convolutions")
        if self.padding_mode not in PADDING_MODES:
            raise ValueError(
                "padding_mode must be one of {'zeros', 'reflect', 'replicate', 'circular'}, but "
                f"got padding_mode='{self.padding_mode}'"
            )

    def reset_parameters(self) -> None:
        """Draw filters and bias anew."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        fan = math.prod(self.weight.shape[1:])
        if fan:
            drawn_evenly(self, 1 / math.sqrt(fan))

    def forward(self, input: Tensor) -> Any:
        """Return the filters' answers at every place."""
        return self._conv_forward(input, self.weight, self.bias)

    def _conv_forward(self, input: Tensor, weight: Any, bias: Any) -> Any:
        """Return the answers of these filters, which libraries change before they are used."""
        padding: Any = self.padding
        if self.padding_mode != "zeros":
            around = self._reversed_padding_repeated_twice
            input, padding = functional("pad")(input, around, mode=self.padding_mode), 0
        convolve = functional(f"conv{self._dims}d")
        return convolve(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    @property
    def _reversed_padding_repeated_twice(self) -> Any:
        """Return the padding as nn.functional.pad takes it: both ends, the last dimension first."""
        if self.padding == "valid":
            return [0] * (2 * self._dims)
        if self.padding != "same":
            return _reverse_repeat_tuple(self.padding, 2)
        found: list[int] = []
        sides = zip(self.kernel_size[::-1], self.dilation[::-1], strict=True)
        for kernel, dilation in sides:
            total = dilation * (kernel - 1)
            found += [total // 2, total - total // 2]
        return found

    def extra_repr(self) -> str:
        """Return the settings that differ from their defaults."""
        text = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}"
        text += f", stride={self.stride}"
        defaults = {
            "padding": (0,) * len(self.padding),
            "dilation": (1,) * len(self.dilation),
            "output_padding": (0,) * len(self.output_padding),
            "groups": 1,
        }
        text += unusual(self, defaults)
        if self.bias is None:
            text += ", bias=False"
        if self.padding_mode != "zeros":
            text += f", padding_mode={self.padding_mode}"
        return text


class Forward(Convolution):
    """A convolution that makes its input smaller, or keeps its size."""

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: object, stride: object = 1,
        padding: object = 0, dilation: object = 1, groups: int = 1, bias: bool = True,
        padding_mode: str = "zeros", device: object = None, dtype: object = None,
    ) -> None:  # fmt: skip
        super().__init__(**arguments(locals()))


class Conv1d(Forward):
    """Filters over signals: (batch, in_channels, length) -> (batch, out_channels, length).

    >>> torch.nn.Conv1d(1, 2, kernel_size=3)(torch.zeros(1, 1, 8)).shape
    torch.Size([1, 2, 6])
    """


class Conv2d(Forward):
    """Filters over images: (batch, in_channels, height, width) -> out_channels such images.

    >>> torch.nn.Conv2d(1, 6, 5)(torch.zeros(1, 1, 28, 28)).shape
    torch.Size([1, 6, 24, 24])
    """


class Conv3d(Forward):
    """Filters over volumes.

    >>> torch.nn.Conv3d(1, 2, 3)(torch.zeros(1, 1, 4, 4, 4)).shape
    torch.Size([1, 2, 2, 2, 2])
    """


class Transposed(Convolution):
    """A transposed convolution: each input element spreads over a window of the result."""

    _transposed = True

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any = 1,
        padding: Any = 0, output_padding: Any = 0, groups: int = 1, bias: bool = True,
        dilation: Any = 1, padding_mode: str = "zeros", device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')
        super().__init__(**arguments(locals()))

    def forward(self, input: Tensor, output_size: Any = None) -> Any:
        """Return the elements spread over their windows; `output_size` chooses among the sizes."""
        beyond = self._output_padding(input, output_size)
        return functional(f"conv_transpose{self._dims}d")(
            input,
            self.weight,
            self.bias,
            self.stride,
            self.padding,
            beyond,
            self.groups,
            self.dilation,
        )

    def _output_padding(self, input: Tensor, output_size: Any, *_: object) -> Any:
        """Return the output padding that gives the wanted size.

        Raises:
            ValueError: none does.
        """
        if output_size is None:
            return self.output_padding
        wanted, lead = output_size, input.dim() - self._dims
        if len(wanted) == lead + self._dims:
            wanted = wanted[lead:]
        if len(wanted) != self._dims:
            raise ValueError(
                f"ConvTranspose{self._dims}D: for {input.dim()}D input, output_size must have "
                f"{self._dims} or {lead + self._dims} elements (got {len(wanted)})"
            )
        sides = (self.stride, self.padding, self.dilation, self.kernel_size)
        low = [
            (size - 1) * step - 2 * pad + dilation * (kernel - 1) + 1
            for size, step, pad, dilation, kernel in zip(input.shape[lead:], *sides, strict=True)
        ]
        high = [size + step - 1 for size, step in zip(low, self.stride, strict=True)]
        bounds = zip(wanted, low, high, strict=True)
        if any(not least <= size <= most for size, least, most in bounds):
            raise ValueError(
                f"requested an output size of {wanted}, but valid sizes range from "
                f"{low} to {high} (for an input of {input.shape[2:]})"
            )
        return [size - least for size, least in zip(wanted, low, strict=True)]


class ConvTranspose1d(Transposed):
    """Transposed convolution of signals, which become longer: Conv1d backwards.

    >>> torch.nn.ConvTranspose1d(1, 2, 3, stride=2)(torch.zeros(1, 1, 4)).shape
    torch.Size([1, 2, 9])
    """


class ConvTranspose2d(Transposed):
    """Transposed convolution of images, which become larger: Conv2d backwards.

    >>> torch.nn.ConvTranspose2d(1, 2, 2, stride=2)(torch.zeros(1, 1, 4, 4)).shape
    torch.Size([1, 2, 8, 8])
    """


class ConvTranspose3d(Transposed):
    """Transposed convolution of volumes, which become larger: Conv3d backwards.

    >>> torch.nn.ConvTranspose3d(1, 2, 2, stride=2)(torch.zeros(1, 1, 2, 2, 2)).shape
    torch.Size([1, 2, 4, 4, 4])
    """
