"""Running totals, products and records along a dimension."""

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.declaring import (
    BOOLEAN,
    BUT_COMPLEX32,
    Array,
    Casts,
    Tensor,
    not_implemented,
    operation,
)
from tensorlab.engine.dtypes import DType
from tensorlab.engine.layout import row_major
from tensorlab.engine.shapes import wrap_dim
from tensorlab.numerics.machine.blocks import in_rows
from tensorlab.ops.linear_algebra.matrix import require_target
from tensorlab.ops.shape.joining import cat

WIDE = 256  # elements of a slice from which on adding whole slices is quicker
FLOAT32, FLOAT64, ZERO = np.dtype(np.float32), np.dtype(np.float64), np.zeros(())


def accumulate(ufunc: np.ufunc, input: NDArray[Any], dim: int, *, exact: bool = False) -> Any:
    """Return the running result of a ufunc along a dimension.

    Floats accumulate in double precision, as PyTorch's CPU kernels do, unless nothing is rounded.
    """
    dim = wrap_dim(dim, input.ndim)
    if input.ndim == 0:
        return input.copy()
    kind = FLOAT64 if input.dtype == FLOAT32 and not exact else input.dtype
    return in_rows(running, row_major(input), dim, ufunc, kind)


def running(terms: NDArray[Any], dim: int, ufunc: np.ufunc, kind: np.dtype[Any]) -> Any:
    """Return the running result along a dimension (not negative), accumulated in a type."""
    found = terms.astype(kind)
    if ufunc is np.add and kind.kind in "fc":
        np.add(found, ZERO, found)  # sums begin with 0, so that none is -0
    if dim < terms.ndim - 1 and found.size >= WIDE * found.shape[dim]:
        for before, part in pairwise(np.moveaxis(found, dim, 0)):
            ufunc(before, part, out=part)
    else:
        ufunc.accumulate(found, dim, None, found)
    return found.astype(terms.dtype, copy=False)


def kept(kernel: str) -> Any:
    """Return the check that a running result written over its terms is of their type."""

    def check(input: Tensor, dtype: DType | None, inplace: bool | None) -> None:
        wanted = input.dtype if dtype is None else dtype
        require_target(input if inplace else None, input.shape, wanted, inplace)
        if inplace and wanted.name == "bool":
            raise not_implemented(kernel, wanted)

    return check


@operation(casts=Casts.SUM, dtype=True, inplace=True, takes=BUT_COMPLEX32 - BOOLEAN,
           kernel="cumsum_out_cpu", check=kept("cumsum_out_cpu"), related=("cumprod", "sum"),
           methods_only=("cumsum_",), copies=3)  # fmt: skip
def cumsum(input: Array, dim: int) -> Array:
    """Return the running sum along a dimension: out[k] is input[0] + ... + input[k].

    >>> torch.cumsum(torch.tensor([[1, 2, 3], [4, 5, 6]]), dim=1)
    tensor([[ 1,  3,  6],
            [ 4,  9, 15]])
    """
    return accumulate(np.add, input, dim)


def reversed_cumsum(input: Tensor, dim: int) -> Tensor:
    """Return the running sum from the far end."""
    return input.flip(dim).cumsum(dim).flip(dim) if input.ndim else input


cumsum.gradient(input=lambda g, dim: reversed_cumsum(g, dim))
cumsum.derivative(input="d out[i] / d input[j] = (i >= j)")


@operation(casts=Casts.SUM, dtype=True, inplace=True, takes=BUT_COMPLEX32 - BOOLEAN,
           kernel="cumprod_out_cpu", check=kept("cumprod_out_cpu"), related=("cumsum", "prod"),
           methods_only=("cumprod_",))  # fmt: skip
def cumprod(input: Array, dim: int) -> Array:
    """Return the running product along a dimension: out[k] is input[0] * ... * input[k].

    >>> torch.cumprod(torch.tensor([[2, 3, 4], [5, 2, 1]]), dim=1)
    tensor([[ 2,  6, 24],
            [ 5, 10, 10]])
    """
    return accumulate(np.multiply, input, dim)


def cumprod_gradient(g: Tensor, input: Tensor, out: Tensor, dim: int) -> Tensor:
    """Return sum over k >= i of g[k] * out[k] / input[i], also where elements are 0."""
    if input.shape.numel() <= 1:
        return g
    zeros = input == 0
    if not zeros.any():
        return reversed_cumsum(g * out.conj(), dim) / input.conj()
    return term_by_term(g, input, dim) if Recording.enabled else around_zeros(g, input, zeros, dim)


def term_by_term(g: Tensor, input: Tensor, dim: int) -> Tensor:
    """Return cumprod's gradient, products without the element itself: slow, but differentiable."""
    size = input.shape[dim]
    parts = []
    for k in range(size):
        before = input.narrow(dim, 0, k).prod(dim, keepdim=True)
        after = input.narrow(dim, k + 1, size - k - 1).cumprod(dim)
        products = before * cat([before.new_ones(before.shape), after], dim)
        parts.append((g.narrow(dim, k, size - k) * products.conj()).sum(dim, keepdim=True))
    return cat(parts, dim)


def around_zeros(g: Tensor, input: Tensor, zeros: Tensor, dim: int) -> Tensor:
    """Return cumprod's gradient where elements are 0.

    Before the first zero nothing changes. At it, its own factor is left out of the products. Behind
    it each product holds a zero that its element cannot lift.
    """
    count = zeros.cumsum(dim)
    first = zeros & (count == 1)
    # the first zero as 1: products without that factor
    lifted = input.masked_fill(first, 1)
    before = (
        reversed_cumsum((g * input.cumprod(dim).conj()).masked_fill(count > 0, 0), dim)
        / lifted.masked_fill(lifted == 0, 1).conj()
    )
    at = reversed_cumsum((g * lifted.cumprod(dim).conj()).masked_fill(count != 1, 0), dim)
    return before.masked_fill(count > 0, 0) + at.masked_fill(~first, 0)


cumprod.gradient(input=cumprod_gradient)
cumprod.derivative(input="d out[i] / d input[j] = out[i]/input[j]")
