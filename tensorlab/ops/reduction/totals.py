"""Sums, products and their kin: many cells become one."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from tensorlab.engine.autograd.at_once import is_at_once
from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.calling.views import seen
from tensorlab.engine.declaring import Casts, operation
from tensorlab.engine.dtypes import DType
from tensorlab.engine.layout import row_major, strided_view
from tensorlab.engine.shapes import wrap_dims
from tensorlab.engine.signatures.signature import Array, Dims
from tensorlab.engine.signatures.support import BUT_COMPLEX32, INEXACT
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.numerics.limits import ORDERED
from tensorlab.numerics.sums.products import multiply_up
from tensorlab.numerics.sums.reducing import along, of_all
from tensorlab.numerics.sums.summation import FEW, add_up, is_ordered
from tensorlab.numerics.sums.sums_of_few import total_of_few, totals_of_few, whole_total
from tensorlab.ops.shape.joining import cat

FLOAT32, INT64 = np.dtype(np.float32), np.dtype(np.int64)
EXACT = 1 << 24  # whole numbers up to here are floats


def reduce(ufunc: Any, input: Any, dim: Any, keepdim: bool) -> Any:
    """Return a ufunc's reduction of all cells, or along dimensions.

    The type is said because numpy would widen whole numbers.
    """
    if ufunc is np.add and is_ordered(input):
        few = totals_of_few(input, dim, keepdim) if dim.__class__ is int else None
        if few is not None:
            return row_major(few)
        return add_up(input, None if dim is None else wrap_dims(dim, input.ndim), keepdim)
    dtype = None if ufunc is np.logical_or or ufunc is np.logical_and else input.dtype
    if dim is None:
        return (
            ufunc.reduce(input, None, dtype, None, True) if keepdim else of_all(ufunc, input, dtype)
        )
    if dim.__class__ is not int:
        return row_major(along_several(ufunc, input, wrap_dims(dim, input.ndim), dtype, keepdim))
    return row_major(along(ufunc, input, dim, dtype, keepdim))


def along_several(ufunc: Any, input: Any, dims: tuple[int, ...], dtype: Any, keepdim: bool) -> Any:
    """Return a reduction along dimensions: of many cells side by side as along one."""
    if not is_one_run(input, dims):
        return ufunc.reduce(input, dims, dtype, None, keepdim)
    if len(dims) == input.ndim and not keepdim:
        return of_all(ufunc, input, dtype)
    size = math.prod(input.shape[place] for place in dims)
    merged = input.reshape(*input.shape[: min(dims)], size, *input.shape[max(dims) + 1 :])
    total = along(ufunc, merged, min(dims), dtype, False)
    return np.expand_dims(total, dims) if keepdim else total


def is_one_run(input: Any, dims: tuple[int, ...]) -> bool:
    """Return whether many cells along dimensions, side by side, can be reduced as one's."""
    if input.__class__ is not np.ndarray or input.size < MANY or not dims:
        return False
    return input.flags.c_contiguous and max(dims) - min(dims) == len(dims) - 1


def count_reduced(shape: Sequence[int], dim: Dims | None) -> int:
    """Return how many cells become one."""
    count = 1
    for place in wrap_dims(dim, len(shape)):
        count *= shape[place]
    return count


def spread(g: Tensor, sizes: Sequence[int], dim: Any, keepdim: bool) -> Tensor:
    """Return a reduction's result with its reduced dimensions back, of size 1 each."""
    if dim is None or keepdim or not sizes:
        return g
    for place in sorted(wrap_dims(dim, len(sizes))):
        g = g.unsqueeze(place)
    return g


def by_overload(name: str) -> Any:
    """Return the rule for a step's name: PyTorch numbers the form with `dim` 1."""
    return lambda dim: f"{name}Backward{0 if dim is None else 1}"


def sum_of_all(input: Any) -> Any:
    """Return the sum of all cells."""
    few = whole_total(input) if input.dtype is INT64 else total_of_few(input)
    if few is not None:
        return np.array(few, input.dtype)
    if input.size > FEW:
        if is_ordered(input):
            return add_up(input)
    elif input.__class__ is np.ndarray and input.ndim and input.size and input.dtype.char in "fdl":
        # As everybody adds up so few.
        total = np.add.accumulate(input.ravel("K"))[-1]  # in half the time of a reduction
        if total:  # which never gives -0.
            return total
    return of_all(np.add, input, input.dtype)


@operation(plain=sum_of_all, casts=Casts.SUM, dtype=True, takes=BUT_COMPLEX32, kernel="sum_cpu",
           node=by_overload("Sum"), related=("mean", "prod", "cumsum"), careless=True,
           quantized_kernel="sum.IntList_out", reduces=True)  # fmt: skip
def sum(input: Array, dim: Dims | None = None, keepdim: bool = False) -> Array:
    """Return the sum of all cells, or along one or more dimensions.

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


def sum_gradient(g: Tensor, sizes: Sequence[int], dim: Any, keepdim: bool) -> Tensor:
    """Return the gradient for each cell: of a sum of all stretched at once, as `expand` does."""
    array = g.array
    if array.__class__ is np.ndarray and not (array.ndim or Recording.enabled):
        return seen(strided_view(array, sizes, (0,) * len(sizes)), g)
    return spread(g, sizes, dim, keepdim).expand(sizes)


sum.gradient(input=sum_gradient)
sum.slope(input="1")


def require_inexact(input: Tensor, dtype: DType | None) -> None:
    """Refuse the mean of whole numbers.

    Raises:
        RuntimeError: the type of the computation is neither floating nor complex.
    """
    asked, which = (input.dtype, "Input") if dtype is None else (dtype, "Optional")
    if not (asked.is_floating_point or asked.is_complex):
        raise RuntimeError(
            f"mean(): could not infer output dtype. {which} dtype must be either a floating point "
            f"or complex dtype. Got: {asked.scalar_name}"
        )


def mean_of_all(input: Any) -> Any:
    """Return the mean of all cells."""
    few = total_of_few(input)
    if few is not None:
        return np.array(few / input.size, FLOAT32)
    return sum_of_all(input) / input.size


@operation(plain=mean_of_all, casts=Casts.PROMOTE,
           dtype=True, takes=INEXACT, check=require_inexact, kernel="sum_cpu",
           node=by_overload("Mean"), related=("sum", "median", "std"), reduces=True)  # fmt: skip
def mean(input: Array, dim: Dims | None = None, keepdim: bool = False) -> Array:
    """Return the sum divided by the number of cells summed: the average.

    The input must be floating or complex, or `dtype` must be.

    >>> x = torch.tensor([[1., 2.], [3., 6.]])
    >>> torch.mean(x)
    tensor(3.)
    >>> x.mean(1)
    tensor([1.5000, 4.5000])
    """
    if dim is None:
        return reduce(np.add, input, None, keepdim) / input.size
    return reduce(np.add, input, dim, keepdim) / count_reduced(input.shape, dim)


def mean_gradient(g: Tensor, sizes: Sequence[int], dim: Any, keepdim: bool) -> Tensor:
    """Return the gradient's share for each cell."""
    if dim is None and is_at_once(g) and 0 < (count := math.prod(sizes)) < EXACT:
        shares = np.empty(sizes, g.array.dtype)
        shares.fill(g.array.item() / count)  # the one share is worked out once
        return wrap(shares, g.dtype)
    count = count_reduced(sizes, dim)
    return spread(g, sizes, dim, keepdim).expand(sizes) / count


mean.gradient(input=mean_gradient)
mean.slope(input="1/n")


def is_half(input: Any) -> bool:
    """Return whether 16-bit floats are so few that their product is rounded after every step."""
    if input.__class__ is not np.ndarray or input.dtype.itemsize != 2:
        return False
    return input.ndim > 0 and 0 < input.size <= ORDERED


@operation(autocast="full", casts=Casts.SUM, dtype=True, takes=BUT_COMPLEX32, kernel="prod_out_cpu",
           stepwise=True, node=by_overload("Prod"), related=("sum", "cumprod"), careless=True,
           quantized_kernel="prod", reduces=True)  # fmt: skip
def prod(input: Array, dim: int | None = None, keepdim: bool = False) -> Array:
    """Return the product of all cells, or along one dimension.

    Whole numbers and bools are multiplied as int64.

    >>> torch.prod(torch.tensor([1, 2, 3, 4]))
    tensor(24)
    >>> torch.prod(torch.tensor([[1., 2.], [3., 4.]]), 0)
    tensor([3., 8.])
    """
    if is_ordered(input) or is_half(input):
        return multiply_up(input, dim, keepdim)
    if dim is None and input.size > MANY and input.flags.c_contiguous:
        input = product_of_rows(input.reshape(-1))
    elif dim in {-1, input.ndim - 1} and input.size > MANY and input.flags.c_contiguous:
        input = product_of_lanes(input)
    return reduce(np.multiply, input, dim, keepdim)


# From so many cells on their product is taken row by row, several multiplications at once.
MANY = 8192
ROW = 1024
LANES = 64  # cells of a row that are multiplied side by side


def product_of_rows(cells: Any) -> Any:
    """Return fewer cells with the same product."""
    whole = cells.size // ROW * ROW
    rows = np.multiply.reduce(cells[:whole].reshape(-1, ROW), 0)
    return np.concatenate([rows, cells[whole:]])


def product_of_lanes(cells: Any) -> Any:
    """Return fewer cells in rows with the same products."""
    whole = cells.shape[-1] // LANES * LANES
    if whole < 4 * LANES:
        return cells
    lanes = cells[..., :whole].reshape(*cells.shape[:-1], -1, LANES)
    return np.concatenate([np.multiply.reduce(lanes, -2), cells[..., whole:]], -1)


def products_of_others(input: Tensor, dim: int | None) -> Tensor:
    """Return, for each cell, the product of the other cells: exact where cells are 0, too."""
    if dim is None:
        return products_of_others(input.reshape(-1), 0).reshape(input.shape)
    if not input.shape:
        return input.new_ones(())
    size = input.shape[dim]
    if size == 0:
        return input
    one = input.new_ones(input.narrow(dim, 0, 1).shape)
    before = cat([one, input.narrow(dim, 0, size - 1)], dim).cumprod(dim)
    after = cat([one, input.flip(dim).narrow(dim, 0, size - 1)], dim).cumprod(dim).flip(dim)
    return before * after


def prod_gradient(g: Tensor, input: Tensor, out: Tensor, dim: int | None, keepdim: bool) -> Tensor:
    """Return prod's gradient: the product by each cell, where none is 0."""
    slope = spread(g, input.shape, dim, keepdim)
    if input.shape.numel() and bool((input.array != 0).all()):
        return slope * (spread(out, input.shape, dim, keepdim) / input).conj()
    return slope * products_of_others(input, dim).conj()


prod.gradient(input=prod_gradient)
prod.slope(input=("out/input", "others, with others the product of the other cells"))
prod.quantity(others=products_of_others)
