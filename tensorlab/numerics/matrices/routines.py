"""The routines of numpy's own BLAS and LAPACK that numpy itself does not hand out.

They are found in the library that numpy's wheels bring with them; another build of numpy may have
none, nor a browser: then Python or numpy does the same more slowly.
"""

import ctypes
import sys
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrices = NDArray[Any]
    Places = NDArray[np.int64]

# How many addresses routines of LAPACK take, by their names without the letter of a type.
ADDRESSES = {"getrf_": 6 * [ctypes.c_void_p], "laswp_": 7 * [ctypes.c_void_p]}
PREFIX = {"f": "s", "d": "d", "F": "c", "D": "z"}  # LAPACK's letter for a type of numpy's


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


def swap_in_turn(order: "Places", others: "Places") -> None:
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


def lu(A: "Matrices") -> "tuple[Matrices, Places] | None":
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


def addresses(array: "Matrices", step: int = 1) -> range:
    """Return where every so many elements of an array begin, which lie side by side."""
    begin: int = array.__array_interface__["data"][0]  # a tenth of the time of .ctypes
    return range(begin, begin + array.nbytes, step * array.itemsize)
