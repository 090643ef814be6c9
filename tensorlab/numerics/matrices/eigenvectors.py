"""Eigenvalues and eigenvectors of small symmetric matrices, to PyTorch's last bit.

Reflections make the matrix tridiagonal, and steps that rotate two vectors at a time make that
diagonal. Without vectors the steps go over the squares of what is beside the diagonal. The
rotations are those of LAPACK before version 3.10: they keep the sign of another length. Of float64
the last digits differ, whose sums of products have another order.

Source: Dubrulle, Martin and Wilkinson, The implicit QL algorithm (1968), and LAPACK's ssteqr and
ssterf, for the steps and their order.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.numerics.limits import DECOMPOSED
from tensorlab.numerics.matrices.reflecting import hypotenuse, reflect, signed, turn, turning
from tensorlab.numerics.matrices.tridiagonal import mirrored, tridiagonal

MOST = 25  # rows: more are taken apart first
TURNS = 30  # steps for each row, after which LAPACK gives up
Numbers = list[Any]


def eigh(matrices: Any, upper: bool, vectors: bool) -> tuple[Any, Any] | None:
    """Return eigenvalues, rising, and eigenvectors (or None) of matrices, read from a triangle.

    Nothing is returned for matrices that are not for these steps, or that they do not end for.
    """
    rows = matrices.shape[-1]
    if (
        matrices.dtype.char not in "fd"
        or not 2 <= rows <= MOST
        or matrices.__class__ is not np.ndarray
    ):
        return None
    if not 0 < matrices.size <= DECOMPOSED or not np.isfinite(matrices).all():
        return None
    with np.errstate(all="ignore"):
        found: list[Any] = [
            decomposed(each, upper, vectors) for each in matrices.reshape(-1, rows, rows)
        ]
    if None in found:
        return None
    values = np.array([pair[0] for pair in found], matrices.dtype).reshape(matrices.shape[:-1])
    if not vectors:
        return values, None
    return values, np.array([pair[1].T for pair in found], matrices.dtype).reshape(matrices.shape)


def decomposed(cells: Any, upper: bool, vectors: bool) -> tuple[Numbers, Any] | None:
    """Return the eigenvalues of a matrix and the eigenvectors, row by row; None without an end."""
    diagonal, beside, reflections = tridiagonal(mirrored(cells, upper), upper)
    if not vectors:
        ended = by_blocks(diagonal, beside, None)
        return (sorted(diagonal), None) if ended else None
    found = np.eye(len(cells), dtype=cells.dtype)
    if not by_blocks(diagonal, beside, found):
        return None
    sort(diagonal, found)
    for place, direction, share in reversed(reflections):
        part = slice(place) if upper else slice(place, None)
        reflect(found[:, part], direction, share, -1 if upper else 0)
    return diagonal, found


def sort(values: Numbers, vectors: Any) -> None:
    """Bring values, and vectors with them, into rising order by exchanges with the least."""
    for place in range(len(values) - 1):
        least = min(range(place, len(values)), key=values.__getitem__)
        if least != place:
            values[place], values[least] = values[least], values[place]
            vectors[[place, least]] = vectors[[least, place]]


def by_blocks(diagonal: Numbers, beside: Numbers, vectors: Any) -> bool:
    """Make a tridiagonal matrix diagonal, block by block, in place; return whether that ended."""
    facts = np.finfo(diagonal[0].dtype)
    eps = facts.eps / 2
    start, size = 0, len(diagonal)
    while start < size:
        end = start
        while end < size - 1:
            least = np.sqrt(abs(diagonal[end])) * np.sqrt(abs(diagonal[end + 1])) * eps
            if abs(beside[end]) <= least:
                break
            end += 1
        rows = slice(start, end + 1)
        parts = diagonal[rows], beside[start:end], None if vectors is None else vectors[rows]
        if end > start and not scaled_block(*parts, facts):
            return False
        diagonal[rows] = parts[0]
        start = end + 1
    return True


def scaled_block(diagonal: Numbers, beside: Numbers, vectors: Any, facts: Any) -> bool:
    """Make a block diagonal, which is made larger for the steps where its squares would vanish."""
    largest = max(map(abs, diagonal + beside))
    if not largest:
        return True
    least, most = np.sqrt(facts.tiny) / (facts.eps / 2) ** 2, np.sqrt(1 / facts.tiny) / 3
    size = most if largest > most else least if largest < least else None
    if size is not None:
        diagonal[:], beside[:] = (
            [cell * (size / largest) for cell in part] for part in (diagonal, beside)
        )
    back = abs(diagonal[-1]) < abs(diagonal[0])  # from the larger end on
    way = -1 if back else 1
    cells, others = diagonal[::way], beside[::way]
    if vectors is None:
        ended = block_squared(cells, others, facts)
    else:
        ended = block_rotated(cells, others, vectors[::way], back, facts)
    diagonal[:] = cells[::way]
    if size is not None:
        diagonal[:] = [cell * (largest / size) for cell in diagonal]
    return ended


def in_turns(
    diagonal: Numbers, beside: Numbers, is_least: Callable[[int], bool], pair: Any, step: Any
) -> bool:
    """Make a block diagonal by pairs and steps from its first row on; return whether that ended."""
    row, last, turns = 0, len(diagonal) - 1, TURNS * len(diagonal)
    while row <= last and turns:
        end = row
        while end < last and not is_least(end):
            end += 1
        if end < last:
            beside[end] *= 0
        if end == row:
            row += 1
        elif end == row + 1:
            pair(row)
            row += 2
        else:
            step(row, end)
            turns -= 1
    return turns > 0


def block_rotated(diagonal: Numbers, beside: Numbers, vectors: Any, back: bool, facts: Any) -> bool:
    """Make a block diagonal and turn the vectors along, in place; return whether that ended."""
    least = (facts.eps / 2) ** 2

    def is_least(k: int) -> bool:
        bound = (least * abs(diagonal[k])) * abs(diagonal[k + 1]) + facts.tiny
        return bool(beside[k] * beside[k] <= bound)

    def pair(row: int) -> None:
        first, second = (row + 1, row) if back else (row, row + 1)
        *values, cosine, sine = of_pair(diagonal[first], beside[row], diagonal[second])
        diagonal[first], diagonal[second] = values
        turn(vectors, first, second, cosine, sine)

    def step(row: int, end: int) -> None:
        stepped(diagonal, beside, vectors, row, end, back)

    return in_turns(diagonal, beside, is_least, pair, step)


def shifted(diagonal: Numbers, beside: Any, row: int) -> Any:
    """Return how far Wilkinson's shift is from a row's cell."""
    gap = (diagonal[row + 1] - diagonal[row]) / (2 * beside)
    return beside / (gap + signed(hypotenuse(gap, gap.dtype.type(1)), gap))


def stepped(
    diagonal: Numbers, beside: Numbers, vectors: Any, row: int, end: int, back: bool
) -> None:
    """Take one implicit step from the end of a block up to a row."""
    along = diagonal[end] - diagonal[row] + shifted(diagonal, beside[row], row)
    sine = cosine = along.dtype.type(1)
    moved = along.dtype.type(0)
    for k in range(end - 1, row - 1, -1):
        across, kept = sine * beside[k], cosine * beside[k]
        cosine, sine, length = turning(along, across)
        if k < end - 1:
            beside[k + 1] = length
        rest = diagonal[k + 1] - moved
        gap = (diagonal[k] - rest) * sine + 2 * cosine * kept
        moved = sine * gap
        diagonal[k + 1] = rest + moved
        along = cosine * gap - kept
        if back:
            turn(vectors, k + 1, k, cosine, sine)
        else:
            turn(vectors, k, k + 1, cosine, -sine)
    diagonal[row] = diagonal[row] - moved
    beside[row] = along


def values_of_pair(a: Any, beside: Any, c: Any) -> tuple[Any, Any, Any, bool]:
    """Return both eigenvalues of two rows, the one that is larger in size first.

    Also the root of their discriminant, and whether the first is above zero.
    """
    total, gap, twice = a + c, abs(a - c), abs(beside + beside)
    long, short = (gap, twice) if gap > twice else (twice, gap)
    ratio = short / long if short != long else long.dtype.type(1)
    root = long * np.sqrt(1 + ratio * ratio)
    if not total:
        return root / 2, -root / 2, root, True
    first = (total - root) / 2 if total < 0 else (total + root) / 2
    large, small = (a, c) if abs(a) > abs(c) else (c, a)
    return first, large / first * small - beside / first * beside, root, bool(total > 0)


def of_pair(a: Any, beside: Any, c: Any) -> tuple[Any, Any, Any, Any]:
    """Return both eigenvalues of two rows, and the cosine and the sine of the first's vector."""
    first, second, root, above = values_of_pair(a, beside, c)
    one, twice = a.dtype.type(1), beside + beside
    falls = bool(a - c >= 0)
    edge = a - c + root if falls else a - c - root
    if abs(edge) > abs(twice):
        slope = -twice / edge
        sine = one / np.sqrt(1 + slope * slope)
        cosine = slope * sine
    else:
        slope = -edge / twice
        cosine = one / np.sqrt(1 + slope * slope)
        sine = slope * cosine
    return (first, second, -sine, cosine) if above == falls else (first, second, cosine, sine)


def block_squared(diagonal: Numbers, beside: Numbers, facts: Any) -> bool:
    """Make a block diagonal without vectors, in place; return whether that ended."""
    least = (facts.eps / 2) ** 2
    squares = [cell * cell for cell in beside]

    def is_least(k: int) -> bool:
        return bool(squares[k] <= least * abs(diagonal[k] * diagonal[k + 1]))

    def pair(row: int) -> None:
        both = values_of_pair(diagonal[row], np.sqrt(squares[row]), diagonal[row + 1])
        diagonal[row], diagonal[row + 1] = both[:2]

    def step(row: int, end: int) -> None:
        stepped_without_roots(diagonal, squares, row, end)

    return in_turns(diagonal, squares, is_least, pair, step)


def stepped_without_roots(diagonal: Numbers, squares: Numbers, row: int, end: int) -> None:
    """Take one step of Pal, Walker and Kahan's from the end of a block up to a row."""
    shift = diagonal[row] - shifted(diagonal, np.sqrt(squares[row]), row)
    cosine, sine = shift.dtype.type(1), shift.dtype.type(0)
    gap = diagonal[end] - shift
    size = gap * gap
    for k in range(end - 1, row - 1, -1):
        square = squares[k]
        total = size + square
        if k < end - 1:
            squares[k + 1] = sine * total
        before, above = cosine, gap
        cosine, sine = size / total, square / total
        gap = cosine * (diagonal[k] - shift) - sine * above
        diagonal[k + 1] = above + (diagonal[k] - gap)
        size = gap * gap / cosine if cosine else before * square
    squares[row] = sine * size
    diagonal[row] = shift + gap
