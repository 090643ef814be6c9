"""On how many cells the calls of numpy work that multiply, take apart, sort or search."""

import math
from typing import Any

import numpy as np

from tensorlab.language.numpy.sizes import COPIES, cells_of, laid_over, number, product


def contracted(*operands: Any, **named: Any) -> int:
    """Return the products of einsum: every letter goes through its whole size."""
    equation = operands[0] if operands else ""
    if not isinstance(equation, str):
        return math.prod(map(cells_of, operands))
    spans: dict[str, int] = {}
    rest = 1
    for letters, value in zip(equation.partition("->")[0].split(","), operands[1:], strict=False):
        shape, names = np.shape(value), letters.replace(" ", "")
        if "." in names:
            rest *= cells_of(value)
            continue
        spans.update(zip(names, shape, strict=False))
    return math.prod(spans.values()) * rest


def multiplied(a: Any, b: Any, *rest: Any, **named: Any) -> int:
    """Return the cells of a matrix product."""
    first, second = np.shape(a), np.shape(b)
    if not first or not second:
        return max(cells_of(a), cells_of(b))
    inner = max(first[-1], 1)
    return int(
        cells_of(a) // inner * (cells_of(b) // max(second[-2 if len(second) > 1 else -1], 1))
    )


def products(a: Any, b: Any, *rest: Any, **named: Any) -> int:
    """Return the steps of a matrix product in cells: a product is quick."""
    shape = np.shape(a)
    return multiplied(a, b) * max(shape[-1] if shape else 1, 1) // 64 + cells_of(a) + cells_of(b)


def cubic(a: Any, *rest: Any, **named: Any) -> int:
    """Return the steps of what takes a matrix apart, in cells."""
    shape = np.shape(a)
    return cells_of(a) * (max(shape[-2:]) if len(shape) > 1 else 1)


def power_of_matrix(a: Any, n: Any) -> int:
    """Return the steps of matrix_power in cells."""
    return cubic(a) * max(number(abs(int(n))).bit_length(), 1)


def covaried(m: Any, y: Any = None, *rest: Any, **named: Any) -> int:
    """Return the cells of cov and corrcoef."""
    shape = np.shape(m)
    rows = max(shape) if len(shape) > 1 else 1
    more = 0 if y is None else cells_of(y)
    return COPIES * (cells_of(m) + more + rows * rows)


def sorted_cells(a: Any, *rest: Any, **named: Any) -> int:
    """Return the steps of putting cells in order."""
    count = cells_of(a)
    return count * max(count.bit_length(), 1)


def fitted(x: Any, y: Any, deg: Any, *rest: Any, **named: Any) -> int:
    """Return the cells of polyfit."""
    return cells_of(x) * (number(deg) + 2) * (number(deg) + 2)


def transformed(a: Any, n: Any = None, *rest: Any, **named: Any) -> int:
    """Return the cells of a Fourier transform."""
    wanted = product(n) if n is not None else 0
    shape = np.shape(a)
    rows = cells_of(a) // max(shape[-1], 1) if shape else 1
    return 4 * max(cells_of(a), wanted * max(rows, 1))


def frequencies(n: Any, *rest: Any, **named: Any) -> int:
    """Return the cells of fftfreq, and of windows."""
    return COPIES * number(n)


def meeting(*given: Any, **named: Any) -> int:
    """Return the cells of what lays its operands over one another, on its way to the result."""
    return COPIES * max(laid_over([*given, *named.values()]), *map(cells_of, given), 1)


def listed(a: Any, *rest: Any) -> int:
    """Return how many cells would take the memory of a list of Python's numbers."""
    return 10 * cells_of(a)


def gradients(f: Any, *rest: Any, **named: Any) -> int:
    """Return the cells of gradient: as many arrays as there are dimensions."""
    return (np.ndim(f) + 2) * cells_of(f)


def found_cells(a: Any, *rest: Any, **named: Any) -> int:
    """Return the cells of nonzero and its kin: for each dimension a number."""
    return (np.ndim(a) + 1) * cells_of(a)


def taken(a: Any, indices: Any, axis: Any = None, *rest: Any, **named: Any) -> int:
    """Return the cells of take and its kin."""
    rows = (
        1 if axis is None else cells_of(a) // max(np.shape(a)[number(axis) if axis >= 0 else -1], 1)
    )
    return max(rows, 1) * cells_of(indices) + cells_of(a)


def chained(arrays: Any, **named: Any) -> int:
    """Return the most cells that a product of several matrices can have on its way."""
    return int(max((size for array in arrays for size in np.shape(array)), default=1) ** 2)


def chained_products(arrays: Any, **named: Any) -> int:
    """Return the steps of a product of several matrices, in cells."""
    side = max((size for array in arrays for size in np.shape(array)), default=1)
    return int(len(arrays) * side**3 // 64)


def measured(x: Any, ord: Any = None, *rest: Any, **named: Any) -> int:
    """Return the steps of a norm in cells: some take the matrix apart."""
    return cells_of(x) if ord is None or ord == "fro" else cubic(x)


def rooted(p: Any) -> int:
    """Return the steps of finding all roots, in cells."""
    return cells_of(p) ** 3


def inserted(arr: Any, obj: Any, values: Any = (), *rest: Any, **named: Any) -> int:
    """Return the cells of insert and append."""
    rows = max(np.shape(arr), default=1) or 1
    return 2 * (cells_of(arr) + cells_of(values) + cells_of(obj) * (cells_of(arr) // rows + 1))
