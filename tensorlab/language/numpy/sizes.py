"""How many cells the calls of numpy make that arrange arrays, or fill new ones."""

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

TOO_MANY: Final = 1 << 59  # refused, whatever limits there are
WORDS: Final = (str, type(None), type, np.dtype)  # they say how, and lie over nothing
COPIES: Final = 3  # of its operands a function may make on its way


def cells_of(value: Any) -> int:
    """Return the cells of an array, a tensor, or of nested lists."""
    if isinstance(value, np.ndarray):
        return int(value.size)
    if isinstance(value, list | tuple):
        return sum(map(cells_of, value))
    shape = getattr(value, "shape", None)
    return math.prod(shape) if shape is not None else 1


def sizes(value: Any) -> list[int]:
    """Return the whole numbers of a size: one, several, or an array of them."""
    if isinstance(value, np.ndarray):
        value = value.ravel().tolist() if value.size <= 64 else []
    if isinstance(value, list | tuple):
        return [size for part in value for size in sizes(part)]
    if isinstance(value, bool | float | complex | str | None):
        return [int(value)] if isinstance(value, float) and abs(value) < TOO_MANY else []
    try:
        return [max(int(value), 0)]
    except (TypeError, ValueError, OverflowError, RuntimeError):
        return []


def number(value: Any, default: int = 0) -> int:
    """Return one whole number, the default where there is none."""
    found = sizes(value)
    return found[0] if found else default


def product(value: Any) -> int:
    """Return how many cells a size means."""
    return math.prod(sizes(value))


def laid_over(values: Sequence[Any]) -> int:
    """Return the cells of arrays stretched over one another."""
    shapes = [np.shape(value) for value in values if not isinstance(value, WORDS)]
    try:
        return math.prod(np.broadcast_shapes(*shapes)) if len(shapes) < 32 else 0
    except ValueError:
        return 0  # numpy refuses them


def filled(shape: Any = 0, *rest: Any, **named: Any) -> int:
    """Return the cells of zeros and its kin."""
    return product(shape)


def alike(a: Any, *rest: Any, **named: Any) -> int:
    """Return the cells of zeros_like and its kin."""
    shape = named.get("shape")
    return cells_of(a) if shape is None else product(shape)


def counted(start: Any = 0, stop: Any = None, step: Any = 1, *rest: Any, **named: Any) -> int:
    """Return the cells of arange."""
    if stop is None:
        start, stop = 0, start
    step = 1 if step is None else step
    ends = (float(start), float(stop), float(step))
    if not ends[2] or not all(map(math.isfinite, ends)):
        return 0
    return int(min(max((ends[1] - ends[0]) / ends[2] + 1, 0), TOO_MANY))


def spaced(start: Any, stop: Any, num: Any = 50, *rest: Any, **named: Any) -> int:
    """Return the cells of linspace and its kin, on their way."""
    return COPIES * number(num) * max(laid_over([start, stop]), 1)


def sided(N: Any = 0, M: Any = None, *rest: Any, **named: Any) -> int:
    """Return the cells of eye and its kin."""
    return 2 * number(N) * number(N if M is None else M)


def triangle(n: Any, k: Any = 0, m: Any = None, **named: Any) -> int:
    """Return the cells of tril_indices."""
    return COPIES * sided(n, m)


def diagonal_matrix(v: Any, k: Any = 0) -> int:
    """Return the cells of diag and diagflat."""
    count = cells_of(v) + min(abs(sizes_of_offset(k)), TOO_MANY)
    return count if np.ndim(v) > 1 else count * count


def sizes_of_offset(k: Any) -> int:
    """Return how far from the main diagonal another lies."""
    return int(k) if isinstance(k, int | np.integer) else 0


def flat_diagonal(v: Any, k: Any = 0) -> int:
    """Return the cells of diagflat."""
    return int((cells_of(v) + abs(sizes_of_offset(k))) ** 2)


def every_pair(a: Any, b: Any, *rest: Any, **named: Any) -> int:
    """Return the cells of outer, kron and convolve: every cell meets every other."""
    return cells_of(a) * cells_of(b)


def eightfold(a: Any, *rest: Any, **named: Any) -> int:
    """Return the cells of unpackbits: one for each bit, or as many as are asked for."""
    return 8 * cells_of(a) + sum(sizes(named.get("count"))) * max(cells_of(a), 1)


def grids(*given: Any, **named: Any) -> int:
    """Return the cells of meshgrid and ix_."""
    return len(given) * math.prod(map(cells_of, given))


def times(a: Any, repeats: Any, axis: Any = None) -> int:
    """Return the cells of repeat."""
    counts = np.asarray(repeats)
    if counts.size < 2:
        return cells_of(a) * sum(sizes(counts))
    rows = cells_of(a) if axis is None else min(np.shape(a), default=1)
    return int(max(counts.sum(dtype=float), 0)) * (cells_of(a) // max(rows, 1) + 1)


def tiled(A: Any, reps: Any) -> int:
    """Return the cells of tile."""
    return COPIES * cells_of(A) * max(product(reps), 1)


def resized(a: Any, new_shape: Any) -> int:
    """Return the cells of resize."""
    return product(new_shape) + cells_of(a)


def padded(array: Any, pad_width: Any = 0, *rest: Any, **named: Any) -> int:
    """Return the cells of pad."""
    shape = np.shape(array)
    widths: list[list[int]] = np.broadcast_to(np.asarray(pad_width), (len(shape), 2)).tolist()
    sides = zip(shape, widths, strict=True)
    cells: int = math.prod([size + sum(max(int(n), 0) for n in pair) for size, pair in sides])
    return 2 * cells


def binned(x: Any, weights: Any = None, minlength: Any = 0) -> int:
    """Return the cells of bincount."""
    found = np.asarray(x)
    return max(int(found.max()) + 1 if found.size else 0, number(minlength)) + cells_of(x)


def histogram(a: Any, bins: Any = 10, *rest: Any, **named: Any) -> int:
    """Return the cells of histogram."""
    return COPIES * (cells_of(a) + (cells_of(bins) if np.ndim(bins) else number(bins)))


def histogram_of_pairs(x: Any, y: Any, bins: Any = 10, *rest: Any, **named: Any) -> int:
    """Return the cells of histogram2d."""
    found = sizes(bins) if not isinstance(bins, np.ndarray) else [bins.size] * 2
    sides = found * 2 if len(found) == 1 else found
    return COPIES * cells_of(x) + math.prod([side + 2 for side in sides[:2]])


def powers(x: Any, N: Any = None, *rest: Any, **named: Any) -> int:
    """Return the cells of vander."""
    return cells_of(x) * (cells_of(x) if N is None else number(N))


def indices(dimensions: Any, *rest: Any, **named: Any) -> int:
    """Return the cells of indices."""
    return (len(sizes(dimensions)) + 1) * product(dimensions)
