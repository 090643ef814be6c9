"""The closures of functions whose results share their input's storage, and how they are tied."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.autograd.recording import recorder
from tensorlab.engine.calling.falling import fallen
from tensorlab.engine.calling.operands import Resolve, all_fit, settings_are_plain
from tensorlab.engine.dtypes import from_numpy_dtype
from tensorlab.engine.layout import with_steps
from tensorlab.engine.operation import Operation
from tensorlab.engine.signatures.signature import MISSING
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import DENSE, Tensor, new_object, new_tensor, wrap

ndarray = np.ndarray
LISTS = (tuple, list, Size)  # of sizes
# What a plain call has: of all else PyTorch's signatures say what becomes of it.
PLAIN = frozenset({int, *LISTS})


def view(operation: Operation, resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of a function whose result shares its input's storage."""
    forward, plain, record = operation.forward, operation.plain, recorder(operation)
    # those we call ourselves
    kinds = PLAIN | {str} if operation.facts.get("inner") else PLAIN

    def call(input: Any = MISSING, /, *args: Any, **settings: Any) -> Any:
        result: Any
        if input.__class__ in DENSE:
            if not input._array.size:
                input._array = with_steps(input._array)
            try:
                if settings:
                    if not settings_are_plain(operation, 1, args, settings):
                        return resolve((input, *args), settings)
                    array = forward(input._array, *args, **settings)
                elif not args:
                    array = plain(input._array)
                elif len(args) == 1:  # one by one they cost half of *args
                    first = args[0]
                    kind = first.__class__
                    if kind not in kinds or (kind is not int and not all_fit(args)):
                        return resolve((input, first), settings)
                    array = plain(input._array, first)
                elif len(args) == 2:
                    first, second = args
                    if first.__class__ not in kinds or second.__class__ not in kinds:
                        return resolve((input, first, second), settings)
                    array = plain(input._array, first, second)
                elif not kinds.issuperset(map(type, args)):
                    return resolve((input, *args), settings)
                else:
                    array = plain(input._array, *args)
            except Exception as error:
                return fallen(operation, error, resolve, (input, *args), settings)
            if array.__class__ is ndarray:
                result = seen(array, input)
            elif array.__class__ is tuple:
                result = parts_seen(array, input)
            else:
                return resolve((input, *args), settings)
            if input._tracked:
                record(result, (input, *args), settings)
            return result
        return resolve((input, *args), settings)

    return call


def loose_view(operation: Operation, resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of such a method that takes loose sizes too: `x.permute(2, 0, 1)`."""
    plain, record = operation.plain, recorder(operation)

    def call(input: Any = MISSING, /, *sizes: Any, **settings: Any) -> Any:
        if input.__class__ in DENSE and sizes and not settings:
            size = sizes
            if sizes[0].__class__ is not int:
                size = sizes[0]
                if size.__class__ not in LISTS or len(sizes) > 1:
                    return resolve((input, *sizes), settings)
            if not input._array.size:
                input._array = with_steps(input._array)
            try:
                array = plain(input._array, size)
            except Exception as error:
                return fallen(operation, error, resolve, (input, *sizes), settings)
            result = seen(array, input)
            if input._tracked:
                record(result, (input, size), settings)
            return result
        return resolve((input, *sizes), settings)

    return call


def seen(array: Any, input: Tensor) -> Tensor:
    """Return a view of the input's storage, tied to it."""
    version = input._writes
    if version is None:
        version = input._writes = [0]
    # a GPU's tensors have one of their own, and views of them, too
    kind = input.__class__
    result = new_tensor() if kind in DENSE or input._of_a_program else new_object(kind)
    result._tracked = False
    result._array = array
    if array.dtype is input._array.dtype:
        result._element_type = input._element_type
    else:  # the parts of complex numbers are views of another type
        result._element_type = from_numpy_dtype(array.dtype)
    result._writes = version
    base = input._view_of
    result._view_of = input if base is None else base
    return result


def parts_seen(arrays: tuple[Any, ...], input: Tensor) -> tuple[Tensor, ...]:
    """Return views of the input's storage, tied to it."""
    version = input._writes
    if version is None:
        version = input._writes = [0]
    base = input if input._view_of is None else input._view_of
    stored, dtype = input._array.dtype, input._element_type
    results = []
    for array in arrays:
        # The parts of complex numbers are views of another type.
        result = wrap(array, dtype if array.dtype is stored else from_numpy_dtype(array.dtype))
        result._writes = version
        result._view_of = base
        results.append(result)
    return tuple(results)


def packing(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that takes loose sizes too: `x.permute(2, 0, 1)`."""

    def call(input: Any = MISSING, /, *sizes: Any, **settings: Any) -> Any:
        if sizes and sizes[0].__class__ is int:
            return method(input, sizes, **settings)
        return method(input, *sizes, **settings)

    call.__name__ = call.__qualname__ = method.__name__
    call.__wrapped__ = method.__wrapped__  # type: ignore[attr-defined]  # which signs it
    return call


def attach_views(result: Any, input: Tensor) -> Any:
    """Tie views to the tensor whose storage they share."""
    if isinstance(result, tuple):
        for part in result:
            attach_views(part, input)
        return result
    if input._writes is None:
        input._writes = [0]
    result._writes = input._writes
    result._view_of = input if input._view_of is None else input._view_of
    return result
