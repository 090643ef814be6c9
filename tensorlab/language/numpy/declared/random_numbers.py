"""Random numbers: how many a call draws, by its size or by the shapes of its parameters."""

import math
from typing import Any, Final

from tensorlab.language.numpy.declared.linear_algebra import taken_apart
from tensorlab.language.numpy.declaring import (
    TOO_MANY,
    broadcast,
    count,
    declares,
    elements_of,
    number,
    product,
    shape_of,
)

WORK_OF_DRAW: Final = 4
ITEMS_OF_DRAW: Final = 50  # of a longer range no item is kept that is not drawn
LARGEST_EXPONENT: Final = 1000  # beyond it numpy's older streams search for ever


@declares
def drawn(operands: Any, elements: int, size: Any = None, dtype: Any = None) -> tuple[int, int]:
    """Return how many numbers are drawn: a bound or a mean says nothing of it."""
    shapes = [value for value in operands if value is not size and value is not dtype]
    many = elements + (product(size) if size is not None else broadcast(shapes))
    return many, WORK_OF_DRAW * many


@declares
def drawn_with_tail(a: Any, elements: int, size: Any = None) -> tuple[int, int]:
    """Return how many numbers are drawn, most in vain where few are small enough for 64 bits."""
    many = elements + (product(size) if size is not None else 1)
    exponents = elements_of(a)
    if exponents.max() > LARGEST_EXPONENT:
        return many, TOO_MANY
    kept = min(1.0, 43 * (float(exponents.min()) - 1))
    return many, int(WORK_OF_DRAW * many / kept) if kept > 0 else many


@declares
def drawn_into(sizes: Any = ()) -> tuple[int, int]:
    """Return how many numbers are drawn into a shape."""
    many = product(sizes)
    return many, WORK_OF_DRAW * many


@declares
def shuffled(x: Any) -> tuple[int, int]:
    """Return how many items are put in random order: a number stands for a range."""
    many = 2 * (count(x) if shape_of(x) else number(x))
    return many, WORK_OF_DRAW * many


@declares
def chosen(a: Any, size: Any = None, replace: Any = True, p: Any = None) -> tuple[int, int]:
    """Return how many items are drawn; without putting them back all are shuffled."""
    many = product(size) if size is not None else 1
    items = count(a) if shape_of(a) else 0
    width = items // max(len(a), 1) if items else 1
    whole = 0 if replace else items or number(a)
    made = many * max(width, 1) + items + whole + (3 * count(p) if p is not None else 0)
    return made, WORK_OF_DRAW * made


@declares
def chosen_by_generator(
    a: Any, size: Any = None, replace: Any = True, p: Any = None
) -> tuple[int, int]:
    """Return the same of a generator: of a long range it remembers only what it drew."""
    if shape_of(a) or replace or p is not None:
        return chosen(a, size, replace, p)
    return chosen(min(number(a), ITEMS_OF_DRAW * product(size or 1)), size, replace)


@declares
def rows_drawn(
    size: Any = None, n: Any = 1, pvals: Any = (), alpha: Any = (), mean: Any = (), cov: Any = ()
) -> tuple[int, int]:
    """Return how many numbers are drawn, a row of them for each place."""
    width = max(map(count, (pvals, alpha, mean)), default=1)
    many = max(width, 1) * (product(size) if size is not None else 1) * max(count(n), 1)
    made, worked = taken_apart([cov]) if shape_of(cov) else (0, 0)
    return 2 * many + made, WORK_OF_DRAW * many * (1 + int(math.sqrt(width)) // 8) + worked
