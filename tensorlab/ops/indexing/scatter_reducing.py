"""Reducing elements by index together along a dimension."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import USUAL, Array, Index, Tensor, selecting
from tensorlab.engine.dtypes import DType, complex32
from tensorlab.engine.facts import shared
from tensorlab.engine.layout import full_beside
from tensorlab.engine.signatures.support import BOOLEAN, BUT_COMPLEX32, NUMBERS, REAL
from tensorlab.ops.indexing.scattering import REDUCTIONS, check_scatter, placed
from tensorlab.ops.indexing.selection import where


def check_reduce(input: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str) -> None:
    """Refuse an index or a source that does not fit, and an unknown reduction.

    Raises:
        RuntimeError: the index or the source does not fit, or the reduction is unknown.
    """
    if reduce not in ("sum", "prod", "mean", "amax", "amin"):
        raise RuntimeError(
            f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}"
        )
    check_scatter(input, dim, index, src)


def reduced_types(reduce: str | None) -> frozenset[DType]:
    """Return the types that can be scattered into a reduction; of an unknown one, those of all."""
    if reduce in ("sum", "prod"):
        return BUT_COMPLEX32
    return {"mean": BUT_COMPLEX32 - BOOLEAN, None: NUMBERS}.get(reduce, REAL)


def reduction_kernel(input: Tensor, reduce: str, include_self: bool) -> str:
    """Return PyTorch's name of the kernel that refuses a type."""
    if input.dtype is complex32 and not include_self:
        return "scatter_reduce_exclude_input_init"
    name = "scatter_gather_tensor_cpu"
    return name if reduce in ("sum", "prod") else f"{name}_reduce_{reduce}"


@selecting(inplace=True, real_gradient=True, check=check_reduce, takes=reduced_types,
           kernel=reduction_kernel, related=("scatter_add",), wrong_out=USUAL)  # fmt: skip
def scatter_reduce(
    input: Array, dim: int, index: Index, src: Array, reduce: str, *, include_self: bool = True
) -> Array:
    """Return input with the elements that the index names reduced together with those of src.

    >>> x, index = torch.tensor([1., 2.]), torch.tensor([0, 0])
    >>> torch.scatter_reduce(x, 0, index, torch.tensor([5., 3.]), reduce="amax")
    tensor([5., 2.])
    """
    if reduce not in REDUCTIONS:
        raise TypeError
    filled, elements, new = placed(input, dim, index, src)
    return reduce_into(filled, elements, new, reduce, include_self=include_self).reshape(
        input.shape
    )


def reduce_into(
    filled: np.ndarray, elements: Any, new: np.ndarray, reduce: str, *, include_self: bool
) -> np.ndarray:
    """Reduce what goes to the elements into them and return the whole."""
    if not include_self:
        filled[elements] = neutral(filled.dtype, reduce)
    REDUCTIONS[reduce].at(filled, elements, new)
    if reduce == "mean":
        counts = full_beside(filled, filled.shape, int(include_self), np.int64)
        np.add.at(counts, elements, 1)
        counts = np.maximum(counts, 1)
        counts = counts.astype(filled.dtype)
        filled = filled // counts if filled.dtype.kind in "iu" else filled / counts
    return filled


def neutral(dtype: np.dtype[Any], reduce: str) -> Any:
    """Return the value that changes nothing in a reduction."""
    if reduce in ("sum", "mean", "prod"):
        return int(reduce == "prod")
    if dtype.kind == "b":
        return reduce == "amin"
    limits = np.iinfo(dtype) if dtype.kind in "iu" else None
    low, high = (limits.min, limits.max) if limits else (-np.inf, np.inf)
    return low if reduce == "amax" else high


def scattered_gradient(
    g: Tensor, input: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, include_self: bool,
    out: Tensor,
) -> tuple[Any, Any]:  # fmt: skip
    """Return the gradients of the tensor reduced into and of the source."""
    ones = out.new_ones(out.shape)
    if reduce == "sum":
        of_self, of_src = g, g.gather(dim, index)
    elif reduce == "mean":
        counts = ones if include_self else ones * 0
        counts = counts.scatter_add(dim, index, src.new_ones(src.shape))
        counts = counts.masked_fill(counts == 0, 1)
        of_self, of_src = g / counts, (g / counts).gather(dim, index)
    elif reduce == "prod":
        of_self, of_src = product_gradients(g, input, dim, index, src, include_self, out)
    else:
        chosen_self = input == out
        chosen_src = src == out.gather(dim, index)
        counts = chosen_self * ones  # without include_self too, as in PyTorch
        counts = counts.scatter_add(dim, index, chosen_src.to(out.dtype))
        shared = g / counts
        of_self = shared * chosen_self
        of_src = shared.gather(dim, index) * chosen_src
    if not include_self:
        of_self = of_self.scatter(dim, index, 0)
    return of_self, of_src


def product_gradients(
    g: Tensor, input: Tensor, dim: int, index: Tensor, src: Tensor, include_self: bool, out: Tensor
) -> tuple[Any, Any]:
    """Return the gradients of a product: the product of all other factors, zeros looked after."""
    filled = input.masked_fill(input == 0, 1)
    of_self = g * filled.scatter_reduce(dim, index, src, "prod", include_self=include_self)
    zeros = src == 0
    holes = out.new_zeros(out.shape).scatter_add(dim, index, zeros.to(out.dtype))
    lone = zeros & (holes.gather(dim, index) == 1)
    without = src.masked_fill(lone, 1)
    others = input.scatter_reduce(dim, index, without, "prod", include_self=include_self)
    shares = (g * out).gather(dim, index) / src.masked_fill(zeros, 1)
    return of_self / filled, where(lone, (g * others).gather(dim, index), shares)


scatter_reduce.gradient(**shared(scattered_gradient, "input", "src"))
