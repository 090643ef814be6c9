"""Products of matrices by numpy's BLAS, how many threads that takes, and more of its routines.

Left to itself OpenBLAS wakes its threads for products of 64 rows and more, and they go on turning
for some hundredths of a second: a network's step then costs ten times the processor time. So it
gets one thread, and the others for products that last long enough.

What numpy itself does not hand out is found in the library that its wheels bring with them; another
build of numpy may have none, nor a browser: then Python or numpy does the same more slowly.
"""

import ctypes
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.numerics.machine.threads import Threads

Floats = NDArray[Any]
Places = NDArray[np.int64]

SET_THREADS = "openblas_set_num_threads"
LARGE = 1 << 27  # multiplications that are worth a second thread
SMALL = 1 << 15  # elements of a first factor that is never part of so many
# How many addresses routines of LAPACK take, by their names without the letter of a type.
ADDRESSES = {"getrf_": 6 * [ctypes.c_void_p], "laswp_": 7 * [ctypes.c_void_p]}
# LAPACK's letter for a type of numpy's
PREFIX = {"f": "s", "d": "d", "F": "c", "D": "z"}


@cache
def routine(name: str) -> Callable[..., object] | None:
    """Return a routine with integers of 64 bits; None where numpy has another library."""
    try:
        library = ctypes.CDLL(sys.modules["numpy._core._multiarray_umath"].__file__)
        found = library[f"scipy_{name}64_"]
    except (OSError, AttributeError, KeyError):
        return None
    found.argtypes = ADDRESSES.get(name[1:])  # type: ignore[assignment]  # None is what it was
    return found


def calm() -> None:
    """Let products be done by one thread."""
    setting = routine(SET_THREADS)
    if setting is not None:
        setting(1)


@contextmanager
def roused(multiplications: int) -> Iterator[None]:
    """Let work of so many multiplications, if they are many, take all threads that are wanted."""
    setting = routine(SET_THREADS)
    if setting is None or multiplications < LARGE or Threads.count() == 1:
        yield
        return
    setting(Threads.count())
    try:
        yield
    finally:
        setting(1)


def product(first: Floats, second: Floats) -> Floats:
    """Return the product of two matrices, of a matrix and a vector, or of two vectors."""
    if len(second) == 1 and first.ndim == second.ndim == 2 and first.shape[1] == 1:
        return first * second  # no sum, as -0. shows
    if first.size < SMALL or second.ndim == 1:
        found: Floats = first.dot(second)
        return found
    with roused(first.size * second.shape[-1]):
        return first @ second


def swap_in_turn(order: Places, others: Places) -> None:
    """Swap in place, for each turn t, what is at t and at others[t], counted from 0."""
    exchange_rows = routine("dlaswp_")
    if exchange_rows is not None:  # eight bytes are moved, whatever they mean
        numbers, others = np.array((1, order.size, others.size)), others + 1
        one, height, turns = addresses(numbers)
        exchange_rows(one, addresses(order)[0], height, one, turns, addresses(others)[0], one)
        return
    elements = order.tolist()
    for turn, other in enumerate(others.tolist()):
        elements[turn], elements[other] = elements[other], elements[turn]
    order[:] = elements


def lu(A: Floats) -> tuple[Floats, Places] | None:
    """Return both triangles of matrices (..., m, n) in one, and the row exchanged at each step.

    Rows are counted from 0. None where there is no routine for that.
    """
    factorize = routine(f"{PREFIX.get(A.dtype.char)}getrf_")
    if factorize is None:
        return None
    rows, columns = A.shape[-2:]
    by_columns = np.array(A.swapaxes(-1, -2), order="C")
    pivots = np.empty((*A.shape[:-2], min(rows, columns)), np.int64)
    numbers = np.array((rows, columns, 0))
    height, width, info = addresses(numbers)
    matrices = addresses(by_columns, rows * columns)
    for matrix, exchanged in zip(matrices, addresses(pivots, pivots.shape[-1]), strict=True):
        factorize(height, width, matrix, height, exchanged, info)
    return np.ascontiguousarray(by_columns.swapaxes(-1, -2)), pivots - 1


def addresses(array: Floats, step: int = 1) -> range:
    """Return where every so many elements of an array begin, which lie side by side."""
    begin = array.ctypes.data
    return range(begin, begin + array.nbytes, step * array.itemsize)


calm()
