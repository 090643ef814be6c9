"""The other quick case of functions of two: operands whose types first have to meet in one."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.autograd.recording import recorder
from tensorlab.engine.calling.casting import asked, cast_type, direct_types, finisher, given
from tensorlab.engine.calling.falling import fallen
from tensorlab.engine.dtypes import DType, converted
from tensorlab.engine.facts import Casts, Rule, parameter_names
from tensorlab.engine.operation import Operation
from tensorlab.engine.promotion import Defaults, result_type
from tensorlab.engine.signatures.signature import Operand
from tensorlab.engine.tensor import DENSE, Tensor

HUGE = 2**63
LEAST = -HUGE  # by a name: to negate it takes longer than to compare with it
NUMBERS = (float, int)


def meeting(
    operation: Operation, resolve: Callable[[tuple[Any, ...], dict[str, Any]], Any]
) -> Callable[[Any, Any], Any]:
    """Return what answers tensors of two types, and numbers, without binding arguments.

    In which type they meet depends on their types, and on which of them have dimensions; that is
    worked out once. As ever, a call that fails is explained by `resolve`.
    """
    plain, record, check = operation.plain, recorder(operation), check_of_operands(operation)
    finish = finisher(operation)
    direct = direct_types(operation)
    first, second = operation.operands[:2]
    takes_numbers = operation.signature.parameters[second].annotation is Operand
    casts = given(operation, operation.casts, {})
    known: dict[Any, DType | None] = {}  # None where the complete answer is needed

    def met(input: Tensor, other: Any) -> DType | None:
        if casts not in {Casts.PROMOTE, Casts.FLOATING}:
            return None
        if any(part.__class__ in DENSE and part.array.dtype.names for part in (input, other)):
            return None  # complex numbers of 16-bit floats, which numpy does not convert
        common = cast_type(casts, result_type((input, other)))
        return common if common in direct else None

    def call(input: Any, other: Any) -> Any:
        kind = other.__class__
        if input.__class__ not in DENSE or not (kind in DENSE or kind in NUMBERS):
            return resolve((input, other), {})
        array = input.array
        if kind in DENSE:
            key: Any = input.element_type
            if other.element_type is not key:
                key = (key, other.element_type, not array.ndim, not other.array.ndim)
        elif takes_numbers and LEAST < other < HUGE:
            key = (input.element_type, kind, not array.ndim)
        else:
            return resolve((input, other), {})
        key = (Defaults.floating, key)
        if key not in known:
            known[key] = met(input, other)
        common = known[key]
        if common is None:
            return resolve((input, other), {})
        compute = common.compute
        try:
            if check is not None:
                check(*asked(operation, check, {first: input, second: other}))
            if array.dtype is not compute:
                array = converted(array, compute)
            if kind in DENSE:
                with_it = other.array
                with_it = with_it if with_it.dtype is compute else converted(with_it, compute)
            else:
                with_it = np.array(other, compute)
            array = plain(array, with_it)
        except Exception as error:
            return fallen(operation, error, resolve, (input, other), {})
        result = finish(array, common)
        if input.tracked or (kind in DENSE and other.tracked):
            record(result, (input, other), {})
        return result

    return call


def check_of_operands(operation: Operation) -> Rule | None:
    """Return the check of a call; None where that asks for settings alone, and there are none."""
    check = operation.check
    if check is None or set(operation.operands).isdisjoint(parameter_names(check)):
        return None
    return check
