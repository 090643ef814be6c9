"""A strict stand-in for CuPy's module, over numpy. NO GPU CODE IS RUN by what is tested with it.

It has the names that `cupy.json` records of the real module, and no other. Like CuPy it refuses
numpy's arrays where it computes, converts nothing to numpy by itself, answers reductions with 0-d
arrays, wraps indices that are out of range, lets the first of equal indices win, saturates floats
that become integers, and answers 0 where an integer is divided by 0.
"""

import json
import math
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from tensorlab.engine.cuda import calls as cuda_calls
from tensorlab.engine.cuda import cupy_backend
from tensorlab.engine.device import Placement

RECORD = json.loads(Path(__file__).with_name("cupy.json").read_text())
CAPACITY = 4 << 30  # bytes of the pretended memory
NO_CONVERSION = (
    "Implicit conversion to a NumPy array is not allowed. Please use `.get()` to construct a NumPy "
    "array explicitly."
)
FACTS = ("shape", "ndim", "size", "nbytes", "itemsize", "strides", "dtype", "flags")
SCALARS = (bool, int, float, complex, np.generic)
used = [0]


class OutOfMemoryError(MemoryError):
    """The pretended memory is full."""


class MemoryPointer:
    """A place in the memory of an array."""

    def __init__(self, owner: np.ndarray, ptr: int) -> None:
        self.owner, self.ptr = owner, ptr

    def __add__(self, count: int) -> "MemoryPointer":
        return MemoryPointer(self.owner, self.ptr + count)


class ndarray:  # noqa: N801  CuPy's name
    """An array that only the functions of this module read."""

    __slots__ = ("__weakref__", "host")

    def __init__(
        self, shape: Any, dtype: Any = float, memptr: Any = None, strides: Any = None
    ) -> None:
        if memptr is None:
            require_room(int(np.prod(shape)) * np.dtype(dtype).itemsize)
            self.host = np.empty(shape, dtype)
        else:
            owner = memptr.owner
            begin = owner.__array_interface__["data"][0]
            self.host = np.ndarray(shape, dtype, owner, memptr.ptr - begin, strides)

    def __array__(self, *args: Any, **settings: Any) -> Any:
        raise TypeError(NO_CONVERSION)

    __array_ufunc__ = None  # numpy computes nothing with it

    def __array_function__(self, function: Any, types: Any, args: Any, settings: Any) -> Any:
        raise TypeError(NO_CONVERSION)

    def __getattr__(self, name: str) -> Any:
        if name in FACTS:
            return getattr(self.host, name)
        if name not in RECORD["methods"]:
            raise AttributeError(f"'ndarray' object has no attribute '{name}'")

        def call(*args: Any, **settings: Any) -> Any:
            known = RECORD["methods"][name]
            if known is not None and (len(args) > len(known) or settings.keys() - set(known)):
                raise TypeError(f"{name}() got an unexpected argument")
            given = [bare(value) for value in args]
            with np.errstate(all="ignore"):
                return wrapped(getattr(self.host, name)(*given, **bare_settings(settings)))

        return call

    # -- attributes ----------------------------------------------------------------------------

    @property
    def T(self) -> "ndarray":
        return wrapped(self.host.T)

    @property
    def real(self) -> "ndarray":
        return wrapped(self.host.real)

    @real.setter
    def real(self, value: Any) -> None:
        self.host.real = bare(value)

    @property
    def imag(self) -> "ndarray":
        return wrapped(self.host.imag)

    @imag.setter
    def imag(self, value: Any) -> None:
        self.host.imag = bare(value)

    @property
    def base(self) -> "ndarray | None":
        owner = owner_of(self.host)
        return None if owner is self.host else wrapped(owner)

    @property
    def data(self) -> MemoryPointer:
        return MemoryPointer(owner_of(self.host), self.host.__array_interface__["data"][0])

    def get(self) -> np.ndarray:
        return np.array(self.host, order="C")

    def astype(self, dtype: Any, order: str = "K", casting: Any = None, copy: bool = True) -> Any:
        dtype = np.dtype(dtype)
        known_type(dtype)
        source = self.host
        if source.dtype.kind == "f" and dtype.kind in "iu":
            low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
            source = np.clip(np.nan_to_num(source.astype(np.float64)), float(low), float(high) - 1)
        with np.errstate(all="ignore"):
            return wrapped(source.astype(dtype, order=order, copy=copy))

    def view(self, dtype: Any = None) -> "ndarray":
        return wrapped(self.host.view() if dtype is None else self.host.view(dtype))

    # -- cells ---------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.host)

    def __iter__(self) -> Iterator["ndarray"]:
        return (self[place] for place in range(len(self.host)))

    def __getitem__(self, index: Any) -> "ndarray":
        return wrapped(self.host[in_range(self.host.shape, index)])

    def __setitem__(self, index: Any, value: Any) -> None:
        value = bare(value)
        places = in_range(self.host.shape, index)
        if any(isinstance(part, np.ndarray) for part in parts_of(places)):
            # The first of equal indices wins here; which one does on a GPU is nobody's promise.
            numbers = np.arange(self.host.size).reshape(self.host.shape)[places]
            value = np.broadcast_to(np.asarray(value), numbers.shape).reshape(-1)
            _, first = np.unique(numbers.reshape(-1), return_index=True)
            self.host.flat[numbers.reshape(-1)[first]] = value[first]
        else:
            self.host[places] = value

    # -- numbers -------------------------------------------------------------------------------

    def __bool__(self) -> bool:
        return bool(self.host)

    def __int__(self) -> int:
        return int(self.host)

    def __float__(self) -> float:
        return float(self.host)


def operator(name: str, *, swapped: bool = False) -> Any:
    """Return the method that computes with a ufunc."""

    def method(self: ndarray, *other: Any) -> Any:
        operands = (*other, self) if swapped else (self, *other)
        function = Ufunc(name) if name in RECORD["ufuncs"] else Function("", name, None)
        return function(*operands)

    return method


for symbol, its_name in {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "true_divide",
    "floordiv": "floor_divide", "mod": "remainder", "pow": "power", "lshift": "left_shift",
    "matmul": "matmul", "rshift": "right_shift",
    "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor",
}.items():  # fmt: skip
    setattr(ndarray, f"__{symbol}__", operator(its_name))
    setattr(ndarray, f"__r{symbol}__", operator(its_name, swapped=True))
for symbol, its_name in {
    "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal", "eq": "equal",
    "ne": "not_equal", "neg": "negative", "invert": "invert", "abs": "absolute",
}.items():  # fmt: skip
    setattr(ndarray, f"__{symbol}__", operator(its_name))


def loop_of_any_system(loop: str) -> str:
    """Return a ufunc's types in letters, the wide integers' alike where a system has two."""
    return loop.replace("q", "l").replace("Q", "L")


class Ufunc:
    """A ufunc with the types that CuPy compiles it for."""

    def __init__(self, name: str) -> None:
        self.name = name
        types = RECORD["ufuncs"][name]["types"]
        self.loops = {loop_of_any_system(line.replace("->", "")) for line in types}
        self.host = getattr(np, name)

    def __call__(
        self, *args: Any, out: Any = None, dtype: Any = None, casting: str = "same_kind"
    ) -> Any:
        given = [operand(value) for value in args]
        if dtype is None:
            self.require_loop(given)
        settings: dict[str, Any] = {"casting": casting}
        if dtype is not None:
            settings["dtype"] = dtype
        if out is not None:
            settings["out"] = out.host
        with np.errstate(all="ignore"):
            result = self.host(*given, **settings)
        return out if out is not None else wrapped(result)

    def require_loop(self, given: list[Any]) -> None:
        """Refuse types for which nothing was compiled."""
        kinds = [np.dtype(type(v)) if isinstance(v, np.generic) else getattr(v, "dtype", type(v))
                 for v in given]  # fmt: skip
        if not hasattr(self.host, "resolve_dtypes"):
            return
        found = self.host.resolve_dtypes((*kinds, *[None] * self.host.nout))
        loop = "".join(kind.char for kind in found)
        if loop_of_any_system(loop) not in self.loops:
            raise TypeError(f"Wrong type ({loop}) of arguments for cupy_{self.name}")

    def at(self, array: ndarray, indices: Any, values: Any = None) -> None:
        if not RECORD["ufuncs"][self.name]["scatters"]:
            raise NotImplementedError(f"`{self.name}.at` is not supported")
        if array.dtype.kind == "i" and array.dtype.itemsize not in {4, 8}:
            raise TypeError("scatter_add only supports int32, int64, uint32, uint64 and floats")
        self.host.at(array.host, in_range(array.shape, indices), bare(values))

    def outer(self, first: ndarray, second: ndarray) -> ndarray:
        return wrapped(self.host.outer(operand(first), operand(second)))

    def reduce(self, array: ndarray, **settings: Any) -> ndarray:
        if self.name not in {"add", "multiply"}:
            raise NotImplementedError(f"`{self.name}.reduce` is not supported")
        return wrapped(self.host.reduce(array.host, **settings))


class Function:
    """A function of CuPy's, which computes what numpy's of the same name computes."""

    def __init__(self, path: str, name: str, parameters: list[str] | None) -> None:
        self.name = self.__name__ = name
        self.parameters = parameters
        module: Any = np
        for part in path.split(".") if path else []:
            module = getattr(module, part)
        self.host = getattr(module, name)

    def __call__(self, *args: Any, **settings: Any) -> Any:
        if self.parameters is not None:
            for name in settings:
                if name not in self.parameters and not self.parameters[-1] == "kwargs":
                    raise TypeError(f"{self.name}() got an unexpected keyword argument '{name}'")
        given = [operand(value) for value in args]
        with np.errstate(all="ignore"):
            return wrapped(self.host(*given, **bare_settings(settings)))


def operand(value: Any) -> Any:
    """Return what to compute with; numpy's arrays are refused."""
    if isinstance(value, np.ndarray):
        raise TypeError(f"Unsupported type {type(value)}")
    if isinstance(value, list | tuple):
        return type(value)([operand(part) for part in value])
    return bare(value)


def bare(value: Any) -> Any:
    """Return the array behind one of ours."""
    if isinstance(value, ndarray):
        return value.host
    if isinstance(value, np.ndarray):
        raise TypeError(f"Unsupported type {type(value)}")
    if isinstance(value, list | tuple):
        return type(value)([bare(part) for part in value])
    return value


def bare_settings(settings: dict[str, Any]) -> dict[str, Any]:
    """Return settings with the arrays behind ours."""
    return {name: bare(value) for name, value in settings.items()}


def wrapped(value: Any) -> Any:
    """Return results as our arrays: single numbers too."""
    if isinstance(value, list | tuple):
        parts = [wrapped(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    if isinstance(value, np.ndarray | np.generic):
        array = np.asarray(value)
        known_type(array.dtype)
        if array.base is None:
            require_room(array.nbytes)
        if not array.flags.writeable and array.base is not None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                array.flags.writeable = True
        result = object.__new__(ndarray)
        result.host = array
        return result
    return value


def known_type(dtype: np.dtype) -> None:
    """Refuse types that a GPU library does not know."""
    if dtype.kind not in "biufc" or dtype.char in "gG":
        raise ValueError(f"Unsupported dtype {dtype}")


def owner_of(array: np.ndarray) -> np.ndarray:
    """Return the array that owns the memory."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def require_room(count: int) -> None:
    """Refuse what is larger than the pretended memory."""
    if count > CAPACITY:
        raise OutOfMemoryError(
            f"Out of memory allocating {count:,} bytes (allocated so far: {used[0]:,} bytes)."
        )


def parts_of(index: Any) -> tuple[Any, ...]:
    """Return the parts of an index."""
    return index if isinstance(index, tuple) else (index,)


def in_range(shape: tuple[int, ...], index: Any) -> Any:
    """Return an index of numpy's, its whole numbers wrapped into the range."""
    parts = [bare(part) for part in parts_of(index)]
    used_up = sum(
        (part.ndim if isinstance(part, np.ndarray) and part.dtype == bool else 1)
        for part in parts
        if part is not None and part is not Ellipsis and not isinstance(part, bool)
    )
    found: list[Any] = []
    dim = 0
    for part in parts:
        if part is Ellipsis:
            dim += len(shape) - used_up
        elif isinstance(part, np.ndarray) and part.dtype != bool:
            if part.dtype.kind not in "iu":
                raise IndexError("arrays used as indices must be of integer or boolean type")
            part = part % max(shape[dim], 1)  # noqa: PLW2901
            dim += 1
        elif part is not None and not isinstance(part, bool):
            dim += part.ndim if isinstance(part, np.ndarray) else 1
        found.append(part)
    return tuple(found)


def asarray(value: Any, dtype: Any = None, order: Any = None) -> ndarray:
    """Return an array on the pretended device: this one takes numpy's arrays."""
    if isinstance(value, ndarray):
        return value if dtype is None else value.astype(dtype, copy=False)
    return wrapped(np.array(value, dtype))


def ascontiguousarray(value: Any, dtype: Any = None) -> ndarray:
    """Return an array whose elements lie row after row."""
    return wrapped(np.ascontiguousarray(bare(value), dtype))


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
    by_cell = {
        "erf": math.erf, "erfc": math.erfc, "gammaln": log_gamma,
        "ndtr": lambda x: math.erfc(-x / math.sqrt(2)) / 2,
        "expit": lambda x: 0.0 if x < -700 else 1 / (1 + math.exp(-x)),
    }  # fmt: skip
    return SimpleNamespace(**{name: each_cell(function) for name, function in by_cell.items()})


def log_gamma(x: float) -> float:
    return math.inf if math.isinf(x) or (x <= 0 and x == int(x)) else math.lgamma(x)


def each_cell(function: Any) -> Any:
    """Return a function of arrays that computes each cell by a function of floats."""

    def call(array: ndarray) -> ndarray:
        cells = [function(float(cell)) for cell in array.host.reshape(-1)]
        return wrapped(np.array(cells, array.dtype).reshape(array.shape))

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
