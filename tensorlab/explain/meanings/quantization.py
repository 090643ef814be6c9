"""Quantized numbers: whole numbers, and the scale and zero point that say what they stand for."""

from typing import NamedTuple

import numpy as np

from tensorlab.engine.dtypes import float32
from tensorlab.engine.kinds import QuantizedTensor
from tensorlab.engine.quantizer import LIMITS, PerTensor
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import behind_operator, finite, literal, plain
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Index, Number
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    Explainer,
    part_of,
)


class Parameters(NamedTuple):
    """What one whole number is measured by."""

    scale: float
    zero_point: float

    def meaning(self, stored: object) -> str:
        """Return the number that a whole number stands for, as an expression."""
        whole = f"({stored} - {behind_operator(self.zero_point)})" if self.zero_point else stored
        return f"{whole} * {literal(self.scale)}"


def by_scale(call: Call) -> Explainer:
    """Tell of quantizing: divided by the scale and rounded, and what that stands for.

    Raises:
        CannotExplainError: a result is not quantized, or its operand is a list.
    """
    input = call.args[0]
    if not isinstance(input, Tensor):
        raise CannotExplainError

    def explain(part: int | None, index: Index) -> Explained:
        result = part_of(call.result, part)
        element = call.element(input, index)
        rounding = rounded_text(element.value, result, index)
        meaning = parameters_of(result, index).meaning
        stored = result.array[index].item()
        words = f"Stored as the whole number {stored}, which stands for {meaning(stored)}."
        return Explained(meaning(rounding or stored), (element,), words)

    return explain


def by_stored(call: Call) -> Explainer:
    """Tell of dequantize and int_repr: the numbers stand for whole numbers, which they read.

    Raises:
        CannotExplainError: the operand is not quantized.
    """
    input = call.args[0]
    if not isinstance(input, QuantizedTensor) or call.result.shape != input.shape:
        raise CannotExplainError

    def explain(part: int | None, index: Index) -> Explained:
        element = call.element(input, index)
        stored = input.array[index].item()
        if call.name == "int_repr":
            text = rounded_text(element.value, input, index) or str(stored)
            words = f"The whole number that stands for {literal(element.value)}."
            return Explained(text, (element,), words, derived=True)
        text = parameters_of(input, index).meaning(stored)
        words = f"The stored whole number {stored} less the zero point, times the scale."
        return Explained(text, (element,), words, derived=True)

    return explain


def parameters_of(tensor: object, index: Index) -> Parameters:
    """Return the scale and the zero point of one element.

    Raises:
        CannotExplainError: the tensor is not quantized.
    """
    if not isinstance(tensor, QuantizedTensor):
        raise CannotExplainError
    quantizer = tensor.quantizer
    if isinstance(quantizer, PerTensor):
        return Parameters(quantizer.scale, quantizer.zero_point)
    channel = (index[quantizer.axis],)
    zero = quantizer.zero_points.array[channel].item()
    # Rounded to float32, as it is stored.
    return Parameters(plain(np.float32(quantizer.scales.array[channel]), float32), zero)  # type: ignore[arg-type]


def rounded_text(value: Number, tensor: Tensor, index: Index) -> str:
    """Return the stored whole number as rounded from a number; empty where float32 rounds apart."""
    scale, zero = parameters_of(tensor, index)
    if isinstance(value, complex) or not finite(value) or scale == 0:
        return ""
    low, high = LIMITS[tensor.dtype.name]
    whole = round(value / scale + zero)
    shift = f" {'-' if zero < 0 else '+'} {literal(abs(zero))}" if zero else ""
    text = f"round({literal(value)} / {literal(scale)}{shift})"
    if whole < low:
        whole, text = low, f"max({low}, {text})"
    elif whole > high:
        whole, text = high, f"min({high}, {text})"
    return text if whole == tensor.array[index].item() else ""
