"""Cross products and Vandermonde matrices."""

import numpy as np

from tensorlab.engine.declaring import USUAL, composite, leave_to_check, pairwise
from tensorlab.engine.shapes import broadcast_shapes, existing_dim, reserve_elements
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.signatures.support import BOOLEAN, COMPLEX32, EVERY, HALVES, require_same_type
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn_once
from tensorlab.numerics.functions.rounding import multiply_add
from tensorlab.ops.shape.joining import cat

CROSSED = EVERY - BOOLEAN - COMPLEX32


def check_cross(input: Tensor, other: Tensor, dim: int) -> None:
    """Refuse what has no cross product.

    Raises:
        RuntimeError: the vectors don't have three elements, or there are not equally many
            dimensions.
    """
    if input.ndim != other.ndim:
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    place = existing_dim(dim, input.ndim)
    if input.shape[place] != 3 or other.shape[place] != 3:
        raise RuntimeError(
            f"linalg.cross: inputs dimension {dim} must have length 3. "
            f"Got {input.shape[place]} and {other.shape[place]}"
        )
    broadcast_shapes(input.shape, other.shape)
    require_same_type(input, other, CROSSED, "cross")


@pairwise(name="cross", namespace="torch.linalg", takes=CROSSED,
          check=check_cross, rounds_intermediates=True, related=("vecdot", "outer"),
          wrong_out=USUAL, apart=True, quantized_kernel="linalg_cross.out")  # fmt: skip
def linalg_cross(input: Array, other: Array, *, dim: int = -1) -> Array:
    """Return the cross products along a dimension of size 3.

    >>> torch.linalg.cross(torch.tensor([1., 0., 0.]), torch.tensor([0., 1., 0.]))
    tensor([0., 0., 1.])
    """
    leave_to_check(input.ndim != other.ndim or input.shape[dim] != 3 or other.shape[dim] != 3)
    a, b = np.moveaxis(input, dim, 0), np.moveaxis(other, dim, 0)
    turns = (1, 2), (2, 0), (0, 1)
    parts = [multiply_add(a[i], b[j], -(a[j] * b[i])) for i, j in turns]
    return np.stack(parts, dim).copy()


linalg_cross.gradient(
    input=lambda g, other, dim: linalg_cross(other.conj().expand(g.shape), g, dim=dim),
    other=lambda g, input, dim: linalg_cross(g, input.conj().expand(g.shape), dim=dim),
)


@composite(out=True, related=("linalg.cross", "dot"), wrong_out=USUAL, apart=True)
def cross(input: Array, other: Array, dim: int | None = None) -> Tensor:
    """Return the cross products along a dimension of size 3: the first such one by default.

    >>> torch.cross(torch.tensor([1., 0., 0.]), torch.tensor([0., 1., 0.]), dim=0)
    tensor([0., 0., 1.])
    """
    if dim is None:
        warn_once(in_full("Using torch.cross"))
        if 3 not in input.shape:
            raise RuntimeError("no dimension of size 3 in input")
        dim = list(input.shape).index(3)
    return linalg_cross(input, other, dim=dim)


def vandermonde(x: Tensor, count: int) -> Tensor:
    """Return the powers 0, 1, 2 ... of each element, along a new last dimension."""
    x = x if x.ndim else x.unsqueeze(0)
    reserve_elements((*x.shape, max(count, 0)), 2 * x.itemsize)
    one = x.unsqueeze(-1).new_ones((*x.shape, min(count, 1)))
    if count <= 1:
        return one
    return cat([one, x.unsqueeze(-1).expand(*x.shape, count - 1).cumprod(-1)], -1)


@composite(name="vander", namespace="torch.linalg", related=("vander",))
def linalg_vander(x: Array, *, N: int | None = None) -> Tensor:
    """Return the powers of each element from 0 up, one row per element.

    >>> torch.linalg.vander(torch.tensor([1, 2, 3]))
    tensor([[1, 1, 1],
            [1, 2, 4],
            [1, 3, 9]])
    """
    if (x.shape[-1] if N is None and x.ndim else N or 0) <= 1:
        raise RuntimeError("N must be greater than 1.")
    if x.dtype in HALVES | BOOLEAN | COMPLEX32:
        raise RuntimeError(in_full("linalg.vander supports", x.dtype.scalar_name))
    return vandermonde(x, x.shape[-1] if N is None else N)


@composite(method=False, related=("linalg.vander",))
def vander(x: Array, N: int | None = None, increasing: bool = False) -> Tensor:
    """Return the powers of each element of a vector, highest first unless increasing=True.

    >>> torch.vander(torch.tensor([1, 2, 3]))
    tensor([[1, 1, 1],
            [4, 2, 1],
            [9, 3, 1]])
    """
    if x.ndim != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    if N is not None and N < 0:
        raise RuntimeError("N must be non-negative.")
    powers = vandermonde(x, x.shape[0] if N is None else N)
    return powers if increasing else powers.flip(-1)
