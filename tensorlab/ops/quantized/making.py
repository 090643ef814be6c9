"""Quantized tensors of their stored whole numbers, and how a scale for numbers is chosen."""

from typing import Any

import numpy as np

from tensorlab.engine.backend import NOT_ON_GPU
from tensorlab.engine.dtypes import DType
from tensorlab.engine.kinds import QuantizedTensor
from tensorlab.engine.tensor import Array, Tensor, new_object
from tensorlab.engine.warning import in_full, warn_once


def made(
    stored: Array, dtype: DType, quantizer: Any, like: Tensor | None = None
) -> QuantizedTensor:
    """Return the quantized tensor of stored whole numbers; a view keeps the ties of `like`.

    Raises:
        NotImplementedError: they are on a GPU.
    """
    if not isinstance(stored, np.ndarray):
        raise NotImplementedError(NOT_ON_GPU.format("quantized"))
    if like is None or like._view_of is None:
        warn_once(in_full("torch.quantize_per_tensor,"))
    result: QuantizedTensor = new_object(QuantizedTensor)
    result._tracked = False
    result._array, result._element_type, result.quantizer = stored, dtype, quantizer
    if like is not None:
        result._writes, result._view_of = like._writes, like._view_of
    return result


def numbers_of(tensor: QuantizedTensor) -> Array:
    """Return the float32 numbers that a quantized tensor stands for."""
    return tensor.quantizer.dequantize(tensor._array)


LEAST_SCALE = 6.0999998822808266e-05  # a float32 number


def chosen(
    least: float, most: float, limits: tuple[int, int], reduce_range: bool
) -> tuple[float, int]:
    """Return a scale and a zero point so that the limits stand for the range; 0 stays exact.

    Raises:
        RuntimeError: the range is none.
    """
    if not least <= most:
        raise RuntimeError("In ChooseQuantizationParams, min should be less than or equal to max")
    low, high = limits
    if reduce_range:
        low, high = int(low / 2), high // 2
    least, most = min(least, 0.0), max(most, 0.0)
    scale = (most - least) / (high - low)
    if scale == 0.0 or 1.0 / scale == float("inf"):
        scale = 0.1
    if scale < LEAST_SCALE:
        original, scale = scale, LEAST_SCALE
        if least == 0.0:
            most = LEAST_SCALE * (high - low)
        elif most == 0.0:
            least = -LEAST_SCALE * (high - low)
        else:
            least, most = least * LEAST_SCALE / original, most * LEAST_SCALE / original
    return scale, zero_point_for(least, most, scale, (low, high))


def zero_point_for(least: float, most: float, scale: float, limits: tuple[int, int]) -> int:
    """Return the whole number that stands for 0, from the end of the range that is nearer to it."""
    low, high = limits
    from_least, from_most = low - least / scale, high - most / scale
    least_error = abs(low) - abs(least / scale)
    most_error = abs(high) - abs(most / scale)
    zero = from_least if least_error < most_error else from_most
    return low if zero < low else high if zero > high else round(zero)
