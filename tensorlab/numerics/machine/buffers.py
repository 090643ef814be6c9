"""How many cells numpy copies aside where a row or a column meets a matrix.

Where a buffer holds more than a row, numpy copies the shorter operand into one cell by cell: three
times the time of the arithmetic. With shorter buffers it takes row by row what lies there.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

LONG, SHORT = 256, 512  # cells of rows from which on it pays, and of the buffers that are used then


@contextmanager
def short_buffers(row: int) -> Iterator[None]:
    """Let numpy use short buffers, in this thread, for work on rows of so many cells."""
    if row < LONG:
        yield
        return
    usual = np.setbufsize(SHORT)
    try:
        yield
    finally:
        np.setbufsize(usual)
