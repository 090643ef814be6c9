"""Arrays with a shape and a type but no elements: what the meta device is made of."""

import math
from typing import Any

import numpy as np

from tensorlab.engine.layout import strided_view
from tensorlab.engine.shapes import dense_strides


class MetaArray(np.ndarray[Any, Any]):
    """An array whose elements say nothing: of a large one all are the same few bytes.

    A function of such arrays is run on them as on any others, so that its shape and type are those
    of the real function; what it computed is dropped.
    """

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: object, **settings: Any) -> Any:
        """Return the meta result of a ufunc; elementwise ones compute a single element."""
        bare = [bare_array(value) for value in inputs]
        if "out" in settings:
            return settings["out"][0]
        if method == "__call__" and ufunc.signature is None:
            shape = np.broadcast_shapes(*(np.shape(value) for value in bare))
            elements = [first_element(value) for value in bare]
            result = ufunc(*elements, **settings)
            model = next((x for x in bare if np.shape(x) == shape), None)
            if isinstance(result, tuple):
                return tuple(laid_out(part, shape, model) for part in result)
            return laid_out(result, shape, model)
        if method == "reduce":
            return reduced(ufunc, bare[0], **settings)
        if method == "__call__" and ufunc is np.matmul:
            return matrix_product(*bare)
        return without_data_all(getattr(ufunc, method)(*bare, **settings))

    def dot(self, other: Any, out: object = None) -> Any:
        """Return the meta product of two matrices or vectors."""
        return np.matmul(self, other)

    def __array_function__(self, func: Any, types: object, args: Any, kwargs: Any) -> Any:
        """Return the meta result of one of numpy's functions."""
        bare_settings = {name: bare_all(value) for name, value in kwargs.items()}
        return without_data_all(func(*bare_all(args), **bare_settings))


def reduced(ufunc: Any, array: Any, axis: Any = 0, *, keepdims: bool = False, **rest: Any) -> Any:
    """Return the meta result of a reduction: one element of each dimension tells its type."""
    one = array[tuple(slice(0, 1) for _ in array.shape)]
    element = ufunc.reduce(one, axis=axis, keepdims=True, **rest)
    if axis is None:
        axis = tuple(range(array.ndim))
    gone = {place % array.ndim for place in (axis if isinstance(axis, tuple) else (axis,))}
    sizes = enumerate(array.shape)
    shape = tuple(
        1 if place in gone else size for place, size in sizes if place not in gone or keepdims
    )
    return stretched(element, shape)


def matrix_product(first: Any, second: Any) -> Any:
    """Return the meta product of matrices or vectors: numpy would compute every element.

    Raises:
        ValueError: the inner lengths differ.
    """
    left = first.shape if first.ndim > 1 else (1, *first.shape)
    right = second.shape if second.ndim > 1 else (*second.shape, 1)
    if left[-1] != right[-2]:
        raise ValueError(f"matmul: the inner lengths {left[-1]} and {right[-2]} differ")
    rows, columns = left[-2:-1] * (first.ndim > 1), right[-1:] * (second.ndim > 1)
    shape = (*np.broadcast_shapes(left[:-2], right[:-2]), *rows, *columns)
    return stretched(first_element(first) * first_element(second), shape)


def without_data(array: Any) -> MetaArray:
    """Return an array of the same shape, type and layout, without its elements."""
    steps = zip(array.shape, array.strides, strict=True)
    reach = sum((size - 1) * step for size, step in steps) + array.itemsize
    forwards = reach > 0 and min(array.strides, default=0) >= 0
    if not forwards or max(array.nbytes, reach) > MOST_BYTES:
        return stretched(np.zeros((), array.dtype), array.shape)
    room = np.zeros(-(-reach // array.itemsize), array.dtype)
    return strided_view(room, array.shape, array.strides).view(MetaArray)


def laid_out(element: object, shape: tuple[int, ...], model: Any) -> MetaArray:
    """Return a meta array with the type of an element, its dimensions ordered as in a model."""
    array = stretched(element, shape)
    if model is None or not shape or array.nbytes > MOST_BYTES:
        return array
    dense = dense_strides(shape, [step // model.itemsize for step in model.strides])
    strides = [step * array.itemsize for step in dense]
    return strided_view(np.zeros(array.size, array.dtype), shape, strides).view(MetaArray)


# Up to this size the elements are there, zeros that no machine spends memory on until they are
# looked at, so that views of them lie as they should.
MOST_BYTES = 1 << 24


def stretched(element: object, shape: tuple[int, ...]) -> MetaArray:
    """Return a meta array of a shape with the type of one element."""
    dtype = np.asarray(element).dtype
    if math.prod(shape) * dtype.itemsize <= MOST_BYTES:
        return np.zeros(shape, dtype).view(MetaArray)
    one = np.zeros((), dtype)
    return strided_view(one, shape, (0,) * len(shape)).view(MetaArray)


def bare_array(value: object) -> Any:
    """Return a meta array as a plain one, so that numpy's own code runs on it."""
    return value.view(np.ndarray) if isinstance(value, MetaArray) else value


def bare_all(value: object) -> Any:
    """Return arguments with their meta arrays as plain ones."""
    if isinstance(value, list | tuple):
        return getattr(value, "_make", type(value))(bare_all(part) for part in value)
    return bare_array(value)


def first_element(value: object) -> Any:
    """Return an array of one element of the same type; numbers as they are."""
    return np.ones((1,), value.dtype) if isinstance(value, np.ndarray) else value


def without_data_all(value: object) -> Any:
    """Return results without their elements."""
    if isinstance(value, list | tuple):
        return type(value)(without_data_all(part) for part in value)
    if isinstance(value, np.ndarray | np.generic):
        return without_data(value)
    return value
