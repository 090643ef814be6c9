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

PREFIX = {"f": "s", "d": "d", "F": "c", "D": "z"}  # LAPACK's letter for a type of numpy's


@cache
def routine(name: str) -> Callable[..., object] | None:
    """Return a routine with integers of 64 bits; None where numpy has another library."""
    try:
        library = ctypes.CDLL(sys.modules["numpy._core._multiarray_umath"].__file__)
        found: Callable[..., object] = library[f"scipy_{name}64_"]
    except (OSError, AttributeError, KeyError):
        return None
    return found


def call(function: Callable[..., object], *arguments: "int | Matrices") -> None:
    """Call a routine with numbers and with arrays, which it may overwrite."""
    function(*[
        ctypes.byref(ctypes.c_int64(given)) if isinstance(given, int)
        else ctypes.c_void_p(given.ctypes.data)
        for given in arguments
    ])  # fmt: skip


def swap_in_turn(order: "Places", others: "Places") -> None:
    """Swap in place, for each turn t, what is at t and at others[t], counted from 0."""
    exchange_rows = routine("dlaswp_")
    if exchange_rows is not None:  # eight bytes are moved, whatever they mean
        call(exchange_rows, 1, order, order.size, 1, others.size, others + 1, 1)
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
    info = np.empty(1, np.int64)
    for place in np.ndindex(A.shape[:-2]):
        call(factorize, rows, columns, by_columns[place], rows, pivots[place], info)
    return np.ascontiguousarray(by_columns.swapaxes(-1, -2)), pivots - 1
