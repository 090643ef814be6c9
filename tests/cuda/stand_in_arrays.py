"""The stand-in's arrays, and the memory that they are taken from."""

import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

CAPACITY = 4 << 30  # bytes of the pretended memory
RECORD = json.loads(Path(__file__).with_name("cupy.json").read_text())
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

    # -- elements ---------------------------------------------------------------------------------

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
