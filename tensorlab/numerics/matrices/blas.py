"""How many threads numpy's BLAS takes for a product of matrices.

Left to itself OpenBLAS wakes its threads for products of 64 rows and more, and they go on turning
for some hundredths of a second: a network's step then costs ten times the processor time. So it
gets one thread, and the others for products that last long enough.
"""

import ctypes
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np

from tensorlab.numerics.limits import IN_ORDER
from tensorlab.numerics.machine.threads import Threads

FLOAT32 = np.dtype(np.float32)
LARGE = 1 << 27  # multiplications that are worth a second thread
SMALL = 1 << 15  # cells of a first factor that is never part of so many


@cache
def setter() -> Callable[[int], object] | None:
    """Return what sets the number of threads; None where numpy has another BLAS."""
    try:
        library = ctypes.CDLL(sys.modules["numpy._core._multiarray_umath"].__file__)
        found: Callable[[int], object] = library.scipy_openblas_set_num_threads64_
    except (OSError, AttributeError, KeyError):
        return None
    return found


def calm() -> None:
    """Let products be done by one thread."""
    setting = setter()
    if setting is not None:
        setting(1)


@contextmanager
def roused(multiplications: int) -> Iterator[None]:
    """Let work of so many multiplications, if they are many, take all threads that are wanted."""
    setting = setter()
    if setting is None or multiplications < LARGE or Threads.count() == 1:
        yield
        return
    setting(Threads.count())
    try:
        yield
    finally:
        setting(1)


def dot(first: Any, second: Any) -> Any:
    """Return the product of two matrices."""
    if first.size >= SMALL:
        with roused(first.size * second.shape[-1]):
            return small_product(first, second)
    terms = first.shape[1]
    if second.strides[1] == 4 and 1 < terms <= IN_ORDER and len(first) > 1 < second.shape[1]:
        return first.dot(second)
    return small_product(first, second)


@cache
def chains() -> Any:
    """Return the orders of small products, loaded with the first that needs one."""
    from tensorlab.numerics.matrices import chains as orders  # noqa: PLC0415

    return orders


@cache
def batches() -> Any:
    """Return the orders of batches of products, likewise."""
    from tensorlab.numerics.matrices import batches as orders  # noqa: PLC0415

    return orders


def small_product(first: Any, second: Any) -> Any:
    """Return the product of two small matrices or vectors: of float32 in PyTorch's order."""
    if first.dtype is FLOAT32 and first.__class__ is second.__class__ is np.ndarray:
        return chains().product(first, second)
    return first.dot(second)


def small_products(first: Any, second: Any) -> Any:
    """Return the products of batches of matrices: of float32 in PyTorch's order."""
    if first.dtype is FLOAT32 and first.__class__ is second.__class__ is np.ndarray:
        return batches().batched(first, second)
    return np.matmul(first, second)


calm()
