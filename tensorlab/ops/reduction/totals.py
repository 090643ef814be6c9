"""Sums, products and their kin: many elements become one."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.autograd.recording import is_at_once
from tensorlab.engine.calling.views import seen
from tensorlab.engine.declaring import BUT_COMPLEX32, INEXACT, Array, Casts, Dims, Tensor, operation
from tensorlab.engine.dtypes import DType
from tensorlab.engine.layout import row_major, strided_view
from tensorlab.engine.shapes import wrap_dims
from tensorlab.engine.tensor import wrap
from tensorlab.engine.warning import in_full
from tensorlab.numerics.sums.reducing import add_up, reduced
from tensorlab.ops.shape.joining import cat

EXACT = 1 << 24  # whole numbers up to here are floats


def reduce(ufunc: np.ufunc, input: Any, dim: Any, keepdim: bool) -> Any:
    """Return a ufunc's reduction of all elements, or along dimensions.

    The type is said because numpy would widen whole numbers.
    """
    axes = None if dim is None else wrap_dims(dim, input.ndim)
    if ufunc is np.add:
        return row_major(add_up(input, axes, keepdim))
    logical = ufunc is np.logical_or or ufunc is np.logical_and
    return row_major(reduced(ufunc, input, axes, None if logical else input.dtype, keepdim))


def count_reduced(shape: Sequence[int], dim: Dims | None) -> int:
    """Return how many elements become one."""
    count = 1
    for place in wrap_dims(dim, len(shape)):
        count *= shape[place]
    return count


def restore_reduced_dims(g: Tensor, sizes: Sequence[int], dim: Any, keepdim: bool) -> Tensor:
    """Return a reduction's result with its reduced dimensions back, of size 1 each."""
    if dim is None or keepdim or not sizes:
        return g
    for place in sorted(wrap_dims(dim, len(sizes))):
        g = g.unsqueeze(place)
    return g


def by_overload(name: str) -> Any:
    """Return the rule for a step's name: PyTorch numbers the form with `dim` 1."""
    return lambda dim: f"{name}Backward{0 if dim is None else 1}"


@operation(plain=add_up, casts=Casts.SUM, dtype=True, takes=BUT_COMPLEX32, kernel="sum_cpu",
           node=by_overload("Sum"), related=("mean", "prod", "cumsum"), skips_overlap_check=True,
           quantized_kernel="sum.IntList_out", reduces=True)  # fmt: skip
def sum(input: Array, dim: Dims | None = None, keepdim: bool = False) -> Array:
    """Return the elements added up, all of them or along dimensions.

    Whole numbers and bools are summed as int64.

    >>> x = torch.tensor([[1, 2], [3, 4]])
    >>> torch.sum(x)
    tensor(10)
    >>> x.sum(dim=0)
    tensor([4, 6])
    >>> x.sum(1, keepdim=True)
    tensor([[3],
            [7]])
    """
    return reduce(np.add, input, dim, keepdim)


def sum_gradient(g: Tensor, sizes: Sequence[int], dim: object, keepdim: bool) -> Tensor:
    """Return the gradient for each element: of a sum of all stretched at once, as `expand` does."""
    array = g._array
    if array.__class__ is np.ndarray and not (array.ndim or Recording.enabled):
        return seen(strided_view(array, sizes, (0,) * len(sizes)), g)
    return restore_reduced_dims(g, sizes, dim, keepdim).expand(sizes)


sum.gradient(input=sum_gradient)
sum.derivative(input="1")


def require_inexact(input: Tensor, dtype: DType | None) -> None:
    """Refuse the mean of whole numbers.

    Raises:
        RuntimeError: the type of the computation is neither floating nor complex.
    """
    asked, which = (input.dtype, "Input") if dtype is None else (dtype, "Optional")
    if not (asked.is_floating_point or asked.is_complex):
        raise RuntimeError(in_full("{}: could not infer", "mean()", which, asked.scalar_name))


@operation(plain=lambda input: add_up(input) / input.size, casts=Casts.PROMOTE, dtype=True,
           takes=INEXACT, check=require_inexact, kernel="sum_cpu",
           node=by_overload("Mean"), related=("sum", "median", "std"), reduces=True)  # fmt: skip
def mean(input: Array, dim: Dims | None = None, keepdim: bool = False) -> Array:
    """Return the sum divided by the number of elements summed: the average.

    The input must be floating or complex, or `dtype` must be.

    >>> x = torch.tensor([[1., 2.], [3., 6.]])
    >>> torch.mean(x)
    tensor(3.)
    >>> x.mean(1)
    tensor([1.5000, 4.5000])
    """
    return reduce(np.add, input, dim, keepdim) / count_reduced(input.shape, dim)


def mean_gradient(g: Tensor, sizes: Sequence[int], dim: Any, keepdim: bool) -> Tensor:
    """Return the gradient's share for each element."""
    if dim is None and is_at_once(g) and 0 < (count := math.prod(sizes)) < EXACT:
        shares = np.empty(sizes, g._array.dtype)
        shares.fill(g._array.item() / count)  # the one share is worked out once
        return wrap(shares, g.dtype)
    count = count_reduced(sizes, dim)
    return restore_reduced_dims(g, sizes, dim, keepdim).expand(sizes) / count


mean.gradient(input=mean_gradient)
mean.derivative(input="1/n")


@operation(autocast="full", casts=Casts.SUM, dtype=True, takes=BUT_COMPLEX32, kernel="prod_out_cpu",
           rounds_intermediates=True, node=by_overload("Prod"), related=("sum", "cumprod"),
           skips_overlap_check=True, quantized_kernel="prod", reduces=True)  # fmt: skip
def prod(input: Array, dim: int | None = None, keepdim: bool = False) -> Array:
    """Return the elements multiplied, all of them or along a dimension.

    Whole numbers and bools are multiplied as int64.

    >>> torch.prod(torch.tensor([1, 2, 3, 4]))
    tensor(24)
    >>> torch.prod(torch.tensor([[1., 2.], [3., 4.]]), 0)
    tensor([3., 8.])
    """
    halves = input.__class__ is np.ndarray and input.dtype.itemsize == 2
    if halves and input.size and input.ndim:  # rounded after every step
        factors, axis = (input.reshape(-1), 0) if dim is None else (input, dim)
        product = np.multiply.accumulate(factors, axis).take([-1], axis)
        return product if keepdim and dim is not None else product.squeeze(axis)
    return reduce(np.multiply, input, dim, keepdim)


def products_of_others(input: Tensor, dim: int | None) -> Tensor:
    """Return, for each element, the product of the others: exact where elements are 0, too."""
    if dim is None or not input.ndim:
        return products_of_others(input.reshape(-1), 0).reshape(input.shape)
    size = input.shape[dim]
    if size == 0:
        return input
    one = input.new_ones(input.narrow(dim, 0, 1).shape)
    before = cat([one, input.narrow(dim, 0, size - 1)], dim).cumprod(dim)
    after = cat([one, input.flip(dim).narrow(dim, 0, size - 1)], dim).cumprod(dim).flip(dim)
    return before * after


def prod_gradient(g: Tensor, input: Tensor, out: Tensor, dim: int | None, keepdim: bool) -> Tensor:
    """Return prod's gradient: the product by each element, where none is 0."""
    if not input.ndim:
        return g
    zeros = int((input._array == 0).sum())
    if dim is None and zeros > 1 and not Recording.enabled:
        return input.new_zeros(input.shape)  # also where another element is NaN
    slope = restore_reduced_dims(g, input.shape, dim, keepdim)
    if input.shape.numel() and not zeros:
        return slope * (restore_reduced_dims(out, input.shape, dim, keepdim) / input).conj()
    return slope * products_of_others(input, dim).conj()


prod.gradient(input=prod_gradient)
prod.derivative(input=("out/input", "others, with others the product of the other elements"))
prod.quantity(others=products_of_others)
