"""Elements in order: sorting, the largest, the k-th, and where a number would stand."""

from collections.abc import Callable
from operator import gt, lt
from typing import Any

import numpy as np

from tensorlab.engine.declaring import EVERY, NUMBERS, USUAL, Array, Quantized, composite, operation
from tensorlab.engine.layout import laid_as, row_major
from tensorlab.engine.naming import return_type
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signatures.support import unless_idle
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.indexing.gathering import flat_places
from tensorlab.ops.ordering import ties

MANY = 32  # elements of a line from which on choosing before sorting pays
FEW = 8  # elements that are looked at one by one
ALTOGETHER = 256  # elements of all lines, likewise

SORTED: Any = return_type("sort", "values", "indices")
TOP: Any = return_type("topk", "values", "indices")
KTH: Any = return_type("kthvalue", "values", "indices")


def order_of(
    input: np.ndarray, axis: int, count: int | None = None, *, descending: bool
) -> np.ndarray:
    """Return the places of the elements in order, or of the first ones.

    Equal ones keep theirs, NaN is the greatest.
    """
    before = (slice(None),) * axis
    first, mirrored = (*before, slice(count)), (*before, slice(None, None, -1))
    if not descending:
        order = input.argsort(axis, kind="stable").astype(np.int64, copy=False)
        return order if count is None else order[first].copy()
    backward = input[mirrored].argsort(axis, kind="stable")[mirrored]
    return row_major(input.shape[axis] - 1 - backward[first])


def of_rank(line: np.ndarray, rank: int) -> tuple[Any, Any] | None:
    """Return the element at a place of the order, and its own place; None where it is NaN."""
    value = np.partition(line, rank)[rank]
    if value != value:  # noqa: PLR0124  NaN
        return None
    before = np.count_nonzero(line < value)
    place = np.flatnonzero(line == value)[rank - before]
    return np.asarray(value), np.asarray(place)


def placed_back(g: Tensor, sizes: object, dim: int, indices: Tensor) -> Any:
    """Return the gradients of chosen elements at the places that they were chosen from."""
    return g.new_zeros(sizes).scatter(dim, indices, g)


def check_order(name: str, input: Tensor, dim: int = -1) -> None:
    """Refuse numbers that have no order.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: they are complex.
    """
    wrap_dim(dim, input.ndim)
    if input.dtype.is_complex:
        raise RuntimeError(f" {name} does not support complex dtypes on CPU")


@operation(
    check=lambda input, dim: check_order("Sort", input, dim),
    node=lambda stable: f"SortBackward{int(stable is not None)}",
    related=("argsort", "topk"),
    structured=True,
    quantized=Quantized.SORTS,
    copies=5,
)
def sort(
    input: Array, dim: int = -1, descending: bool = False, *, stable: bool | None = None
) -> Any:
    """Return the elements in order along a dimension, and the places that they come from.

    NaN counts as the greatest number. Equal elements keep their order if there are no more than
    16, or if stable is true.

    >>> torch.sort(torch.tensor([3, 1, 2]))
    torch.return_types.sort(
    values=tensor([1, 2, 3]),
    indices=tensor([1, 2, 0]))
    """
    axis = wrap_dim(dim, input.ndim)
    if input.dtype.kind == "c":
        raise TypeError
    if not input.ndim:
        return SORTED(input.copy(), np.zeros((), np.int64))
    order = order_of(input, axis, descending=descending)
    values = taken(input, order, axis)
    few = input.size <= ties.FEW and input.shape[axis] > ties.SHORT
    if stable or not (few and has_ties(values, axis, descending)):
        return SORTED(laid_as(input, values), laid_as(input, order))
    order = each_row(input, axis, lambda row: ties.sorted_places(row, descending=descending))
    return SORTED(laid_as(input, taken(input, order, axis)), laid_as(input, order))


sort.gradient(input=lambda g, sizes, dim, out: placed_back(g[0], sizes, dim, out[1]))
sort.derivative(input="1 where it was moved to, else 0")


@composite(out=True, related=("sort",), quantized=Quantized.SORTS, copies=5, wrong_out=USUAL)
def argsort(
    input: Array, dim: int = -1, descending: bool = False, *, stable: bool = False
) -> Array:
    """Return the places of the elements in order along a dimension.

    >>> torch.argsort(torch.tensor([3, 1, 2]))
    tensor([1, 2, 0])
    """
    settings = {"stable": True} if stable else {}
    ordered: Any = sort(input.detach(), dim=dim, descending=descending, **settings)
    return ordered[1]


@composite(out=True, related=("sort",), wrong_out=USUAL, quantized=Quantized.SORTS)
def msort(input: Array) -> Array:
    """Return the elements in order along the first dimension.

    >>> torch.msort(torch.tensor([3, 1, 2]))
    tensor([1, 2, 3])
    """
    ordered: Any = sort(input, 0)
    return ordered[0]


def check_top(input: Tensor, k: int, dim: int) -> None:
    """Refuse numbers without an order, and more of them than there are.

    Raises:
        RuntimeError: the type is complex, or `k` lies outside.
    """
    axis = wrap_dim(dim, input.ndim)
    if not 0 <= k <= (input.shape[axis] if input.ndim else 1):
        raise RuntimeError("selected index k out of range")
    if input.dtype.name == "bool":
        raise RuntimeError("topk does not support bool dtypes on CPU")
    check_order("topk", input)


@operation(
    takes=EVERY,
    kernel="topk_cpu",
    check=check_top,
    related=("sort", "kthvalue"),
    structured=True,
    quantized=Quantized.SORTS,
    copies=5,
)
def topk(input: Array, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Any:
    """Return the k largest, or smallest, elements along a dimension in order, and their places.

    >>> torch.topk(torch.tensor([3, 1, 2]), 2)
    torch.return_types.topk(
    values=tensor([3, 2]),
    indices=tensor([0, 2]))
    """
    axis = wrap_dim(dim, input.ndim)
    if input.dtype.kind in "bc" or not 0 <= k <= (input.shape[axis] if input.ndim else 1):
        raise TypeError
    if not input.ndim:
        return TOP(input.copy(), np.zeros((), np.int64))
    if input.size > ties.FEW:
        places = top_places(input, k, axis, largest)
        return TOP(taken(input, places, axis), places)
    places = top_places(input, min(k + 1, input.shape[axis]), axis, largest)  # is the next equal?
    values = taken(input, places, axis)
    if values.size and (not sorted or has_ties(values, axis, largest)):
        places = each_row(
            input, axis, lambda row: ties.top_places(row, k, largest=largest, in_order=sorted)
        )
        return TOP(taken(input, places, axis), places)
    first = (slice(None),) * axis + (slice(k),)
    return TOP(values[first].copy(), places[first].copy())


def taken(input: np.ndarray, places: np.ndarray, axis: int) -> np.ndarray:
    """Return the elements at places along a dimension."""
    return input.reshape(-1).take(flat_places(places, axis, input.shape))


def has_ties(ordered: np.ndarray, axis: int, descending: bool) -> bool:
    """Return whether two elements in order along a dimension are equal, or both NaN."""
    if ordered.ndim == 1 and ordered.size <= FEW and ordered.__class__ is np.ndarray:
        line = ordered.tolist()
        if all(map(gt if descending else lt, line, line[1:])):
            return False
    lines = ordered.swapaxes(axis, -1)
    first, second = lines[..., :-1], lines[..., 1:]
    if np.logical_and.reduce(first > second if descending else first < second, axis=None):
        return False
    if np.equal(first, second).any():
        return True
    return ordered.dtype.kind == "f" and bool((first != first).any())  # noqa: PLR0124  NaN


def each_row(input: np.ndarray, axis: int, choose: Callable[[list[Any]], list[int]]) -> np.ndarray:
    """Return the places that a choice finds in each line along a dimension."""
    moved = np.moveaxis(input, axis, -1)
    lines = moved.reshape(-1, moved.shape[-1]).tolist()
    chosen = np.array([choose(line) for line in lines], np.int64)
    shaped = chosen.reshape(*moved.shape[:-1], -1 if chosen.size else 0)
    return row_major(np.moveaxis(shaped, -1, axis))


def top_places(input: np.ndarray, k: int, axis: int, largest: bool) -> np.ndarray:
    """Return the places of the k largest or smallest elements along a dimension, in order.

    Of many elements not all are sorted.
    """
    size = input.shape[axis]
    line = input.ndim == 1 and input.__class__ is np.ndarray and input.dtype.kind == "f"
    if line and k <= FEW and size > ALTOGETHER:
        places = one_after_another(input, k, largest)
        if places is not None:
            return places
    if input.size <= ALTOGETHER or not MANY < size > 8 * k > 0:
        return order_of(input, axis, k, descending=largest)
    kth, part = (size - k, slice(size - k, None)) if largest else (k - 1, slice(k))
    chosen = input.argpartition(kth, axis)[(slice(None),) * axis + (part,)].copy()
    chosen.sort(axis)
    return taken(chosen, order_of(taken(input, chosen, axis), axis, descending=largest), axis)


def one_after_another(line: np.ndarray, k: int, largest: bool) -> np.ndarray | None:
    """Return the places of the k largest or smallest floats; None if one is not finite."""
    rest, places = line.copy(), []
    find, gone = (rest.argmax, -np.inf) if largest else (rest.argmin, np.inf)
    for _ in range(k):
        place = find()
        if not -np.inf < rest[place] < np.inf:
            return None
        places.append(int(place))
        rest[place] = gone
    return np.array(places, np.int64)


topk.gradient(input=lambda g, sizes, dim, out: placed_back(g[0], sizes, dim, out[1]))
topk.derivative(input="1 for the elements that were picked, else 0")


@operation(
    takes=unless_idle(NUMBERS, alone=True),
    kernel="kthvalue_cpu",
    apart=True,
    related=("topk", "sort"),
    quantized_kernel="kthvalue.values",
    wrong_out="output values must be of same type as input",
)
def kthvalue(input: Array, k: int, dim: int = -1, keepdim: bool = False) -> Any:
    """Return the k-th smallest element along a dimension, counted from 1, and its place.

    >>> torch.kthvalue(torch.tensor([30, 10, 20]), 2)
    torch.return_types.kthvalue(
    values=tensor(20),
    indices=tensor(2))
    """
    axis = wrap_dim(dim, input.ndim)
    size = input.shape[axis] if input.ndim else 1
    if not size:
        raise IndexError(f"kthvalue(): Expected reduction dim {axis} to have non-zero size.")
    if not 1 <= k <= size:
        raise RuntimeError(f"kthvalue(): selected number k out of range for dimension {axis}")
    if not input.ndim:
        return KTH(input.copy(), np.zeros((), np.int64))
    if input.ndim == 1 and input.size > ties.FEW and keepdim is False:
        found = of_rank(input, k - 1)
        if found is not None:
            return KTH(*found)
    order = order_of(input, axis, descending=False)
    if input.size <= ties.FEW and has_ties(taken(input, order, axis), axis, False):
        place = each_row(input, axis, lambda row: [ties.kth_place(row, k - 1)])
    else:
        place = order[(slice(None),) * axis + (slice(k - 1, k),)]
    value = taken(input, place, axis)
    if keepdim:
        return KTH(value, place.copy())
    return KTH(value.squeeze(axis), place.squeeze(axis).copy())


def kth_back(g: Any, sizes: Any, dim: int, keepdim: bool, out: Any) -> Any:
    """Return the gradient of the k-th element at its place."""
    place = out[1]  # which a second walk back asks for, too
    if not sizes:
        return g[0]
    if keepdim:
        return placed_back(g[0], sizes, dim, place)
    return placed_back(g[0].unsqueeze(dim), sizes, dim, place.unsqueeze(dim))


kthvalue.gradient(input=kth_back)
kthvalue.derivative(input="1 for the element that was picked, else 0")
