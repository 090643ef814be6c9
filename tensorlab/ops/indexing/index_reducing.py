"""Reducing whole slices by index together along a dimension."""

from typing import Any

from tensorlab.engine.declaring import USUAL, Array, Index, Tensor, selecting, warn_once
from tensorlab.engine.dtypes import DType
from tensorlab.engine.facts import shared
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signatures.support import (
    BOOLEAN,
    BUT_COMPLEX32,
    EVERY,
    NUMBERS,
    REAL,
    leave_to_check,
)
from tensorlab.ops.indexing.index_writing import check_slices, prepared
from tensorlab.ops.indexing.scatter_reducing import reduce_into, scattered_gradient

WANTED = "prod, mean, amax or amin"
CHOICES = tuple(WANTED.replace(" or", ",").split(", "))


def check_reduction(input: Tensor, dim: int, index: Tensor, source: Tensor, reduce: str) -> None:
    """Refuse slices that don't fit, and warn as PyTorch does.

    Raises:
        RuntimeError: there is no such reduction, or a type or size doesn't fit.
    """
    if reduce not in CHOICES:
        raise RuntimeError(
            f"index_reduce(): Expected reduce to be one of {WANTED} but got {reduce}."
        )
    check_slices("index_reduce_", input, dim, index, source)
    warn_once("index_reduce() is in beta and the API may change at any time.")


def by_slices(input: Tensor, include_self: bool) -> bool:
    """Return whether PyTorch reduces slice by slice, with the functions of whole tensors."""
    return input.ndim > 1 and include_self


def reduced_types(input: Tensor | None, reduce: str, include_self: bool) -> frozenset[DType]:
    """Return the types that can be reduced; none before there is an input, so that each warns."""
    if input is None:
        return frozenset()
    if not by_slices(input, include_self):
        return NUMBERS
    return {"prod": EVERY, "mean": BUT_COMPLEX32 - BOOLEAN}.get(reduce, REAL)


def reduction_kernel(input: Tensor, reduce: str, include_self: bool) -> str:
    """Return PyTorch's name of the kernel that refuses a type."""
    if not by_slices(input, include_self):
        return "index_func_" if include_self else "index_reduce_func_exclude_input_init"
    if reduce == "mean":
        return "div_cpu" if input.dtype.is_complex else "div_floor_cpu"
    return "maximum_cpu" if reduce == "amax" else "minimum_cpu"


@selecting(
    inplace=True,
    real_gradient=True,
    takes=reduced_types,
    kernel=reduction_kernel,
    check=check_reduction,
    related=("index_add", "scatter_reduce"),
    choices={"reduce": CHOICES},
    wrong_out=USUAL,
)
def index_reduce(
    input: Array, dim: int, index: Index, source: Array, reduce: str, *, include_self: bool = True
) -> Array:
    """Return input with its slices at the indices reduced together with those of source.

    >>> x, index = torch.tensor([1., 2.]), torch.tensor([0, 0])
    >>> torch.scatter_reduce(x, 0, index, torch.tensor([5., 3.]), "prod")  # of single elements
    tensor([15.,  2.])
    """
    leave_to_check(reduce not in CHOICES)
    filled, elements = prepared(input, dim, index, source)
    return reduce_into(filled, elements, source, reduce, include_self=include_self).reshape(
        input.shape
    )


def slice_gradients(
    g: Tensor, input: Tensor, dim: int, index: Tensor, source: Tensor, reduce: str,
    include_self: bool, out: Tensor,
) -> tuple[Any, Any]:  # fmt: skip
    """Return the gradients, worked out as those of the scatter that this amounts to."""
    axis = wrap_dim(dim, input.ndim)
    shape = [-1 if place == axis else 1 for place in range(source.ndim)]
    wide = index.reshape(shape).expand(source.shape)
    return scattered_gradient(g, input, dim, wide, source, reduce, include_self, out)


index_reduce.gradient(**shared(slice_gradients, "input", "source"))
