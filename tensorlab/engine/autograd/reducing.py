"""A gradient made to fit the input that it belongs to."""

from typing import Any

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.dtypes import DType
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.numerics.sums.reducing import add_up


def fit_gradient(grad: Tensor, shape: tuple[int, ...], dtype: DType) -> Tensor:
    """Return the gradient summed over what broadcasting stretched, in the input's type."""
    if grad.array.shape != shape:
        plain = grad.__class__ is Tensor and grad.element_type.native
        if plain and not (grad.tracked and Recording.enabled):
            grad = wrap(summed_elements(grad.array, shape), grad.element_type)
        else:
            grad = sum_to_shape(grad, shape)
    if grad.element_type is not dtype:
        if grad.element_type.is_complex and not dtype.is_complex:
            grad = grad.real
        grad = grad.to(dtype)
    return grad


def sum_to_shape(grad: Tensor, shape: tuple[int, ...]) -> Tensor:
    """Return the gradient summed over the dimensions along which an element was read often."""
    if not shape:
        whole: Tensor = grad.sum()
        return whole
    extra = grad.ndim - len(shape)
    dims = tuple(range(extra)) + tuple(
        extra + dim for dim, size in enumerate(shape) if size == 1 and grad.shape[extra + dim] != 1
    )
    summed: Tensor = grad.sum(dims, True) if dims else grad
    return summed.reshape(shape)


def summed_elements(array: Any, shape: tuple[int, ...]) -> Any:
    """Return the same of an array, with nothing to record: as `sum` adds, without asking it to."""
    extra = array.ndim - len(shape)
    stretched = (d for d in range(extra, array.ndim) if array.shape[d] != shape[d - extra])
    return add_up(array, (*range(extra), *stretched)).reshape(shape)
