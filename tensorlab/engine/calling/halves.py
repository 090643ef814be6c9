"""16-bit floats in the plain case: computed in float32 and rounded once, with no look-up."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.autograd.recording import recorder
from tensorlab.engine.calling.casting import Autocast, asked, finisher, given
from tensorlab.engine.calling.falling import fallen
from tensorlab.engine.calling.operands import CATEGORY_OF_NUMBER, numbers_taken, settings_are_plain
from tensorlab.engine.dtypes import DType
from tensorlab.engine.facts import Kind
from tensorlab.engine.layout import laid_as_operands
from tensorlab.engine.operation import Operation
from tensorlab.engine.signatures.signature import Factor
from tensorlab.engine.signatures.support import HALVES
from tensorlab.engine.tensor import DENSE

Resolve = Callable[[tuple[Any, ...], dict[str, Any]], Any]
OF_TENSORS_FIRST = {Kind.UNARY, Kind.BINARY, Kind.TERNARY, Kind.PAIR}


def rounding(operation: Operation, resolve: Resolve) -> Resolve:
    """Return an operation's `resolve`, quicker for tensors of one 16-bit type."""
    names = operation.operands
    count, positional = len(names), operation.signature.positional
    if operation.kind not in OF_TENSORS_FIRST or operation.stored or names != positional[:count]:
        return resolve
    forward, record, finish = operation.forward, recorder(operation), finisher(operation)
    lay: Any = laid_as_operands if operation.elementwise else lambda found, *_: found
    factors = Factor in [part.annotation for part in operation.signature.parameters.values()]
    numbers = [numbers_taken(operation.forward, place) for place in range(count)]
    extra, rounds = operation.signature.extra, operation.facts.get("rounds_numbers", True)

    def call(args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        first = args[0]
        if first.__class__ not in DENSE or first._element_type not in HALVES or len(args) < count:
            return resolve(args, settings)
        if operation.autocast and Autocast.dtype:
            return resolve(args, settings)
        dtype, operands = first._element_type, args
        plain = not settings and len(args) == count
        try:
            if not plain:
                if factors or not extra.keys().isdisjoint(settings):
                    return resolve(args, settings)
                if not settings_are_plain(operation, count, args[count:], settings):
                    return resolve(args, settings)
                operands = args[:count]
            bound = dict(zip(positional, args)) | settings  # noqa: B905  strict= costs 0.2 us
            known, stored = told(operation, bound)
            if dtype not in known or (stored and dtype.carrier.names):
                return resolve(args, settings)
            arrays = [
                array_of(operand, dtype, taken, stored, rounds)
                for operand, taken in zip(operands, numbers)  # noqa: B905  likewise
            ]
            compute = operation.plain if plain and not stored else forward
            result = finish(lay(compute(*arrays, *args[count:], **settings), *arrays), dtype)
        except Exception as error:
            return fallen(operation, error, resolve, args, settings)
        if any(operand.__class__ in DENSE and operand._tracked for operand in operands):
            record(result, args, settings)
        return result

    return call


def told(operation: Operation, bound: dict[str, Any]) -> tuple[Any, Any]:
    """Return the types that a call takes, and whether it computes with elements as stored.

    Raises:
        RuntimeError: the function's own check refuses the call.
    """
    if operation.check is not None:
        operation.check(*asked(operation, operation.check, bound))
    return given(operation, operation.takes, bound), given(
        operation, operation.rounds_intermediates, bound
    )


def array_of(
    operand: Any, dtype: DType, numbers: dict[type, int], as_stored: Any, rounds: Any
) -> Any:
    """Return the array of a tensor of the type, or of a number.

    Raises:
        TypeError: the operand needs a closer look.
    """
    if operand.__class__ in DENSE and operand.dtype is dtype:
        array = operand._array
        if array.__class__ is np.ndarray:
            return array if as_stored else dtype.decode(array)
    elif operand.__class__ in CATEGORY_OF_NUMBER and operand.__class__ in numbers:
        from tensorlab.engine.calling.casting import number_array  # noqa: PLC0415  few programs

        number: Any = operand
        array = number_array(number, dtype, rounds=rounds)
        return dtype.encode(array) if as_stored else array
    raise TypeError
