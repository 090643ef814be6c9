"""A gradient made to fit the input that it belongs to."""

from tensorlab.engine.dtypes import DType
from tensorlab.engine.tensor import Tensor


def fit_gradient(grad: Tensor, shape: tuple[int, ...], dtype: DType) -> Tensor:
    """Return the gradient summed over what broadcasting stretched, in the input's type."""
    if grad.array.shape != shape:
        grad = sum_to_shape(grad, shape)
    if grad.dtype is not dtype:
        if grad.dtype.is_complex and not dtype.is_complex:
            grad = grad.real
        grad = grad.to(dtype)
    return grad


def sum_to_shape(grad: Tensor, shape: tuple[int, ...]) -> Tensor:
    """Return the gradient summed over the dimensions along which one cell was read many times."""
    extra = grad.ndim - len(shape)
    dims = tuple(range(extra)) + tuple(
        extra + dim for dim, size in enumerate(shape) if size == 1 and grad.shape[extra + dim] != 1
    )
    summed: Tensor = grad.sum(dims, True) if dims else grad
    return summed.reshape(shape)
