"""Quantized tensors of their stored whole numbers, and the numbers that these stand for."""

from typing import Any

import numpy as np

from tensorlab.engine.backend import NOT_ON_GPU
from tensorlab.engine.dtypes import DType
from tensorlab.engine.kinds import QuantizedTensor
from tensorlab.engine.tensor import Array, Tensor, new_object
from tensorlab.engine.warning import warn_once

DEPRECATED = (
    "torch.quantize_per_tensor, torch.quantize_per_channel and other quantized tensor creation "
    "functions that produce tensors with dtype torch.quint8, torch.qint8, and torch.qint32 are "
    "deprecated and will be removed in a future PyTorch release. Please see "
    "https://github.com/pytorch/pytorch/issues/184982 for more information."
)


def made(
    stored: Array, dtype: DType, quantizer: Any, like: Tensor | None = None
) -> QuantizedTensor:
    """Return the quantized tensor of stored whole numbers; a view keeps the ties of `like`.

    Raises:
        NotImplementedError: they are on a GPU.
    """
    if not isinstance(stored, np.ndarray):
        raise NotImplementedError(NOT_ON_GPU.format("quantized"))
    if like is None or like.base is None:
        warn_once(DEPRECATED)
    result: QuantizedTensor = new_object(QuantizedTensor)
    result.tracked = False
    result.array, result.element_type, result.quantizer = stored, dtype, quantizer
    if like is not None:
        result.version, result.base = like.version, like.base
    return result


def numbers_of(tensor: QuantizedTensor) -> Array:
    """Return the float32 numbers that a quantized tensor stands for."""
    return tensor.quantizer.dequantize(tensor.array)
