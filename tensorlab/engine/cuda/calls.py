"""numpy's functions on a GPU: CuPy's where it has them, else numpy's on a copy."""

from collections.abc import Callable
from functools import cache, reduce
from typing import Any, ClassVar

import numpy as np

from tensorlab.engine.cuda import types as cuda_types
from tensorlab.engine.cuda.cupy_backend import OutOfMemoryError, guarded, library
from tensorlab.engine.cuda.kernels import ASSOCIATIVE, OWN, accumulated, reduced, special_answer
from tensorlab.engine.device import GpuArray

# CuPy's functions that reduce and scan, by the ufunc that numpy has a method of.
REDUCTIONS = {
    "add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min",
    "logical_and": "all", "logical_or": "any",
}  # fmt: skip
SUMS = ("sum", "prod")  # those that take the type in which to compute
# Of numpy's ufuncs, too.
SCANS = {"add": "cumsum", "multiply": "cumprod"}

# Functions and methods that write over their first argument.
WRITERS = frozenset({
    "copyto", "fill_diagonal", "place", "put", "put_along_axis", "putmask", "fill", "sort",
    "partition", "at",
})  # fmt: skip

# CuPy has functions of these names that take other arguments or answer otherwise.
DIFFERENT = frozenset(
    {
        "lexsort",  # its keys are rows of one array
        "put",  # out of range, it wraps
    }
)

# Functions and methods that only move elements, and so work on those that are held as bits.
MOVERS = frozenset({
    "where", "concatenate", "stack", "moveaxis", "swapaxes", "transpose", "broadcast_to", "flip",
    "expand_dims", "squeeze", "repeat", "tile", "roll", "compress", "diagonal", "tril", "triu",
    "reshape", "ravel", "flatten", "copy", "empty_like", "zeros_like", "rot90", "atleast_1d",
    "broadcast_arrays", "take", "take_along_axis", "put_along_axis", "fliplr", "flipud", "split",
    "shape", "ndim", "size",
})  # fmt: skip


class Making:
    """How arrays on the GPU are made: the file of their class enters it."""

    array: ClassVar[Callable[..., GpuArray]]
    upload: ClassVar[Callable[[Any], GpuArray]]


class Copies:
    """How often elements were copied to the main memory because CuPy could not compute."""

    count = 0


def call_ufunc(
    ufunc: object, method: str, inputs: tuple[Any, ...], settings: dict[str, Any]
) -> Any:
    """Return what a ufunc or one of its methods gives; `out` is written to and returned."""
    function = device_ufunc(ufunc, method)
    outs = settings.pop("out", None)
    if outs is None:
        return computed(function, getattr(ufunc, method), inputs, settings, compute=True)
    if method == "__call__" and written_directly(function, inputs, outs):
        return outs[0]
    result = computed(function, getattr(ufunc, method), inputs, settings, compute=True)
    results = result if isinstance(result, tuple) else (result,)
    for target, part in zip(outs, results, strict=True):
        target[...] = part if isinstance(target, GpuArray) else np.asarray(part)
    return outs[0] if len(outs) == 1 else outs


def written_directly(
    function: Callable[..., Any] | None, inputs: tuple[Any, ...], outs: tuple[Any, ...]
) -> bool:
    """Have the kernel itself write to the one array that is there; return whether it could."""
    plain = len(outs) == 1 and isinstance(outs[0], GpuArray)
    if function is None or not plain or type_held_as_bits((*inputs, *outs)) is not None:
        return False
    try:
        with guarded:
            function(*[inner_of(value) for value in inputs], out=outs[0].inner)
    except OutOfMemoryError:
        raise
    except Exception:  # noqa: BLE001  numpy's turn
        return False
    return True


def special(name: str, array: object, settings: tuple[Any, ...]) -> Any:
    """Return an operation's answer by a kernel of its own; None where there is none."""
    with guarded:
        found = special_answer(name, array, settings)
    return None if found is None else outer_of(found, None)


def method_of(array: Any, name: str) -> Callable[..., Any]:
    """Return a method of an array."""

    def call(*args: object, **settings: object) -> Any:
        def on_host(self: object, *rest: object, **named: object) -> Any:
            return getattr(self, name)(*rest, **named)

        on_host.__name__ = name
        known = on_host if name not in DIFFERENT and hasattr(array.inner, name) else None
        return computed(OWN.get(name, known), on_host, (array, *args), settings)

    if not hasattr(np.ndarray, name):
        raise AttributeError(f"an array has no '{name}'")
    return call


@cache
def device_ufunc(ufunc: Any, method: str) -> Callable[..., Any] | None:
    """Return CuPy's function for a ufunc's method, if it has one."""
    module, name = library(), ufunc.__name__
    if method == "reduce" and name in REDUCTIONS:
        return reduction(getattr(module, REDUCTIONS[name]), getattr(module, name))
    if method == "accumulate" and name in SCANS:
        scan: Callable[..., Any] = getattr(module, SCANS[name])
        return scan
    found = getattr(module, name, None)
    if method == "__call__" or found is None:
        return found
    if name in ASSOCIATIVE and method in {"reduce", "accumulate"}:
        return reduced(found) if method == "reduce" else accumulated(found)
    return getattr(found, method, None) if method in {"at", "outer"} else None


def reduction(function: Callable[..., Any], ufunc: Callable[..., Any]) -> Callable[..., Any]:
    """Return CuPy's reduction with the default of a ufunc's: the first dimension alone."""

    def call(
        array: Any, axis: object = 0, dtype: Any = None, initial: object = None, **settings: object
    ) -> Any:
        if dtype is not None and function.__name__ in SUMS:
            settings["dtype"] = dtype
        elif dtype is not None:
            array = array.astype(dtype, copy=False)
        if initial is not None:
            if not array.size:
                raise NotImplementedError  # numpy's turn: there is nothing to copy
            return ufunc(function(array, axis=axis, **settings), initial)
        return function(array, axis=axis, **settings)

    return call


@cache
def device_function(function: Any) -> Callable[..., Any] | None:
    """Return CuPy's function of the same name and module as numpy's, if it has one."""
    if function.__name__ in DIFFERENT:
        return None
    if function.__name__ in OWN:
        return OWN[function.__name__]
    try:
        path = function.__module__.split(".")[1:]
        found = getattr(reduce(getattr, path, library()), function.__name__)
    except AttributeError:
        return None
    return None if found is function else found


def computed(
    function: Callable[..., Any] | None, host_function: Callable[..., Any],
    args: tuple[Any, ...], settings: dict[str, Any], *, compute: bool = False,
) -> Any:  # fmt: skip
    """Return what a function gives on the GPU, or else what numpy's gives of a copy.

    Where CuPy raises numpy has its turn: it can do more, and says what is wrong in the words that
    the engine knows. `compute` is for arithmetic, which needs numbers where movers take bits.
    """
    held = type_held_as_bits((*args, *settings.values()))
    if held is not None and not compute and host_function.__name__ not in MOVERS:
        function = None
    if host_function.__name__ in WRITERS and not isinstance(args[0], GpuArray):
        function = None  # what is to be written to is in the main memory
    if function is not None:
        try:
            with guarded:
                answer = function(
                    *[inner_of(value, compute=compute) for value in args],
                    **{name: inner_of(value, compute=compute) for name, value in settings.items()},
                )
            return outer_of(answer, None if compute else held, held if compute else None)
        except OutOfMemoryError:
            raise
        except Exception:  # noqa: BLE001, S110  numpy's turn
            pass
    return on_host(host_function, args, settings)


def on_host(function: Callable[..., Any], args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
    """Return what numpy's function gives of copies in the main memory, back on the GPU."""
    Copies.count += 1
    copies = [host_of(value) for value in args]
    named = {name: host_of(value) for name, value in settings.items()}
    answer = function(*copies, **named)
    if function.__name__ in WRITERS and isinstance(args[0], GpuArray):
        args[0][...] = copies[0]
    return uploaded(answer)


def inner_of(value: object, *, compute: bool = False) -> Any:
    """Return an argument as CuPy takes it: its own arrays, and numbers for 0-d ones of numpy's."""
    if isinstance(value, GpuArray):
        return cuda_types.decoded(value.inner, value.dtype) if compute else value.inner
    if isinstance(value, np.ndarray):
        if not value.ndim:
            return value[()] if value.dtype.kind != "V" else value.astype(np.float32)[()]
        return inner_of(Making.upload(value), compute=compute)
    if isinstance(value, np.dtype):
        return cuda_types.computed_as(value) if compute else cuda_types.held_as(value)
    if value.__class__ in {list, tuple}:
        return value.__class__(inner_of(part, compute=compute) for part in value)
    return value


def outer_of(answer: object, held: object, rounded: object = None) -> Any:
    """Return CuPy's answer as the engine takes it."""
    if isinstance(answer, list | tuple):
        return with_parts(answer, [outer_of(part, held, rounded) for part in answer])
    if not isinstance(answer, library().ndarray):
        return answer
    if held is not None and answer.dtype == cuda_types.held_as(held):
        return Making.array(answer, held)
    if rounded and answer.dtype.kind in "fc":
        return Making.array(cuda_types.encoded(answer, rounded), rounded)
    return Making.array(answer)


def host_of(value: object) -> Any:
    """Return an argument as numpy takes it: arrays of the GPU as copies."""
    if isinstance(value, GpuArray):
        return value.get()
    if isinstance(value, list | tuple):
        return type(value)([host_of(part) for part in value])
    return value


def uploaded(answer: object) -> Any:
    """Return what numpy computed, its arrays on the GPU."""
    if isinstance(answer, np.ndarray | np.generic):
        return Making.upload(np.asarray(answer))
    if isinstance(answer, list | tuple):
        return with_parts(answer, [uploaded(part) for part in answer])
    return answer


def with_parts(answer: Any, parts: list[Any]) -> Any:
    """Return a list or tuple of an answer's own kind, named tuples too, with other parts."""
    return type(answer)(*parts) if hasattr(answer, "_fields") else type(answer)(parts)


def type_held_as_bits(values: Any) -> Any:
    """Return the type among some arguments that a GPU holds as bits, if there is one."""
    for value in values:
        if isinstance(value, list | tuple):
            found = type_held_as_bits(value)
            if found is not None:
                return found
        dtype = value if isinstance(value, np.dtype) else getattr(value, "dtype", None)
        if isinstance(dtype, np.dtype) and cuda_types.is_held_as_bits(dtype):
            return dtype
    return None
