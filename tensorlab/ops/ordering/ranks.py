"""Elements by their rank: medians, quantiles, and the most frequent element."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import (
    NUMBERS,
    REAL,
    Array,
    Tensor,
    composite,
    operation,
    unless_idle,
)
from tensorlab.engine.naming import return_type
from tensorlab.engine.shapes import wrap_dim
from tensorlab.ops.ordering import ties
from tensorlab.ops.reduction.extremes import require_elements, to_places

PAIR = ("values", "indices")


def picked(name: str, input: NDArray[Any], places: NDArray[Any], dim: int, keepdim: bool) -> Any:
    """Return the elements at one place of each line, and the places."""
    values = np.take_along_axis(input, places, dim)
    if not keepdim:
        values, places = values.squeeze(dim), places.squeeze(dim)
    return return_type(name, *PAIR)(values, places.copy())


def median_places(input: NDArray[Any], dim: int, *, skip: bool) -> Any:
    """Return where the lower median of each line is; NaN counts as largest, or not at all."""
    missing = input != input  # noqa: PLR0124  NaN
    if not missing.any():
        return ranked_places(input, dim, (input.shape[dim] - 1) // 2)
    if not skip:
        places = ranked_places(input, dim, (input.shape[dim] - 1) // 2)
        return np.where(missing.any(dim, keepdims=True), missing.argmax(dim, keepdims=True), places)
    middle = np.maximum(np.add.reduce(~missing, dim, keepdims=True) - 1, 0) // 2
    return np.take_along_axis(np.argsort(input, dim, kind="stable"), middle, dim)


def ranked_places(input: NDArray[Any], dim: int, rank: int) -> Any:
    """Return where the element of a rank is in each line; the first of equals has the lowest."""
    value = np.partition(input, rank, dim).take([rank], dim)
    equal = input == value
    number = rank - np.add.reduce(input < value, dim, keepdims=True)
    return (equal & (np.add.accumulate(equal, dim, np.int64) == number + 1)).argmax(
        dim, keepdims=True
    )


def median_along(name: str, input: NDArray[Any], dim: int, keepdim: bool) -> Any:
    """Return the medians along a dimension, and where they are."""
    axis = wrap_dim(dim, input.ndim)
    if input.ndim == 0:
        return return_type(name, *PAIR)(input.copy(), np.zeros((), np.int64))
    if not input.shape[axis]:
        require_elements("median", input, dim)
    places = median_places(input, axis, skip=name == "nanmedian")
    return picked(name, input, places, axis, keepdim)


def middle_of(elements: NDArray[Any], *, skip: bool) -> Any:
    """Return the lower median of a line; NaN is the median unless it is skipped."""
    if elements.dtype.kind == "f":
        missing = np.isnan(elements)
        if missing.any():
            if not skip or missing.all():
                return elements[missing][0]
            elements = elements[~missing]
    rank = (elements.size - 1) // 2
    return np.partition(elements, rank)[rank]


def forms(name: str) -> tuple[Any, Any]:
    """Declare a median's two forms: of all elements, and along a dimension."""
    title = name.title()

    @operation(name=name, inner=True, takes=unless_idle(NUMBERS), kernel="median_cpu",
               node=f"{title}Backward0", quantized_kernel=name)  # fmt: skip
    def whole(input: Array) -> Array:
        if not input.size:
            return np.array(-(2**63) if input.dtype.kind in "biu" else math.nan).astype(input.dtype)
        return middle_of(input.reshape(-1), skip=name == "nanmedian")

    whole.gradient(input=lambda g, input, out: g * first_equal(input, out))
    whole.derivative(input="1 at the one in the middle, else 0")

    @operation(name=name, inner=True, takes=NUMBERS, kernel="median_out",
               node=f"{title}Backward1", quantized_kernel=name)  # fmt: skip
    def along(input: Array, dim: int, keepdim: bool = False) -> Any:
        return median_along(name, input, dim, keepdim)

    along.gradient(
        input=lambda g, sizes, out, dim, keepdim: to_places(g[0], sizes, out[1], dim, keepdim)
    )
    along.derivative(input="1 at the one in the middle, else 0")
    return whole, along


def first_equal(input: Tensor, out: Tensor) -> Tensor:
    """Return even shares for the elements that equal the result."""
    chosen = (input == out) | (input.isnan() & out.isnan())
    return chosen / chosen.sum()


median_of_all, median_of_lines = forms("median")
nanmedian_of_all, nanmedian_of_lines = forms("nanmedian")


@composite(out=True, related=("mean", "nanmedian", "quantile"), copies=2)
def median(input: Array, dim: int | None = None, keepdim: bool = False) -> Any:
    """Return the median: of an even number of elements the lower one of the two in the middle.

    Along a dimension it comes with its indices. NaN, if there is one, is the median.

    >>> torch.median(torch.tensor([3., 1., 2., 4.]))
    tensor(2.)
    """
    return median_of_all(input) if dim is None else median_of_lines(input, dim, keepdim)


@composite(out=True, related=("median", "nanquantile"))
def nanmedian(input: Array, dim: int | None = None, keepdim: bool = False) -> Any:
    """Return the median of the elements that are not NaN.

    >>> torch.nanmedian(torch.tensor([3., float("nan"), 1.]))
    tensor(1.)
    """
    return nanmedian_of_all(input) if dim is None else nanmedian_of_lines(input, dim, keepdim)


@operation(
    takes=unless_idle(REAL, alone=True),
    kernel="mode_cpu",
    related=("median", "unique"),
    quantized_kernel="mode",
    wrong_out="expected scalar type '{own}' but got '{given}' for values output",
)
def mode(input: Array, dim: int = -1, keepdim: bool = False) -> Any:
    """Return the most frequent element along a dimension, the smallest of equals, and its place.

    >>> torch.mode(torch.tensor([6, 5, 1, 5]))
    torch.return_types.mode(
    values=tensor(5),
    indices=tensor(3))
    """
    axis = wrap_dim(dim, input.ndim)
    if input.ndim == 0:
        return return_type("mode", *PAIR)(input.copy(), np.zeros((), np.int64))
    if not input.shape[axis]:
        require_elements("mode", input, axis)
    lines = np.moveaxis(input, axis, -1)
    places = np.array(
        [most_frequent(line) for line in lines.reshape(-1, lines.shape[-1])], np.int64
    )
    places = np.moveaxis(places.reshape(*lines.shape[:-1], 1), -1, axis)
    return picked("mode", input, places, axis, keepdim)


def most_frequent(line: NDArray[Any]) -> int:
    """Return the last place of the first of the longest runs, sorted as by PyTorch."""
    most = ties.FEW if (line == line).all() else ties.SHORT  # noqa: PLR0124  NaN
    order: Any = np.argsort(line, kind="stable")
    if len(line) <= most:  # equal elements move, and none moves past NaN
        pairs = [(value, place) for place, value in enumerate(line.tolist())]
        ties.sort(pairs, len(pairs), lambda one, other: one[0] < other[0])
        order = np.array([place for _, place in pairs])
    ordered = line[order]
    ends = np.append((ordered[1:] != ordered[:-1]).nonzero()[0], len(line) - 1)
    return int(order[ends[np.diff(ends, prepend=-1).argmax()]])


mode.gradient(
    input=lambda g, sizes, out, dim, keepdim: to_places(g[0], sizes, out[1], dim, keepdim)
)
mode.derivative(input="1 for the element that was picked, else 0")
