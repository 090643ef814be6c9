"""What a tensor says of the gradient and the data that it keeps: which can be given."""

from typing import Any

from tensorlab.engine.dtypes import DType
from tensorlab.engine.warning import in_full, warn

STAYS_TRACKED = (
    "you can only change requires_grad flags of leaf variables. If you want to use a computed "
    "variable in a subgraph that doesn't require differentiation use var_no_grad = var.detach()."
)


def gradient(input: Any) -> Any:
    """The gradient, once backward has worked it out."""
    if input._grad is None and input.grad_fn is not None and not input._keeps_grad:
        warn(in_full("The .grad attribute"))
    return input._grad


def gradient_dtype(input: Any) -> DType | None:
    """The data type that the gradient has to have; None where it may have any."""
    found: DType | None = input.dtype if input._grad_as is ... else input._grad_as
    return found


def set_gradient_dtype(input: Any, dtype: Any) -> None:
    """Say which data type the gradient is to have.

    Raises:
        RuntimeError: it is no type, the tensor is no leaf, or its gradient has another one.
    """
    if not isinstance(dtype, DType | None):
        raise RuntimeError(in_full("grad_dtype must be", type(dtype).__name__))
    if not input.is_leaf:
        raise RuntimeError("grad_dtype can only be set on leaf tensors.")
    grad = input._grad
    if dtype is not None and grad is not None and grad.dtype is not dtype:
        raise RuntimeError(in_full("Cannot set grad_dtype", dtype.scalar_name, grad.dtype.c_name))
    input._grad_as = dtype


def require_data_of(tensor: Any, new: Any) -> None:
    """Refuse a tensor whose elements can't be those of another.

    Raises:
        RuntimeError: the types or the kinds of tensors differ.
    """
    if new.is_meta is not tensor.is_meta or new._stored_as != tensor._stored_as:
        raise RuntimeError(in_full("Attempted to call"))
    if tensor._tracked and not (new.dtype.is_floating_point or new.dtype.is_complex):
        raise RuntimeError(in_full("data set to a tensor"))


def require_gradient_of(tensor: Any, grad: Any) -> None:
    """Refuse a tensor that can't be the gradient of another.

    Raises:
        RuntimeError: the shape, the type or the device differs.
    """
    if grad is tensor:
        raise RuntimeError("can't assign Variable as its own grad")
    wanted = gradient_dtype(tensor)
    if wanted is not None and grad.dtype is not wanted:
        own, other = grad.dtype.c_name, wanted.scalar_name
        raise RuntimeError(in_full("attempting to assign a gradient with dtype", own, other))
    if grad.device != tensor.device:
        own, other = grad.device.type, tensor.device.type
        raise RuntimeError(in_full("attempting to assign a gradient with device", own, other))
    if tensor.is_sparse and not grad.is_sparse:
        raise RuntimeError(in_full("attempting to assign a gradient to"))
    if grad.shape != tensor.shape:
        raise RuntimeError(
            in_full("attempting to assign a gradient of", list(grad.shape), list(tensor.shape))
        )
