"""The other quick case of functions of two: operands whose types first have to meet in one."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.autograd.recording import recorder
from tensorlab.engine.calling.casting import asked, cast_type, direct_types, finisher, given
from tensorlab.engine.calling.falling import fallen
from tensorlab.engine.dtypes import DType, converted
from tensorlab.engine.facts import Casts, Rule, parameter_names
from tensorlab.engine.layout import laid_as_operands
from tensorlab.engine.operation import Operation
from tensorlab.engine.promotion import Defaults, result_type
from tensorlab.engine.signatures.signature import Operand
from tensorlab.engine.tensor import DENSE

HUGE = 2**63
LEAST = -HUGE  # by a name: to negate it takes longer than to compare with it
NUMBERS = (float, int)


def meeting(
    operation: Operation,
    resolve: Callable[[tuple[Any, ...], dict[str, Any]], Any],
    tensor_first: bool,
) -> Callable[[Any, Any], Any]:
    """Return what answers tensors of two types, and numbers, without binding arguments.

    In which type they meet depends on their types, and on which of them have dimensions; that is
    worked out once. As ever, a call that fails is explained by `resolve`.
    """
    plain, record, check = operation.plain, recorder(operation), check_of_operands(operation)
    finish = finisher(operation)
    first, second = operation.operands[:2]
    roles = [operation.signature.parameters[name].annotation for name in (first, second)]
    number_first, number_second = roles[0] is Operand and not tensor_first, roles[1] is Operand
    known: dict[Any, DType | None] = {}  # None where the complete answer is needed

    def call(input: Any, other: Any) -> Any:
        own, kind = input.__class__, other.__class__
        if own in DENSE and kind in DENSE:
            key: Any = input._element_type
            if other._element_type is not key:
                key = (key, other._element_type, not input._array.ndim, not other._array.ndim)
        elif own in DENSE and number_second and kind in NUMBERS and LEAST < other < HUGE:
            key = (input._element_type, kind, not input._array.ndim)
        elif kind in DENSE and number_first and own in NUMBERS and LEAST < input < HUGE:
            key = (own, other._element_type, not other._array.ndim)
        else:
            return resolve((input, other), {})
        key = (Defaults.floating, key)
        if key not in known:
            known[key] = meeting_type(operation, input, other)
        common = known[key]
        if common is None:
            return resolve((input, other), {})
        try:
            if check is not None:
                check(*asked(operation, check, {first: input, second: other}))
            one, two = operand(input, common.compute), operand(other, common.compute)
            array = laid_as_operands(plain(one, two), one, two)
        except Exception as error:
            return fallen(operation, error, resolve, (input, other), {})
        result = finish(array, common)
        if (own in DENSE and input._tracked) or (kind in DENSE and other._tracked):
            record(result, (input, other), {})
        return result

    return call


def operand(value: Any, kind: Any) -> Any:
    """Return the elements of a tensor, or a number, in a type of numpy's."""
    if value.__class__ not in DENSE:
        return np.array(value, kind)
    return value._array if value._array.dtype is kind else converted(value._array, kind)


def meeting_type(operation: Operation, input: Any, other: Any) -> DType | None:
    """Return the type in which two operands meet; None where the complete answer is needed."""
    casts = given(operation, operation.casts, {})
    if casts not in {Casts.PROMOTE, Casts.FLOATING}:
        return None
    if any(part.__class__ in DENSE and part._array.dtype.names for part in (input, other)):
        return None  # complex numbers of 16-bit floats, which numpy does not convert
    common = cast_type(casts, result_type((input, other)))
    return common if common in direct_types(operation) else None


def check_of_operands(operation: Operation) -> Rule | None:
    """Return the check of a call; None where that asks for settings alone, and there are none."""
    check = operation.check
    if check is None or set(operation.operands).isdisjoint(parameter_names(check)):
        return None
    return check
