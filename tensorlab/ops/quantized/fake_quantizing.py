"""Fake quantizing: what numbers become by quantizing and back, with a gradient to learn from."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import Array, Tensor, composite, not_implemented, operation
from tensorlab.engine.dtypes import FLOATING, int32

Numbers = Any


def whole_places(input: Numbers, scale: Numbers, zero_point: Numbers) -> Numbers:
    """Return the whole numbers that would stand for the input, before they are held in limits."""
    inverse = np.float32(1) / np.asarray(scale, np.float32)
    return np.rint(input * inverse) + zero_point


def fake_step(axis: object) -> str:
    """Return PyTorch's name of the backward step."""
    return f"FakeQuantizePer{'Tensor' if axis is None else 'Channel'}AffineCachemaskBackward0"


@operation(inner=True, node=fake_step)
def fake_quantized(
    input: Array, scale: Any, zero_point: Any, quant_min: int, quant_max: int, axis: Any = None
) -> Array:
    """Return the numbers that the nearest whole numbers within the limits stand for."""
    places = whole_places(input, scale, zero_point)
    held = np.fmin(np.fmax(places, quant_min), quant_max) - zero_point
    return np.asarray(held.astype(np.float32) * np.asarray(scale, np.float32), input.dtype)


@operation(inner=True)
def within_limits(
    input: Array, scale: Any, zero_point: Any, quant_min: int, quant_max: int
) -> Array:
    """Return 1 where a number is not held back by the limits, else 0."""
    places = whole_places(input, scale, zero_point)
    return ((places >= quant_min) & (places <= quant_max)).astype(input.dtype)


fake_quantized.gradient(
    input=lambda g, input, scale, zero_point, quant_min, quant_max: (
        g * within_limits(input.detach(), scale, zero_point, quant_min, quant_max)
    )
)


def require_limits(input: Tensor, quant_min: int, quant_max: int, zero_points: Any) -> None:
    """Refuse limits or zero points that make no range, and numbers that are not floating.

    Raises:
        RuntimeError: the limits are the wrong way round, or a zero point is outside.
        NotImplementedError: the input holds no floating-point numbers.
    """
    if quant_min > quant_max:
        raise RuntimeError("`quant_min` should be less than or         equal to `quant_max`.")
    if np.min(zero_points) < quant_min or np.max(zero_points) > quant_max:
        raise RuntimeError("`zero_point` must be between `quant_min` and `quant_max`.")
    if input.dtype.category != FLOATING:
        raise not_implemented("fake_quantize_tensor_cachemask_kernel_type_handling", input.dtype)


@composite(method=False, related=("quantize_per_tensor", "dequantize"))
def fake_quantize_per_tensor_affine(
    input: Array, scale: Any, zero_point: Any, quant_min: int, quant_max: int
) -> Tensor:
    """Return what the numbers become by quantizing and back; gradients pass inside the limits.

    >>> torch.fake_quantize_per_tensor_affine(torch.tensor([0.3, 9.]), 0.5, 0, 0, 7)
    tensor([0.5000, 3.5000])
    """
    scale = scale.item() if isinstance(scale, Tensor) else scale
    zero_point = int(zero_point.item() if isinstance(zero_point, Tensor) else zero_point)
    require_limits(input, quant_min, quant_max, zero_point)
    return fake_quantized(input, scale, zero_point, quant_min, quant_max)


@composite(method=False, related=("quantize_per_channel", "fake_quantize_per_tensor_affine"))
def fake_quantize_per_channel_affine(
    input: Array, scale: Array, zero_point: Array, axis: int, quant_min: int, quant_max: int
) -> Tensor:
    """Return what the numbers become by quantizing each index along axis and back."""
    if not (zero_point.dtype is int32 or zero_point.dtype.is_floating_point):
        raise RuntimeError(
            f"Zero-point must be Int32, Float or Half, found {zero_point.dtype.scalar_name}"
        )
    require_limits(input, quant_min, quant_max, zero_point._array)
    shape = [1] * input.ndim
    shape[axis] = -1
    scales, zero_points = scale._array.reshape(shape), zero_point._array.reshape(shape)
    return fake_quantized(input, scales, zero_points, quant_min, quant_max, axis)
