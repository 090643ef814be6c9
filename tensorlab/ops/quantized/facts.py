"""What a quantized tensor tells of its quantizer."""

from typing import Any

from tensorlab.engine.declaring import Array, Tensor, composite, no_kernel
from tensorlab.engine.kinds import QuantizedTensor
from tensorlab.engine.quantizer import PerChannel, PerTensor

IMPROVE = (
    "(Could this error message be improved?  If so, please report an enhancement request to "
    "PyTorch.)"
)


def expected(condition: str) -> RuntimeError:
    """Return PyTorch's complaint about a condition that does not hold."""
    return RuntimeError(f"Expected {condition} to be true, but got false.  {IMPROVE}")


def per_tensor(input: Tensor, name: str = "qscheme") -> PerTensor:
    """Return the one quantizer of all elements.

    Raises:
        NotImplementedError: the tensor is not quantized.
        RuntimeError: each channel has its own.
    """
    quantizer = quantizer_of(input, name)
    if isinstance(quantizer, PerTensor):
        return quantizer
    raise expected("quantizer->qscheme() == kPerTensorAffine")


def per_channel(input: Tensor, name: str) -> PerChannel:
    """Return the quantizer of the channels.

    Raises:
        NotImplementedError: the tensor is not quantized.
        RuntimeError: there is one for all.
    """
    quantizer = quantizer_of(input, name)
    if isinstance(quantizer, PerChannel):
        return quantizer
    raise expected(
        "quantizer->qscheme() == kPerChannelAffine || quantizer->qscheme() == "
        "kPerChannelAffineFloatQParams"
    )


def quantizer_of(input: Tensor, name: str) -> Any:
    """Return the quantizer.

    Raises:
        NotImplementedError: the tensor is not quantized.
    """
    if not isinstance(input, QuantizedTensor):
        raise no_kernel(name, "CPU", "Meta, QuantizedCPU")
    return input.quantizer


@composite(related=("q_zero_point",))
def q_scale(input: Array) -> float:
    """Return the scale of a tensor that has one for all elements.

    >>> torch.quantize_per_tensor(torch.tensor([1.]), 0.5, 8, torch.quint8).q_scale()
    0.5
    """
    return per_tensor(input, "q_scale").scale


@composite(related=("q_scale",))
def q_zero_point(input: Array) -> int:
    """Return the whole number that stands for 0 in a tensor that has one for all elements.

    >>> torch.quantize_per_tensor(torch.tensor([1.]), 0.5, 8, torch.quint8).q_zero_point()
    8
    """
    return per_tensor(input, "q_zero_point").zero_point


@composite(related=("q_per_channel_zero_points", "quantize_per_channel"))
def q_per_channel_scales(input: Array) -> Tensor:
    """Return the scale of each channel."""
    return per_channel(input, "q_per_channel_scales").scales.clone()


@composite(related=("q_per_channel_scales", "quantize_per_channel"))
def q_per_channel_zero_points(input: Array) -> Tensor:
    """Return the whole number that stands for 0 in each channel."""
    return per_channel(input, "q_per_channel_zero_points").zero_points.clone()


@composite(related=("q_per_channel_scales", "quantize_per_channel"))
def q_per_channel_axis(input: Array) -> int:
    """Return the dimension along which the channels lie."""
    return per_channel(input, "q_per_channel_axis").axis


@composite(function=False, related=("q_scale", "q_per_channel_scales"))
def qscheme(input: Array) -> Any:
    """Return how the whole numbers stand for the values: with one scale, or one for each channel.

    >>> torch.quantize_per_tensor(torch.tensor([1.]), 0.5, 8, torch.quint8).qscheme()
    torch.per_tensor_affine
    """
    return quantizer_of(input, "qscheme").scheme
