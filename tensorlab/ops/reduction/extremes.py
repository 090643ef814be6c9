"""The largest and the smallest elements, and where they are."""

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import REAL, Array, Declaration, Dims, Facts, composite, operation
from tensorlab.engine.layout import row_major
from tensorlab.engine.naming import return_type
from tensorlab.engine.shapes import wrap_dim, wrap_dims
from tensorlab.engine.signatures.out_types import OTHER_EXTREMES
from tensorlab.engine.signatures.support import unless_idle
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.numerics.sums.reducing import reduced
from tensorlab.ops.reduction.totals import restore_reduced_dims


def require_elements(name: str, input: NDArray[Any], dim: Any, *, advice: bool = True) -> None:
    """Refuse to look for an extreme among no elements.

    Raises:
        RuntimeError: the tensor is empty and no dimension is named.
        IndexError: the dimension has no elements, or there is no such dimension.
    """
    if dim is None or (not isinstance(dim, int) and len(dim) == 0):
        if advice:
            raise RuntimeError(in_full("{}: Expected reduction dim", f"{name}()"))
        raise IndexError(
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0."
        )
    places = wrap_dims(dim, input.ndim)
    asked = (dim,) if isinstance(dim, int) else dim
    for place in asked if name in {"amax", "amin"} else places:
        if input.shape[place] == 0:
            raise IndexError(f"{name}(): Expected reduction dim {place} to have non-zero size.")


def extreme(ufunc: object, name: str, input: NDArray[Any], dim: Any, keepdim: bool) -> Any:
    """Return the largest or smallest element, overall or along dimensions; NaN is both."""
    try:
        axes = None if dim is None else wrap_dims(dim, input.ndim)
        return row_major(reduced(ufunc, input, axes, None, keepdim))
    except ValueError:
        require_elements(name, input, dim)
        raise


def extreme_of_all(ufunc: object, choose: Any, name: str, input: NDArray[Any]) -> Any:
    """Return the largest or smallest element overall: looked up where it is, in half the time.

    Of zeros, whose signs differ, the one that a reduction meets last counts.
    """
    if input.__class__ is np.ndarray and input.size:
        element = input.item(choose(input))
        if element:
            return np.array(element, input.dtype)
    return extreme(ufunc, name, input, None, keepdim=False)


def share_of_all(g: Tensor, input: Tensor, out: Tensor) -> Tensor:
    """Return a gradient shared evenly among the extreme elements, or NaN as the result is."""
    chosen = (input == out) | (input.isnan() & out.isnan())
    return g / chosen.sum().to(g.dtype) * chosen


def share(g: Tensor, input: Tensor, out: Tensor, dim: Any, keepdim: bool) -> Tensor:
    """Return a gradient shared evenly among the elements that are extreme; of NaN none is."""
    chosen = input == restore_reduced_dims(out, input.shape, dim, keepdim)
    count = chosen.sum(dim, keepdim) if dim is not None and dim != () else chosen.sum()
    shared = g / count.to(g.dtype)
    return restore_reduced_dims(shared, input.shape, dim, keepdim) * chosen


def to_places(g: Tensor, sizes: object, indices: Tensor, dim: int, keepdim: bool) -> Tensor:
    """Return a gradient sent to the one element along a dimension that was picked."""
    if not sizes:
        return g
    if not keepdim:
        g, indices = g.unsqueeze(dim), indices.unsqueeze(dim)
    return g.new_zeros(sizes).scatter(dim, indices, g)


def same_type_out(input: Tensor, out: Tensor | None) -> None:
    """Refuse to write a result into a tensor of another type.

    Raises:
        RuntimeError: the types differ.
    """
    if out is not None and out.dtype is not input.dtype:
        raise RuntimeError(in_full("Expected the", input.dtype.scalar_name, out.dtype.scalar_name))


def refuse_complex(name: str) -> Any:
    """Return the check that a type has an order."""

    def check(input: Tensor, dim: int = -1) -> None:
        if input.dtype.is_complex:
            wrap_dim(dim, input.ndim)
            raise RuntimeError(f"{name}(): does not support complex input")

    return check


def position(choose: str, input: NDArray[Any], dim: int, keepdim: bool) -> Any:
    """Return where along a dimension the extreme is."""
    if input.ndim == 0:
        wrap_dim(dim, 0)
        return np.zeros((), np.int64)
    # numpy takes the least number of 32 bits for no dimension at all
    if dim < -input.ndim:
        wrap_dim(dim, input.ndim)
    return getattr(input, choose)(dim, keepdims=keepdim)


def all_with_step(ufunc: np.ufunc, choose: object, name: str) -> Any:
    """Declare the form of max or min without a dimension: a gradient is shared among ties."""

    @operation(name=name, inner=True, takes=unless_idle(REAL), kernel=f"{name}_all",
               node=f"{name.title()}Backward1",
               plain=partial(extreme_of_all, ufunc, choose, name))  # fmt: skip
    def whole(input: Array) -> Array:
        return extreme(ufunc, name, input, None, keepdim=False)

    whole.gradient(input=share_of_all)
    whole.derivative(input="1 at the winner, else 0")
    return whole


def along_with_step(ufunc: np.ufunc, choose: str, name: str) -> Any:
    """Declare the form of max or min along a dimension: values, and where they are."""
    result = return_type(name, "values", "indices")

    @operation(name=name, inner=True, takes=REAL, check=refuse_complex(name),
               node=f"{name.title()}Backward0")  # fmt: skip
    def along(input: Array, dim: int, keepdim: bool = False) -> Any:
        input = row_major(input)
        values = extreme(ufunc, name, input, dim, keepdim)
        return result(values, position(choose, input, dim, keepdim))

    along.gradient(
        input=lambda g, sizes, out, dim, keepdim: to_places(g[0], sizes, out[1], dim, keepdim)
    )
    along.derivative(input="1 at the winner, else 0")
    return along


max_of_all = all_with_step(np.maximum, np.ndarray.argmax, "max")
min_of_all = all_with_step(np.minimum, np.ndarray.argmin, "min")
max_along = along_with_step(np.maximum, "argmax", "max")
min_along = along_with_step(np.minimum, "argmin", "min")


@composite(out=True, related=("amax", "argmax", "maximum"))
def max(
    input: Array, dim: int | Tensor | None = None, keepdim: bool = False, *, other: Any = None
) -> Any:
    """Return the largest element; along a dimension the largest elements and where they are.

    With a second tensor it is `maximum`: the larger element of each pair. NaN counts as largest.

    >>> x = torch.tensor([[1., 7.], [5., 3.]])
    >>> torch.max(x)
    tensor(7.)
    >>> torch.max(x, dim=1)
    torch.return_types.max(
    values=tensor([7., 5.]),
    indices=tensor([1, 0]))
    """
    if dim is None and other is None:
        return max_of_all(input)
    if dim.__class__ is int or keepdim:
        return max_along(input, dim, keepdim) if keepdim else max_along(input, dim)
    return input.maximum(dim if other is None else other)


@composite(out=True, related=("amin", "argmin", "minimum"))
def min(
    input: Array, dim: int | Tensor | None = None, keepdim: bool = False, *, other: Any = None
) -> Any:
    """Return the smallest element; along a dimension the smallest elements and where they are.

    With a second tensor it is `minimum`: the smaller element of each pair. NaN counts as smallest.

    >>> torch.min(torch.tensor([[1., 7.], [5., 3.]]), dim=0)
    torch.return_types.min(
    values=tensor([1., 3.]),
    indices=tensor([0, 1]))
    """
    if dim is None and other is None:
        return min_of_all(input)
    if dim.__class__ is int or keepdim:
        return min_along(input, dim, keepdim) if keepdim else min_along(input, dim)
    return input.minimum(dim if other is None else other)


def extreme_along(kernel: str, *related: str) -> Declaration:
    """Declare the extreme along dimensions."""
    facts: Facts = {"takes": unless_idle(REAL), "check": same_type_out, "kernel": kernel,
                    "related": related, "skips_overlap_check": True, "wrong_out": OTHER_EXTREMES,
                    "reduces": True}  # fmt: skip
    return operation(**facts)


@extreme_along("max_values_cpu", "max", "aminmax")
def amax(input: Array, dim: Dims = (), keepdim: bool = False) -> Array:
    """Return the largest element, overall or along dimensions; ties share the gradient evenly.

    >>> torch.amax(torch.tensor([[1, 7], [5, 3]]), dim=(0, 1))
    tensor(7)
    """
    return extreme(np.maximum, "amax", input, dim, keepdim)


@extreme_along("min_values_cpu", "min", "aminmax")
def amin(input: Array, dim: Dims = (), keepdim: bool = False) -> Array:
    """Return the smallest element, overall or along dimensions; ties share the gradient evenly.

    >>> torch.amin(torch.tensor([[1, 7], [5, 3]]), dim=1)
    tensor([1, 3])
    """
    return extreme(np.minimum, "amin", input, dim, keepdim)


for shared in (amax, amin):
    shared.gradient(input=share)
    shared.derivative(input="1 at the winner, else 0")


def check_aminmax(input: Tensor, dim: int | None) -> None:
    """Refuse a complex number alone, which has its own words in PyTorch.

    Raises:
        RuntimeError: the input is a complex number alone.
    """
    if input.dtype.is_complex and dim is not None and not input.ndim:
        raise RuntimeError(f"aminmax not implemented for {input.dtype.scalar_name}")


@operation(takes=REAL, kernel="aminmax_cpu", check=check_aminmax, related=("amin", "amax"))
def aminmax(input: Array, *, dim: int | None = None, keepdim: bool = False) -> Any:
    """Return the smallest and the largest element, overall or along a dimension.

    >>> torch.aminmax(torch.tensor([3, 1, 2]))
    torch.return_types.aminmax(
    min=tensor(1),
    max=tensor(3))
    """
    if not input.size and dim is None:
        raise RuntimeError(in_full("aminmax(): cannot"))
    if not input.size and not input.shape[wrap_dim(dim or 0, input.ndim)]:
        raise IndexError(f"aminmax: Expected reduction dim {dim} to have non-zero size.")
    input = row_major(input)
    return return_type("aminmax", "min", "max")(
        extreme(np.minimum, "aminmax", input, dim, keepdim),
        extreme(np.maximum, "aminmax", input, dim, keepdim),
    )


aminmax.gradient(
    input=lambda g, input, out, dim, keepdim: (
        share(g[0], input, out[0], dim, keepdim) + share(g[1], input, out[1], dim, keepdim)
    )
)
aminmax.derivative(input="1 at the winner, else 0")
