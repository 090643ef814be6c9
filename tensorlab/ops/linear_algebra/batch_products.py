"""Products of the matrices of two batches, added to something."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import USUAL, Array, Number, Tensor, leave_to_check, triplewise
from tensorlab.engine.shapes import existing_dim
from tensorlab.engine.warning import in_full
from tensorlab.ops.linear_algebra.matrix import COUNTABLE, require_batches, times
from tensorlab.ops.linear_algebra.products import require_types, weigh, weighted

IN_TURN = 64  # products of floats that are added to what there is one by one


def size_along(tensor: Tensor, dim: int) -> int:
    """Return the size along a dimension.

    Raises:
        IndexError: there is no such dimension.
    """
    return tensor.shape[existing_dim(dim, tensor.ndim)]


def check_baddbmm(
    input: Tensor, batch1: Tensor, batch2: Tensor, out: object = None, inplace: bool | None = None
) -> None:
    """Refuse what baddbmm can't multiply and add."""
    sizes = [size_along(batch1, 0), size_along(batch1, 1), size_along(batch2, 2)]
    input.expand(*sizes)
    if input.dtype is not batch1.dtype:
        raise RuntimeError(
            "Input dtypes must be the same, got: input "
            f"{input.dtype.c_name}, batch1: {batch1.dtype.c_name}, batch2: {batch2.dtype.c_name}"
        )
    require_batches(batch1, batch2, out, inplace)


@triplewise(autocast="down", takes=COUNTABLE, check=check_baddbmm, inplace=True,
            related=("bmm", "addmm"), structured=True, wrong_out=USUAL)  # fmt: skip
def baddbmm(
    input: Array, batch1: Array, batch2: Array, *, beta: Number = 1, alpha: Number = 1
) -> Array:
    """Return beta * input + alpha * bmm(batch1, batch2); input broadcasts.

    >>> torch.baddbmm(torch.ones(1, 2), torch.ones(1, 2, 3), torch.ones(1, 3, 2))
    tensor([[[4., 4.],
             [4., 4.]]])
    """
    leave_to_check(batch1.ndim != 3 or batch2.ndim != 3 or len(batch1) != len(batch2))
    return weigh(input, times(batch1, batch2), beta, alpha)


def check_addbmm(input: Tensor, batch1: Tensor, batch2: Tensor, out: object = None) -> None:
    """Refuse what addbmm can't multiply and add.

    Raises:
        RuntimeError: a shape or a type does not fit.
    """
    input.expand(size_along(batch1, 1), size_along(batch2, 2))
    for place, batch in enumerate((batch1, batch2), 1):
        if batch.ndim != 3:
            raise RuntimeError(f"batch{place} must be a 3D tensor")
    if batch1.shape[0] != batch2.shape[0]:
        raise RuntimeError(in_full("batch1 and batch2", batch1.shape[0], batch2.shape[0]))
    if batch1.shape[2] != batch2.shape[1]:
        raise RuntimeError(
            f"Incompatible matrix sizes for bmm ({batch1.shape[1]}x{batch1.shape[2]} and "
            f"{batch2.shape[1]}x{batch2.shape[2]})"
        )
    # It adds to what it writes to, one product after the other.
    require_types(out if isinstance(out, Tensor) else input, batch1, batch2)


@triplewise(
    autocast="down",
    takes=COUNTABLE,
    kernel="addmm_impl_cpu_",
    rounds_intermediates=True,
    begins_in_out=True,
    check=check_addbmm,
    inplace=True,
    related=("bmm", "baddbmm"),
    wrong_out=USUAL,
)
def addbmm(
    input: Array, batch1: Array, batch2: Array, *, beta: Number = 1, alpha: Number = 1
) -> Array:
    """Return beta * input + alpha * the sum of the products of all pairs of matrices.

    >>> torch.addbmm(torch.zeros(2, 2), torch.ones(5, 2, 3), torch.ones(5, 3, 2))
    tensor([[15., 15.],
            [15., 15.]])
    """
    leave_to_check(batch1.ndim != 3 or batch2.ndim != 3 or len(batch1) != len(batch2))
    if input.dtype.kind not in "iu" and (input.dtype.itemsize == 2 or len(batch1) <= IN_TURN):
        return added_in_turn(input, batch1, batch2, beta, alpha)
    return weigh(input, np.add.reduce(times(batch1, batch2), 0, input.dtype), beta, alpha)


def added_in_turn(
    input: NDArray[Any], batch1: NDArray[Any], batch2: NDArray[Any], beta: object, alpha: object
) -> Any:
    """Return addbmm of floats, each product added to what there is, and rounded."""
    kind = input.dtype
    wide = kind if kind.itemsize > 2 else np.float32
    shape = (batch1.shape[1], batch2.shape[2])
    for first, second in zip(batch1, batch2, strict=True):
        factors = first.astype(wide, copy=False), second.astype(wide, copy=False)
        input = weigh(input.astype(wide, copy=False), times(*factors), beta, alpha).astype(kind)
        beta = 1
    return input if len(batch1) else np.broadcast_to(input * kind.type(beta), shape).copy()


for product in (baddbmm, addbmm):
    product.gradient(
        input=lambda g, beta: weighted(g, beta),
        batch1=lambda g, batch2, alpha: weighted(g @ batch2.mH, alpha),
        batch2=lambda g, batch1, alpha: weighted(batch1.mH @ g, alpha),
    )
    product.derivative(input="beta")
