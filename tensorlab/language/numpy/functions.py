"""The functions of numpy's that take one of the program's: each round of theirs is counted."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tensorlab.language.expressions.invoking import call_value, invoker_of
from tensorlab.language.limits.meter import meter
from tensorlab.language.numpy.arguments import Arguments, type_given
from tensorlab.language.numpy.calling import call, pay
from tensorlab.language.numpy.sizes import laid_over
from tensorlab.language.numpy.values import Array, plain, presented
from tensorlab.language.values.attributes import PROPERTIES, reading
from tensorlab.language.values.formatting import check_width
from tensorlab.language.values.iteration import collected
from tensorlab.language.values.values import Builtin, type_name

MOST_OPERANDS = 9  # of einsum_path, its equation among them
MOST_WORK = 100_000  # that comparing the memory of two arrays may take


class Vectorized(Builtin):
    """A function of the program that is called for each element: what `np.vectorize` makes."""

    __slots__ = ("types",)

    def __init__(self, name: str, function: Any, types: Any = None) -> None:
        super().__init__(name, function)
        self.types = types  # of the results, where they are said

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Return the results in an array."""
        arrays = np.broadcast_arrays(*(plain(as_array(value)) for value in given))
        shape = arrays[0].shape if arrays else ()
        pay(laid_over(arrays), laid_over(arrays))
        results = [
            call_value(self.function, list(cells), named)
            for cells in zip(*(array.ravel() for array in arrays), strict=True)
        ]
        found = reshaped(results, shape)
        if self.types is None:
            return found
        if isinstance(found, tuple):
            return tuple(
                call("astype", np.ndarray.astype, (part, kind), {})
                for part, kind in zip(found, self.types, strict=True)
            )
        return call("astype", np.ndarray.astype, (found, self.types[0]), {})

    def __repr__(self) -> str:
        return "<numpy.vectorize object>"


Vectorized.__name__ = "numpy.vectorize"


def vectorize(pyfunc: Any = None, otypes: Any = None, **named: Any) -> Any:
    """Return a function that is called for each element."""
    if pyfunc is None:  # a decorator with settings
        return Builtin("vectorize", lambda function: vectorize(function, otypes))
    require_callable(pyfunc)
    types = None if otypes is None else [type_given(kind) for kind in otypes]
    return Vectorized("vectorize", pyfunc, types)


def frompyfunc(func: Any, /, nin: Any, nout: Any, **named: Any) -> Vectorized:
    """Return a function that is called for each element."""
    require_callable(func)
    return Vectorized("frompyfunc", func)


def apply_over_axes(func: Any, a: Any, axes: Any) -> Any:
    """Return what a function makes of an array along one axis after the other."""
    require_callable(func)
    found = as_array(a)
    for axis in np.atleast_1d(Arguments((axes,), {}).given[0]).tolist():
        made = as_array(call_value(func, [found, axis], {}))
        found = made if made.ndim == found.ndim else presented(np.expand_dims(plain(made), axis))
    return found


def require_callable(function: Any) -> None:
    """Refuse what cannot be called."""
    if invoker_of(type(function)) is None:
        raise TypeError(f"'{type_name(function)}' object is not callable")


def as_array(value: Any) -> Any:
    """Return an array of a program's value."""
    return call("array", np.asarray, (value,), {}) if not isinstance(value, Array) else value


def reshaped(results: list[Any], shape: tuple[int, ...]) -> Any:
    """Return results as an array, each in its place."""
    if results and isinstance(results[0], tuple):
        return tuple(reshaped([*part], shape) for part in zip(*results, strict=True))
    made = plain(call("array", np.array, (results,), {}))
    return presented(made.reshape((*shape, *made.shape[1:])))


def apply_along_axis(func1d: Any, axis: Any, arr: Any, *given: Any, **named: Any) -> Any:
    """Return what a function makes of each row along an axis."""
    require_callable(func1d)
    array = plain(as_array(arr))
    axis = int(axis)
    if not -array.ndim <= axis < array.ndim:
        raise np.exceptions.AxisError(axis, array.ndim)
    axis %= array.ndim
    moved = np.moveaxis(array, axis, -1)
    pay(array.size, array.size)
    rows = moved.reshape(-1, moved.shape[-1])
    results = [call_value(func1d, [presented(row), *given], named) for row in rows]
    made = plain(reshaped(results, moved.shape[:-1]))
    width = made.ndim - (moved.ndim - 1)
    return presented(np.moveaxis(made, tuple(range(-width, 0)), tuple(range(axis, axis + width))))


def fromfunction(function: Any, shape: Any, *, dtype: Any = float, **named: Any) -> Any:
    """Return what a function makes of the indices of every cell."""
    require_callable(function)
    found = call("indices", np.indices, (shape,), {"dtype": type_given(dtype)})
    return call_value(function, list(found), named)


def fromiter(iter: Any, dtype: Any, count: Any = -1) -> Any:
    """Return an array of the items of an iterator."""
    values = collected(iter)
    return call("array", np.array, (values if count < 0 else values[:count],), {"dtype": dtype})


def piecewise(x: Any, condlist: Any, funclist: Any, *given: Any, **named: Any) -> Any:
    """Return an array put together of pieces: of numbers, or of what functions make of a part."""
    array = plain(as_array(x))
    conditions = [plain(as_array(condition)).astype(bool) for condition in condlist]
    pay(array.size * 2, array.size * max(len(conditions), 1))
    if len(funclist) == len(conditions) + 1:
        conditions.append(~np.any(conditions, axis=0))
    made = np.zeros_like(array)
    for condition, piece in zip(conditions, funclist, strict=True):
        if invoker_of(type(piece)) is not None:
            piece = call_value(piece, [presented(array[condition]), *given], named)  # noqa: PLW2901
        made[condition] = Arguments((piece,), {}).given[0]
    return presented(made)


def empty(shape: Any, dtype: Any = None, **named: Any) -> Any:
    """Return an array of zeros: what memory held before is not shown."""
    return call("zeros", np.zeros, (shape,), {} if dtype is None else {"dtype": dtype})


def empty_like(prototype: Any, dtype: Any = None, **named: Any) -> Any:
    """Return an array of zeros in the likeness of another."""
    return call("zeros_like", np.zeros_like, (prototype, dtype), {})


class Broadcast:
    """What `np.broadcast(a, b)` says: the shape of arrays laid over one another."""

    __slots__ = ("inner",)

    def __init__(self, *given: Any) -> None:
        self.inner = np.broadcast(*(plain(as_array(value)) for value in given))


Broadcast.__name__ = "numpy.broadcast"
PROPERTIES[Broadcast] = reading(("shape", "size", "nd", "ndim"), of="inner")


def einsum_path(*operands: Any, **named: Any) -> Any:
    """Return in which order a product of several arrays is best worked out."""
    if len(operands) > MOST_OPERANDS:
        raise TypeError(f"einsum_path takes at most {MOST_OPERANDS - 1} arrays here")
    arguments = Arguments(operands, named, "einsum")
    pay(0, 10_000)
    found: Any = np.einsum_path(*arguments.given, **arguments.named)
    return found


def number_text(name: str) -> Callable[..., str]:
    """Return one of numpy's functions that write a number."""
    function = getattr(np, name)

    def write(x: Any, *given: Any, **named: Any) -> str:
        arguments = Arguments((x, *given), named)
        for value in (*given, *named.values()):
            check_width(value if isinstance(value, int) else 0)
        return str(function(*arguments.given, **arguments.named))

    return write


def base_repr(number: Any, base: Any = 2, padding: Any = 0) -> str:
    """Return the digits of a whole number to a base."""
    check_width(int(padding))
    return np.base_repr(int(Arguments((number,), {}).given[0]), int(base), int(padding))


def binary_repr(num: Any, width: Any = None) -> str:
    """Return the binary digits of a whole number."""
    check_width(int(width or 0))
    return np.binary_repr(int(Arguments((num,), {}).given[0]), width)


def shares_memory(a: Any, b: Any) -> Any:
    """Return whether two arrays share memory."""
    meter.spend(1000)
    first, second = Arguments((a, b), {}).given
    compare: Any = np.shares_memory
    return compare(first, second, max_work=MOST_WORK)


OWN: Final[dict[str, Callable[..., Any]]] = {
    "vectorize": vectorize, "apply_along_axis": apply_along_axis, "fromfunction": fromfunction,
    "fromiter": fromiter, "piecewise": piecewise, "empty": empty, "empty_like": empty_like,
    "shares_memory": shares_memory, "frompyfunc": frompyfunc, "apply_over_axes": apply_over_axes,
    "broadcast": Broadcast, "einsum_path": einsum_path, "base_repr": base_repr,
    "binary_repr": binary_repr,
    **{name: number_text(name) for name in ("format_float_positional", "format_float_scientific")},
}  # fmt: skip
