"""Normalization layers: elements less their mean, divided by their spread, scaled and shifted."""

from numbers import Integral
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.nn import init
from tensorlab.nn.applied import Applied, begin_parameters, functional
from tensorlab.nn.module import Module, arguments


def scale_and_shift(layer: Module, sizes: object, affine: bool, bias: bool, made: Any) -> None:
    """Give a layer the scale and the shift that it learns, or None in their places."""
    if affine and sizes is None:
        functional("empty")(sizes)  # refuses it
    scale, shift = (sizes if wanted else None for wanted in (affine, affine and bias))
    begin_parameters(layer, made, weight=scale, bias=shift)


def tail(sizes: Any) -> tuple[Any, ...]:
    """Return the sizes of the last dimensions, of which one may be given alone."""
    return (sizes,) if isinstance(sizes, Integral) else tuple(sizes)


def begin_scale_and_shift(layer: Module) -> None:
    """Let a layer begin with the scale 1 and the shift 0."""
    if layer.weight is not None:
        init.ones_(layer.weight)
    if layer.bias is not None:
        init.zeros_(layer.bias)


class LayerNorm(Module):
    """Normalization over the last dimensions, separately for each sample.

    >>> torch.nn.LayerNorm(2, elementwise_affine=False)(torch.tensor([[1., 3.]]))
    tensor([[-1.0000,  1.0000]])
    """

    _extra_text = (
        "{m.normalized_shape}, eps={m.eps}, elementwise_affine={m.elementwise_affine}, "
        "bias={m._has_bias}"
    )

    def __init__(
        self, normalized_shape: Any, eps: float = 1e-5, elementwise_affine: bool = True,
        bias: bool = True, device: object = None, dtype: object = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.__dict__.update(arguments(locals(), "eps elementwise_affine"))
        self.normalized_shape = tail(normalized_shape)
        made = {"device": device, "dtype": dtype}
        scale_and_shift(self, self.normalized_shape, elementwise_affine, bias, made)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Begin anew: scale 1, shift 0."""
        begin_scale_and_shift(self)

    def forward(self, input: Tensor) -> Any:
        """Return the normalized elements."""
        learnt = self._weight_and_bias()
        return functional("layer_norm")(input, self.normalized_shape, *learnt, self.eps)


class RMSNorm(Module):
    """Elements of the last dimensions divided by the root of their mean square.

    >>> torch.nn.RMSNorm(2, elementwise_affine=False)(torch.tensor([[3., 3.]]))
    tensor([[1., 1.]])
    """

    _extra_text = "{m.normalized_shape}, eps={m.eps}, elementwise_affine={m.elementwise_affine}"

    def __init__(
        self, normalized_shape: Any, eps: float | None = None, elementwise_affine: bool = True,
        device: object = None, dtype: object = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.__dict__.update(arguments(locals(), "eps elementwise_affine"))
        self.normalized_shape = tail(normalized_shape)
        scale = self.normalized_shape if elementwise_affine else None
        begin_parameters(self, {"device": device, "dtype": dtype}, weight=scale)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Begin anew: scale 1."""
        if self.weight is not None:
            init.ones_(self.weight)

    def forward(self, x: Tensor) -> Any:
        """Return the normalized elements."""
        return functional("rms_norm")(x, self.normalized_shape, self.weight, self.eps)


class GroupNorm(Module):
    """Normalization of groups of channels, separately for each sample.

    >>> torch.nn.GroupNorm(1, 2, affine=False)(torch.tensor([[1., 3.]]))
    tensor([[-1.0000,  1.0000]])
    """

    _extra_text = (
        "{m.num_groups}, {m.num_channels}, eps={m.eps}, affine={m.affine}, bias={m._has_bias}"
    )

    def __init__(
        self, num_groups: int, num_channels: int, eps: float = 1e-5, affine: bool = True,
        device: object = None, dtype: object = None, *, bias: bool = True,
    ) -> None:  # fmt: skip
        super().__init__()
        if num_channels % num_groups:
            raise ValueError(
                f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})"
            )
        self.__dict__.update(arguments(locals(), "num_groups num_channels eps affine"))
        scale_and_shift(self, num_channels, affine, bias, {"device": device, "dtype": dtype})
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Begin anew: scale 1, shift 0."""
        begin_scale_and_shift(self)

    def forward(self, input: Tensor) -> Any:
        """Return the normalized elements."""
        return functional("group_norm")(input, self.num_groups, self.weight, self.bias, self.eps)


class LocalResponseNorm(Applied):
    """Elements divided by a power of a sum over neighbouring channels.

    >>> torch.nn.LocalResponseNorm(2)(torch.ones(1, 1, 2))
    tensor([[[1.0000, 1.0000]]])
    """

    _bare = ("size",)
