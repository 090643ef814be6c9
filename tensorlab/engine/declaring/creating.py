"""Declaring functions that make tensors, and functions composed of others."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, Unpack

import numpy as np

from tensorlab.engine.backend import place
from tensorlab.engine.calling.closures import FACTORIES
from tensorlab.engine.calling.entrances import Entrance
from tensorlab.engine.calling.operands import Resolve, settings_are_plain
from tensorlab.engine.calling.resolving import packed
from tensorlab.engine.calling.writing import write_out
from tensorlab.engine.declaring.declaration import declare
from tensorlab.engine.declaring.declared import Declared
from tensorlab.engine.device import Device, Placement
from tensorlab.engine.dtypes import DType, require_differentiable
from tensorlab.engine.facts import Facts, Kind
from tensorlab.engine.layout import empty_beside
from tensorlab.engine.memory import claim
from tensorlab.engine.meta import stretched
from tensorlab.engine.operation import PLACEMENT, Operation
from tensorlab.engine.plain_words import FOREIGN, plainly
from tensorlab.engine.shapes import count_elements
from tensorlab.engine.signatures.accepting import is_whole
from tensorlab.engine.signatures.binding import bind, is_as_given, refuse
from tensorlab.engine.signatures.refusal import refusal
from tensorlab.engine.signatures.signature import MISSING, Array
from tensorlab.engine.tensor import Tensor, new_object, wrap

Result = TypeVar("Result")
Call = tuple[tuple[Any, ...], dict[str, Any]]
HUGE = "Overflow when unpacking"

VARIADIC = 0x04  # the flag of a code object that takes *args

NO_PINNED = (
    "pin_memory=True requires a CUDA or other accelerator backend; no pinned memory allocator is "
    "available on this system."
)


def resolved(operation: Operation, args: tuple[Any, ...], settings: dict[str, Any]) -> Tensor:
    """Answer any call, with all the settings that making a tensor has."""
    given = args
    if operation.facts.get("size") and args and is_whole(args[0]) and "size" not in settings:
        args = (args,)
    try:
        bound = bind(operation.signature, operation.name, args, settings)
    except TypeError as error:
        if HUGE in str(error):
            raise
        raise refusal(operation.signature, operation.name, given, settings, 1) from None
    if "size" in bound:
        bound["size"] = tuple(int(size) for size in bound["size"])
    placement = {name: bound.pop(name, None) for name in PLACEMENT}
    if placement["device"] is None:
        placement["device"] = Placement.device
    if placement["pin_memory"]:
        raise RuntimeError(NO_PINNED)
    out: Tensor | None = bound.pop("out", None)
    if isinstance(out, tuple | list):
        raise refusal(operation.signature, operation.name, given, settings, 1)
    if out is not None:
        bound["dtype"] = require_type_of(out, bound.get("dtype"))
    try:
        result = made(operation, bound, placement["device"])
    except (TypeError, AttributeError):
        refuse(operation.signature, operation.name, given, settings)
        raise
    except FOREIGN as error:
        raise plainly(error) from None
    if out is not None:
        if out.shape != result.shape:  # unlike other functions' out=, resized without a word
            out.array = np.empty_like(result.array)
        written: Tensor = write_out(operation, result, out, {})
        return written
    if placement["memory_format"] is not None:
        from tensorlab.engine.layout import in_format  # noqa: PLC0415  rarely asked for

        result.array = in_format(result.array, placement["memory_format"])
    if placement["requires_grad"]:
        require_differentiable(result.dtype, "Only")
        result.tracked = True
    return result


def made(operation: Operation, bound: dict[str, Any], device: Any) -> Tensor:
    """Return the tensor on its device; without elements it takes no memory, however large."""
    if "size" in bound and device is not None and Device(device).type == "meta":
        cell, dtype = operation.forward(**{**bound, "size": (0,)})  # which draws nothing
        return wrap(stretched(stored(cell, dtype), tuple(bound["size"])), dtype)
    asked: DType | None = bound.get("dtype")
    if asked is not None and asked.is_quantized:
        from tensorlab.engine.signatures.quantized_refusal import (  # noqa: PLC0415  rare
            quantized_creation_refusal,
        )

        raise quantized_creation_refusal(operation, asked)
    if operation.facts.get("uniform") and device is not None and Device(device).type == "cuda":
        return made_there(operation, bound, device)
    array, dtype = operation.forward(**bound)
    return wrap(place(stored(array, dtype), device), dtype)


def made_there(operation: Operation, bound: dict[str, Any], device: Any) -> Tensor:
    """Return a tensor of one value on a GPU: a single cell travels there."""
    size = bound["size"]
    if min(size, default=0) < 0:
        operation.forward(**bound)  # says what is wrong
    cell, dtype = operation.forward(**{**bound, "size": ()})
    claim(count_elements(size) * dtype.itemsize)
    one = place(stored(cell, dtype), device)
    array = empty_beside(one, size, one.dtype)
    array[...] = one
    return wrap(array, dtype)


def require_type_of(out: Tensor, asked: DType | None) -> DType:
    """Return the data type of `out`.

    Raises:
        RuntimeError: another one was asked for.
    """
    if asked is not None and asked is not out.dtype:
        raise RuntimeError(
            f"dtype {asked.scalar_name} does not match dtype of out parameter "
            f"({out.dtype.scalar_name})"
        )
    return out.dtype


def stored(array: Any, dtype: DType) -> Any:
    """Return elements as the type stores them."""
    if array.dtype is dtype.compute and dtype.native:
        return array
    return array if array.dtype == dtype.carrier else dtype.encode(array)


INT = frozenset({int})


def creation_closure(operation: Operation, resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of a function that makes a tensor."""
    forward = operation.forward
    sized = operation.facts.get("size", False)
    resolve = partial(resolved, operation)
    known: set[type | tuple[type, ...]] = set()  # classes of arguments that were looked at

    def call(*args: Any, **settings: Any) -> Any:
        if settings or Placement.device is not None:
            return resolve(args, settings)
        try:
            if sized:
                first = args[0]
                loose = first.__class__ is int
                if not (loose or isinstance(first, tuple | list)):
                    return resolve(args, settings)
                size, more = (args, ()) if loose else (tuple(first), args[1:])
                if not INT.issuperset(map(type, size)):  # or numbers are drawn before that is seen
                    return resolve(args, settings)
                array, dtype = forward(size, *more)
            else:
                kinds = args[0].__class__ if len(args) == 1 else tuple(map(type, args))
                if kinds not in known:
                    if not settings_are_plain(operation, 0, args, settings):
                        return resolve(args, settings)
                    known.add(kinds)
                array, dtype = forward(*args)
        except Exception:  # noqa: BLE001  resolve finds it again and explains it
            return resolve(args, settings)
        result = new_object(Tensor)
        result.tracked = False
        result.array = array if array.dtype is dtype.compute else stored(array, dtype)
        result.dtype = dtype
        return result

    return call


def composite_closure(operation: Operation, resolve: Entrance) -> Callable[..., Any]:
    """Return the closure of a function composed of others: only its failures need the engine."""
    forward, variants = operation.forward, operation.variants
    loose = bool(forward.__code__.co_flags & VARIADIC)
    plain: set[tuple[type | str, ...]] = set()  # the classes of arguments that were looked at

    def call(*args: Any, **settings: Any) -> Any:
        kinds: tuple[type | str, ...] = tuple(map(type, args))
        if settings:
            kinds = (*kinds, *settings, *map(type, settings.values()))
        if kinds not in plain:
            for arg in args if loose else args[: max(len(operation.operands), 1)]:
                if arg.__class__ in variants:
                    return variants[arg.__class__](*args, **settings)
            if not loose:
                if not settings_are_plain(operation, 0, args, settings):
                    return composed(operation, arguments(operation, resolve, (args, settings)))
                plain.add(kinds)
        try:
            return forward(*args, **settings)
        except (TypeError, AttributeError) as error:
            if "meant" in error.__dict__:
                raise
            # Only where the call itself was wrong, or asked for what the engine adds.
            bound = arguments(operation, resolve, (args, settings))
            if is_as_given(operation.signature, bound, args, settings):
                refuse(operation.signature, resolve.name, args, settings, resolve.first)
                if not (operation.signature.extra.keys() & settings.keys() or operation.variadic):
                    raise
        except FOREIGN as error:
            raise plainly(error) from None
        return composed(operation, bound)

    return call if loose or not takes_one_tensor(forward) else for_one(forward, call)


def takes_one_tensor(forward: Callable[..., Any]) -> bool:
    """Return whether a function's only parameter may be a tensor: no flag, number or type."""
    code = forward.__code__
    wanted = forward.__annotations__.get(code.co_varnames[0]) if code.co_argcount == 1 else bool
    return wanted is Tensor or not isinstance(wanted, type)


def for_one(forward: Callable[..., Any], otherwise: Callable[..., Any]) -> Callable[..., Any]:
    """Return the closure of a function of one tensor, quicker if that is all that it is given."""

    def call(input: Any = MISSING, *args: Any, **settings: Any) -> Any:
        if input.__class__ is Tensor and not (args or settings):
            try:
                return forward(input)
            except (TypeError, AttributeError):
                pass  # said in PyTorch's words by the other
            except FOREIGN as error:
                raise plainly(error) from None
        return otherwise(*(() if input is MISSING else (input,)), *args, **settings)

    return call


FACTORIES[Kind.CREATION] = creation_closure
FACTORIES[Kind.COMPOSITE] = composite_closure


def arguments(operation: Operation, resolve: Entrance, call: Call) -> dict[str, Any]:
    """Return a call's arguments by name, or say in PyTorch's words what is wrong with them."""
    args, settings = call
    if operation.variadic and not resolve.first:
        args = packed(operation, args)
    return bind(operation.signature, resolve.name, args, settings, resolve.first)


def composed(operation: Operation, bound: dict[str, Any]) -> Any:
    """Return the composition for arguments that are known by name."""
    out = bound.pop("out", None)
    try:
        result = operation.forward(**bound)
    except FOREIGN as error:
        raise plainly(error) from None
    return result if out is None else write_out(operation, result, out, bound)


def creation(**facts: Unpack[Facts]) -> Callable[[Callable[..., Any]], Declared[Tensor]]:
    """Declare a function that makes a tensor."""
    return declare(Kind.CREATION, {"method": False, **facts})


def composite(**facts: Unpack[Facts]) -> Callable[[Callable[..., Result]], Declared[Result]]:
    """Declare a function of tensors that is composed of declared functions."""
    declared: Any = declare(Kind.COMPOSITE, {"out": False, **facts})
    return declared  # type: ignore[no-any-return]  # what it returns its forward says


__all__ = ["Array", "composite", "creation", "np"]
