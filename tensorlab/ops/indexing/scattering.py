"""Writing elements by index along a dimension: the way back of gathering."""

from typing import Any

import numpy as np

from tensorlab.engine.backend import is_array
from tensorlab.engine.declaring import Array, Index, Tensor, warn_once
from tensorlab.engine.dtypes import from_numpy_dtype
from tensorlab.engine.numbers import stored_number
from tensorlab.engine.shapes import existing_dim, wrap_dim
from tensorlab.engine.warning import in_full
from tensorlab.ops.indexing.gathering import (
    by_places,
    fits_beside,
    flat_places,
    require_in_range,
    require_index,
)
from tensorlab.ops.pointwise.flat import underived

# The values of the setting `reduce`, not functions.
REDUCTIONS = {"sum": np.add, "add": np.add, "prod": np.multiply, "multiply": np.multiply,
              "mean": np.add, "amax": np.maximum, "amin": np.minimum}  # fmt: skip


def check_scatter(input: Tensor, dim: int, index: Tensor, src: object) -> None:
    """Refuse an index or a source that does not fit.

    Raises:
        RuntimeError: its type, number of dimensions or size is wrong.
    """
    axis = wrap_dim(dim, input.ndim)
    if isinstance(src, Tensor) and input.dtype is not src.dtype:
        require_index("scatter", index, index.ndim, "self")
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    require_index("scatter", index, input.ndim, "self")
    if not index.shape.numel():
        return
    if isinstance(src, Tensor):
        if 0 < src.ndim < index.ndim:
            existing_dim(src.ndim, src.ndim)  # there is none
        if max(src.ndim, 1) != max(index.ndim, 1):
            raise RuntimeError("Index tensor must have the same number of dimensions as src tensor")
    for other, length in enumerate(index.shape or (1,)):
        beyond_self = other != axis and length > input.shape[other]
        beyond_src = isinstance(src, Tensor) and length > (src.shape or (1,))[other]
        if beyond_self or beyond_src:
            text = in_full("Expected index", list(index.shape), list(input.shape), axis)
            if isinstance(src, Tensor):
                text += f" and to be no larger size than src {list(src.shape)}"
            raise RuntimeError(text)


def placed(
    input: np.ndarray, dim: int, index: np.ndarray, src: Any
) -> tuple[np.ndarray, np.ndarray, Any]:
    """Return a copy of input as a row, the places in it that an index means, and what goes there.

    Raises:
        RuntimeError: a place is not there.
    """
    axis = wrap_dim(dim, input.ndim)
    filled = input.copy().reshape(-1)
    if not index.size:
        return filled, np.zeros(0, np.int64), np.zeros(0, input.dtype)
    index = index.reshape(index.shape or (1,))
    if is_array(src):
        src = src.reshape(src.shape or (1,))
        if src.dtype != input.dtype:
            raise TypeError
        if src.shape != index.shape and src.ndim == index.ndim:
            src = src[tuple(map(slice, index.shape))]
        if src.shape != index.shape:
            raise TypeError
    if index.dtype.kind != "i" or index.dtype.itemsize < 4:
        raise TypeError
    if not input.ndim:
        require_in_range(index, 0, 1)
        return filled, index.reshape(-1), np.reshape(src, -1)
    if index.shape != input.shape and (
        index.ndim != input.ndim or not fits_beside(index.shape, input.shape, axis)
    ):
        raise TypeError
    require_in_range(index, axis, input.shape[axis])
    new = src.reshape(-1) if is_array(src) else src
    return filled, flat_places(index, axis, input.shape).reshape(-1), new


def scatter_step(src: object, reduce: str | None) -> str:
    """Return PyTorch's name of the backward step; what is reduced has none there."""
    return "NotImplemented" if reduce else f"ScatterBackward{int(not isinstance(src, Tensor))}"


@by_places(inplace=True, check=check_scatter, node=scatter_step,
           related=("gather", "scatter_add"), choices={"reduce": ("add", "multiply")})  # fmt: skip
def scatter(
    input: Array, dim: int, index: Index, src: Array | complex, reduce: str | None = None
) -> Array:
    """Return input with src written to the elements that the index names along a dimension.

    In two dimensions with dim=1: out[i, index[i, j]] becomes src[i, j].

    >>> torch.scatter(torch.zeros(2, 3), 1, torch.tensor([[2], [0]]), 5.)
    tensor([[0., 0., 5.],
            [5., 0., 0.]])
    """
    if not is_array(src):
        src = stored_number(src, from_numpy_dtype(input.dtype))[()]
    filled, elements, new = placed(input, dim, index, src)
    if reduce is None:
        filled[elements] = new
    elif reduce in ("add", "multiply"):
        if is_array(src):
            warn_once(in_full("The reduce argument"))
        REDUCTIONS[reduce].at(filled, elements, new)
    else:
        raise RuntimeError("reduce argument must be either add or multiply.")
    return filled.reshape(input.shape)


def derived(g: Any, reduce: str | None) -> Any:
    """Return a gradient, unless PyTorch has none of what is reduced."""
    if reduce:
        raise underived("scatter")
    return g


scatter.gradient(
    input=lambda g, dim, index, reduce: derived(g, reduce).scatter(dim, index, 0),
    src=lambda g, dim, index, reduce: derived(g, reduce).gather(dim, index),
)


@by_places(inplace=True, check=check_scatter, related=("scatter", "index_add"))
def scatter_add(input: Array, dim: int, index: Index, src: Array) -> Array:
    """Return input with src added to the elements that the index names along a dimension.

    >>> torch.scatter_add(torch.zeros(3), 0, torch.tensor([0, 0, 2]), torch.tensor([1., 2., 3.]))
    tensor([3., 0., 3.])
    """
    filled, elements, new = placed(input, dim, index, src)
    np.add.at(filled, elements, new)
    return filled.reshape(input.shape)


scatter_add.gradient(input=lambda g: g, src=lambda g, dim, index: g.gather(dim, index))
