"""Sums of float32 and float64 in PyTorch's order, so that the last digit is PyTorch's.

Rows that lie in memory cell by cell are added up in lanes, as a processor's vector holds them: 8
of float32, 4 of float64. Four such vectors are filled in turn, vectors left over are added to the
first; then the four are added, then the cells left over, from the first, then the lanes to them.
Rows in steps, and rows shorter than a vector, are added up the same way with vectors of one cell.
Columns that lie side by side are added row by row, in blocks of 4 vectors (of 4 cells where there
are fewer columns than lanes); the columns left over are added as rows in steps.
Each of these runs is a cascade: of 16 terms or more, the sums of 16 are added up, of these again,
and what is left over at each level comes before what is above.

Source: PyTorch, aten/src/ATen/native/cpu/SumKernel.cpp, for the order.
"""

from typing import Any

import numpy as np

from tensorlab.numerics.limits import ORDERED, SUMMED

SHORT = 256  # cells of a line whose vectors need no cascade, of either type
FEW = 4  # so many cells are added up in one order by everybody
IN_TURN = 8  # from so many cells on numpy adds up rows in an order of its own
CHUNK = 16
BROAD = 128  # cells of a row up to which some rows are quicker added up as columns
LEVELS = 4


def is_ordered(array: Any) -> bool:
    """Return whether the order of a sum of an array is kept here."""
    return FEW < array.size <= SUMMED and array.__class__ is np.ndarray and array.dtype.char in "fd"


def is_small(array: Any) -> bool:
    """Return whether a kernel's steps are kept: floats of numpy's, few enough."""
    return array.__class__ is np.ndarray and array.dtype.char in "fd" and 0 < array.size <= ORDERED


def lanes_of(array: Any) -> int:
    """Return how many cells a vector of PyTorch's holds."""
    return 32 // int(array.itemsize)


def add_up(array: Any, axes: Any = None, keepdims: bool = False) -> Any:
    """Return the sum of all cells, or along axes, as an array."""
    axes = (axes,) if axes.__class__ is int else axes
    if array.flags.c_contiguous and (axes is None or array.ndim == 1 or is_all(array, axes)):
        line = array.reshape(-1)
        total = line_summed(line) if line.size < SHORT else rows_summed(line, lanes_of(array))
        if keepdims:
            return total.reshape((1,) * array.ndim)
        others = array.ndim - len(axes) if axes is not None else 0
        return total.reshape((1,) * others) if others else total
    if axes == (0,) and array.ndim == 2 and array.flags.c_contiguous and array.shape[1] > 1:
        block = 4 * lanes_of(array) if array.shape[1] >= lanes_of(array) else 4
        total = lines_summed(array, block)
        return total.reshape(1, total.size) if keepdims else total
    axes = range(array.ndim) if axes is None else axes
    reduced = {axis % array.ndim for axis in axes}
    kept = [axis for axis in range(array.ndim) if axis not in reduced]
    nearest_last = sorted(reduced, key=lambda axis: -abs(array.strides[axis]))
    runs, columns = merged(array, nearest_last), merged(array, kept)
    shape = [size for size, _ in (*columns, *runs)]
    view = array.transpose(kept + nearest_last).reshape(shape)
    total = summed_nearest(view, runs, columns, array.itemsize)
    if len(runs) > 1:
        total = last(total.reshape([*total.shape[: len(columns)], -1]))
    if keepdims:
        return total.reshape([1 if k in reduced else n for k, n in enumerate(array.shape)])
    return total.reshape([array.shape[axis] for axis in kept])


def is_all(array: Any, axes: Any) -> bool:
    """Return whether the axes beside some have one cell each."""
    size = 1
    for axis in axes:
        size *= array.shape[axis]
    return bool(size == array.size)


def line_summed(line: Any) -> Any:
    """Return the sum of a short line of cells: as `rows_summed`, in as few steps as can be."""
    size, lanes = line.size, lanes_of(line)
    vectors = size // lanes
    if not vectors:
        total = np.add.accumulate(line.take(TURNS[size]))[-1]
        return total or abs(total)  # sums begin with 0, so that none is -0.
    whole = vectors * lanes
    sums = one_after_another(line, vectors, lanes)
    if whole == size:
        return np.add.accumulate(np.add.reduce(sums, 0))[-1]
    terms = np.empty(size - whole + lanes, line.dtype)  # a third of the time of concatenate
    terms[: size - whole] = line[whole:]
    np.add.reduce(sums, 0, out=terms[size - whole :])
    return np.add.accumulate(terms)[-1]


def one_after_another(line: Any, vectors: int, lanes: int) -> Any:
    """Return vectors of lanes whose sum, one after another, is that of a short line's vectors."""
    quads = vectors // 4
    if quads > 1:
        edge = 4 * quads * lanes
        four = np.add.reduce(line[:edge].reshape(quads, 4 * lanes), 0)
        if vectors > 4 * quads:
            four = np.concatenate((four[:lanes], line[edge : vectors * lanes], four[lanes:]))
        return four.reshape(-1, lanes)
    whole = line[: vectors * lanes].reshape(vectors, lanes)
    return whole.take(TURNS[vectors], 0) if quads else whole


# In which order terms are added that are too few for four sums of several in turn: four sums of
# one term each, and what is left over to the first.
TURNS = [np.array([0, *range(4, size), *range(1, min(size, 4))], np.int64) for size in range(8)]


def merged(array: Any, axes: list[int]) -> list[tuple[int, int]]:
    """Return the sizes and strides of axes, those that continue each other as one."""
    found: list[tuple[int, int]] = []
    for axis in axes:
        size, stride = array.shape[axis], array.strides[axis]
        if found and found[-1][1] == size * stride:
            found[-1] = (found[-1][0] * size, stride)
        elif size != 1:
            found.append((size, stride))
    return found


def summed_nearest(view: Any, runs: Any, columns: Any, itemsize: int) -> Any:
    """Return the sums along the last axis, the run of cells that is nearest in memory."""
    lanes = 32 // itemsize
    if not runs:
        return np.add(view, 0)
    size, stride = runs[-1]
    if stride == itemsize and size >= lanes:
        return rows_summed(view, lanes)
    beside, step = runs[-2] if len(runs) > 1 else columns[-1] if columns else (1, 0)
    if step == itemsize and beside >= lanes:
        return columns_summed(view, 4 * lanes)
    return interleaved(view[..., None])[..., 0] if stride < step else columns_summed(view, 4)


def rows_summed(rows: Any, lanes: int) -> Any:
    """Return the sums along the last axis, added up in lanes."""
    size = rows.shape[-1]
    if size < lanes:
        return interleaved(rows[..., None])[..., 0]
    whole = size // lanes * lanes
    if whole == size:
        return last(interleaved(rows.reshape(*rows.shape[:-1], -1, lanes)))
    vectors = rows[..., :whole].reshape(*rows.shape[:-1], -1, lanes)
    return last(np.concatenate([rows[..., whole:], interleaved(vectors)], -1))


def columns_summed(view: Any, block: int) -> Any:
    """Return the sums along the last axis of cells whose neighbours lie along the axis before."""
    lines = np.ascontiguousarray(view.swapaxes(-1, -2)) if view.ndim > 1 else view[..., None]
    return lines_summed(lines, block).reshape(view.shape[:-1])


def lines_summed(lines: Any, block: int) -> Any:
    """Return the same, of cells of which neighbours lie side by side, along the last axis but one.

    Those that fill blocks are added up row by row.
    """
    whole = lines.shape[-1] // block * block
    if not whole:
        return interleaved(lines)
    blocks = cascade(lines[..., :whole])
    if whole == lines.shape[-1]:
        return blocks
    return np.concatenate([blocks, interleaved(lines[..., whole:])], -1)


def interleaved(vectors: Any) -> Any:
    """Return the sum along the last axis but one: four at a time in turn, the rest to the first."""
    *others, count, lanes = vectors.shape
    quarter = count // 4
    if not quarter:
        return in_order(vectors)
    fours = vectors[..., : 4 * quarter, :]
    if quarter <= CHUNK:
        four = np.add.reduce(fours.reshape(*others, quarter, 4, lanes), -3)
    else:
        fours = np.ascontiguousarray(fours).reshape(*others, quarter, 4 * lanes)
        four = cascade(fours).reshape(*others, 4, lanes)
    if count == 4 * quarter:
        return np.add.reduce(four, -2) if lanes > 1 else in_order(four)
    rest = vectors[..., 4 * quarter :, :]
    return in_order(np.concatenate([four[..., :1, :], rest, four[..., 1:, :]], -2))


def cascade(vectors: Any) -> Any:
    """Return the sum along the last axis but one: of runs, of their sums, and so on."""
    total = None
    for _ in range(LEVELS - 1):
        *others, count, lanes = vectors.shape
        if count < CHUNK:
            break
        whole = count // CHUNK * CHUNK
        if whole < count:
            part = in_order(vectors[..., whole:, :])
            total = part if total is None else total + part
            vectors = vectors[..., :whole, :]
        vectors = in_order(vectors.reshape(*others, whole // CHUNK, CHUNK, lanes))
    vectors = in_order(vectors) if vectors.shape[-2] > 1 else np.add(vectors[..., 0, :], 0)
    return vectors if total is None else total + vectors


def in_order(vectors: Any) -> Any:
    """Return the sum along the last axis but one, one after the other."""
    if vectors.shape[-1] == 1:
        return last(vectors[..., 0])[..., None] if vectors.shape[-2] else vectors.sum(-2)
    if vectors.ndim == 3 and len(vectors) >= CHUNK:  # two thirds of the time: longer runs of cells
        return np.add.reduce(np.ascontiguousarray(vectors.swapaxes(0, 1)), 0)
    return np.add.reduce(vectors, -2)


def last(terms: Any) -> Any:
    """Return the sum along the last axis, one after the other."""
    if terms.shape[-1] < IN_TURN:
        return np.add.reduce(terms, -1)  # of cells alone, too: it begins with 0 and gives no -0.
    return np.add.accumulate(terms, -1)[..., -1].copy()


def all_but_first(terms: Any, counted: Any = None) -> Any:
    """Return the sum of a line, as losses of classes are added: the first term after the others.

    A run ends with every sixteenth term; where that does not count, with a later one that does.
    """
    if terms.size < 2 or terms.__class__ is not np.ndarray:
        return terms.sum()
    if counted is None or counted[CHUNK::CHUNK].all():
        return line_cascade(terms[1:]) + terms[0]
    places = np.arange(1, terms.size)
    total, cells = None, terms[1:]
    for level in range(1, LEVELS + 1):
        ends = np.flatnonzero((places % CHUNK**level == 0) & counted[places]) + 1
        *runs, rest = (last(part[None]) for part in np.split(cells, ends))
        total = rest if total is None else total + rest
        cells, places = np.concatenate([terms[:0], *runs]), places[ends - 1]
    return (total + terms[0])[0]


def line_cascade(cells: Any) -> Any:
    """Return the sum of a line: as `cascade`, in half the time for cells alone."""
    total = None
    for _ in range(LEVELS - 1):
        if cells.size < CHUNK:
            break
        whole = cells.size // CHUNK * CHUNK
        if whole < cells.size:
            part = np.add.accumulate(cells[whole:])[-1]
            total = part if total is None else total + part
        cells = np.add.accumulate(cells[:whole].reshape(-1, CHUNK), 1)[:, -1]
    part = np.add.accumulate(cells)[-1]
    return part if total is None else total + part


def lanes_first(terms: Any) -> Any:
    """Return the sums along the last axis: in lanes, then the lanes in order, then what is left."""
    lanes = lanes_of(terms)
    whole = terms.shape[-1] // lanes * lanes
    if not whole:
        return last(terms)
    vectors = terms[..., :whole].reshape(*terms.shape[:-1], -1, lanes)
    if whole == terms.shape[-1]:
        return last(in_order(vectors))
    return last(np.concatenate([in_order(vectors), terms[..., whole:]], -1))
