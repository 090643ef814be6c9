"""Images in another size: each new element a weighted sum of old ones, dimension by dimension."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Line(NamedTuple):
    """What new elements along a dimension are made of: as many rows as old elements are in each."""

    elements: Any  # where the old ones are; -1 where a new element is made of fewer
    weights: Any
    size: int  # how many old elements there are

    def terms(self) -> Iterator[tuple[Any, Any, Any]]:
        """Yield new elements, an old one of each, and its weight."""
        for old, weight in zip(self.elements, self.weights, strict=True):
            there: Any = old >= 0
            new = slice(None) if there.all() else there.nonzero()[0]
            yield new, old[new], weight[new]

    def matrix(self) -> Any:
        """Return the weights of all old elements in each new one."""
        found = np.zeros((self.elements.shape[1], self.size))
        for new, old, weight in self.terms():
            np.add.at(found, (np.arange(len(found))[new], old), weight)
        return found


Lines = tuple[Line, ...]


def by_lines(x: NDArray[Any], lines: Lines, *, whole: bool = False) -> Any:
    """Return new images, one dimension after the other, the last one first.

    Whole numbers are rounded after each.
    """
    for back, line in enumerate(reversed(lines), 1):
        if not line.elements.size:
            x = x.take([], -back)
            continue
        if len(line.elements) == 1 and (line.weights == 1).all():
            x = x.take(line.elements[0], -back)  # each element is an old one
            continue
        x, terms = x.swapaxes(-back, -1), list(line.terms())
        total = x[..., terms[0][1]] * terms[0][2]
        for new, old, weight in terms[1:]:
            total[..., new] += x[..., old] * weight
        x = total.swapaxes(-back, -1)
        if whole:
            x = np.clip(np.floor(x + np.float32(0.5)), 0, 255)
    return x


def divided(total: NDArray[Any], lines: Lines) -> Any:
    """Return sums of bins, or what goes back to them, by how many rows and columns they have."""
    for counts in np.ix_(*((line.elements >= 0).sum(0).astype(np.float32) for line in lines)):
        total = total / counts
    return total


def spread(g: NDArray[Any], lines: Lines) -> Any:
    """Return old images to which each new element has added its gradient, weighted."""
    for back, line in enumerate(reversed(lines), 1):
        matrix = line.matrix().astype(g.dtype)
        g = np.matmul(g.swapaxes(-back, -1), matrix).swapaxes(-back, -1)
    return g
