"""Images in another size: each new cell a weighted sum of old ones, added up in PyTorch's steps.

Forward, line by line: the sums along the last dimension are weighted and added along the one
before. Images of few cells, and of three channels, are blended instead: each old cell is
multiplied with the product of its weights and all are added up, of whole vectors of eight channels
from the last one. Bins are added up cell by cell and divided dimension by dimension.
Back, each new cell's gradient is spread over the old ones, cell after cell.
"""

from collections.abc import Iterator
from functools import reduce
from itertools import starmap
from math import prod
from typing import Any, NamedTuple

import numpy as np

from tensorlab.numerics.fused import fma
from tensorlab.numerics.limits import BINS, SPREAD
from tensorlab.numerics.sums.summation import in_order

VECTOR = 32  # bytes
FEW = 128  # rows and columns of what is blended


class Line(NamedTuple):
    """What new cells along a dimension are made of: as many rows as old cells are in each."""

    cells: Any  # where the old ones are; -1 where a new cell is made of fewer
    weights: Any
    size: int  # how many old cells there are

    def terms(self) -> Iterator[tuple[Any, Any, Any]]:
        """Yield new cells, an old one of each, and its weight."""
        for old, weight in zip(self.cells, self.weights, strict=True):
            there: Any = old >= 0
            new = slice(None) if there.all() else there.nonzero()[0]
            yield new, old[new], weight[new]

    def matrix(self) -> Any:
        """Return the weights of all old cells in each new one."""
        found = np.zeros((self.cells.shape[1], self.size))
        for new, old, weight in self.terms():
            np.add.at(found, (np.arange(len(found))[new], old), weight)
        return found


Lines = tuple[Line, ...]


def added(terms: list[tuple[Any, Any]], *, fused: bool) -> Any:
    """Return the sum of products: if fused, each of them but the second with one rounding."""
    if not fused or len(terms) < 2:
        return reduce(np.add, starmap(np.multiply, terms))
    (first, weight), second, *others = terms
    total = fma(first, weight, second[0] * second[1])
    for value, weight in others:
        total = fma(value, weight, total)
    return total


def by_lines(x: Any, lines: Lines, *, whole: bool = False, fused: bool = False) -> Any:
    """Return new images, one dimension after the other, the last one first.

    Whole numbers are rounded after each.
    """
    for back, line in enumerate(reversed(lines), 1):
        if len(line.cells) == 1 and (line.weights == 1).all() and x.__class__ is np.ndarray:
            x = x.take(line.cells[0], -back)  # each cell is an old one
            continue
        x, terms = x.swapaxes(-back, -1), list(line.terms())
        if fused:
            total = added([(x[..., old], weight) for _, old, weight in terms], fused=True)
        else:
            total = x[..., terms[0][1]] * terms[0][2]
            for new, old, weight in terms[1:]:
                total[..., new] += x[..., old] * weight
        x = total.swapaxes(-back, -1)
        if whole:
            x = np.clip(np.floor(x + np.float32(0.5)), 0, 255)
    return x


def are_blended(channels: int, sizes: tuple[int, ...], *, channels_last: bool) -> bool:
    """Return whether PyTorch blends images of so many channels into new sizes."""
    return sum(sizes) <= FEW or channels == 3 or (channels_last and channels > 3)


def blended(x: Any, lines: Lines, *, fused: bool) -> Any:
    """Return new images, all old cells of a new one at once."""
    vector = VECTOR // x.itemsize
    first = x.shape[1] // vector * vector
    if first and first < x.shape[1]:
        parts = x[:, :first], x[:, first:]
        return np.concatenate([blended(part, lines, fused=fused) for part in parts], 1)
    (upper, lower), (left, right) = (list(line.terms()) for line in lines)
    rows = ((x.take(old, -2), weight[:, None]) for _, old, weight in (upper, lower))
    terms = [
        (row.take(old, -1), height * weight)
        for row, height in rows
        for _, old, weight in (left, right)
    ]
    return added(terms[::-1] if first else terms, fused=fused)


def averaged(x: Any, lines: Lines) -> Any:
    """Return the means of bins, whose weights are ones."""
    if prod(len(line.cells) for line in lines) > BINS:
        return divided(by_lines(x, lines), lines)
    count = len(lines)
    lead, shape = x.shape[:-count], []
    cells = np.zeros_like(x, shape=lead + tuple(size + 1 for size in x.shape[-count:]))
    cells[(..., *[slice(-1)] * count)] = x
    for place, line in enumerate(lines, -count):  # behind the last cell is nothing, what -1 is
        cells = cells.take(line.cells.reshape(-1), place)
        shape += line.cells.shape
    cells = cells.reshape(prod(lead), *shape)
    cells = cells.transpose(*range(1, 2 * count, 2), 0, *range(2, 2 * count + 1, 2))
    rest = (*lead, *shape[1::2])
    total = in_order(cells.reshape(prod(shape[::2]), prod(rest)))
    return divided(total.reshape(rest), lines)


def divided(total: Any, lines: Lines) -> Any:
    """Return sums of bins, or what goes back to them, by how many rows and columns they have."""
    for counts in np.ix_(*((line.cells >= 0).sum(0).astype(np.float32) for line in lines)):
        total = total / counts
    return total


def spread(g: Any, lines: Lines, *, curves: bool = False) -> Any:
    """Return old images to which each new cell has added its gradient, weighted.

    Along curves the columns of a new cell come before its rows.
    """
    count = len(lines)
    lead, sizes = prod(g.shape[:-count]), tuple(line.size for line in lines)
    if lead * prod(line.cells.size for line in lines) > SPREAD:
        return spread_by_lines(g, lines)
    values, weight = g[(..., *[None] * count)], np.ones((), g.dtype)
    places, there = np.array(0), np.array(True)
    for place, line in enumerate(lines):
        shape = [1] * (2 * count)
        shape[place], shape[-1 - place if curves else count + place] = line.cells.shape[::-1]
        cells, share = line.cells.T.reshape(shape), line.weights.T.reshape(shape)
        places, there = places * line.size + cells, there & (cells >= 0)
        if curves:
            values = values * share
        else:
            weight = weight * share
    terms, numbers = (values * weight).reshape(lead, places.size), places.reshape(-1)
    if not there.all():
        terms, numbers = terms[:, there.reshape(-1)], places[there]
    numbers = numbers + np.arange(lead)[:, None] * prod(sizes)
    found = np.zeros_like(g, shape=lead * prod(sizes))
    np.add.at(found, numbers.reshape(-1), terms.reshape(-1))
    return found.reshape(*g.shape[:-count], *sizes)


def spread_by_lines(g: Any, lines: Lines) -> Any:
    """Return the same of many cells, one dimension after the other."""
    for back, line in enumerate(reversed(lines), 1):
        matrix = line.matrix().astype(g.dtype)
        g = np.matmul(g.swapaxes(-back, -1), matrix).swapaxes(-back, -1)
    return g
