"""Layers of quantized numbers that have names of their own."""

from typing import Any

from tensorlab.engine.declaring import Array, Dims, Tensor, composite, no_kernel
from tensorlab.engine.kinds import QuantizedTensor
from tensorlab.ops.alike import alike
from tensorlab.ops.loading import find


def require_quantized(name: str, input: Tensor) -> None:
    """Refuse other numbers.

    Raises:
        NotImplementedError: they are not quantized.
    """
    if not isinstance(input, QuantizedTensor):
        raise no_kernel(name, "CPU")


def pooled(name: str, input: Tensor, kernel_size: Dims, stride: Any, *more: object) -> Tensor:
    """Return what the function of the layers gives for a quantized tensor."""
    require_quantized(f"quantized_{name}", input)
    pool: Any = find("torch.nn.functional", name)
    return pool(input, kernel_size, stride or None, *more)  # type: ignore[no-any-return]  # of methods


@composite(method=False, related=("quantize_per_tensor", "nn.functional.max_pool1d"))
def quantized_max_pool1d(
    input: Array, kernel_size: Dims, stride: Dims = (), padding: Dims = 0, dilation: Dims = 1,
    ceil_mode: bool = False,
) -> Array:  # fmt: skip
    """Return the greatest number of each window of quantized signals.

    >>> signal = torch.quantize_per_tensor(torch.tensor([[1., 3.]]), 1.0, 0, torch.quint8)
    >>> torch.quantized_max_pool1d(signal, [2]).dequantize()
    tensor([[3.]])
    """
    return pooled("max_pool1d", input, kernel_size, stride, padding, dilation, ceil_mode)


@composite(method=False, related=("quantize_per_tensor", "nn.functional.max_pool2d"))
@alike(quantized_max_pool1d)
def quantized_max_pool2d(given: dict[str, Any]) -> Array:
    """Return the greatest number of each window of quantized images.

    >>> image = torch.quantize_per_tensor(torch.tensor([[[1., 3.]]]), 1.0, 0, torch.quint8)
    >>> torch.quantized_max_pool2d(image, [1, 2]).dequantize()
    tensor([[[3.]]])
    """
    return pooled("max_pool2d", *given.values())


@composite(method=False, related=("batch_norm", "quantize_per_tensor"))
def quantized_batch_norm(
    input: Array, weight: Tensor | None, bias: Tensor | None, mean: Array, var: Array, eps: float,
    output_scale: float, output_zero_point: int,
) -> Array:  # fmt: skip
    """Return quantized images with each channel normalized by its statistics, quantized anew.

    >>> image = torch.quantize_per_tensor(torch.ones(1, 1, 1, 2), 1.0, 0, torch.quint8)
    >>> one = torch.ones(1)
    >>> torch.quantized_batch_norm(image, one, one, one, one, 0.0, 0.5, 0).dequantize()
    tensor([[[[1., 1.]]]])
    """
    require_quantized("quantized_batch_norm", input)
    for name, given in (("Weight", weight), ("Bias", bias)):
        if given is None:
            raise RuntimeError(f"{name} must be provided")
    whole: Any = input
    norm: Any = find("torch.nn.functional", "batch_norm")
    made = norm(whole.dequantize(), mean, var, weight, bias, False, 0.0, eps)
    quantize: Any = find("torch", "quantize_per_tensor")
    return quantize(made, output_scale, output_zero_point, input.dtype)
