"""How many elements lie between edges, along one dimension or several."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tensorlab.engine.declaring import FLOATS, HALVES, Array, Tensor, composite, not_implemented
from tensorlab.engine.layout import row_major
from tensorlab.engine.naming import return_type
from tensorlab.engine.shapes import existing_dim, reserve_elements
from tensorlab.engine.signatures.accepting import are_tensors, are_whole, is_whole, plain_value
from tensorlab.engine.tensor import wrap_beside
from tensorlab.engine.warning import in_full
from tensorlab.ops.creation.sequences import linspace
from tensorlab.ops.pointwise.flat import differentiable_once, underived
from tensorlab.ops.reduction.counting import UNLIKE, require_bins

Edges = list[Tensor]


def given_edges(points: Tensor, bins: Sequence[Tensor]) -> Edges:
    """Return the edges as they were given, one tensor for each dimension.

    Raises:
        RuntimeError: they are no row of numbers of the points' type.
    """
    for dim, edges in enumerate(bins):
        if edges.dtype is not points.dtype:
            raise RuntimeError(
                in_full("torch.histogramdd: input", points.dtype.c_name, dim, edges.dtype.c_name)
            )
        if edges.ndim != 1:
            raise RuntimeError(
                f"torch.histogramdd: bins tensor should have one dimension, but got {edges.ndim} "
                f"dimensions in the bins tensor for dimension {dim}"
            )
        if not len(edges):
            raise RuntimeError(in_full("torch.histogramdd: bins", dim))
        require_bins(len(edges) - 1, dim)
    return list(bins)


def even_edges(points: Tensor, bins: Sequence[int], limits: Sequence[float] | None) -> Edges:
    """Return edges evenly apart between limits, or between the least and the greatest points.

    Raises:
        RuntimeError: there are no bins, or the limits are not finite or the wrong way around.
    """
    if limits is not None and len(limits) != 2 * len(bins):
        raise RuntimeError(in_full("torch.histogramdd: for", len(bins), 2 * len(bins), len(limits)))
    found = []
    for dim, count in enumerate(bins):
        require_bins(count, dim)
        column = points._array[:, dim]
        low, high = (0.0, 1.0) if not len(column) else (float(column.min()), float(column.max()))
        if limits is not None:
            low, high = float(limits[2 * dim]), float(limits[2 * dim + 1])
        if not (np.isfinite(low) and np.isfinite(high)):
            raise RuntimeError(
                f"torch.histogramdd: dimension {dim}'s range [{low:g}, {high:g}] is not finite"
            )
        if low > high:
            raise RuntimeError(in_full("torch.histogramdd: min", low, high, dim))
        if low == high:
            low, high = low - 0.5, high + 0.5
        edges: Any = linspace(low, high, count + 1, dtype=points.dtype)
        found.append(edges.to(points.device))
    return found


def require_counted(points: Tensor, *, spread: bool) -> None:
    """Refuse points of a type that is not counted, or whose least and greatest are not looked for.

    Raises:
        NotImplementedError: the type is none.
    """
    if points.dtype not in (FLOATS - HALVES if spread else FLOATS):
        raise not_implemented("histogramdd" if spread else "histogram_cpu", points.dtype)


def counts_between(points: Tensor, edges: Edges, weight: Tensor | None, *, density: bool) -> Tensor:
    """Return how many points lie in each bin, or their weights; or these over volume and total.

    The last bin of a dimension has both its edges.
    """
    shape = tuple(len(row) - 1 for row in edges)
    reserve_elements(shape, 8)
    inside, place = np.ones(len(points), bool), np.zeros(len(points), np.int64)
    for dim, row in enumerate(edges):
        column, limits = points._array[:, dim], row._array
        inside &= (column >= limits[0]) & (column <= limits[-1])
        bin_of = np.searchsorted(limits, column, "right") - 1
        place = place * shape[dim] + np.clip(bin_of, 0, shape[dim] - 1)
    weights = None if weight is None else weight._array.reshape(-1)[inside]
    kind = points._array.dtype
    sums = np.bincount(place[inside], weights, int(np.prod(shape))).astype(kind).reshape(shape)
    if density:
        sums = sums / sums.sum()
        for dim, row in enumerate(edges):
            widths = np.diff(row._array)
            sums = sums / widths.reshape(-1, *[1] * (len(edges) - dim - 1))
    return wrap_beside(row_major(sums), points.dtype, points)


def require_weight(points: Tensor, weight: Tensor | None) -> None:
    """Refuse weights that are not one for each point.

    Raises:
        RuntimeError: the weights have another type or shape.
    """
    if weight is not None and weight.dtype is not points.dtype:
        raise RuntimeError(
            in_full(
                "torch.histogramdd: if weight tensor is provided,",
                points.dtype.c_name,
                weight.dtype.c_name,
            )
        )
    if weight is not None and weight.shape != points.shape[:-1]:
        raise RuntimeError(
            in_full(
                "torch.histogramdd: if weight tensor is provided it",
                list(points.shape),
                list(weight.shape),
            )
        )


def require_limits(range: object) -> None:
    """Refuse limits that are no numbers; the engine knows PyTorch's words.

    Raises:
        TypeError: they are none.
    """
    listed = isinstance(range, tuple | list) and all(isinstance(end, int | float) for end in range)
    if not (range is None or listed):
        raise TypeError


COUNTED, EDGES, COUNTED_EVENLY, COUNTED_BETWEEN = (
    differentiable_once("NotImplemented", underived(name))
    for name in (
        "histogram",
        "_histogramdd_bin_edges",
        "_histogramdd_from_bin_cts",
        "_histogramdd_from_bin_tensors",
    )
)


@composite(related=("histc", "histogramdd"), out=True, wrong_out=UNLIKE)
def histogram(
    input: Array, bins: Any = 100, *, range: Any = None, weight: Tensor | None = None,
    density: bool = False,
) -> Any:  # fmt: skip
    """Return how many elements lie between each two edges, and the edges.

    The edges are given, or a number of bins, spread evenly over a range or over all elements.

    >>> torch.histogram(torch.tensor([1., 2., 1.]), bins=4, range=(0., 3.)).hist
    tensor([0., 2., 1., 0.])
    """
    if range is not None if isinstance(bins, Tensor) else not is_whole(bins):
        raise TypeError
    require_limits(range)
    points = input.detach().reshape(-1, 1)
    flat = None if weight is None else weight.reshape(-1)
    if isinstance(bins, Tensor):
        edges = given_edges(points, [bins])
        require_weight(points, flat)
        require_counted(points, spread=False)
    else:
        require_weight(points, flat)
        require_counted(points, spread=range is None)
        edges = even_edges(points, [bins], range)
    hist = counts_between(points, edges, flat, density=density)
    second = bins if isinstance(bins, Tensor) and bins._tracked else weight
    found = [COUNTED(part.detach(), input, second) for part in (hist, edges[0])]
    return return_type("histogram", "hist", "bin_edges")(*found)


@composite(method=False, related=("histogram",))
def histogramdd(
    input: Array, bins: Any, range: Any = None, weight: Tensor | None = None, density: bool = False
) -> Any:
    """Return how many points, the rows of input, lie in each box of a grid, and the grid's edges.

    >>> torch.histogramdd(torch.tensor([[0., 0.], [1., 1.], [1., 0.]]), bins=[2, 2]).hist
    tensor([[1., 0.],
            [1., 1.]])
    """
    require_limits(range)
    bins = plain_value(bins, int)
    if isinstance(bins, Tensor):
        raise TypeError
    if is_whole(bins):
        existing_dim(-1, input.ndim)
    if input.ndim < 2:
        raise RuntimeError("torch.histogramdd: input tensor should have at least 2 dimensions")
    count = input.shape[-1]
    wanted: list[Any] = [int(bins)] * count if is_whole(bins) else bins
    if not (are_whole(wanted) or are_tensors(wanted)):
        raise TypeError  # the signature has PyTorch's words
    if len(wanted) != count:
        raise RuntimeError(
            "histogramdd: The size of bins must be equal to the innermost dimension of the input."
        )
    points = input.detach().reshape(-1, count)
    flat = None if weight is None else weight.reshape(-1)
    if isinstance(wanted[0], Tensor):
        edges, counted = given_edges(points, wanted), COUNTED_BETWEEN
        require_weight(input, weight)
        require_counted(points, spread=False)
    else:
        require_counted(points, spread=range is None)
        if -1 in wanted:
            raise RuntimeError(in_full("torch.histogramdd: bins", wanted.index(-1)))
        edges, counted = even_edges(points, wanted, range), COUNTED_EVENLY
        require_weight(input, weight)
    hist = counted(counts_between(points, edges, flat, density=density).detach(), input, weight)
    if counted is COUNTED_EVENLY:
        edges = [EDGES(edge, input, weight) for edge in edges]
    return return_type("histogramdd", "hist", "bin_edges")(hist, tuple(edges))
