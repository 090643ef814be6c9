"""The functions that programs call: closures made for one operation, quick when all is plain.

Each closure answers the plain case, tensors of one type that numpy computes with as they are, with
no look-up and no check. Whatever is not plain goes to the operation's `resolve`, which knows every
case and explains what is wrong; so does a call that failed, since nothing has happened yet.
"""

from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from tensorlab.engine.dtypes import FLOATING, INTEGER
from tensorlab.engine.signature import MISSING, Operand
from tensorlab.engine.tensor import Tensor, as_array, from_result, new_object

if TYPE_CHECKING:
    from tensorlab.engine.declaration import Operation

Resolve = Callable[[tuple[Any, ...], dict[str, Any]], Any]
ndarray = np.ndarray
NEVER = 9
CATEGORY_OF_NUMBER = {int: INTEGER, float: FLOATING}
number = np.array  # a 0-d array meets another array in half the time of a number
SEQUENCES = (tuple, list)


def numbers_taken(forward: Callable[..., Any]) -> dict[type, int]:
    """Return the categories of the Python numbers that a forward takes as its second operand."""
    code = forward.__code__
    second = code.co_varnames[1] if code.co_argcount > 1 else ""
    return CATEGORY_OF_NUMBER if forward.__annotations__.get(second) is Operand else {}


def unary(operation: "Operation", resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of a function of one tensor and settings."""
    forward, plain = operation.forward, operation.plain
    direct, record, finish = operation.direct, operation.record, operation.finish
    classes: dict[str | int, Any] = {}  # of the settings, read when the first one is given

    def call(input: Any = MISSING, *args: Any, **settings: Any) -> Any:
        if input.__class__ is Tensor and input.dtype in direct:
            try:
                if args or settings:
                    if not classes:
                        classes.update(operation.signature.setting_classes)
                    for name in settings:
                        if settings[name].__class__ not in classes[name]:
                            return resolve((input, *args), settings)
                    for place, value in enumerate(args):
                        if value.__class__ not in classes[place]:
                            return resolve((input, *args), settings)
                    array = forward(input.array, *args, **settings)
                else:
                    array = plain(input.array)
            except Exception:
                pass
            else:
                if array.__class__ is ndarray:
                    result = new_object(Tensor)
                    result.array = array
                    if array.dtype is input.array.dtype:
                        result.dtype = input.dtype
                    else:
                        result.dtype = from_result(array.dtype)
                else:
                    result = finish(array, input.dtype)
                if input.tracked:
                    record(result, (input, *args), settings)
                return result
        return resolve((input, *args), settings)

    return call


def binary(operation: "Operation", resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of an elementwise function of two tensors, or a tensor and a number."""
    forward, plain = operation.forward, operation.plain
    direct, record, finish = operation.direct, operation.record, operation.finish
    numbers = numbers_taken(forward)

    def call(input: Any = MISSING, other: Any = MISSING, *args: Any, **settings: Any) -> Any:
        if input.__class__ is Tensor and input.dtype in direct:
            dtype = input.dtype
            try:
                if other.__class__ is Tensor and other.dtype is dtype:
                    second = other.array
                elif dtype.category >= numbers.get(other.__class__, NEVER):
                    second = number(other, dtype.compute)
                else:
                    return resolve((input, other, *args), settings)
                if args or settings:
                    array = forward(input.array, second, *args, **settings)
                else:
                    array = plain(input.array, second)
            except Exception:
                pass
            else:
                if array.__class__ is ndarray:
                    result = new_object(Tensor)
                    result.array = array
                    if array.dtype is dtype.compute:
                        result.dtype = dtype
                    else:
                        result.dtype = from_result(array.dtype)
                else:
                    result = finish(array, dtype)
                if input.tracked or (other.__class__ is Tensor and other.tracked):
                    record(result, (input, other, *args), settings)
                return result
        return resolve((input, other, *args), settings)

    return call


def pair(operation: "Operation", resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of a function of two tensors of one type, such as a matrix product."""
    forward, direct, record = operation.forward, operation.direct, operation.record
    finish = operation.finish

    def call(input: Any = MISSING, other: Any = MISSING, *args: Any, **settings: Any) -> Any:
        if input.__class__ is Tensor and other.__class__ is Tensor and input.dtype in direct:
            dtype = input.dtype
            if other.dtype is not dtype:
                return resolve((input, other, *args), settings)
            try:
                if args or settings:
                    array = forward(input.array, other.array, *args, **settings)
                else:
                    array = forward(input.array, other.array)
            except Exception:
                return resolve((input, other, *args), settings)
            if array.__class__ is ndarray:
                result = new_object(Tensor)
                result.array = array
                result.dtype = dtype if array.dtype is dtype.compute else from_result(array.dtype)
            else:
                result = finish(array, dtype)
            if input.tracked or other.tracked:
                record(result, (input, other, *args), settings)
            return result
        return resolve((input, other, *args), settings)

    return call


def selecting(operation: "Operation", resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of a function of a tensor and of masks or indices into it."""
    forward, direct, record = operation.forward, operation.direct, operation.record

    def call(input: Any = MISSING, *args: Any, **settings: Any) -> Any:
        if input.__class__ is Tensor and input.dtype in direct and not settings:
            try:
                array = forward(
                    input.array,
                    *[part.array if part.__class__ is Tensor else part for part in args],
                )
            except Exception:
                return resolve((input, *args), settings)
            result = new_object(Tensor)
            result.array = array if array.__class__ is ndarray else as_array(array)
            result.dtype = input.dtype
            if input.tracked or any(part.__class__ is Tensor and part.tracked for part in args):
                record(result, (input, *args), settings)
            return result
        return resolve((input, *args), settings)

    return call


def ternary(operation: "Operation", resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of an elementwise function of three tensors."""
    forward, direct, record = operation.forward, operation.direct, operation.record
    finish = operation.finish

    def call(
        first: Any = MISSING,
        second: Any = MISSING,
        third: Any = MISSING,
        *args: Any,
        **settings: Any,
    ) -> Any:
        if second.__class__ is Tensor and first.__class__ is Tensor:
            dtype = second.dtype
            if third.__class__ is Tensor:
                last = third.array if third.dtype is dtype else None
            elif third.__class__ is float:
                last = dtype.compute.type(third) if dtype.category > 1 else None
            else:
                last = None
            if last is not None and dtype in direct:
                try:
                    array = forward(first.array, second.array, last, *args, **settings)
                except Exception:
                    return resolve((first, second, third, *args), settings)
                if array.__class__ is ndarray and array.dtype is second.array.dtype:
                    result = new_object(Tensor)
                    result.array = array
                    result.dtype = dtype
                else:
                    result = finish(array, dtype)
                if first.tracked or second.tracked or (third.__class__ is Tensor and third.tracked):
                    record(result, (first, second, third, *args), settings)
                return result
        return resolve((first, second, third, *args), settings)

    return call


def triple(operation: "Operation", resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of a function of three tensors of one type, such as a product and a sum."""
    forward, direct, record = operation.forward, operation.direct, operation.record
    finish = operation.finish

    def call(
        first: Any = MISSING, second: Any = MISSING, third: Any = MISSING, *args: Any, **settings: Any
    ) -> Any:
        if first.__class__ is Tensor and second.__class__ is Tensor and third.__class__ is Tensor:
            dtype = first.dtype
            if dtype in direct and second.dtype is dtype and third.dtype is dtype:
                try:
                    array = forward(first.array, second.array, third.array, *args, **settings)
                except Exception:
                    pass
                else:
                    result = finish(array, dtype)
                    if first.tracked or second.tracked or third.tracked:
                        record(result, (first, second, third, *args), settings)
                    return result
        return resolve((first, second, third, *args), settings)

    return call


def several(operation: "Operation", resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of a function of any tensors of one type, some of which may be missing."""
    forward, direct, record = operation.forward, operation.direct, operation.record
    finish = operation.finish

    def call(input: Any = MISSING, *args: Any, **settings: Any) -> Any:
        if input.__class__ is not Tensor or input.dtype not in direct or settings:
            return resolve((input, *args), settings)
        dtype, tracked = input.dtype, input.tracked
        given = []
        for part in args:
            if part.__class__ is Tensor:
                if part.dtype is not dtype:
                    return resolve((input, *args), settings)
                tracked = tracked or part.tracked
                part = part.array
            given.append(part)
        try:
            result = finish(forward(input.array, *given), dtype)
        except Exception:
            return resolve((input, *args), settings)
        if tracked:
            record(result, (input, *args), settings)
        return result

    return call


def listed(operation: "Operation", resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of a function of a list of tensors."""
    forward, direct, record = operation.forward, operation.direct, operation.record
    finish = operation.finish

    def call(tensors: Any = MISSING, *args: Any, **settings: Any) -> Any:
        if tensors.__class__ not in SEQUENCES or not tensors:
            return resolve((tensors, *args), settings)
        dtype = getattr(tensors[0], "dtype", None)
        arrays = []
        tracked = False
        for tensor in tensors:
            if tensor.__class__ is not Tensor or tensor.dtype is not dtype:
                return resolve((tensors, *args), settings)
            arrays.append(tensor.array)
            if tensor.tracked:
                tracked = True
        try:
            if dtype not in direct:
                return resolve((tensors, *args), settings)
            array = forward(arrays, *args, **settings)
        except Exception:
            return resolve((tensors, *args), settings)
        if array.__class__ is ndarray and array.dtype is arrays[0].dtype:
            result = new_object(Tensor)
            result.array = array
            result.dtype = tensors[0].dtype
        else:
            result = finish(array, tensors[0].dtype)
        if tracked:
            record(result, (tensors, *args), settings)
        return result

    return call


def view(operation: "Operation", resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of a function whose result shares its input's storage."""
    forward, record = operation.forward, operation.record

    def call(input: Any = MISSING, *args: Any, **settings: Any) -> Any:
        result: Any
        if input.__class__ is Tensor:
            try:
                array = forward(input.array, *args, **settings)
            except Exception:
                return resolve((input, *args), settings)
            if array.__class__ is ndarray:
                result = seen(array, input)
            elif array.__class__ is tuple:
                result = parts_seen(array, input)
            else:
                return resolve((input, *args), settings)
            if input.tracked:
                record(result, (input, *args), settings)
            return result
        return resolve((input, *args), settings)

    return call


def seen(array: Any, input: Tensor) -> Tensor:
    """Return a view of the input's storage, tied to it."""
    version = input.version
    if version is None:
        version = input.version = [0]
    result = new_object(Tensor)
    result.array = array
    # The parts of complex numbers are views of another type.
    result.dtype = input.dtype if array.dtype is input.array.dtype else from_result(array.dtype)
    result.version = version
    base = input.base
    result.base = input if base is None else base
    return result


def parts_seen(arrays: tuple[Any, ...], input: Tensor) -> tuple[Tensor, ...]:
    """Return the views of one storage; apart from `view`, whose own names must not be closed over."""
    return tuple([seen(array, input) for array in arrays])


def in_place(operation: "Operation") -> Callable[..., Tensor]:
    """Return the closure that writes over its tensor: by the ufunc itself in the plain case.

    That is an owner of its storage with nothing to record, and an operand of its type and shape.
    """
    ufunc, direct, write = operation.plain, operation.direct, operation.write
    quick = isinstance(ufunc, np.ufunc)
    numbers = numbers_taken(operation.forward)

    def call(input: Tensor, *args: Any, **settings: Any) -> Tensor:
        if not quick or settings or input.tracked or input.base is not None:
            return write(input, args, settings)
        array, dtype = input.array, input.dtype
        operands = []
        for other in args:
            if other.__class__ is Tensor and other.dtype is dtype and not other.tracked:
                if other.array.shape != array.shape or other.base is not None:
                    return write(input, args, settings)
                operands.append(other.array)
            elif dtype.category >= numbers.get(other.__class__, NEVER):
                operands.append(number(other, dtype.compute))
            else:
                return write(input, args, settings)
        try:
            if dtype not in direct:
                return write(input, args, settings)
            ufunc(array, *operands, array)
        except Exception:
            return write(input, args, settings)
        if input.version is None:
            input.version = [1]
        else:
            input.version[0] += 1
        return input

    return call


def packing(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that takes loose sizes too: `x.permute(2, 0, 1)`."""

    def call(input: Any, *sizes: Any, **settings: Any) -> Any:
        if sizes and sizes[0].__class__ is int:
            return method(input, sizes, **settings)
        return method(input, *sizes, **settings)

    return call


def general(operation: "Operation", resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of a function that has no plain case."""

    def call(*args: Any, **settings: Any) -> Any:
        return resolve(args, settings)

    return call


FACTORIES: dict[str, Callable[["Operation", Resolve], Callable[..., Any]]] = {
    "unary": unary,
    "binary": binary,
    "pair": pair,
    "selecting": selecting,
    "ternary": ternary,
    "triple": triple,
    "several": several,
    "list": listed,
    "view": view,
    "general": general,
}


def named_like(
    call: Callable[..., Any], forward: Callable[..., Any], name: str
) -> Callable[..., Any]:
    """Return a closure under the forward's name, its first parameters named like the forward's.

    A template's operands have names of their own; renaming them in its code object lets a program
    say `torch.mm(input=a, mat2=b)` at no cost per call.
    """
    template = call.__code__
    operands = template.co_argcount
    names = forward.__code__.co_varnames[: forward.__code__.co_argcount][:operands]
    code = template.replace(
        co_varnames=(*names, *template.co_varnames[len(names) :]),
        co_name=name,
        co_qualname=name,
    )
    made = FunctionType(code, call.__globals__, name, call.__defaults__, call.__closure__)
    made.__doc__ = forward.__doc__
    made.__kwdefaults__ = call.__kwdefaults__
    return made
