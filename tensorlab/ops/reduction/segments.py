"""Reductions of the segments of a dimension, one behind the other."""

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.declaring import Array, Tensor, composite, not_implemented
from tensorlab.engine.dtypes import FLOATING, INTEGER
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.work import Work
from tensorlab.ops.pointwise.flat import once_only
from tensorlab.ops.shape.joining import stack


class Way(NamedTuple):
    """How a segment is reduced: what nothing gives, the whole, and two parts of it together."""

    nothing: float
    whole: str
    together: str


def way_of(reduce: str) -> Way:
    """Return how segments are reduced.

    Raises:
        RuntimeError: there is no such way.
    """
    match reduce:
        case "sum":
            return Way(0.0, "sum", "add")
        case "mean":
            return Way(np.nan, "sum", "add")
        case "prod":
            return Way(1.0, "prod", "mul")
        case "max" | "amax":
            return Way(-np.inf, "amax", "maximum")
        case "min" | "amin":
            return Way(np.inf, "amin", "minimum")
    raise RuntimeError(
        f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}"
    )


by_segments = once_only("_segment_reduce_backward")


@composite(method=False, related=("scatter_reduce",))
def segment_reduce(
    data: Array, reduce: str, *, lengths: Tensor | None = None, indices: Tensor | None = None,
    offsets: Tensor | None = None, axis: int = 0, unsafe: bool = False,
    initial: float | None = None,
) -> Array:  # fmt: skip
    """Return the sum, mean, product, max or min of each segment of a dimension.

    The segments have the given lengths, or begin at the offsets.

    >>> torch.segment_reduce(torch.tensor([1., 2., 3.]), "sum", offsets=torch.tensor([0, 2, 3]))
    tensor([3., 3.])
    """
    way = way_of(reduce)
    given = lengths if lengths is not None else offsets
    if indices is not None:
        raise RuntimeError("segment_reduce(): indices based reduction is not supported yet.")
    if given is None:
        raise RuntimeError("segment_reduce(): Either lengths or offsets must be defined.")
    if data.dtype.category != FLOATING:
        raise not_implemented("_segment_reduce_cpu", data.dtype)
    if given.dtype.category != INTEGER:
        which = "offsets" if lengths is None else "lengths"
        raise not_implemented(f"_segment_reduce_{which}_cpu_kernel1", given.dtype)
    place = wrap_dim(axis, data.ndim)
    if place != given.ndim - 1:
        raise RuntimeError(
            "segment_reduce(): Expected axis to be the last dimension of "
            f"{'offsets' if lengths is None else 'lengths'} but got {axis}."
        )
    bounds = given._array if lengths is None else ends(data, given, place, unsafe=unsafe)
    batch, rest = data.shape[:place], data.shape[place + 1 :]
    data = by_segments(data)
    rows = data.reshape(-1, *data.shape[place:]) if data.numel() else data.new_empty((0, 0))
    parts = [
        segment(row[low:high], way, initial, mean=reduce == "mean")
        for row, line in zip(rows, bounds.reshape(len(rows), -1).tolist(), strict=True)
        for low, high in pairwise(line)
    ]
    Work.spend(len(parts))
    result = stack(parts) if parts else data.new_empty((0, *rest))
    return under_name(result.reshape(*batch, -1, *rest), "SegmentReduceBackward0")


def ends(data: Tensor, lengths: Tensor, place: int, *, unsafe: bool) -> Any:
    """Return where the segments begin and end.

    Raises:
        RuntimeError: a length is negative, or they do not fill the dimension.
    """
    if not unsafe:
        if (lengths._array < 0).any():
            raise RuntimeError("lengths contains negative value!")
        if (lengths._array.sum(-1) != data.shape[place]).any():
            raise RuntimeError(
                "segment_reduce(): Expected all rows of lengths along axis to sum to "
                "data.size(lengths.dim()-1) when !unsafe."
            )
    return np.cumsum(np.insert(lengths._array, 0, 0, -1), -1)


def segment(part: Tensor, way: Way, initial: float | None, *, mean: bool) -> Any:
    """Return what is made of a segment, which may be empty, and of a number to begin with."""
    first = part.new_full(part.shape[1:], way.nothing if initial is None else initial)
    if not len(part):
        return first
    made = getattr(part, way.whole)(0)
    if initial is not None:
        made = getattr(first, way.together)(made)
    return made / len(part) if mean else made
