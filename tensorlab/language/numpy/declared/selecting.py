"""Elements by their places, by conditions, in order, and how often they come."""

from typing import Any

from tensorlab.language.numpy.declared.elementwise import stretched
from tensorlab.language.numpy.declared.making import COPIES
from tensorlab.language.numpy.declaring import count, declares, elements_of, number, shape_of, sizes


@declares
def found(a: Any) -> int:
    """Return the elements of places: for each dimension a number."""
    return (len(shape_of(a)) + 1) * count(a)


@declares
def places(indices: Any, shape: Any = ()) -> int:
    """Return the elements of places that are counted in one row: for each dimension a number."""
    return max(count(indices), 1) * len(sizes(shape))


@declares
def chosen_by_condition(condition: Any, elements: int, x: Any = None, y: Any = None) -> int:
    """Return the elements of one or the other, or the places where a condition holds."""
    return (
        found(condition)
        if x is None and y is None
        else stretched([condition, x, y], sum(map(count, (condition, x, y))))
    )


def row_size(a: Any, axis: Any) -> int:
    """Return how many elements lie at one place along an axis."""
    return int(count(a) // max(shape_of(a)[int(axis)], 1))


@declares
def taken(
    a: Any, indices: Any = None, ind: Any = 0, axis: Any = None, mode: Any = "raise"
) -> tuple[int, int]:
    """Return the elements at some places, which are brought inside in steps of the length."""
    places = elements_of(ind if indices is None else indices)
    rows = 1 if axis is None else row_size(a, axis)
    made = max(rows, 1) * places.size + count(a)
    if mode != "wrap" or not places.size:
        return made, made
    farthest = max(abs(int(places.min())), abs(int(places.max())))
    length = max(count(a) if axis is None else shape_of(a)[axis], 1)
    return made, made + places.size * (farthest // length)


@declares
def taken_along(arr: Any, indices: Any, axis: Any = -1) -> int:
    """Return the elements at places along an axis, and of places along the others."""
    rows = 1 if axis is None else row_size(arr, axis)
    return COPIES * (count(indices) + max(rows, 1) * max(shape_of(indices), default=1))


@declares
def in_order(elements: int) -> tuple[int, int]:
    """Return the elements of what is put in order, or searched in what is."""
    return COPIES * elements, COPIES * elements * max(elements.bit_length(), 1)


@declares
def binned(x: Any, minlength: Any = 0) -> int:
    """Return the elements of counts: one for each whole number to the largest."""
    given = elements_of(x)
    return max(int(given.max()) + 1 if given.size else 0, number(minlength)) + count(x)


@declares
def histogram(a: Any, bins: Any = 10) -> int:
    """Return the elements of bins, and of copies on the way."""
    many = count(bins) if shape_of(bins) else number(bins)
    return COPIES * (2 * count(a) + many)


@declares
def histogram_of_pairs(x: Any, bins: Any = 10) -> int:
    """Return the elements of bins for pairs of numbers, and of copies on the way."""
    many = sum(map(count, bins)) if shape_of(bins) else number(bins)
    return COPIES * (4 * count(x) + (max(many, *sizes(bins)) + 2) ** 2)
