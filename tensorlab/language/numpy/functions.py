"""The functions of numpy's that take one of the program's: each round of theirs is counted."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tensorlab.language.expressions.invoking import call_value, invoker_of
from tensorlab.language.limits.meter import meter
from tensorlab.language.numpy.arguments import Arguments
from tensorlab.language.numpy.calling import call, pay
from tensorlab.language.numpy.sizes import laid_over
from tensorlab.language.numpy.values import Array, plain, presented
from tensorlab.language.values.iteration import collected
from tensorlab.language.values.values import Builtin, type_name

MOST_WORK = 100_000  # that comparing the memory of two arrays may take


class Vectorized(Builtin):
    """A function of the program that is called for each element: what `np.vectorize` makes."""

    __slots__ = ()

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Return the results in an array."""
        arrays = np.broadcast_arrays(*(plain(as_array(value)) for value in given))
        shape = arrays[0].shape if arrays else ()
        pay(laid_over(arrays), laid_over(arrays))
        results = [
            call_value(self.function, list(cells), named)
            for cells in zip(*(array.ravel() for array in arrays), strict=True)
        ]
        return reshaped(results, shape)

    def __repr__(self) -> str:
        return "<numpy.vectorize object>"


Vectorized.__name__ = "numpy.vectorize"


def vectorize(pyfunc: Any, otypes: Any = None, **named: Any) -> Vectorized:
    """Return a function that is called for each element."""
    require_callable(pyfunc)
    return Vectorized("vectorize", pyfunc)


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
    found = call("indices", np.indices, (shape,), {"dtype": np.dtype(float)})
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


def shares_memory(a: Any, b: Any) -> Any:
    """Return whether two arrays share memory."""
    meter.spend(1000)
    first, second = Arguments((a, b), {}).given
    compare: Any = np.shares_memory
    return compare(first, second, max_work=MOST_WORK)


OWN: Final[dict[str, Callable[..., Any]]] = {
    "vectorize": vectorize, "apply_along_axis": apply_along_axis, "fromfunction": fromfunction,
    "fromiter": fromiter, "piecewise": piecewise, "empty": empty, "empty_like": empty_like,
    "shares_memory": shares_memory,
}  # fmt: skip
