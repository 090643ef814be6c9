"""Elements in another order along a dimension: mirrored, shifted, turned, transposed."""

from typing import Any

import numpy as np

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.calling.views import seen
from tensorlab.engine.declaring import (
    Array,
    Dims,
    Quantized,
    Tensor,
    attribute,
    composite,
    operation,
    warn_once,
)
from tensorlab.engine.dtypes import UNSIGNED, DType
from tensorlab.engine.layout import empty_like, row_major
from tensorlab.engine.memory_formats import IMAGES, as_images
from tensorlab.engine.shapes import existing_dim, wrap_dim, wrap_dims
from tensorlab.engine.signatures.support import BUT_COMPLEX32, EVERY
from tensorlab.engine.tensor import DENSE
from tensorlab.engine.warning import in_full
from tensorlab.ops.shape.dimensions import adjoint, permute


def flipped_types(dims: tuple[int, ...], input: Tensor | None) -> frozenset[DType]:
    """Return the types that can be flipped: of complex32, rows are moved but no single elements."""
    elements = input is None or (
        input.shape.numel() and input.ndim - 1 in wrap_dims(dims, input.ndim)
    )
    return BUT_COMPLEX32 if elements else EVERY


@operation(stored=True, out=False, variadic="dims", takes=flipped_types, kernel="flip_cpu",
           related=("fliplr", "rot90"), quantized=Quantized.MOVES)  # fmt: skip
def flip(input: Array, dims: tuple[int, ...]) -> Array:
    """Return a copy of input with the order of elements reversed along dimensions.

    >>> torch.flip(torch.tensor([[1, 2], [3, 4]]), (0,))
    tensor([[3, 4],
            [1, 2]])
    """
    axes = [wrap_dim(dim, input.ndim) for dim in dims]
    for place, axis in enumerate(axes):
        if axis in axes[:place]:
            raise RuntimeError(f"dim {axis} appears multiple times in the list of dims")
    fresh = empty_like(input)
    fresh[...] = input[
        tuple(slice(None, None, -1 if axis in axes else 1) for axis in range(input.ndim))
    ]
    return fresh


flip.gradient(input=lambda g, dims: g.flip(dims))


@composite(related=("flip", "flipud"), quantized=Quantized.MOVES)
def fliplr(input: Array) -> Tensor:
    """Return a copy of input with the order of its columns reversed.

    >>> torch.fliplr(torch.tensor([[1, 2], [3, 4]]))
    tensor([[2, 1],
            [4, 3]])
    """
    if input.ndim < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return flip(input, (1,))


@composite(related=("flip", "fliplr"), quantized=Quantized.MOVES)
def flipud(input: Array) -> Tensor:
    """Return a copy of input with the order of its rows reversed.

    >>> torch.flipud(torch.tensor([[1, 2], [3, 4]]))
    tensor([[3, 4],
            [1, 2]])
    """
    if input.ndim < 1:
        raise RuntimeError("Input must be >= 1-d.")
    return flip(input, (0,))


@operation(stored=True, out=False, related=("flip",), quantized_kernel="roll")
def roll(input: Array, shifts: Dims, dims: Dims = ()) -> Array:
    """Return input with its elements moved on along dimensions; what leaves the end comes first.

    Without dims the elements are moved along flattened input.

    >>> torch.roll(torch.tensor([1, 2, 3]), 1)
    tensor([3, 1, 2])
    """
    amounts = (shifts,) if isinstance(shifts, int) else tuple(shifts)
    axes = (dims,) if isinstance(dims, int) else tuple(dims)
    if not amounts:
        raise RuntimeError("`shifts` required")
    if len(amounts) != (len(axes) or 1):
        raise RuntimeError(
            f"shifts and dimensions must align. shifts: {len(amounts)}, dims:{len(axes)}"
        )
    if not input.size:
        return input.copy()
    along = [existing_dim(dim, input.ndim) for dim in axes]
    found = np.roll(input, amounts, along) if along else np.roll(input, amounts[0])
    return as_images(row_major(found), input, ranks=IMAGES)


def rolled_back(g: Tensor, shifts: Any, dims: Any) -> Any:
    """Return a gradient moved back."""
    back = -shifts if isinstance(shifts, int) else [-shift for shift in shifts]
    return g.roll(back, dims)


roll.gradient(input=rolled_back)


@operation(
    stored=True,
    out=False,
    takes=BUT_COMPLEX32 | UNSIGNED,
    kernel="flip_cpu",
    related=("flip",),
    quantized=Quantized.MOVES,
)
def rot90(input: Array, k: int = 1, dims: tuple[int, ...] = (0, 1)) -> Array:
    """Return a copy of input turned by k * 90 degrees, from the first dimension to the second.

    >>> torch.rot90(torch.tensor([[1, 2], [3, 4]]))
    tensor([[2, 4],
            [1, 3]])
    """
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if input.ndim < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {input.ndim}")
    if dims[0] == dims[1] or abs(dims[0] - dims[1]) == input.ndim:
        raise RuntimeError(
            f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}"
        )
    first, second = wrap_dims(tuple(dims), input.ndim)
    turns, ahead, mirrored = k % 4, (slice(None),), (slice(None, None, -1),)
    if turns in (2, 3):
        input = input[ahead * first + mirrored]
    if turns in (1, 2):
        input = input[ahead * second + mirrored]
    turned = input.copy("K" if turns else "C")
    return turned.swapaxes(first, second) if turns % 2 else turned


rot90.gradient(input=lambda g, k, dims: g.rot90(-k, dims))


IDENTITY = "Tensor.T is deprecated on 0-D tensors. This function is the identity in these cases."


@attribute
def T(input: Tensor) -> Tensor:
    """The tensor with its dimensions in reverse order."""
    if input.ndim != 2:
        warn_once(in_full("The use of `x.T`") if input.ndim else IDENTITY)
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
    if plain and input._array.ndim > 1:  # as gradients ask for it
        return seen(input._array.swapaxes(-1, -2), input)
    require_matrix("mH", input)
    return adjoint(input)


def require_matrix(name: str, input: Tensor) -> None:
    """Refuse what has no last two dimensions.

    Raises:
        RuntimeError: there are fewer than two dimensions.
    """
    if input.ndim < 2:
        raise RuntimeError(in_full("tensor.{} is only supported", name, input.ndim))
