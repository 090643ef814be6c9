"""Distances between two tensors, and between the rows of two matrices."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import Array, Tensor, pairwise
from tensorlab.engine.layout import row_major
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.signatures.support import (
    COMPLEX32,
    FLOATS,
    HALVES,
    INEXACT,
    leave_to_check,
    require_same_type,
)
from tensorlab.numerics.functions.rounding import widened
from tensorlab.ops.linear_algebra.norms import norm_gradient, require_norm, vector_norm
from tensorlab.ops.pointwise.arithmetic import refuse_bool
from tensorlab.ops.pointwise.flat import differentiable_once

cdist_back = differentiable_once(
    "CdistBackwardBackward0",
    NotImplementedError("the derivative for '_cdist_backward' is not implemented."),
)


def check_dist(input: Tensor, other: Tensor) -> None:
    """Refuse whole numbers and truth values.

    Raises:
        RuntimeError: the elements are whole numbers or truth values.
    """
    refuse_bool(input, other)
    require_norm(max(input, other, key=lambda part: part.dtype.category))


@pairwise(
    takes=INEXACT | COMPLEX32,
    check=check_dist,
    out=False,
    rounds_intermediates=True,
    related=("norm", "cdist"),
    quantized_kernel="sub.out",
)
def dist(input: Array, other: Array, p: float = 2) -> Array:
    """Return the norm of order p of the differences of two tensors.

    >>> torch.dist(torch.tensor([1., 1.]), torch.tensor([4., 5.]))
    tensor(5.)
    """
    return vector_norm.operation.forward(widened(input - other), p)


def dist_gradient(g: Tensor, input: Tensor, other: Tensor, out: Tensor, p: float) -> Any:
    """Return the gradient for the differences; there is none for their number."""
    return None if p == 0 else norm_gradient(g, input - other, out, p, None, keepdim=False)


APART = "(input - other)*abs(input - other)**(p - 2)"
dist.gradient(
    input=dist_gradient,
    other=lambda g, input, other, out, p: dist_gradient(-g, input, other, out, p),
)
dist.derivative(
    input=("(input - other)/out", "1 if input > other else -1", f"{APART}/out**(p - 1)"),
    other=("(other - input)/out", "1 if other > input else -1", f"-{APART}/out**(p - 1)"),
)


def check_cdist(x1: Tensor, x2: Tensor, p: float, compute_mode: object) -> None:
    """Refuse what cdist can't measure.

    Raises:
        ValueError: there is no such mode.
        RuntimeError: the rows don't fit in number, length or type, or the order is negative.
    """
    if compute_mode not in MODES:
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    for name, rows in (("X1", x1), ("X2", x2)):
        if rows.ndim < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, {name} got: {rows.ndim}D")
    for name, rows in (("X1", x1), ("X2", x2)):
        if not rows.dtype.is_floating_point:
            raise RuntimeError(
                f"cdist only supports floating-point dtypes, {name} got: {rows.dtype.scalar_name}"
            )
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(
            f"X1 and X2 must have the same number of columns. X1: {x1.shape[-1]} X2: {x2.shape[-1]}"
        )
    if not p >= 0:
        raise RuntimeError("cdist only supports non-negative p values")
    require_same_type(x1, x2)


# Up to so many rows PyTorch measures each pair of them; above, it multiplies matrices.
FEW = 25
ALWAYS_DIRECT = "donot_use_mm_for_euclid_dist"
ALWAYS_BY_PRODUCT = "use_mm_for_euclid_dist"
AS_NEEDED = "use_mm_for_euclid_dist_if_necessary"
MODES = (ALWAYS_DIRECT, ALWAYS_BY_PRODUCT, AS_NEEDED)


def by_matrices(x1: Any, x2: Any, p: float, compute_mode: Any) -> bool:
    """Return whether the distances come of a matrix product."""
    many = max(x1.shape[-2], x2.shape[-2]) > FEW and compute_mode != ALWAYS_DIRECT
    return p == 2 and (many or compute_mode == ALWAYS_BY_PRODUCT)


def by_product(x1: NDArray[Any], x2: NDArray[Any]) -> Any:
    """Return the distances by |a - b|^2 = |a|^2 - 2 a b + |b|^2, as PyTorch does for many rows."""
    squares1, squares2 = ((x * x).sum(-1, keepdims=True) for x in (x1, x2))
    reserve_memory(2 * squares1.size * x2.shape[-2] * x1.itemsize)
    left = np.concatenate([-2 * x1, squares1, np.ones_like(squares1)], -1)
    right = np.concatenate([x2, np.ones_like(squares2), squares2], -1)
    squares = np.matmul(left, right.swapaxes(-1, -2))
    # in place: new memory costs more than the arithmetic
    np.maximum(squares, 0, out=squares)
    return np.sqrt(squares, out=squares)


@pairwise(autocast="full", method=False, out=False, casts=None, takes=FLOATS - HALVES,
          check=check_cdist, related=("dist", "norm"),
          node=lambda x1, x2, p, compute_mode: (
              "ViewBackward0" if by_matrices(x1, x2, p, compute_mode) else "CdistBackward0"),
          quantized_kernel="_cdist_forward", copies=0)  # fmt: skip
def cdist(x1: Array, x2: Array, p: float = 2.0, compute_mode: Any = AS_NEEDED) -> Array:
    """Return the distances of order p between all rows of x1 and all rows of x2.

    >>> torch.cdist(torch.tensor([[0., 0.], [3., 4.]]), torch.tensor([[0., 0.]]))
    tensor([[0.],
            [5.]])
    """
    leave_to_check(x1.ndim < 2 or x2.ndim < 2 or x1.shape[-1] != x2.shape[-1] or not p >= 0)
    leave_to_check(compute_mode not in MODES)
    if by_matrices(x1, x2, p, compute_mode):
        return by_product(x1, x2)
    reserve_memory(x1.size * x2.shape[-2] * x1.itemsize)
    between = row_major(x1)[..., :, None, :] - row_major(x2)[..., None, :, :]
    if p == math.inf:  # PyTorch's loop passes over NaN here
        return np.fmax.reduce(np.absolute(between), -1, initial=0)
    if p == 0:  # and keeps it here
        return np.minimum(np.ceil(np.absolute(between)), 1).sum(-1)
    return vector_norm.operation.forward(between, p, -1)


def cdist_gradient(g: Tensor, x1: Tensor, x2: Tensor, out: Tensor, p: float) -> Tensor:
    """Return the distances' gradient for the differences of all pairs of rows."""
    between = x1.unsqueeze(-2) - x2.unsqueeze(-3)
    if p == 0:
        return between.new_zeros(between.shape)
    if p == math.inf:  # every largest difference gets all of it
        return between.sgn() * (between.abs() == out.unsqueeze(-1)) * g.unsqueeze(-1)
    return norm_gradient(g, between, out, p, -1, keepdim=False)


def cdist_backward(
    g: Tensor, x1: Tensor, x2: Tensor, out: Tensor, p: float, compute_mode: object
) -> Tensor:
    """Return the distances' gradient for x1."""
    found = cdist_gradient(g, x1, x2, out, p).sum(-2)
    return found if by_matrices(x1, x2, p, compute_mode) else cdist_back(found, x1, x2)


cdist.gradient(
    x1=cdist_backward,
    x2=lambda g, x1, x2, out, p, compute_mode: cdist_backward(
        g.mT, x2, x1, out.mT, p, compute_mode
    ),
)
cdist.derivative(
    x1="d out[i, j] / d x1[i, k] = (x1[i, k] - x2[j, k])/out[i, j]",
    x2="d out[i, j] / d x2[j, k] = (x2[j, k] - x1[i, k])/out[i, j]",
)
