"""Tensors as sentences for the ear: "2 by 3, int64. Row 0: 0, 1, 2."."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from tensorlab.engine.formats import STRIDED
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import dense, number
from tensorlab.language.values.display import text_of
from tensorlab.render.look.spoken import said

MOST_VALUES = 1000
MOST_IN_PASSING = 12
MOST_AT_ONCE = 5  # numbers without a word between them


def narrated(value: object) -> str:
    """Return a value as sentences; what is no tensor as its own text."""
    return " ".join(sentences(value)) if isinstance(value, Tensor) else text_of(value)


def sentences(tensor: Any) -> Iterator[str]:
    """Yield what a tensor is, then its rows."""
    kind = f"{tensor.dtype.name}, sparse" if tensor.layout is not STRIDED else tensor.dtype.name
    tensor = dense(tensor)
    yield f"{shape_words(tuple(tensor.shape))}, {kind}.".capitalize()
    if tensor.is_meta:
        yield "It has no values."
    elif tensor.ndim == 0:
        yield f"Value: {said(number(tensor, ()))}."
    else:
        yield from rows(tensor)


def values_said(tensor: Tensor) -> str:
    """Return the values of a small tensor, of a larger one how many there are."""
    if tensor.shape.numel() > MOST_IN_PASSING:
        return f"{tensor.shape.numel()} values."
    return " ".join(list(sentences(tensor))[1:])


def rows(tensor: Tensor) -> Iterator[str]:
    """Yield the rows of a tensor, each with its index; of a huge one the first rows."""
    told = 0
    *fronts, length = tensor.shape
    for front in islice(places(fronts), MOST_VALUES + 1):
        if told >= MOST_VALUES:
            yield "The remaining rows are left out."
            return
        row = range(min(length, MOST_VALUES))
        values = [said(number(tensor, (*front, place))) for place in row]
        told += max(len(values), 1)
        yield row_sentence(front, values)
        if len(row) < length:
            yield "The remaining values of it are left out."


def row_sentence(front: Sequence[int], values: Sequence[str]) -> str:
    """Return a row with its place, and in a long one a word every few numbers."""
    where = f"Row {listed(map(str, front))}" if front else "Values"
    parts = [listed(values[at : at + MOST_AT_ONCE]) for at in range(0, len(values), MOST_AT_ONCE)]
    further = [f"from place {MOST_AT_ONCE * at} on: {part}" for at, part in enumerate(parts)][1:]
    return f"{where}: {'; '.join([*parts[:1], *further]) or 'none'}."


def places(shape: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield the indices of a shape in order, none of them ahead of time."""
    if not shape:
        yield ()
        return
    for place in range(shape[0]):
        for rest in places(shape[1:]):
            yield (place, *rest)


def shape_words(shape: Iterable[int]) -> str:
    """Return a shape in words: "2 by 3", "3 numbers", "a single number"."""
    sizes = list(shape)
    if not sizes:
        return "a single number"
    if len(sizes) == 1:
        return f"{sizes[0]} number{'s' * (sizes[0] != 1)}"
    return " by ".join(map(str, sizes))


def listed(items: Iterable[str]) -> str:
    """Return items with commas between them."""
    return ", ".join(items)
