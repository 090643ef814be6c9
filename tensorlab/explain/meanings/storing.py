"""Tensors that store other numbers than they show: quantized ones, and sparse ones."""

from functools import reduce
from math import prod
from operator import add
from typing import Any, NamedTuple

import numpy as np

from tensorlab.engine.dtypes import float32
from tensorlab.engine.kinds import QuantizedTensor
from tensorlab.engine.quantizer import LIMITS, PerTensor
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import behind_operator, finite, literal, number, plain
from tensorlab.explain.arithmetic.terms import constant, of_element
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Element, Index, Number
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    Explainer,
    part_of,
)
from tensorlab.frozen import replace
from tensorlab.wording import numbered


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
        stored = result._array[index].item()
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
        stored = input._array[index].item()
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
    zero = quantizer.zero_points._array[channel].item()
    # Rounded to float32, as it is stored.
    return Parameters(plain(np.float32(quantizer.scales._array[channel]), float32), zero)  # type: ignore[arg-type]


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
    return text if whole == tensor._array[index].item() else ""


MOST = 64  # coordinates that are named


def by_coordinates(call: Call) -> Explainer:
    """Tell of an element by the values whose coordinates name it; several are added."""
    tensor: Any = call.result if call.name == "sparse_coo_tensor" else call.args[0]
    if not isinstance(tensor, Tensor) or not tensor.is_sparse:
        raise CannotExplainError
    indices: Any = tensor._indices()
    values: Any = tensor._values()
    name = values_name(call)
    places = coordinates(call)
    zero = literal(number(values.new_zeros(()), ()))

    def explain(part: int | None, index: Index) -> Explained:
        depth = indices.shape[0]
        found = [
            Element(name, (place, *index[depth:]), number(values, (place, *index[depth:])))
            for place in range(indices.shape[1])
            if all(number(indices, (row, place)) == index[row] for row in range(depth))
        ]
        where = list(index[:depth])
        if not found:
            words = f"No coordinates name {where}: the element is not stored, so it is 0."
            return Explained(zero, (*whole(call, tensor, index), *places), words, derived=True)
        own = found if name else whole(call, tensor, index) if len(found) == 1 else ()
        terms = [*map(of_element, own)] or [constant(element.value) for element in found]
        total: Any = reduce(add, terms)
        added = " are added" if len(found) > 1 else ""
        columns = numbered("column", [element.index[0] for element in found])
        inputs = (*whole(call, tensor, index), *(found if name else ()), *places)
        rest = f": their values{added}" if added else ""
        words = f"The coordinates {where} stand in {columns} of the indices{rest}."
        return Explained(total.text, inputs, words, derived=True)

    return explain


def by_stored_number(call: Call) -> Explainer:
    """Explain indices() and values(): the stored number and the element each is about."""
    tensor: Any = call.args[0]
    if not tensor.is_sparse or call.name.strip("_") not in {"indices", "values"}:
        raise CannotExplainError
    indices: Any = tensor._indices()
    if not tensor.is_coalesced() or not bool((tensor._values() != 0).all()):
        raise CannotExplainError  # its elements do not tell what is stored

    def explain(part: int | None, index: Index) -> Explained:
        row, at = index if call.name.endswith("indices") else (None, index[0])
        depth = indices.shape[0]
        where = [int(number(indices, (each, at)).real) for each in range(depth)]
        spot = (*where, *(() if row is not None else index[1:]))
        value = literal(number(call.result, index))
        if row is not None:
            words = f"Stored number {at} stands at {where}: along dimension {row} that is {value}."
            return Explained(value, every(call, tensor), words, derived=True, loose=True)
        element = call.element(tensor, spot)
        own = Explained(
            value, (element,), f"Stored number {at}, at {where}: {value}.", derived=True
        )
        return replace(own, inputs=(element, *every(call, tensor)), loose=True)

    return explain


def every(call: Call, tensor: Any) -> tuple[Element, ...]:
    """Return the elements of a sparse tensor, whichever of them are stored; not those of many."""
    if prod(tensor.shape) > MOST:
        return ()
    return tuple(call.elements(tensor))


def whole(call: Call, tensor: Tensor, index: Index) -> tuple[Element, ...]:
    """Return the sparse operand's element that an element is of, nothing where it is the result."""
    if tensor is call.result:
        return ()
    return (call.element(tensor, index),)


def coordinates(call: Call) -> tuple[Element, ...]:
    """Return the elements of a call's coordinates, any of which can name an element."""
    given = call.args[0] if call.name == "sparse_coo_tensor" else None
    if not isinstance(given, Tensor) or given._array.size > MOST:
        return ()
    return tuple(call.elements(given))


def values_name(call: Call) -> str:
    """Return what the source calls the stored values, nothing where they have no name."""
    if call.name == "sparse_coo_tensor" and len(call.args) > 1 and isinstance(call.args[1], Tensor):
        return call.name_of(call.args[1])
    return ""
