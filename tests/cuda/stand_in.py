"""A strict stand-in for CuPy's module, over numpy. NO GPU CODE IS RUN by what is tested with it.

It has the names that `cupy.json` records of the real module, and no other. Like CuPy it refuses
numpy's arrays where it computes, converts nothing to numpy by itself, answers reductions with 0-d
arrays, wraps indices that are out of range, lets the first of equal indices win, saturates floats
that become integers, and answers 0 where an integer is divided by 0.
"""

import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from tensorlab.engine.cuda import calls as cuda_calls
from tensorlab.engine.cuda import cupy_backend
from tensorlab.engine.device import Placement
from tests.cuda.stand_in_arrays import (
    CAPACITY,
    RECORD,
    asarray,
    ascontiguousarray,
    ndarray,
    used,
    wrapped,
)
from tests.cuda.stand_in_functions import Function, Ufunc


def build() -> ModuleType:
    """Return the module."""
    module = ModuleType("cupy", __doc__)
    special = {
        "ndarray": ndarray, "ufunc": Ufunc, "asarray": asarray, "array": asarray,
        "ascontiguousarray": ascontiguousarray, "cuda": cuda_module(),
        "get_default_memory_pool": lambda: POOL, "__version__": RECORD["version"],
    }  # fmt: skip
    for path, functions in RECORD["modules"].items():
        inside = module
        for part in path.split(".") if path else []:
            if not hasattr(inside, part):
                setattr(inside, part, ModuleType(part))
            inside = getattr(inside, part)
        for name, parameters in functions.items():
            if hasattr(getattr(np, path, np) if path else np, name) or path:
                try:
                    setattr(inside, name, Function(path, name, parameters))
                except AttributeError:
                    continue  # a name of CuPy's own
    for name in RECORD["ufuncs"]:
        if isinstance(getattr(np, name, None), np.ufunc):
            setattr(module, name, Ufunc(name))
    vars(module).update(special)
    return module


class Pool:
    """The pretended memory's books: nothing is counted."""

    def used_bytes(self) -> int:
        return used[0]

    def total_bytes(self) -> int:
        return used[0]

    def free_all_blocks(self) -> None:
        pass


POOL = Pool()


def cuda_module() -> SimpleNamespace:
    """Return the part of CuPy that speaks of devices."""
    return SimpleNamespace(
        is_available=lambda: True,
        Device=lambda number=0: SimpleNamespace(id=number, synchronize=lambda: None),
        runtime=SimpleNamespace(
            getDeviceCount=lambda: 1,
            getDeviceProperties=lambda number: {"name": b"a stand-in, no GPU"},
            memGetInfo=lambda: (CAPACITY - used[0], CAPACITY),
        ),
    )


def special_functions() -> SimpleNamespace:
    """Return CuPy's companion: of the special functions those that Python's math makes."""
    by_element = {
        "erf": math.erf, "erfc": math.erfc, "gammaln": log_gamma,
        "ndtr": lambda x: math.erfc(-x / math.sqrt(2)) / 2,
        "expit": lambda x: 0.0 if x < -700 else 1 / (1 + math.exp(-x)),
    }  # fmt: skip
    return SimpleNamespace(
        **{name: each_element(function) for name, function in by_element.items()}
    )


def log_gamma(x: float) -> float:
    return math.inf if math.isinf(x) or (x <= 0 and x == int(x)) else math.lgamma(x)


def each_element(function: Any) -> Any:
    """Return a function of arrays that computes each element by a function of floats."""

    def call(array: ndarray) -> ndarray:
        elements = [function(float(element)) for element in array.host.reshape(-1)]
        return wrapped(np.array(elements, array.dtype).reshape(array.shape))

    return call


@contextmanager
def installed() -> Iterator[None]:
    """Let the engine find the stand-in where it looks for CuPy."""
    names = {"cupy": build(), "cupyx.scipy.special": special_functions()}
    before = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    sys.modules.update(names)
    forget()
    try:
        yield
    finally:
        # What was first imported meanwhile stays: a second import would make its classes anew.
        for name in names:
            del sys.modules[name]
        sys.modules.update(before)
        Placement.device = None
        forget()


def forget() -> None:
    """Let the engine look for CuPy anew."""
    for remembered in (
        cupy_backend.obstacle, cupy_backend.library,
        cuda_calls.device_ufunc, cuda_calls.device_function,
    ):  # fmt: skip
        remembered.cache_clear()
