"""All of a tensor that is drawn at once: its matrices, each with the rows and columns it shows."""

from collections.abc import Iterable
from typing import NamedTuple

from tensorlab.explain.story.frames import Index, Number, Operand
from tensorlab.explain.story.pictures import axis, placed


class Facet(NamedTuple):
    """One matrix of a tensor; None in place of a row or a column stands for those left out."""

    front: Index
    rows: tuple[int | None, ...]
    columns: tuple[int | None, ...]
    elements: dict[Index, Number]  # by row and column


def facets(operand: Operand, kept: Iterable[Index]) -> tuple[Facet, ...]:
    """Return the matrices of a tensor with the elements that are kept; of a vector its one row."""
    matrices: dict[Index, dict[Index, Number]] = {}
    for index in sorted(set(kept)):
        matrices.setdefault(index[:-2], {})[placed(index)] = operand.elements[index]
    return tuple(
        Facet(
            front,
            tuple(axis(elements, 0, operand.shape[-2:-1])),
            tuple(axis(elements, 1, operand.shape[-1:])),
            elements,
        )
        for front, elements in matrices.items()
    )
