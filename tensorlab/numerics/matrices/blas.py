"""Products of matrices by numpy's BLAS, and how many threads that takes.

Left to itself OpenBLAS wakes its threads for products of 64 rows and more, and they go on turning
for some hundredths of a second: a network's step then costs ten times the processor time. So it
gets one thread, and the others for products that last long enough.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from tensorlab.numerics.machine.threads import Threads
from tensorlab.numerics.matrices.routines import routine

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

SET_THREADS = "openblas_set_num_threads"
LARGE = 1 << 27  # multiplications that are worth a second thread
SMALL = 1 << 15  # elements of a first factor that is never part of so many
MANY = 1 << 7  # matrices of a batch that are worth laying side by side
TINY = 1 << 7  # multiplications of a pair of matrices up to which a call of BLAS takes longer


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


def product(first: "Floats", second: "Floats") -> "Floats":
    """Return the product of two matrices, of a matrix and a vector, or of two vectors."""
    if len(second) == 1 and first.ndim == second.ndim == 2 and first.shape[1] == 1:
        return first * second  # no sum, as -0. shows
    if first.size < SMALL or second.ndim == 1:
        found: Floats = first.dot(second)
        return found
    with roused(first.size * second.shape[-1]):
        return first @ second


def products(first: "Floats", second: "Floats") -> "Floats":
    """Return the products of batches of matrices: (..., n, k) times (..., k, m).

    BLAS is called once a matrix, which takes 0.1 us however small that is: many small ones are
    multiplied term by term, for all matrices of the batch at once.
    """
    if first.ndim == second.ndim == 3 and first.__class__ is np.ndarray:
        batch, rows, terms = first.shape
        if batch == len(second) >= MANY and rows * terms * second.shape[2] <= TINY:
            return term_by_term(first, second)
    found: Floats = np.matmul(first, second)
    return found


def term_by_term(first: "Floats", second: "Floats") -> "Floats":
    """Return the products of two batches of small matrices, added up over all of them at once."""
    rows = np.ascontiguousarray(first.transpose(2, 1, 0))[:, :, None]  # (k, n, 1, batch)
    columns = np.ascontiguousarray(second.transpose(1, 2, 0))[:, None]  # (k, 1, m, batch)
    total = np.zeros((first.shape[1], second.shape[2], len(first)), first.dtype)
    for row, column in zip(rows, columns, strict=True):
        total += row * column
    return np.ascontiguousarray(total.transpose(2, 0, 1))


calm()
