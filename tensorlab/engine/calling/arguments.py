"""From operands to arrays: in which type a call computes, and its operands in that type."""

from typing import Any

import numpy as np

from tensorlab.engine.calling.casting import cast_type, given, rounds_steps
from tensorlab.engine.dtypes import DTYPES, DType
from tensorlab.engine.facts import STRETCHED, Casts
from tensorlab.engine.operation import Operation
from tensorlab.engine.promotion import result_type
from tensorlab.engine.shapes import broadcast_shapes
from tensorlab.engine.signatures.accepting import PROMOTED, Arrays, Factor
from tensorlab.engine.tensor import Tensor

SINGLE = DTYPES["float32"]


def common_type(operation: Operation, bound: dict[str, Any], asked: DType | None) -> DType:
    """Return the type in which a call computes."""
    operands = promoted_operands(operation, bound)
    if not operands:
        operands = [bound[operation.operands[0]]]
    if operation.kind in STRETCHED:
        parts = [bound.get(name) for name in operation.operands]
        broadcast_shapes(*(part.shape for part in parts if isinstance(part, Tensor)))
    if asked is not None:
        return asked
    if operation.casts == Casts.FIRST:
        first: DType = operands[0].dtype
        return first
    if operation.casts is None:
        found = next((part.element_type for part in operands if isinstance(part, Tensor)), None)
        return found or result_type(operands)
    return cast_type(given(operation, operation.casts, bound), result_type(operands))


def promoted_operands(operation: Operation, bound: dict[str, Any]) -> list[Any]:
    """Return the tensors and numbers whose types decide the result's."""
    parameters = operation.signature.parameters
    found: list[Any] = []
    for name, value in bound.items():
        annotation = parameters[name].annotation
        if annotation in PROMOTED and value is not None:
            found.append(value)
        elif annotation is Arrays:
            found += value
    return found


def arrays_of(operation: Operation, bound: dict[str, Any], common: DType) -> dict[str, Any]:
    """Return the arguments of the forward: operands as arrays, settings as they are."""
    parameters = operation.signature.parameters
    arrays: dict[str, Any] = {}
    stored = operation.stored or (
        common.is_floating_point and rounds_steps(operation, bound, common)
    )
    for name, value in bound.items():
        annotation = parameters[name].annotation
        if isinstance(value, Tensor):
            converts = annotation in PROMOTED and operation.casts is not None
            arrays[name] = operand_array(value, common if converts else value.dtype, stored)
        elif annotation in PROMOTED and isinstance(value, int | float | complex):
            array = number_array(value, common, rounds=operation.facts.get("rounds_numbers", True))
            if common is SINGLE and name == operation.facts.get("wide_number"):
                array = np.array(value, np.float64)
            arrays[name] = common.encode(array) if stored else array
        elif annotation is Factor and not common.native:
            arrays[name] = number_array(value, common, rounds=True)
        elif annotation is Arrays:
            arrays[name] = [operand_array(part, common, stored) for part in value]
        else:
            arrays[name] = value
    return arrays


def operand_array(tensor: Tensor, dtype: DType, as_stored: bool) -> Any:
    """Return a tensor's elements converted to a type, as they are stored or as they compute."""
    array = tensor.array
    if tensor.element_type is not dtype:
        array = dtype.encode(tensor.element_type.decode(array))
    return array if as_stored else dtype.decode(array)


def number_array(number: complex, dtype: DType, *, rounds: bool) -> Any:
    """Return a Python number as an array of a type's arithmetic.

    Some functions round the number to a 16-bit type before they compute and some after.
    """
    if dtype.category == 1 and isinstance(number, int):
        # Two's complement, as a C conversion wraps.
        array = np.array(number & (2**64 - 1), np.uint64).astype(dtype.compute)
    else:
        array = np.array(number, np.complex128 if isinstance(number, complex) else np.float64)
        array = array.astype(dtype.compute)
    return dtype.decode(dtype.encode(array)) if rounds else array
