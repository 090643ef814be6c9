"""The closures of functions of one tensor and settings."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from tensorlab.engine.autograd.recording import recorder
from tensorlab.engine.calling.casting import cast_type, direct_types, finisher
from tensorlab.engine.calling.falling import fallen
from tensorlab.engine.calling.operands import SEQUENCES, Resolve, settings_are_plain, unknown
from tensorlab.engine.calling.promoted_binary import HUGE, LEAST
from tensorlab.engine.dtypes import INTEGER, DType, converted
from tensorlab.engine.layout import laid_as_operands
from tensorlab.engine.operation import Operation
from tensorlab.engine.signatures.signature import MISSING
from tensorlab.engine.tensor import DENSE, Parameter, Tensor, wrap
from tensorlab.numerics.machine.blocks import MANY, in_blocks

ndarray = np.ndarray  # a reduction to one element gives a scalar


def unary(operation: Operation, resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of a function of one tensor whose settings, if any, bear their names."""
    plain, record = operation.plain, recorder(operation)
    # elements that are taken block by block
    many = MANY if operation.passes else math.inf
    answers = unknown()
    otherwise = with_all_settings(operation, resolve, answers=answers)

    def call(input: Any = MISSING, *args: Any, **settings: Any) -> Any:
        kind = input.__class__
        if (kind is Tensor or kind is Parameter) and not (args or settings):
            try:
                dtype, array = answers[input._element_type], input._array
                if dtype is None or not array.flags.c_contiguous:
                    return otherwise((input,), settings)
                array = plain(array) if array.size < many else in_blocks(plain, array)
            except Exception as error:
                return fallen(operation, error, otherwise, (input,), settings)
            result = wrap(array, dtype)
            if input._tracked:
                record(result, (input,), settings)
            return result
        return otherwise((input, *args), settings)

    return call


def unary_with(operation: Operation, resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of a function of one tensor and settings that may lack their names.

    The first setting, if named, has a parameter of its own: that costs less than a dictionary.
    """
    forward, plain = operation.forward, operation.plain
    direct, record, finish = direct_types(operation), recorder(operation), finisher(operation)
    name = forward.__code__.co_varnames[1]
    # classes of that setting that need no closer look
    known: set[type] = {MISSING.__class__}
    otherwise = with_all_settings(operation, resolve, known)

    def call(input: Any = MISSING, *args: Any, setting: Any = MISSING, **settings: Any) -> Any:
        value = args[0] if args else setting
        if (
            input.__class__ not in DENSE
            or input._element_type not in direct
            or not input._array.flags.c_contiguous
            or value.__class__ not in known
            or (value.__class__ is int and not LEAST <= value < HUGE)
            or settings
            or (args and (len(args) > 1 or setting is not MISSING))
        ):
            return otherwise((input, *args), with_named(name, setting, settings))
        dtype, array = input._element_type, input._array
        try:
            if array.size >= MANY and operation.passes:
                function = plain if value is MISSING else partial(forward, **{name: value})
                array = in_blocks(function, array)
            else:
                array = plain(array) if value is MISSING else forward(array, value)
        except Exception as error:
            return fallen(
                operation, error, resolve, (input, *args), with_named(name, setting, settings)
            )
        result = finish(array, dtype)
        if input._tracked:
            record(result, (input,) if value is MISSING else (input, value), settings)
        return result

    return call


def with_named(name: str, setting: object, settings: dict[str, Any]) -> dict[str, Any]:
    """Return the settings by name, with the one that came in a parameter of its own."""
    return settings if setting is MISSING else {name: setting, **settings}


def with_all_settings(
    operation: Operation, resolve: Resolve, known: set[type] | None = None,
    answers: dict[DType, DType | None] | None = None,
) -> Callable[[tuple[Any, ...], dict[str, Any]], Any]:  # fmt: skip
    """Return what answers the plain calls with settings of any number, named or not.

    The class of a setting that is the only one becomes a known one; so does the type of the answer
    where there is no setting.
    """
    forward, plain, direct = operation.forward, operation.plain, direct_types(operation)
    record, finish = recorder(operation), finisher(operation)
    positional = forward.__code__.co_varnames[1 : forward.__code__.co_argcount]
    overwrites = "inplace" in operation.signature.extra

    def call(args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        input, others = args[0], args[1:]
        named_once = overwrites and len(others) <= len(positional)
        if named_once and settings.get("inplace") is False:
            settings = {name: value for name, value in settings.items() if name != "inplace"}
        if input.__class__ not in DENSE:
            return resolve(args, settings)
        common, source = input._element_type, input._array
        if common not in direct:
            common = becoming(operation, common)
            if common not in direct:
                return resolve(args, settings)
            source = converted(source, common.compute)
        try:
            if not settings_are_plain(operation, 1, others, settings):
                return resolve(args, settings)
            if known is not None and len(others) + len(settings) == 1:
                value = others[0] if others else settings.get(positional[0], [])
                if value.__class__ not in SEQUENCES:  # [1] is no [True]
                    known.add(value.__class__)
            if source.size >= MANY and operation.passes:
                named = dict(zip(positional, others)) | settings  # noqa: B905  strict= costs 0.2 us
                array = in_blocks(partial(forward, **named), source)
            elif others or settings:
                array = forward(source, *others, **settings)
            else:
                array = plain(source)
        except Exception as error:
            return fallen(operation, error, resolve, args, settings)
        if operation.elementwise and not source.flags.c_contiguous:
            array = laid_as_operands(array, source)
        result = finish(array, common)
        if answers is not None and common is input._element_type and not (others or settings):
            # of several results it has none
            answers[common] = getattr(result, "dtype", None)
        if input._tracked:
            record(result, args, settings)
        return result

    return call


def becoming(operation: Operation, dtype: DType) -> DType:
    """Return the type in which truth values and whole numbers are computed, as in a sum of them."""
    if dtype.category > INTEGER or operation.check is not None or callable(operation.casts):
        return dtype
    return cast_type(operation.casts, dtype)
