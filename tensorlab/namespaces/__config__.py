"""torch.__config__: what this build is made of, told as PyTorch tells it."""

import os

import numpy as np

from tensorlab.ops.loading import find
from tensorlab.version import PYTORCH, VERSION


def show() -> str:
    """Return what computes here: there is no library of PyTorch's.

    >>> print(torch.__config__.show().splitlines()[0])
    PyTorch built with:
    """
    return (
        f"PyTorch built with:\n  - tensorlab {VERSION}, which answers as PyTorch {PYTORCH}\n"
        f"  - numpy {np.__version__}\n"
    )


def parallel_info() -> str:
    """Return how many threads compute.

    >>> print(torch.__config__.parallel_info().splitlines()[0])
    ATen/Parallel:
    """
    threads = find("torch", "get_num_threads")(), find("torch", "get_num_interop_threads")()
    return (
        f"ATen/Parallel:\n\tat::get_num_threads() : {threads[0]}\n"
        f"\tat::get_num_interop_threads() : {threads[1]}\n"
        f"std::thread::hardware_concurrency() : {os.cpu_count()}\n"
        "ATen parallel backend: numpy\n"
    )
