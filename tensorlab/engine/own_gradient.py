"""What a tensor says of the gradient that it keeps: who has one, and which can be given."""

from typing import Any

NOT_A_LEAF = (
    "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad "
    "attribute won't be populated during autograd.backward(). If you indeed want the .grad field "
    "to be populated for a non-leaf Tensor, use .retain_grad() on the non-leaf Tensor. If you "
    "access the non-leaf Tensor by mistake, make sure you access the leaf Tensor instead. See "
    "github.com/pytorch/pytorch/pull/30531 for more information."
)


def require_gradient_of(tensor: Any, grad: Any) -> None:
    """Refuse a tensor that can't be the gradient of another.

    Raises:
        RuntimeError: so it is.
    """
    if grad is tensor:
        raise RuntimeError("can't assign Variable as its own grad")
    if grad.dtype is not tensor.dtype:
        raise RuntimeError(
            f"attempting to assign a gradient with dtype '{grad.dtype.c_name}' to a tensor "
            f"with grad_dtype '{tensor.dtype.scalar_name}'. The gradient must match the tensor's "
            "grad_dtype (defaults to the tensor's dtype). You can set the tensor's grad_dtype "
            "attribute with a specific dtype, or None to allow any dtype. Set grad_dtype with "
            "caution. Diverging the dtypes of a tensor and its gradient may break downstream "
            "systems that assume they match."
        )
    if grad.device != tensor.device:
        raise RuntimeError(
            f"attempting to assign a gradient with device type '{grad.device.type}' to a "
            f"tensor with device type '{tensor.device.type}'. Please ensure that the gradient "
            "and the tensor are on the same device"
        )
    if tensor.is_sparse and not grad.is_sparse:
        raise RuntimeError(
            "attempting to assign a gradient to a tensor that has data of a different type"
        )
    if grad.shape != tensor.shape:
        raise RuntimeError(
            f"attempting to assign a gradient of size '{list(grad.shape)}' to a tensor of size "
            f"'{list(tensor.shape)}'. Please ensure that the gradient and the tensor are the "
            "same size"
        )
