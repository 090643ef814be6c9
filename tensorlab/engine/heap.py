"""What the C library keeps of the memory that was given back, for what is asked for next.

glibc hands large blocks back to the system one by one. Each page of the next block costs a fault
then: for steps on a million elements two or three times the arithmetic. It learns from the largest
block that was ever given back, of up to 32 MB, to keep as large ones, and twice as much in all.
"""

import sys
from contextlib import suppress

import numpy as np

LARGEST = (1 << 25) - (1 << 16)  # bytes that it learns from, less its own


def keep_large_blocks() -> None:
    """Teach the C library to keep blocks of memory; these are never touched."""
    if sys.platform == "linux":
        with suppress(MemoryError):
            np.empty(LARGEST, np.uint8)


def give_back() -> None:
    """Hand all that is kept back to the system."""
    with suppress(ImportError, OSError, AttributeError):  # not every C library keeps any
        import ctypes  # noqa: PLC0415  only where a limit is near

        ctypes.CDLL(None).malloc_trim(0)


keep_large_blocks()
