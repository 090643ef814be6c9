"""Declaring functions that make tensors, and functions composed of others.

What answers the calls that are not plain is loaded by the first of them: the start does not pay.
"""

from collections.abc import Callable
from typing import Any, TypeVar, Unpack

import numpy as np

from tensorlab.engine.calling.casting import Autocast, stored, with_casts
from tensorlab.engine.calling.closures import FACTORIES
from tensorlab.engine.calling.falling import fallen
from tensorlab.engine.calling.operands import (
    LOOKED_AT,
    Resolve,
    all_fit,
    fits_theirs,
    settings_are_plain,
)
from tensorlab.engine.calling.public_functions import Entrance
from tensorlab.engine.declaring.declaration import declare
from tensorlab.engine.device import Placement, is_main
from tensorlab.engine.dtypes import FLOATING, DType
from tensorlab.engine.facts import Facts, Kind
from tensorlab.engine.operation import Declared, Operation
from tensorlab.engine.overriding import Overriding, others_among, overriders
from tensorlab.engine.plain_words import FOREIGN
from tensorlab.engine.signatures.signature import MISSING, Array
from tensorlab.engine.tensor import Parameter, Tensor, wrap

Result = TypeVar("Result")
VARIADIC = 0x04  # the flag of a code object that takes *args


LISTS = (list, tuple)
FAILURES = (TypeError, AttributeError, RuntimeError, *FOREIGN)
QUICK = {"dtype", "requires_grad", "device"}


# As the closures of calling/, these are long: each has its whole plain case.
def creation_closure(operation: Operation, otherwise: Resolve) -> Callable[..., Any]:
    """Return the closure of a function that makes a tensor."""
    forward = operation.forward
    sized = operation.facts.get("size", False)

    def resolve(args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        from tensorlab.engine.declaring.creating_any import resolved  # noqa: PLC0415  likewise

        return resolved(operation, args, settings)

    # classes of arguments that were looked at; lists of data are of numbers, which are no sizes
    known: set[Any] = {*LISTS} if "data" in operation.signature.parameters else set()

    def call(*args: Any, **settings: Any) -> Any:
        wanted, named = False, settings
        if Placement.device is not None:
            return resolve(args, settings)
        if settings:  # a data type and the wish for a gradient are as quick as none
            wanted, dtype = settings.get("requires_grad", False), settings.get("dtype")
            named = {}
            if not settings.keys() <= QUICK:
                named = {name: value for name, value in settings.items() if name not in QUICK}
                if not are_plain(operation, args, named):
                    return resolve(args, settings)
            if wanted.__class__ is not bool:
                return resolve(args, settings)
            if isinstance(dtype, DType) and dtype.native and not dtype.is_quantized:
                named["dtype"] = dtype
            elif dtype is not None:
                return resolve(args, settings)
            if (device := settings.get("device")) is not None and not is_main(device):
                return resolve(args, settings)
        try:
            if sized:
                first = args[0] if args else named.pop("size")
                loose = first.__class__ is int
                if not (loose or isinstance(first, LISTS)):
                    return resolve(args, settings)
                size, more = (args, ()) if loose else (tuple(first), args[1:])
                for part in size:  # or numbers are drawn before that is seen
                    if part.__class__ is not int:
                        return resolve(args, settings)
                array, dtype = forward(size, *more, **named)
            else:
                kinds = args[0].__class__ if len(args) == 1 else tuple(map(type, args))
                if kinds not in known:
                    if not settings_are_plain(operation, 0, args, settings):
                        return resolve(args, settings)
                    known.add(kinds)
                array, dtype = forward(*args, **named)
        except Exception as error:  # noqa: BLE001  resolve finds it again and explains it
            return fallen(operation, error, resolve, args, settings)
        result = wrap(stored(array, dtype), dtype)
        if wanted:
            if dtype.category < FLOATING:
                return resolve(args, settings)  # which refuses it
            result._tracked = True
        return result

    return call


def are_plain(operation: Operation, args: tuple[Any, ...], named: dict[str, Any]) -> bool:
    """Return whether arguments, some by name, are all that a forward needs, and need no more."""
    signature = operation.signature
    if operation.facts.get("size") and args and args[0].__class__ is int:
        args = (args,)
    key = (MISSING, *map(type, args), *named, *map(type, named.values()))
    if key not in signature.known_plain:
        given = {*signature.positional[: len(args)], *named}
        complete = given.issuperset(signature.required)
        odd = not (complete and named.keys().isdisjoint(signature.extra))
        if odd or not fits_theirs(operation, operation.name, args, named):
            return False
        signature.known_plain[key] = True
    return settings_are_plain(operation, 0, args, named)


def composite_closure(operation: Operation, resolve: Entrance) -> Callable[..., Any]:
    """Return the closure of a function composed of others: only its failures need the engine."""
    forward, variants = operation.forward, operation.variants
    casting = with_casts(operation, forward) if operation.autocast else forward
    loose = bool(getattr(forward, "__wrapped__", forward).__code__.co_flags & VARIADIC)
    overridable = operation.facts.get("overridable", True)
    # classes that were looked at, and whether one is of whole numbers
    plain: dict[Any, bool] = {}

    def answer(args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        kinds: Any = args[0].__class__ if len(args) == 1 else tuple(map(type, args))
        if settings:
            kinds = (kinds, *settings, *map(type, settings.values()))
        given = (*args, *settings.values()) if settings else args
        whole = plain.get(kinds)
        if whole is None or (whole and (Overriding.watching or not all_fit(given))):
            answering = overriders(given) if overridable else []
            if answering and (Overriding.watching or others_among(answering)):
                return resolve(args, settings)
            for arg in args if loose else args[: max(len(operation.operands), 1)]:
                if arg.__class__ in variants:
                    return variants[arg.__class__](*args, **settings)
            if loose and any(value is None for value in settings.values()):
                from tensorlab.engine.signatures.binding import refuse  # noqa: PLC0415
                from tensorlab.engine.signatures.overloads import Call  # noqa: PLC0415

                refuse(Call(operation.signature, resolve.name, args, settings, resolve.first))
            odd = not (loose or settings_are_plain(operation, 0, args, settings))
            if odd or not (loose or settings.keys().isdisjoint(operation.operands)):
                from tensorlab.engine.declaring.creating_any import arguments, composed_or_refused  # noqa: PLC0415

                # by PyTorch's names alone
                bound = arguments(operation, resolve, args, settings)
                if odd:
                    return composed_or_refused(operation, resolve, args, settings, bound)
            if not (answering or (loose and any(isinstance(value, LISTS) for value in given))):
                plain[kinds] = not LOOKED_AT.isdisjoint(map(type, given))
        try:
            return (forward if Autocast.dtype is None else casting)(*args, **settings)
        except FAILURES as error:
            from tensorlab.engine.declaring.creating_any import after_failure  # noqa: PLC0415

            return after_failure(error, operation, resolve, args, settings)

    if loose or not takes_one_tensor(operation.forward):
        return lambda *args, **settings: answer(args, settings)
    return for_one(casting, answer, operation, resolve)


def takes_one_tensor(forward: Callable[..., Any]) -> bool:
    """Return whether a tensor may be a function's only argument: no flag, number or type."""
    code = forward.__code__
    required = code.co_argcount - len(forward.__defaults__ or ())
    wanted = forward.__annotations__.get(code.co_varnames[0]) if code.co_argcount else bool
    return required == 1 and (wanted is Tensor or not isinstance(wanted, type))


def for_one(
    forward: Callable[..., Any], otherwise: Resolve, operation: Operation, resolve: Entrance
) -> Callable[..., Any]:
    """Return the closure of a function of one tensor, quicker if that is all that it is given."""

    def call(input: object = MISSING, *args: object, **settings: object) -> Any:
        kind = input.__class__
        if (kind is Tensor or kind is Parameter) and not (args or settings):
            try:
                return forward(input)
            except FAILURES as error:
                from tensorlab.engine.declaring.creating_any import after_failure  # noqa: PLC0415

                return after_failure(error, operation, resolve, (input,), {})
        return otherwise(args if input is MISSING else (input, *args), settings)

    return call


FACTORIES[Kind.CREATION] = creation_closure
FACTORIES[Kind.COMPOSITE] = composite_closure


def creation(**facts: Unpack[Facts]) -> Callable[[Callable[..., Any]], Declared[Tensor]]:
    """Declare a function that makes a tensor."""
    return declare(Kind.CREATION, {"method": False, **facts})


def composite(**facts: Unpack[Facts]) -> Callable[[Callable[..., Result]], Declared[Result]]:
    """Declare a function of tensors that is composed of declared functions."""
    declared: Any = declare(Kind.COMPOSITE, {"out": False, **facts})
    return declared  # type: ignore[no-any-return]  # what it returns its forward says


__all__ = ["Array", "composite", "creation", "np"]
