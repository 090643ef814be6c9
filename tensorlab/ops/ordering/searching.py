"""Where numbers would stand among others in order."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import NUMBERS, Array, Tensor, composite, not_implemented
from tensorlab.engine.dtypes import int32, int64
from tensorlab.engine.promotion import promote_types
from tensorlab.engine.tensor import wrap
from tensorlab.engine.warning import in_full
from tensorlab.ops.creation.sharing import as_tensor


def side_of(right: bool, side: str | None) -> str:
    """Return on which side of equal elements a number stands.

    Raises:
        RuntimeError: the side is unknown, or two are asked for.
    """
    if side is None:
        return "right" if right else "left"
    if side not in ("left", "right"):
        raise RuntimeError(
            f"torch.searchsorted(): side can only be 'left' or 'right' but got {side}"
        )
    if right and side == "left":
        raise RuntimeError(in_full("torch.searchsorted(): side"))
    return side


def check_boundaries(bounds: Tensor, values: Tensor) -> None:
    """Refuse boundaries whose dimensions don't go with those of the values.

    Raises:
        RuntimeError: the numbers of dimensions, or the leading sizes, differ.
    """
    if not values.ndim and bounds.ndim != 1:
        raise RuntimeError(
            in_full("torch.searchsorted(): input", bounds.ndim, values.shape.numel())
        )
    if bounds.ndim == 0:
        raise RuntimeError(in_full("torch.searchsorted(): boundaries tensor should have"))
    if bounds.ndim != 1 and bounds.shape[:-1] != values.shape[:-1]:
        raise RuntimeError(
            in_full(
                "torch.searchsorted(): boundaries tensor should be",
                list(bounds.shape),
                list(values.shape),
            )
        )


def wrong_places(out_int32: bool) -> str:
    """Return the words on an out= of another type than that of places."""
    return in_full("torch.searchsorted(): output", out_int32)


def check_sorter(bounds: Tensor, sorter: Tensor) -> None:
    """Refuse an order that is not one of the boundaries.

    Raises:
        RuntimeError: its shape or its type is another one, or an index lies outside.
    """
    if bounds.shape != sorter.shape:
        raise RuntimeError(
            in_full("torch.searchsorted(): boundary", list(bounds.shape), list(sorter.shape))
        )
    if sorter.dtype is not int64:
        raise RuntimeError(in_full("torch.searchsorted(): sorter", sorter.dtype.scalar_name))
    if ((sorter < 0) | (sorter >= bounds.shape[-1])).any():
        raise RuntimeError("torch.searchsorted(): sorter index out of range")


@composite(method=False, out=True, related=("bucketize", "sort"), wrong_out=wrong_places, copies=4)
def searchsorted(
    sorted_sequence: Array, input: Tensor | float, *, out_int32: bool = False, right: bool = False,
    side: str | None = None, sorter: Tensor | None = None,
) -> Tensor:  # fmt: skip
    """Return where each number would have to be inserted to keep a sequence in order.

    Among equal elements the first place, with right=True the one after the last.

    >>> torch.searchsorted(torch.tensor([1, 3, 5]), torch.tensor([3, 6]))
    tensor([1, 3])
    """
    values: Tensor = as_tensor(input)
    where = side_of(right, side)
    check_boundaries(sorted_sequence, values)
    if sorter is not None:
        check_sorter(sorted_sequence, sorter)
        sorted_sequence = sorted_sequence.take_along_dim(sorter, -1)
    return found(sorted_sequence, values, where, out_int32=out_int32)


def found(bounds: Tensor, values: Tensor, side: Any, *, out_int32: bool) -> Tensor:
    """Return where each value stands among the boundaries, row by row.

    Raises:
        NotImplementedError: the values have no order.
    """
    kind = promote_types(bounds.dtype, values.dtype)
    if kind not in NUMBERS and values.shape.numel():
        raise not_implemented("searchsorted_out_cpu", kind)
    dtype = np.intc if out_int32 else np.int64
    ordered = bounds.dtype.decode(bounds._array)
    wanted = values.dtype.decode(values._array)
    places = np.empty_like(wanted, dtype, order="C")
    for row in np.ndindex(ordered.shape[:-1]):
        places[row] = among(ordered[row], wanted[row], side)
    return wrap(places, int32 if out_int32 else int64)


def among(bounds: Any, values: Any, side: Any) -> Any:
    """Return where values stand among bounds, halved as by PyTorch where these have no order."""
    # NaN is no part of an order, not even alone
    if (bounds[1:] >= bounds[:-1]).all() and (bounds[:1] <= bounds[:1]).all():
        return np.searchsorted(bounds, values, side)
    low = np.zeros_like(values, np.int64)
    high = low + len(bounds)
    while (low < high).any():
        middle = (low + high) // 2
        bound = bounds[np.minimum(middle, len(bounds) - 1)]
        lower = (low < high) & ~(bound > values if side == "right" else bound >= values)
        low, high = np.where(lower, middle + 1, low), np.where(lower, high, middle)
    return low


@composite(method=False, out=True, related=("searchsorted",), wrong_out=wrong_places, copies=4)
def bucketize(
    input: Tensor | float, boundaries: Array, *, out_int32: bool = False, right: bool = False
) -> Tensor:
    """Return the number of the interval between boundaries that holds each number.

    >>> torch.bucketize(torch.tensor([3, 6]), torch.tensor([1, 3, 5]))
    tensor([1, 3])
    """
    if boundaries.ndim != 1:
        raise RuntimeError(f"boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})")
    return searchsorted(boundaries, input, out_int32=out_int32, right=right)
