"""The closures of methods that write over their tensor."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.calling.casting import direct_types
from tensorlab.engine.calling.falling import fallen
from tensorlab.engine.calling.operands import NEVER, number, numbers_taken, settings_are_plain
from tensorlab.engine.calling.promoted_binary import HUGE, LEAST
from tensorlab.engine.calling.public_functions import function_of
from tensorlab.engine.calling.writing import bump
from tensorlab.engine.dtypes import INTEGER, DType, converted
from tensorlab.engine.facts import Casts
from tensorlab.engine.operation import Operation
from tensorlab.engine.overriding import Overriding, handed_over, overriders
from tensorlab.engine.signatures.signature import MISSING
from tensorlab.engine.signatures.support import REAL
from tensorlab.engine.tensor import DENSE, Parameter, Tensor


def in_place(operation: Operation, write: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """Return the closure that writes over its tensor: by the ufunc itself in the plain case.

    That is a tensor whose elements lie apart with nothing to record, and operands of its type that
    are no other elements of the same storage, or of types that become it; they are stretched to its
    shape.
    """
    direct = direct_types(operation)
    if "plain_reals" in operation.facts:
        direct &= REAL
    count = len(operation.operands)
    others = count - 1 if operation.elementwise else NEVER
    numbers = [
        {} if "wide_number" in operation.facts else numbers_taken(operation.forward, place)
        for place in range(1, count)
    ]
    meets = operation.casts in {Casts.PROMOTE, Casts.FLOATING} and operation.check is None
    overwrite, ufunc = overwriting(operation), operation.plain
    by_ufunc = isinstance(ufunc, np.ufunc)
    if "generator" not in operation.signature.parameters:
        write = by_closure(operation, write)

    def call(input: Any = MISSING, /, *args: Any, **settings: Any) -> Any:
        kind = input.__class__
        dense = kind is Tensor or kind is Parameter
        if not dense or len(args) != others or input._element_type not in direct:
            return write(input, args, settings)
        array, dtype, base = input._array, input._element_type, input._view_of
        if Recording.enabled and (input._tracked or (base is not None and base._tracked)):
            return write(input, args, settings)
        if base is not None and not (array.flags.c_contiguous or lies_apart(array)):
            return write(input, args, settings)
        operands = []
        try:
            alone = by_ufunc and others == 1 and base is None and not settings
            if alone and is_apart(args[0], dtype):
                ufunc(array, args[0]._array, array)
                bump(input)
                return input
            for other, taken in zip(args, numbers):  # noqa: B905  strict= costs 0.2 us
                kind = other.__class__
                dense = kind is Tensor or kind is Parameter
                if dense and other._element_type is dtype:
                    if other._tracked and Recording.enabled:
                        return write(input, args, settings)
                    views = (other._view_of is not None or base is not None) and other is not input
                    if views and np.may_share_memory(other._array, array):
                        return write(input, args, settings)
                    operands.append(other._array)
                elif dtype.category >= taken.get(kind, NEVER) and LEAST < other < HUGE:
                    operands.append(number(other, dtype.compute))
                elif meets and dense and becomes(other._element_type, dtype):
                    operands.append(converted(other._array, dtype.compute))
                else:
                    return write(input, args, settings)
            if settings and not settings_are_plain(operation, count, (), settings):
                return write(input, args, settings)
            overwrite(array, operands, settings)
        except FloatingPointError as error:  # as numpy is to raise, though all is written by then
            if settings or not by_ufunc:
                return fallen(operation, error, write, input, args, settings)
        except Exception as error:
            return fallen(operation, error, write, input, args, settings)
        if input._writes is None:
            input._writes = [1]
        else:
            input._writes[0] += 1
        return input

    return call


def lies_apart(array: Any) -> bool:
    """Return whether steps tell that no two elements of an array share memory."""
    reach = 0
    for step, size in sorted(zip(array.strides, array.shape)):  # noqa: B905  strict= costs 0.2 us
        if size > 1 and step <= reach:
            return False
        reach += step * (size - 1)
    return True


def is_apart(other: object, dtype: DType) -> bool:
    """Return whether an operand is a tensor of a type of its own memory, with nothing to record."""
    return (
        other.__class__ is Tensor
        and other._element_type is dtype
        and not other._tracked
        and other._view_of is None
    )


def by_closure(operation: Operation, write: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """Return `write`, quicker where nothing is to be recorded and the function's closure answers.

    The tensor's elements are side by side, and no operand shows the same memory otherwise.
    """
    places, indexed = len(operation.signature.positional), operation.takes_index

    def call(input: Tensor, args: tuple[Any, ...], settings: dict[str, Any]) -> Tensor:
        if input.__class__ not in DENSE or Overriding.watching:
            return write(input, args, settings)
        array, base = input._array, input._view_of
        in_order = len(args) < places  # not in one of before
        plain = in_order and array.flags.c_contiguous and array.flags.writeable
        if not plain or input._tracked or (base is not None and base._tracked) or "out" in settings:
            return write(input, args, settings)
        for part in (*args, *settings.values()):
            if part is input and not indexed:  # by an index it is refused
                continue
            if part.__class__ in DENSE:
                shared = part is input or part._writes is not None
                if part._tracked or (shared and part._writes is input._writes):
                    return write(input, args, settings)
        try:
            result = function_of(operation)(input, *args, **settings)
            if result.dtype is not input._element_type or result.shape != input.shape:
                return write(input, args, settings)
        except Exception as error:
            return fallen(operation, error, write, input, args, settings)
        array[...] = result._array
        bump(input)
        return input

    return call


def writer(operation: Operation, name: str) -> Callable[..., Tensor]:
    """Return what writes an operation's result over its tensor in any case."""

    def write(input: Tensor, args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        from tensorlab.engine.calling.resolving import write_in_place  # noqa: PLC0415  few programs
        from tensorlab.engine.signatures.refusal import require_own  # noqa: PLC0415  likewise

        if Overriding.watching and overriders((input, *args)):
            own = getattr(Tensor, name)
            return handed_over(f"torch.Tensor.{name}", own, (input, *args), settings)
        if not isinstance(input, Tensor):
            require_own(name, input)
        return write_in_place(operation, input, args, settings, name)

    return write


def becomes(dtype: DType, target: DType) -> bool:
    """Return whether whole numbers or truth values of a type meet a tensor's type in that."""
    return dtype.category <= INTEGER and dtype.category < target.category


def overwriting(operation: Operation) -> Callable[[Any, list[Any], dict[str, Any]], None]:
    """Return what overwrites an array with an operation's result, or fails and leaves it."""
    forward, ufunc = operation.forward, operation.plain
    by_ufunc = isinstance(ufunc, np.ufunc)

    def overwrite(array: Any, operands: list[Any], settings: dict[str, Any]) -> None:
        if settings or not by_ufunc:
            result = forward(array, *operands, **settings)
            if result.dtype is not array.dtype or result.shape != array.shape:
                raise TypeError
            array[...] = result
        else:
            ufunc(array, *operands, array)

    return overwrite
