"""Which elements there are, and how many of each."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import FLOATS, WHOLE, Array, composite, not_implemented, operation
from tensorlab.engine.declaring.filling import tell_of_shape
from tensorlab.engine.dtypes import UNSIGNED, bool_, complex32, float32, float64, int64
from tensorlab.engine.shapes import LONG, existing_dim, reserve_elements
from tensorlab.engine.signatures.support import in_categories
from tensorlab.engine.tensor import Tensor, wrap_beside
from tensorlab.ops.pointwise.flat import differentiable_once, refuse_gradient, underived

ORDERED = in_categories(0, 1, 2) | UNSIGNED


def answer(parts: tuple[np.ndarray, ...], asked: tuple[bool, ...]) -> Any:
    """Return the elements alone, or with what else was asked for."""
    if not any(asked):
        return parts[0]
    return (parts[0], *(part for part, wanted in zip(parts[1:], asked, strict=True) if wanted))


def unique_kernel(dim: int | None) -> str:
    """Return PyTorch's name of the kernel that tells elements or slices apart."""
    return "unique" if dim is None else "unique_dim"


def rows_of(input: np.ndarray, dim: int) -> tuple[np.ndarray, np.ndarray, int]:
    """Return the slices along a dimension as rows, and moved first; and the dimension.

    Raises:
        RuntimeError: the slices are empty.
    """
    axis = existing_dim(dim, input.ndim)
    moved = np.moveaxis(input, axis, 0)
    others = moved.shape[0] or input.shape.count(0) > 1
    if not input.size and others:
        raise RuntimeError(
            "There are 0 sized dimensions, and they aren't selected, so unique cannot be applied"
        )
    width = moved.size // len(moved) if len(moved) else 0
    return moved.reshape(len(moved), width), moved, axis


@operation(
    takes=ORDERED, kernel=unique_kernel, out=False, needs_values="_unique2", constants=(1, 2),
    node=lambda dim: "Unique2Backward0" if dim is None else "UniqueDimBackward0",
    related=("unique_consecutive", "bincount"), quantized_kernel="_unique2", copies=10,
)  # fmt: skip
def unique(
    input: Array, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False,
    dim: int | None = None,
) -> Any:  # fmt: skip
    """Return the different elements in order; on request also their places and counts.

    With dim: the different slices along a dimension.

    >>> torch.unique(torch.tensor([2, 1, 2]), return_counts=True)
    (tensor([1, 2]), tensor([1, 2]))
    """
    tell_of_shape("_unique2" if dim is None else "unique_dim", input)
    asked = (return_inverse, return_counts)
    if dim is None:
        values, inverse, counts = np.unique(
            input, return_inverse=True, return_counts=True, equal_nan=False
        )
        inverse = inverse.reshape(input.shape)
    else:
        values, inverse, counts = different_slices(input, dim, wherever=True)
    return answer((values, inverse.astype(np.int64), counts.astype(np.int64)), asked)


unique.gradient(input=lambda g, dim: refuse_gradient("_unique2" if dim is None else "unique_dim"))


def different_slices(input: np.ndarray, dim: int, *, wherever: bool) -> tuple[Any, Any, Any]:
    """Return the slices that differ, each one's place among them, and how often they occur.

    They differ from the one before, or wherever it lies, and are then in order.
    """
    rows, moved, axis = rows_of(input, dim)
    if not len(rows):
        empty = np.zeros(0, np.int64)
        return input.copy(), empty, empty
    order = np.lexsort(rows.T[::-1]) if wherever and rows.shape[1] else np.arange(len(rows))
    first, run, counts = runs(rows[order])
    inverse = np.empty(len(rows), np.int64)
    inverse[order] = run
    return np.moveaxis(np.take(moved, order[first], 0), 0, axis), inverse, counts


def runs(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return where runs of equal rows begin, the run of each row, and how long the runs are."""
    differs = np.ones(len(rows), bool)
    differs[1:] = (rows[1:] != rows[:-1]).any(1)
    first = np.flatnonzero(differs)
    counts = np.diff(np.append(first, len(rows)))
    return first, np.cumsum(differs, dtype=np.int64) - 1, counts


@operation(takes=ORDERED, out=False, needs_values="unique_consecutive",
           kernel=lambda input, dim: unique_kernel(None if input.ndim == 1 and dim == 0 else dim),
           constants=(1, 2), related=("unique",),
           quantized_kernel="unique_consecutive")  # fmt: skip
def unique_consecutive(
    input: Array, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> Any:
    """Return the elements without those that equal the one before.

    >>> torch.unique_consecutive(torch.tensor([1, 1, 2, 1]))
    tensor([1, 2, 1])
    """
    tell_of_shape("unique_consecutive", input)
    asked = (return_inverse, return_counts)
    if dim is not None:
        return answer(different_slices(input, dim, wherever=False), asked)
    first, run, counts = runs(input.reshape(-1, 1))
    values = input.reshape(-1)[first]
    return answer((values, run.reshape(input.shape), counts), asked)


unique_consecutive.gradient(input=lambda g: refuse_gradient("unique_consecutive"))


def histogram_kernel(input: Tensor, min: float, max: float) -> str:
    """Return PyTorch's name of the kernel that knows least of a histogram's types."""
    if (input.dtype.is_complex or input.dtype in UNSIGNED) and min == max:
        return "aminmax_cpu"
    return "linspace_cpu" if input.dtype in (bool_, complex32) else "histogram_cpu"


UNLIKE = (
    "torch.histogram: input tensor and hist tensor should have the same dtype, but got input "
    "{c_name} and hist {c_given}"
)


def require_bins(count: int, dim: int) -> None:
    """Refuse to count in no bins at all.

    Raises:
        RuntimeError: the number of bins is not positive.
    """
    if count <= 0:
        raise RuntimeError(
            f"torch.histogram(): bins must be > 0, but got {count} for dimension {dim}"
        )


@operation(
    takes=FLOATS,
    kernel=histogram_kernel,
    related=("bincount",),
    skips_overlap_check=True,
    wrong_out=UNLIKE,
    quantized_kernel="histc",
    copies=5,
)
def histc(input: Array, bins: int = 100, min: float = 0, max: float = 0) -> Array:
    """Return how many elements lie in each of `bins` equal intervals between min and max.

    With min equal to max: between the least and the greatest element.

    >>> torch.histc(torch.tensor([1., 2., 1.]), bins=4, min=0, max=3)
    tensor([0., 2., 1., 0.])
    """
    require_bins(bins, 0)
    low, high = float(min), float(max)
    if low == high and input.size:
        low, high = float(input.min()), float(input.max())
    if not (np.isfinite(low) and np.isfinite(high)):
        raise RuntimeError(f"torch.histc: range of [{edge(low)}, {edge(high)}] is not finite")
    if low > high:
        raise RuntimeError("torch.histc: max must be larger than min")
    if low == high:
        low, high = low - 1, high + 1
    reserve_elements((bins + 1,), 8)
    inside = input.reshape(-1)
    inside = inside[(inside >= low) & (inside <= high)]
    kind = input.dtype.type
    place = ((inside - kind(low)) * kind(bins) / (kind(high) - kind(low))).astype(np.int64)
    counts = np.bincount(np.minimum(place, bins - 1), minlength=bins)
    return counts.astype(input.dtype)


def edge(value: float) -> str:
    """Return a number as C++ writes it to a message."""
    return "-nan" if value != value else f"{value:g}"  # noqa: PLR0124


uncounted = differentiable_once("NotImplemented", underived("bincount"))


@composite(needs_values="bincount", related=("histc", "unique"))
def bincount(input: Array, weights: Tensor | None = None, minlength: int = 0) -> Tensor:
    """Return how often each whole number from 0 on occurs, or the sums of the weights at each.

    >>> torch.bincount(torch.tensor([1, 1, 3]))
    tensor([0, 2, 0, 1])
    """
    if input.dtype not in WHOLE:
        raise not_implemented("bincount_cpu", input.dtype)
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    array = input._array
    if array.ndim != 1 or (array.size and array.min() < 0):
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if not array.size:  # of which PyTorch counts nothing, whatever the weights
        return wrap_beside(np.zeros(minlength, np.int64), int64, input)
    if weights is not None and weights.shape != input.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    most = int(array.max())
    if most + 1 >= LONG:
        raise RuntimeError(
            f"maximum value of input overflowed, it should be < {LONG - 1} but got {most}"
        )
    reserve_elements((max(most + 1, minlength),), 8)
    if weights is None:
        return wrap_beside(np.bincount(array, minlength=minlength).astype(np.int64), int64, input)
    dtype = float32 if weights.dtype is float32 else float64
    numbers = weights.dtype.decode(weights._array).astype(np.float64)
    sums = np.bincount(array, numbers, minlength)
    counted = wrap_beside(sums.astype(dtype.compute), dtype, input)
    return uncounted(counted, weights) if weights._tracked else counted
