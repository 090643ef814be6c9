"""A few float32 numbers as Python's own floats, and back.

A call of numpy takes as long as some ten steps of Python's: what takes many calls is quicker so for
a few cells, and gives the same digits, since Python's floats are doubles.
"""

from collections.abc import Callable, Iterable, Sequence
from struct import Struct
from typing import Any

import numpy as np

MOST = 24
MORE = 2.0**29 + 1  # a number less what this makes more of it is rounded to float32
SHORT = 7  # cells that every kernel adds up one after the other
FLOAT32 = np.dtype(np.float32)
Function = Callable[[tuple[float, ...]], Iterable[float]]
ndarray: Any = np.ndarray
empty: Any = np.empty
LAYOUTS = [Struct(f"{count}f") for count in range(MOST + 1)]
READERS: list[Any] = [each.unpack for each in LAYOUTS]
WRITERS: list[Any] = [each.pack_into for each in LAYOUTS]


def array_of(numbers: Sequence[float], shape: tuple[int, ...]) -> Any:
    """Return a float32 array of up to `MOST` numbers."""
    found = empty(shape, FLOAT32)
    WRITERS[len(numbers)](found, 0, *numbers)
    return found


def rounded(number: float) -> float:
    """Return a number rounded to float32, unless it is near the largest ones."""
    more = number * MORE
    return more - (more - number)


def few_first(of_numbers: Function, otherwise: Callable[[Any], Any], most: int = MOST) -> Any:
    """Return a function of an array that tries so many float32 numbers, or fewer, one by one.

    What lies otherwise than row by row in the main memory is the other function's; so are numbers
    that the first one refuses by a ValueError, and results that float32 does not hold.
    """

    def function(x: Any) -> Any:
        if x.__class__ is ndarray and x.dtype is FLOAT32 and (count := x.size) <= most:
            try:
                found = empty(x.shape, FLOAT32)
                WRITERS[count](found, 0, *of_numbers(READERS[count](x)))
            except (ValueError, OverflowError):
                pass
            else:
                return found
        return otherwise(x)

    return function


def few_rows(of_rows: Callable[..., Iterable[float]], x: Any, dim: int) -> Any:
    """Return what a function makes of few short rows of numbers, whose length it is told.

    None where the dimension is not the last one, and for all that `few_first` leaves to another.
    """
    if x.__class__ is not ndarray or x.dtype is not FLOAT32 or (count := x.size) > MOST:
        return None
    *others, size = shape = x.shape or (0,)
    if size > SHORT or not (dim == -1 or dim == len(others)):
        return None
    try:
        found = empty(shape, FLOAT32)
        WRITERS[count](found, 0, *of_rows(READERS[count](x), size))
    except (ValueError, OverflowError):
        return None
    return found
