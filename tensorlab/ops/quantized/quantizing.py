"""Quantizing: numbers as whole numbers of a few bits, and back."""

from typing import Any

import numpy as np

from tensorlab.engine.backend import NOT_ON_GPU
from tensorlab.engine.declaring import Array, Tensor, composite, no_kernel, not_implemented
from tensorlab.engine.dtypes import (
    DType,
    float16,
    float32,
    float64,
    int8,
    int32,
    int64,
    qint8,
    qint32,
    quint4x2,
    quint8,
    uint8,
)
from tensorlab.engine.kinds import QuantizedTensor
from tensorlab.engine.quantizer import LIMITS, PerChannel, PerTensor
from tensorlab.engine.signatures.accepting import require_tensors
from tensorlab.engine.tensor import wrap
from tensorlab.engine.warning import in_full
from tensorlab.ops.quantized.making import chosen, made, numbers_of

WHOLE = {uint8: quint8, int8: qint8, int32: qint32}
NOT_QUANTIZED = "Creation of quantized tensor requires quantized dtype like torch.quint8"
STORED = {quantized: whole for whole, quantized in WHOLE.items()}


def require_quantizable(input: Tensor, dtype: DType, name: str = "quantize_per_tensor") -> None:
    """Refuse to quantize anything but float32 numbers, or to a type that is not quantized.

    Raises:
        RuntimeError: the input is not float32, or the type is not quantized.
    """
    if input.is_cuda:
        raise NotImplementedError(NOT_ON_GPU.format("quantized"))
    if isinstance(input, QuantizedTensor):
        raise no_kernel(name, "QuantizedCPU")
    if not dtype.is_quantized:
        raise RuntimeError(f"ScalarType {dtype.scalar_name} is not supported in new_qtensor.")
    if input.dtype is not float32:
        got = input.dtype.scalar_name
        raise RuntimeError(
            f"Quantize only works on Float Tensor, got {got}"
            if name == "quantize_per_tensor"
            else f"quantize_tensor_per_channel_affine expects a Float Tensor, got {got}"
        )


def require_zero_point(zero_point: int, dtype: DType, kind: str) -> None:
    """Refuse a zero point that the type can't store.

    Raises:
        RuntimeError: the zero point lies outside of the type.
    """
    low, high = (0, 255) if dtype is quint4x2 else LIMITS[dtype.name]
    if not low <= zero_point <= high:
        side = "below lower" if zero_point < low else "above upper"
        raise RuntimeError(
            f"quantize_tensor_{kind}_affine zero_point {zero_point} is {side} bound."
        )


@composite(method=False, related=("dequantize", "quantize_per_channel", "int_repr"))
def quantize_per_tensor(input: Any, scale: Any, zero_point: Any, dtype: DType) -> Any:
    """Return numbers as whole numbers q, so that (q - zero_point) * scale is nearly the number.

    A list of tensors takes a scale and a zero point for each.

    >>> torch.quantize_per_tensor(torch.tensor([0., 1.]), 0.5, 8, torch.quint8).int_repr()
    tensor([ 8, 10], dtype=torch.uint8)
    """
    if isinstance(input, list | tuple):
        require_tensors(input)
        for parameters in (scale, zero_point):
            if len(parameters) < len(input):
                raise IndexError(
                    in_full("select(): index {}", len(parameters), list(parameters.shape), 0)
                )
        return tuple(
            quantize_per_tensor(part, scale[place], zero_point[place], dtype)
            for place, part in enumerate(input)
        )
    for value, kinds in ((scale, Tensor | float | int), (zero_point, Tensor | int)):
        if not isinstance(value, kinds):
            raise TypeError
    if not isinstance(input, Tensor) or not isinstance(dtype, DType):
        raise TypeError
    require_quantizable(input, dtype)
    quantizer = PerTensor(
        float(scale.item() if isinstance(scale, Tensor) else scale),
        int(zero_point.item() if isinstance(zero_point, Tensor) else zero_point),
    )
    require_zero_point(quantizer.zero_point, dtype, "per_tensor")
    return made(quantizer.quantize(np.array(input._array, order="C"), dtype), dtype, quantizer)


@composite(method=False, related=("quantize_per_tensor", "q_per_channel_scales"))
def quantize_per_channel(
    input: Array, scales: Array, zero_points: Array, axis: int, dtype: DType
) -> Tensor:
    """Return numbers as whole numbers, with a scale and a zero point for each index along axis.

    >>> x = torch.tensor([[1., 2.], [1., 2.]])
    >>> scales, zero_points = torch.tensor([1., 0.5]), torch.tensor([0, 0])
    >>> torch.quantize_per_channel(x, scales, zero_points, 0, torch.quint8).int_repr()
    tensor([[1, 2],
            [2, 4]], dtype=torch.uint8)
    """
    require_quantizable(input, dtype, "quantize_per_channel")
    floating = zero_points.dtype.is_floating_point
    require_channels(input, scales, zero_points, axis)
    if not floating:
        if dtype is quint4x2:
            raise not_implemented("quantize_tensor_per_channel_affine", dtype)
        zero_points = zero_points.to(int64)
        for zero_point in zero_points.tolist():
            require_zero_point(zero_point, dtype, "per_channel")
    of_scales, of_points = (float32, float32) if floating else (float64, int64)
    scales = wrap(scales._array.astype(of_scales.carrier), of_scales)
    zero_points = wrap(zero_points._array.astype(of_points.carrier), of_points)
    quantizer = PerChannel(scales, zero_points, axis)
    return made(quantizer.quantize(np.array(input._array, order="C"), dtype), dtype, quantizer)


def require_channels(input: Tensor, scales: Tensor, zero_points: Tensor, axis: int) -> None:
    """Refuse parameters that don't fit the channels.

    Raises:
        RuntimeError: the numbers of scales, zero points and channels differ.
    """
    if not scales.dtype.is_floating_point:
        raise RuntimeError("scale tensor must be floating point")
    if scales.ndim != 1:
        raise RuntimeError("scale tensor must have dimension 1")
    if zero_points.ndim != 1:
        raise RuntimeError("zero_points tensor must have dimension 1")
    if len(scales) != len(zero_points):
        raise RuntimeError("number of elements in scales and zero_points must match")
    if not 0 <= axis < input.ndim:
        raise RuntimeError(
            "Channel axis out of range in per channel affine quantization. Got: "
            f"{axis}Expected: [0, {input.ndim})"
        )
    if len(scales) != input.shape[axis]:
        raise RuntimeError(in_full("length of scales must", input.shape[axis], len(scales)))


@composite(method=False, related=("quantize_per_tensor",))
def quantize_per_tensor_dynamic(input: Array, dtype: DType, reduce_range: bool) -> Array:
    """Return numbers as whole numbers, scaled so that they use the type's whole range.

    With reduce_range half of it stays free for sums.

    >>> torch.quantize_per_tensor_dynamic(torch.tensor([0., 1.]), torch.quint8, False).int_repr()
    tensor([  0, 255], dtype=torch.uint8)
    """
    if dtype not in (quint8, qint8, float16):
        raise RuntimeError(f"dtype {dtype.scalar_name}not supported")
    if dtype is float16:
        return input.to(float16)
    if not isinstance(input, QuantizedTensor) and not input.shape.numel():
        raise RuntimeError(in_full("{}: Expected reduction dim", "min()"))
    least, most = input._array.min(), input._array.max()
    scale, zero_point = chosen(float(least), float(most), LIMITS[dtype.name], reduce_range)
    return quantize_per_tensor(input, scale, zero_point, dtype)


@composite(method=False, related=("int_repr",))
def _make_per_tensor_quantized_tensor(input: Array, scale: float, zero_point: int) -> Tensor:
    """Return the quantized tensor that stores these whole numbers.

    >>> whole = torch.tensor([1, 2], dtype=torch.uint8)
    >>> torch._make_per_tensor_quantized_tensor(whole, 0.5, 1).dequantize()
    tensor([0.0000, 0.5000])
    """
    return made(input._array.copy(), quantized_type(input), PerTensor(float(scale), zero_point))


@composite(method=False, related=("int_repr",))
def _make_per_channel_quantized_tensor(
    input: Array, scale: Array, zero_point: Array, axis: int
) -> Tensor:
    """Return the quantized tensor that stores these whole numbers, scaled by channel."""
    quantizer = PerChannel(scale.double(), zero_point.long(), axis)
    return made(input._array.copy(), quantized_type(input), quantizer)


def quantized_type(input: Tensor) -> DType:
    """Return the quantized type that stores such whole numbers.

    Raises:
        RuntimeError: there is none.
    """
    if input.dtype not in WHOLE:
        raise RuntimeError(NOT_QUANTIZED)
    return WHOLE[input.dtype]


@composite(aliases=(), related=("quantize_per_tensor", "int_repr"))
def dequantize(input: Any) -> Any:
    """Return the float32 numbers that whole numbers stand for: (q - zero_point) * scale.

    >>> torch.quantize_per_tensor(torch.tensor([0.2, 1.]), 0.5, 8, torch.quint8).dequantize()
    tensor([0., 1.])
    """
    if isinstance(input, list | tuple):
        return tuple(dequantize(part) for part in input)
    if not isinstance(input, Tensor):
        raise TypeError
    if isinstance(input, QuantizedTensor):
        return wrap(numbers_of(input), float32)
    return input.to(float32)


@composite(related=("dequantize", "quantize_per_tensor"))
def int_repr(input: Array) -> Tensor:
    """Return the stored whole numbers; of quint4x2 two to a byte, the first in the low half.

    >>> torch.quantize_per_tensor(torch.tensor([0., 1.]), 0.5, 8, torch.quint8).int_repr()
    tensor([ 8, 10], dtype=torch.uint8)
    """
    if not isinstance(input, QuantizedTensor):
        raise no_kernel("int_repr", "CPU", "Meta, QuantizedCPU")
    if input.dtype is not quint4x2:
        return wrap(input._array.copy(), STORED[input.dtype])
    nibbles = np.append(input._array, np.zeros(input._array.size % 2, np.uint8))
    return wrap(nibbles[::2] | nibbles[1::2] << 4, uint8)
