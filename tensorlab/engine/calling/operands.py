"""The functions that programs call: closures made for one operation, quick when all is plain.

Each closure answers the plain case, tensors of one type that numpy computes with as they are, with
no look-up and no check. Whatever is not plain goes to the operation's `resolve`, which knows every
case and explains what is wrong; so does a call that failed, since nothing has happened yet.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.autograd.recording import recorder
from tensorlab.engine.calling.casting import direct_types, finisher
from tensorlab.engine.calling.falling import fallen
from tensorlab.engine.calling.promoted_binary import HUGE, LEAST, meeting
from tensorlab.engine.dtypes import DTYPES, FLOATING, INTEGER, DType
from tensorlab.engine.layout import laid_as_operands
from tensorlab.engine.naming import Signed
from tensorlab.engine.operation import Operation
from tensorlab.engine.signatures.signature import MISSING, Operand
from tensorlab.engine.tensor import DENSE, Parameter, Tensor, wrap
from tensorlab.numerics.machine.blocks import MANY, in_blocks
from tensorlab.numerics.passes import FEW, stretched

Resolve = Callable[[tuple[Any, ...], dict[str, Any]], Any]
ndarray = np.ndarray  # of 0-d arrays numpy makes scalars
NEVER = 9
CATEGORY_OF_NUMBER = {int: INTEGER, float: FLOATING}
number = np.array  # a 0-d array meets another array in half the time of a number
SEQUENCES = (tuple, list)
LOOKED_AT = frozenset({int, *SEQUENCES})  # classes of which not every value is plain
# classes of parts that make a list no sizes
ODD = frozenset({bool, float, str, list, tuple, type(None)})
SINGLE = DTYPES["float32"]
# settings that only one of a function's forms has, or that some functions have under another name
FORMS = frozenset({"keepdim", "other", "dx", "indices_or_sections"})
# classes that PyTorch may not take where we do
DOUBTFUL = frozenset({type(None), bool, str})
ANY_TENSOR = wrap(np.zeros(()), DTYPES["float64"])
CHOOSING = frozenset({DTYPES["int64"], DTYPES["int32"], DTYPES["bool"]})  # of indices and masks


def numbers_taken(forward: Callable[..., Any], place: int = 1) -> dict[type, int]:
    """Return the categories of the Python numbers that a forward takes at the place, the second."""
    code = forward.__code__
    name = code.co_varnames[place] if code.co_argcount > place else ""
    return CATEGORY_OF_NUMBER if forward.__annotations__.get(name) is Operand else {}


def unknown() -> dict[DType, DType | None]:
    """Return the types of results, learnt from the first plain call of each type of operands."""
    return dict.fromkeys(DTYPES.values())


def settings_are_plain(
    operation: Operation, first: int, args: tuple[Any, ...], settings: dict[str, Any]
) -> bool:
    """Return whether settings, given by place from the first on or by name, need no closer look."""
    signature = operation.signature
    key: tuple[Any, ...] = (first, *map(type, args))
    if settings:
        key = (*key, *settings, *map(type, settings.values()))
    looked_at = signature.known_plain.get(key)
    if looked_at is False:
        return True
    if "inner" in operation.facts:  # PyTorch has no such function, and we call it rightly
        return signature.extra.keys().isdisjoint(settings)
    given = (*args, *settings.values()) if settings else args
    if looked_at or not LOOKED_AT.isdisjoint(key):
        if not all_fit(given) or (signature.takes_sizes and any(map(begins_with_tensor, given))):
            return False
        if looked_at:
            return True
    classes, names = signature.argument_classes, signature.positional[first:]
    if len(args) > len(names) or "out" in names[: len(args)]:
        return False
    if isinstance(settings.get("dim"), Tensor):  # a number; by place it may be an operand
        return False
    if first and not signature.extra.keys().isdisjoint(settings):
        return False  # forwards know nothing of `out`, `inplace` and the like
    for name, value in (*zip(names, args), *settings.items()):  # noqa: B905  strict= costs 0.2 us
        if value.__class__ not in classes.get(name, ()):
            return False
    doubtful = not (FORMS.isdisjoint(settings) and DOUBTFUL.isdisjoint(key))
    given = ((ANY_TENSOR,) * first + args, settings)
    if doubtful and not fits_theirs(operation, operation.name, *given):
        return False
    signature.known_plain[key] = not LOOKED_AT.isdisjoint(key)
    return True


def all_fit(values: tuple[Any, ...]) -> bool:
    """Return whether whole numbers fit into 64 bits, and lists begin and end alike, in no truth."""
    for value in values:  # a generator costs 0.3 us
        if value.__class__ is int:
            if not LEAST <= value < HUGE:
                return False
        elif value.__class__ in SEQUENCES and value:
            first = value[0].__class__
            if first in ODD or value[-1].__class__ is not first:
                return False
    return True


def begins_with_tensor(value: Any) -> bool:
    """Return whether a value is a list of tensors, as far as its first part tells."""
    return value.__class__ in SEQUENCES and bool(value) and isinstance(value[0], Tensor)


def fits_theirs(
    operation: Operation, name: str, args: tuple[Any, ...], settings: dict[str, Any]
) -> bool:
    """Return whether PyTorch's signatures of a name take what ours does: asked once of classes."""
    from tensorlab.engine.signatures.overloads import Call  # noqa: PLC0415  plain calls do not pay
    from tensorlab.engine.signatures.refusal import is_refused  # noqa: PLC0415  likewise

    return not is_refused(Call(operation.signature, name, args, settings))


def refusal_to_make(*call: Any) -> Exception | None:
    """Return PyTorch's complaint about making an instance of a class, None where it is right."""
    from tensorlab.engine.signatures.refusal import class_refusal  # noqa: PLC0415  likewise

    return class_refusal(*call)


Signed.refusal_of = refusal_to_make


def binary(
    operation: Operation, resolve: Resolve, tensor_first: bool = False
) -> Callable[..., Any]:
    """Return the closure of an elementwise function of two tensors, or a tensor and a number."""
    plain, record = operation.plain, recorder(operation)
    many = MANY if operation.passes else math.inf  # elements that are taken block by block
    answers = unknown()
    look_closer = closer_look(
        operation, resolve, answers, meeting(operation, resolve, tensor_first)
    )

    def call(input: Any = MISSING, other: Any = MISSING, *args: Any, **settings: Any) -> Any:
        kind, second = input.__class__, other.__class__
        if (
            (kind is Tensor or kind is Parameter)  # quicker than `in DENSE`
            and (second is Tensor or second is Parameter)
            and (dtype := input._element_type) is other._element_type
            and not (args or settings)
        ):
            try:
                answer = answers[dtype]
                if answer is None:
                    return look_closer(input, other, args, settings)
                array = input._array
                if not array.flags.c_contiguous:
                    array = laid_as_operands(plain(array, other._array), array, other._array)
                elif (size := array.size) <= FEW:
                    array = plain(array, other._array)
                elif size < many:
                    array = stretched(plain, array, other._array)
                else:
                    array = in_blocks(plain, array, other._array)
            except Exception as error:
                return fallen(operation, error, look_closer, input, other, args, settings)
            result = wrap(array, answer)
            if input._tracked or other._tracked:
                record(result, (input, other), settings)
            return result
        return look_closer(input, other, args, settings)

    return call


def closer_look(
    operation: Operation,
    resolve: Resolve,
    answers: dict[DType, DType | None],
    meet: Callable[[Any, Any], Any],
) -> Callable[..., Any]:
    """Return what answers the other plain calls of a function of two: with numbers or settings."""
    forward, plain = operation.forward, operation.plain
    direct, record, finish = direct_types(operation), recorder(operation), finisher(operation)
    numbers, wide = numbers_taken(forward), "wide_number" in operation.facts
    checked = operation.check is not None
    many = MANY if operation.passes else math.inf  # elements that are taken block by block
    apart = "plain_reals" in operation.facts

    def call(input: Any, other: Any, args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        kind = input.__class__
        if (kind is Tensor or kind is Parameter) and input._element_type in direct:
            dtype, kind = input._element_type, other.__class__
            is_tensor = kind is Tensor or kind is Parameter
            try:
                if is_tensor and other._element_type is dtype:
                    second = other._array
                elif dtype.category >= numbers.get(kind, NEVER) and LEAST < other < HUGE:
                    if checked and other < 0 and dtype.category < FLOATING:  # it may be refused
                        return resolve((input, other, *args), settings)
                    wider = wide and dtype is SINGLE
                    second = number(other, np.float64 if wider else dtype.compute)
                elif args or settings:
                    return resolve((input, other, *args), settings)
                else:
                    return meet(input, other)
                if args or settings:
                    if not settings_are_plain(operation, 2, args, settings):
                        return resolve((input, other, *args), settings)
                    array = forward(input._array, second, *args, **settings)
                elif apart and dtype.is_complex:
                    array = forward(input._array, second)
                elif input._array.size < many:
                    array = plain(input._array, second)
                else:
                    array = in_blocks(plain, input._array, second)
            except Exception as error:
                if args or settings:
                    return fallen(operation, error, resolve, (input, other, *args), settings)
                return fallen(operation, error, meet, input, other)
            else:
                if not (input._array.flags.c_contiguous and array.size):
                    array = laid_as_operands(array, input._array, second)
                result = finish(array, dtype)
                if not (args or settings or (apart and dtype.is_complex)):
                    answers[dtype] = result.dtype
                if input._tracked or (is_tensor and other._tracked):
                    record(result, (input, other, *args), settings)
                return result
        return resolve((input, other, *args), settings) if args or settings else meet(input, other)

    return call


def pair(operation: Operation, resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of a function of two tensors of one type, such as a matrix product."""
    forward, direct, record = operation.forward, direct_types(operation), recorder(operation)
    finish = finisher(operation)

    def call(input: Any = MISSING, other: Any = MISSING, *args: Any, **settings: Any) -> Any:
        kind, second = input.__class__, other.__class__
        if (
            (kind is Tensor or kind is Parameter)
            and (second is Tensor or second is Parameter)
            and input._element_type is other._element_type
            and input._element_type in direct
        ):
            array = input._array
            try:
                if args or settings:
                    if not settings_are_plain(operation, 2, args, settings):
                        return resolve((input, other, *args), settings)
                    array = forward(array, other._array, *args, **settings)
                else:
                    array = forward(array, other._array)
            except Exception as error:
                return fallen(operation, error, resolve, (input, other, *args), settings)
            result = finish(array, input._element_type)
            if input._tracked or other._tracked:
                record(result, (input, other, *args), settings)
            return result
        return resolve((input, other, *args), settings)

    return call


def selecting(operation: Operation, resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of a function of a tensor and of masks or indices into it."""
    forward, direct, record = operation.forward, direct_types(operation), recorder(operation)
    known: set[tuple[type, ...]] = set()  # classes of arguments that need no closer look

    def call(input: Any = MISSING, *args: Any, **settings: Any) -> Any:
        if input.__class__ in DENSE and input._element_type in direct and not settings:
            dtype, tracked = input._element_type, input._tracked
            kinds = tuple(map(type, args))
            if kinds not in known:
                if not settings_are_plain(operation, 1, args, settings):
                    return resolve((input, *args), settings)
                if not any(kind in SEQUENCES for kind in kinds):  # [1] is no [True]
                    known.add(kinds)
            given = []
            for part in args:
                if part.__class__ in DENSE:
                    if part._element_type not in CHOOSING and part._element_type is not dtype:
                        return resolve((input, *args), settings)
                    tracked = tracked or part._tracked
                    part = part._array  # noqa: PLW2901  a look at each argument costs enough
                elif part.__class__ is int and not LEAST <= part < HUGE:
                    return resolve((input, *args), settings)
                given.append(part)
            try:
                array = forward(input._array, *given)
            except Exception as error:
                return fallen(operation, error, resolve, (input, *args), settings)
            result = wrap(array, dtype)
            if tracked:
                record(result, (input, *args), settings)
            return result
        return resolve((input, *args), settings)

    return call
