"""What tells an array on a GPU from others, long before one is made."""

from typing import Any


class GpuArray:
    """An array in a GPU's memory; its class proper is loaded with the first of them."""

    __slots__ = ()
    inner: Any  # CuPy's array
    dtype: Any
    get: Any  # a copy in the main memory
    __setitem__: Any
