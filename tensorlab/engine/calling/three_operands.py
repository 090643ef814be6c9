"""The closures of functions of three tensors: as those of two, in operands.py."""

from collections.abc import Callable
from typing import Any

from tensorlab.engine.autograd.recording import recorder
from tensorlab.engine.calling.casting import direct_types, finisher
from tensorlab.engine.calling.falling import fallen
from tensorlab.engine.calling.operands import (
    CATEGORY_OF_NUMBER,
    NEVER,
    Resolve,
    number,
    numbers_taken,
    settings_are_plain,
)
from tensorlab.engine.calling.promoted_binary import HUGE, LEAST
from tensorlab.engine.dtypes import bool_, int64
from tensorlab.engine.layout import laid_as_operands
from tensorlab.engine.operation import Operation
from tensorlab.engine.promotion import Defaults
from tensorlab.engine.signatures.signature import MISSING, Mask
from tensorlab.engine.tensor import DENSE
from tensorlab.numerics.machine.blocks import MANY, in_blocks


def ternary(operation: Operation, resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of a function of three tensors, most of them elementwise."""
    forward, plain, elementwise = operation.forward, operation.plain, operation.elementwise
    direct, record, finish = direct_types(operation), recorder(operation), finisher(operation)
    chooses = next(iter(forward.__annotations__.values())) is Mask
    numbers, with_number = numbers_taken(forward, 2), with_a_number(operation, resolve)

    def call(
        first: Any = MISSING,
        second: Any = MISSING,
        third: Any = MISSING,
        *args: Any,
        **settings: Any,
    ) -> Any:
        if (
            second.__class__ in DENSE
            and first.__class__ in DENSE
            and second._element_type in direct
            and (chooses or first._element_type is second._element_type)
        ):
            dtype = second._element_type
            if third.__class__ in DENSE and third._element_type is dtype:
                last = third._array
            elif dtype.category >= numbers.get(third.__class__, NEVER):
                last = None
                if third.__class__ is int and not LEAST < third < HUGE:
                    return resolve((first, second, third, *args), settings)
            else:
                return resolve((first, second, third, *args), settings)
            # a fourth tensor, such as a mask
            if args and args[0].__class__ in DENSE:
                return resolve((first, second, third, *args), settings)
            if settings and not settings_are_plain(operation, 3, (), settings):
                return resolve((first, second, third, *args), settings)
            try:
                last = number(third, dtype.compute) if last is None else last
                if args or settings:
                    array = forward(first._array, second._array, last, *args, **settings)
                elif first._array.size >= MANY and operation.passes:
                    array = in_blocks(plain, first._array, second._array, last)
                else:
                    array = plain(first._array, second._array, last)
            except Exception as error:
                return fallen(operation, error, resolve, (first, second, third, *args), settings)
            if elementwise and not first._array.flags.c_contiguous:
                array = laid_as_operands(array, first._array, second._array, last)
            result = finish(array, dtype)
            if first._tracked or second._tracked or (third.__class__ in DENSE and third._tracked):
                record(result, (first, second, third, *args), settings)
            return result
        if chooses and second.__class__ in CATEGORY_OF_NUMBER and not (args or settings):
            return with_number(first, second, third)
        alone = second is MISSING and third is MISSING and not (args or settings)
        if chooses and alone and first.__class__ in DENSE and first._element_type is bool_:
            try:
                return finish(forward(first._array), bool_)
            except Exception as error:
                return fallen(operation, error, resolve, (first, *args), settings)
        return resolve((first, second, third, *args), settings)

    return call


def with_a_number(operation: Operation, resolve: Resolve) -> Callable[[Any, Any, Any], Any]:
    """Return what chooses between a number and a tensor or another number: where(mask, 1, 0)."""
    plain, direct = operation.plain, direct_types(operation)
    record, finish = recorder(operation), finisher(operation)

    def call(first: Any, second: Any, third: Any) -> Any:
        is_tensor = third.__class__ in DENSE
        if is_tensor:
            dtype = third._element_type
            fits = dtype.category >= CATEGORY_OF_NUMBER[second.__class__] and dtype in direct
        else:
            fits = third.__class__ is float or (third.__class__ is int and LEAST < third < HUGE)
            dtype = int64 if second.__class__ is third.__class__ is int else Defaults.floating
        plain_mask = first.__class__ in DENSE and first._element_type is bool_
        fits = fits and (second.__class__ is float or LEAST < second < HUGE)
        if not (fits and plain_mask):
            return resolve((first, second, third), {})
        try:
            last = third._array if is_tensor else number(third, dtype.compute)
            array = plain(first._array, number(second, dtype.compute), last)
            if not first._array.flags.c_contiguous:
                array = laid_as_operands(array, first._array, last)
        except Exception as error:
            return fallen(operation, error, resolve, (first, second, third), {})
        result = finish(array, dtype)
        if is_tensor and third._tracked:
            record(result, (first, second, third), {})
        return result

    return call
