"""New arrays, and what is known of arrays: whether they agree, and of which type they are."""

import math
from typing import Any, Final

from tensorlab.language.numpy.declaring import (
    TOO_MANY,
    broadcast,
    count,
    declares,
    number,
    product,
    shape_of,
    sizes,
)

COPIES: Final = 3  # of its operands a function may make on its way


@declares
def filled(shape: Any) -> int:
    """Return the elements of an array of some shape."""
    return product(shape)


@declares
def everywhere(dimensions: Any) -> int:
    """Return the elements of places in a shape: for each dimension a number."""
    return len(sizes(dimensions)) * product(dimensions)


@declares
def alike(a: Any, shape: Any = None) -> int:
    """Return the elements of an array in the likeness of another."""
    return count(a) if shape is None else product(shape)


@declares
def copied(elements: int) -> int:
    """Return the elements of a copy."""
    return elements


@declares
def counted(start: Any = 0, stop: Any = None, step: Any = 1) -> int:
    """Return the elements from a start to a stop in steps."""
    if stop is None:
        start, stop = 0, start
    step = 1 if step is None else step
    first, last, width = (float(start), float(stop), float(step))
    if not width or not all(map(math.isfinite, (first, last, width))):
        return 0
    return int(min(max((last - first) / width + 1, 0), TOO_MANY))


@declares
def spaced(start: Any, stop: Any, num: Any = 50) -> int:
    """Return the elements of so many numbers between two others, on their way."""
    return COPIES * number(num) * max(broadcast([start, stop]), 1)


@declares
def rectangle(N: Any = 0, M: Any = None) -> int:
    """Return the elements of a matrix by its rows and columns."""
    return COPIES * (number(N) + 1) * (number(N if M is None else M) + 1)


@declares
def square(n: Any = 0, m: Any = None) -> int:
    """Return the elements of a square matrix, and of the places in a part of it."""
    return COPIES * (number(n) + 1) * (number(n if m is None else m) + 1)


@declares
def part_of_matrix(m: Any = None, arr: Any = None) -> int:
    """Return the elements of a part of matrices; a row stands for as many rows as it is long."""
    given = arr if m is None else m
    shape = shape_of(given)
    return COPIES * (count(given) + (shape[0] ** 2 if len(shape) == 1 else 0))


@declares
def diagonal_matrix(v: Any, k: Any = 0) -> int:
    """Return the elements of a matrix by its diagonal."""
    beside = min(abs(int(k)), TOO_MANY)
    return (count(v) + beside) ** 2


@declares
def grids(xi: Any = ()) -> int:
    """Return the elements of grids: each goes through all the others."""
    return len(xi) * math.prod(map(count, xi))


# times that np.testing looks at an element, its message included
WORK_OF_COMPARISON: Final = 32


@declares
def known() -> tuple[int, int]:
    """Return what it takes to say what is known."""
    return 0, 1


@declares
def compared(operands: Any, elements: int) -> int:
    """Return the elements of a comparison, and of what is made on the way."""
    return 2 * COPIES * max(broadcast(operands), elements)


@declares
def required(operands: Any, elements: int) -> tuple[int, int]:
    """Return the elements of a comparison that says how arrays differ."""
    made = compared(operands, elements)
    return made, WORK_OF_COMPARISON * made


@declares
def listed(a: Any) -> int:
    """Return how many elements would take the memory of a list of Python's numbers."""
    return 10 * count(a)
