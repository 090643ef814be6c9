"""Which cells of a result were made from one cell of an operand."""

import itertools
from collections.abc import Iterator
from math import prod
from typing import Any

from tensorlab.explain.story.frames import Index
from tensorlab.explain.strategies.explaining import CannotExplainError

MOST_READ = 256  # cells of a result that one cell was read for


def along(at: Index, dim: int, where: Index) -> Index:
    """Return a cell with another place along one dimension."""
    dim %= len(at)
    return (*at[:dim], *where, *at[dim + 1 :])


def read_for(shape: Index, whole: Index, index: Index) -> Iterator[Index]:
    """Yield the cells of a result that a cell of a stretched operand was read for.

    Raises:
        CannotTellError: there are too many.
    """
    missing = len(whole) - len(shape)
    axes: list[Any] = [range(size) for size in whole[:missing]]
    for size, total, at in zip(shape, whole[missing:], index, strict=True):
        axes.append(range(total) if size == 1 else (at,))
    if prod(map(len, axes)) > MOST_READ:
        raise CannotExplainError
    yield from itertools.product(*axes)
