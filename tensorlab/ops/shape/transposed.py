"""The attributes of a tensor that show it transposed."""

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.calling.views import seen
from tensorlab.engine.declaring import Array, Tensor, attribute, warn_once
from tensorlab.engine.tensor import DENSE
from tensorlab.engine.warning import in_full
from tensorlab.ops.shape.dimensions import adjoint, permute

IDENTITY = "Tensor.T is deprecated on 0-D tensors. This function is the identity in these cases."


def warn_of_order(ndim: int) -> None:
    """Say that reversing other than two dimensions is on its way out."""
    warn_once(in_full("The use of `x.T`") if ndim else IDENTITY, stacklevel=4)


@attribute
def T(input: Tensor) -> Tensor:
    """The tensor with its dimensions in reverse order."""
    if input.ndim != 2:
        warn_of_order(input.ndim)
    return permute(input, tuple(range(input.ndim - 1, -1, -1)))


@attribute
def mT(input: Tensor) -> Tensor:
    """The tensor with its last two dimensions swapped."""
    if not input.ndim:
        warn_once(
            "Tensor.mT is deprecated on 0-D tensors. This function is the identity in these cases."
        )
        return input
    require_matrix("mT", input)
    return input.transpose(-2, -1)


@attribute
def H(input: Tensor) -> Tensor:
    """The conjugate of a matrix with rows and columns swapped."""
    if input.ndim not in (0, 2):
        raise RuntimeError(
            f"tensor.H is only supported on matrices (2-D tensors). Got {input.ndim}-D tensor."
            + (" For batches of matrices, consider using tensor.mH" if input.ndim > 2 else "")
        )
    return adjoint(input) if input.ndim else input


@attribute
def mH(input: Tensor) -> Array:
    """The conjugate of the tensor with its last two dimensions swapped."""
    plain = input.__class__ in DENSE and not (Recording.enabled or input.dtype.is_complex)
    if plain and input.array.ndim > 1:  # as gradients ask for it
        return seen(input.array.swapaxes(-1, -2), input)
    require_matrix("mH", input)
    return adjoint(input)


def require_matrix(name: str, input: Tensor) -> None:
    """Refuse what has no last two dimensions.

    Raises:
        RuntimeError: there are fewer than two dimensions.
    """
    if input.ndim < 2:
        raise RuntimeError(in_full("tensor.{} is only supported", name, input.ndim))
