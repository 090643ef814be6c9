"""What CuPy lacks or does otherwise than numpy, written with what it has.

Each function takes CuPy's arrays and answers as numpy's of the same name does.
"""

from collections.abc import Callable
from typing import Any

from tensorlab.engine.cuda.cupy_backend import library, special_functions


def require_range(index: Any, size: int) -> None:
    """Refuse indices that are out of range, which CuPy would wrap: waits for the GPU.

    Raises:
        IndexError: an index lies outside of its dimension.
    """
    if index.size and not (int(index.min()) >= -size and int(index.max()) < size):
        raise IndexError(f"index out of bounds for a size of {size}")


def take(array: Any, indices: object, axis: int | None = None, **settings: object) -> Any:
    """Return the slices at indices."""
    index = library().asarray(indices)
    require_range(index, array.size if axis is None else array.shape[axis])
    return array.take(index, axis)


def take_along_axis(array: Any, indices: Any, axis: int | None = -1) -> Any:
    """Return the elements that indices name along one dimension."""
    if axis is None:
        return take(array.reshape(-1), indices)
    require_range(indices, array.shape[axis])
    return library().take_along_axis(array, indices, axis)


def put_along_axis(array: Any, indices: Any, values: Any, axis: int = -1) -> None:
    """Overwrite the elements that indices name along one dimension."""
    require_range(indices, array.shape[axis])
    dims = indices.ndim
    places: list[Any] = [
        library().arange(size).reshape([-1 if dim == place else 1 for place in range(dims)])
        for dim, size in enumerate(indices.shape)
    ]
    places[axis] = indices
    array[tuple(places)] = values


def accumulated(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the scan of an associative function of two, by doubling how far each element has seen.

    Source: Hillis and Steele, Data parallel algorithms (1986).
    """

    def scan(array: object, axis: int = 0, dtype: object = None) -> Any:
        seen = library().moveaxis(array, axis, 0).copy()
        reach = 1
        while reach < len(seen):
            seen[reach:] = function(seen[:-reach], seen[reach:])
            reach *= 2
        return library().moveaxis(seen, 0, axis)

    return scan


def reduced(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the reduction by an associative function of two, halving the elements each step."""

    def reduce(array: Any, axis: Any = 0, dtype: object = None, keepdims: bool = False) -> Any:
        axes = range(array.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
        gone = sorted(dim % array.ndim for dim in axes)
        rest = [dim for dim in range(array.ndim) if dim not in gone]
        shape = tuple(array.shape[dim] for dim in rest)
        elements = array.transpose([*gone, *rest]).reshape((-1, *shape))
        if not len(elements):
            raise ValueError("nothing to reduce")
        while len(elements) > 1:
            half, odd = divmod(len(elements), 2)
            joined = function(elements[:half], elements[half : 2 * half])
            elements = library().concatenate([joined, elements[-1:]]) if odd else joined
        kept = tuple(1 if dim in gone else size for dim, size in enumerate(array.shape))
        return elements.reshape(kept if keepdims else shape)

    return reduce


# By numpy's functions; methods of the same names find them, too.
OWN: dict[str, Callable[..., Any]] = {
    "take": take,
    "take_along_axis": take_along_axis,
    "put_along_axis": put_along_axis,
}
# Ufuncs whose scan or reduction in another order than numpy's gives the same, or nearly so.
ASSOCIATIVE = frozenset({
    "maximum", "minimum", "logaddexp", "logaddexp2", "bitwise_or", "bitwise_and", "bitwise_xor",
    "fmax", "fmin", "gcd", "lcm", "hypot", "logical_xor",
})  # fmt: skip


def one_to_one(name: str) -> Callable[[Any, Any], Any]:
    """Return what computes an operation by a function of CuPy's companion."""
    return lambda special, x: getattr(special, name)(x)


# Operations that CuPy's companion computes in one step or two, where numpy's way takes many.
SPECIAL: dict[str, Callable[[Any, Any], Any]] = {
    **{name: one_to_one(name) for name in
       ("erf", "erfc", "erfinv", "digamma", "i0", "i0e", "i1", "i1e", "ndtr", "ndtri", "log_ndtr")},
    "sigmoid": one_to_one("expit"),
    "lgamma": one_to_one("gammaln"),
    "silu": lambda special, x: x * special.expit(x),
    "gelu": lambda special, x: x * special.ndtr(x),
}  # fmt: skip


def special_answer(name: str, array: Any, settings: tuple[Any, ...]) -> Any:
    """Return what CuPy's companion gives for an operation; None where it has no such function."""
    if name not in SPECIAL or settings not in ((), ("none",)) or array.dtype.kind != "f":
        return None
    try:
        return SPECIAL[name](special_functions(), array.inner)
    except AttributeError:
        return None  # this CuPy lacks it
