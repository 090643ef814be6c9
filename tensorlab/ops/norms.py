"""The sizes of vectors and matrices."""

import math
from typing import Any

import numpy as np

from tensorlab.engine.creating import composite
from tensorlab.engine.declaration import operation
from tensorlab.engine.dtypes import DType
from tensorlab.engine.shapes import wrap_dims
from tensorlab.engine.signature import Array, Dims, Number
from tensorlab.engine.support import INEXACT
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.reduction import spread


def require_inexact(x: Tensor, dtype: DType | None) -> None:
    """Refuse the norm of whole numbers.

    Raises:
        RuntimeError: the input is neither floating nor complex.
    """
    if not (x.dtype.is_floating_point or x.dtype.is_complex):
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. Got "
            f"{x.dtype.scalar_name}"
        )


@operation(namespace="torch.linalg", node="LinalgVectorNormBackward0", dtype=True, takes=INEXACT,
           casts="promote", check=require_inexact, related=("norm", "matrix_norm"))  # fmt: skip
def vector_norm(
    x: Array, ord: Number = 2, dim: Dims | None = None, keepdim: bool = False
) -> Array:
    """Return the norm of the cells as one vector, or along dimensions.

    Of order 2 it is the root of the summed squares; of order 1 the sum of the sizes; of infinite
    order the largest size; of order 0 the number of cells that are not 0.

    >>> torch.linalg.vector_norm(torch.tensor([3., 4.]))
    tensor(5.)
    >>> torch.linalg.vector_norm(torch.tensor([3., -4.]), ord=1)
    tensor(7.)
    """
    axes = None if dim is None else wrap_dims(dim, x.ndim)
    if ord == 2 and axes is None and not keepdim:
        return np.sqrt(np.vdot(x, x).real)
    sizes = np.abs(x)
    if ord == math.inf:
        return np.maximum.reduce(sizes, axes, None, None, keepdim, *([0] if not x.size else []))
    if ord == -math.inf:
        return np.minimum.reduce(sizes, axes, None, None, keepdim)
    if ord == 0:
        return np.add.reduce(sizes != 0, axes, sizes.dtype, None, keepdim)
    if ord == 1:
        return np.add.reduce(sizes, axes, None, None, keepdim)
    if ord == 2:
        return np.sqrt(np.add.reduce(sizes * sizes, axes, None, None, keepdim))
    return np.add.reduce(sizes**ord, axes, None, None, keepdim) ** (1 / ord)


def norm_gradient(g: Tensor, x: Tensor, out: Tensor, ord: Number, dim: Any, keepdim: bool) -> Tensor:
    """Return a norm's gradient; none flows from cells at which the norm has a corner."""
    g, out = spread(g, x.shape, dim, keepdim), spread(out, x.shape, dim, keepdim)
    if ord == 0:
        return x.new_zeros(x.shape)
    if ord == 1:
        return x.sgn() * g
    if ord == 2:
        return g * (x / out).masked_fill(out == 0, 0)
    if math.isinf(ord):
        largest = (x.abs() == out) | (x.abs().isnan() & out.isnan())
        count = largest.sum() if dim is None else largest.sum(dim, True)
        return x.sgn() * largest * (g / count)
    if ord < 2:
        steep = x.sgn() * (x.abs() ** (ord - 1)).masked_fill(x == 0, 0)
    else:
        steep = x * x.abs() ** (ord - 2)
    return steep * (g / out ** (ord - 1)).masked_fill(out == 0, 0)


vector_norm.gradient(
    x=lambda g, x, out, ord, dim, keepdim: norm_gradient(g, x, out, ord, dim, keepdim)
)


@composite(out=True, related=("linalg.vector_norm",))
def norm(
    input: Array,
    p: Number | str | None = "fro",
    dim: Dims | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """Return the norm of order p of the cells, overall or along dimensions.

    The default is the root of the summed squares. "nuc" sums a matrix's singular values.

    >>> torch.norm(torch.tensor([3., 4.]))
    tensor(5.)
    """
    if p == "nuc":
        return matrix_norm(input, "nuc", (-2, -1) if dim is None else dim, keepdim, dtype=dtype)
    if p is None or p == "fro":
        p = 2
    elif isinstance(p, str):
        raise RuntimeError(f"linalg.matrix_norm: Order {p} not supported.")
    settings = {} if dtype is None else {"dtype": dtype}
    return vector_norm(input, p, dim, keepdim, **settings)
