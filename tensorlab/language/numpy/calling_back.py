"""The functions of numpy's that call one of the program's: each round of theirs is counted."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tensorlab.language.numpy.declaring import broadcast
from tensorlab.language.numpy.gate import call_named, pay
from tensorlab.language.numpy.taking import Taken
from tensorlab.language.numpy.values import Array, plain, presented
from tensorlab.language.values.invoking import call_value, invoker_of
from tensorlab.language.values.values import Builtin, type_name


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
        pay(broadcast(arrays), broadcast(arrays))
        results = [
            call_value(self.function, list(elements), named)
            for elements in zip(*(array.ravel() for array in arrays), strict=True)
        ]
        found = reshaped(results, shape)
        if self.types is None:
            return found
        parts = found if isinstance(found, tuple) else (found,)
        made = tuple(
            call_named("ndarray.astype", np.ndarray.astype, part, kind)
            for part, kind in zip(parts, self.types, strict=True)
        )
        return made if isinstance(found, tuple) else made[0]

    def __repr__(self) -> str:
        return "<numpy.vectorize object>"


Vectorized.__name__ = "numpy.vectorize"


def vectorize(pyfunc: Any = None, otypes: Any = None) -> Any:
    """Return a function that is called for each element."""
    if pyfunc is None:  # a decorator with settings
        return Builtin("vectorize", lambda function: vectorize(function, otypes))
    require_callable(pyfunc)
    for kind in () if otypes is None else otypes:
        Taken().argument(kind, "dtype")
    return Vectorized("vectorize", pyfunc, otypes)


def require_callable(function: Any) -> None:
    """Refuse what cannot be called."""
    if invoker_of(type(function)) is None:
        raise TypeError(f"'{type_name(function)}' object is not callable")


def as_array(value: Any) -> Any:
    """Return an array of a program's value."""
    return value if isinstance(value, Array) else call_named("asarray", np.asarray, value)


def reshaped(results: list[Any], shape: tuple[int, ...]) -> Any:
    """Return results as an array, each in its place."""
    if results and isinstance(results[0], tuple):
        return tuple(reshaped([*part], shape) for part in zip(*results, strict=True))
    made = plain(call_named("array", np.array, results))
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
    """Return what a function makes of the places of every element."""
    require_callable(function)
    kind = np.dtype(float) if dtype is float else dtype
    found = call_named("indices", np.indices, shape, dtype=kind)
    return call_value(function, list(found), named)


OWN: Final[dict[str, Callable[..., Any]]] = {
    "vectorize": vectorize, "apply_along_axis": apply_along_axis, "fromfunction": fromfunction,
}  # fmt: skip
