"""A tensor as facets of rows and columns, a large one cut to its edges."""

import math
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from tensorlab.engine import memory
from tensorlab.engine.printing.array_text import OPTIONS, at_places, number_words
from tensorlab.explain.arithmetic.numbers import dense
from tensorlab.frozen import Frozen

EDGE = 3
MOST_ELEMENTS = 1000
# its place, its text, its shade, and the styled text that is drawn
BYTES_OF_ELEMENT = 2000


class Facet(Frozen):
    """The last two dimensions of a tensor at one place of the others; None is what is left out."""

    index: tuple[int | None, ...]
    rows: tuple[int | None, ...]
    columns: tuple[int | None, ...]
    words: tuple[tuple[str, ...], ...]
    # from 0, the smallest number, to 1
    shades: tuple[tuple[float | None, ...], ...]


class Grid(Frozen):
    """The facets of a tensor, and the range of its shades."""

    facets: tuple[Facet, ...]
    lowest: float | None
    highest: float | None


def grid(tensor: Any) -> Grid:
    """Return what a view of a tensor shows; elements a sparse tensor does not store are dots."""
    stored = stored_elements(tensor) if tensor.is_sparse else None
    tensor = dense(tensor)
    numbers = tensor.dtype.decode(tensor._array)
    places = [shown_places(size, tensor._array.size) for size in tensor.shape]
    shown = [[at for at in axis if at is not None] for axis in places]
    memory.reserve_memory(BYTES_OF_ELEMENT * math.prod(map(len, shown)))
    corner = at_places(numbers, shown)
    words = iter(number_words(corner, OPTIONS).texts)
    index_words = {at: next(words) for at in product(*shown)}
    if stored is not None:
        index_words = {at: (text if at in stored else ".") for at, text in index_words.items()}
    low, high = extent(corner)
    shades = shades_of(corner, low, high)
    shade_at = dict(zip(index_words, shades, strict=True))
    return Grid(tuple(facets(places, index_words, shade_at)), low, high)


def shown_places(size: int, elements: int) -> list[int | None]:
    """Return the places along a dimension that are shown; None stands for those left out."""
    if elements <= MOST_ELEMENTS or size <= 2 * EDGE:
        return list(range(size))
    return [*range(EDGE), None, *range(size - EDGE, size)]


def stored_elements(tensor: Any) -> set[tuple[int, ...]]:
    """Return the elements that a sparse tensor stores, as far as its sparse dimensions say."""
    indices = tensor._indices().tolist()
    dense = [range(size) for size in tensor.shape[len(indices) :]]
    return {(*place, *rest) for place in zip(*indices, strict=True) for rest in product(*dense)}


def facets(
    places: list[list[int | None]],
    words: dict[tuple[int, ...], str],
    shades: dict[tuple[int, ...], float | None],
) -> Iterator[Facet]:
    """Yield the facets in reading order, one without rows where others are left out."""
    front: list[list[int | None]] = places[:-2]
    rows = places[-2] if len(places) > 1 else [0]
    columns = places[-1] if places else [0]
    left_out = False
    for index in product(*front):
        if None in index:
            if not left_out:
                yield Facet(index, (), (), (), ())
            left_out = True
            continue
        left_out = False

        def at(row: int | None, column: int | None, index: Any = index) -> tuple[int, ...] | None:
            if row is None or column is None:
                return None
            return (*index, row, column)[-len(places) :] if places else ()

        elements = [[at(row, column) for column in columns] for row in rows]
        yield Facet(
            index,
            tuple(rows) if len(places) > 1 else (),
            tuple(columns) if places else (),
            tuple(
                tuple("..." if element is None else words[element] for element in row)
                for row in elements
            ),
            tuple(
                tuple(None if element is None else shades[element] for element in row)
                for row in elements
            ),
        )


def extent(numbers: Any) -> tuple[float | None, float | None]:
    """Return the smallest and the largest finite number."""
    if numbers.dtype.kind not in "fiub" or not numbers.size:
        return None, None
    finite = numbers[np.isfinite(numbers)] if numbers.dtype.kind == "f" else numbers
    return (float(finite.min()), float(finite.max())) if finite.size else (None, None)


def shades_of(numbers: Any, low: float | None, high: float | None) -> list[float | None]:
    """Return where between the smallest and the largest number each one lies."""
    if low is None or high is None:
        return [None] * numbers.size
    width = (high - low) or 1.0
    return [
        (float(value) - low) / width if math.isfinite(value) else None
        for value in numbers.ravel().tolist()
    ]
