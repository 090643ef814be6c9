"""CudaArray: an array on a GPU that the engine's numpy code computes with as if it were numpy's."""

from collections.abc import Callable, Iterator
from operator import attrgetter
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from tensorlab.engine.cuda import calls as cuda_calls
from tensorlab.engine.cuda import index as cuda_index
from tensorlab.engine.cuda import types as cuda_types
from tensorlab.engine.cuda.cupy_backend import guarded, library, require_first
from tensorlab.engine.device import Device, GpuArray
from tensorlab.engine.layout import in_order


class CudaArray(GpuArray, NDArrayOperatorsMixin):
    """An array in a GPU's memory.

    numpy hands its functions over to it (`np.exp(array)` computes there), so forwards and gradient
    rules are written once. What CuPy lacks is computed by numpy on a copy, see `cuda_calls`.
    `inner` is CuPy's array. Its elements are those of `dtype`, but for the types that no GPU
    library knows, which it holds as bits.
    """

    __slots__ = ("dtype", "inner")
    __array_priority__ = 2000

    def __init__(self, inner: Any, dtype: Any = None) -> None:
        self.inner = inner
        self.dtype = inner.dtype if dtype is None else dtype

    # -- what numpy asks ---------------------------------------------------------------------

    def __array_ufunc__(
        self, ufunc: object, method: str, *inputs: object, **settings: object
    ) -> Any:
        """Return what a ufunc, or one of its methods, gives on the GPU."""
        if method == "__call__" and not settings:
            found = plain_answer(ufunc, inputs)
            if found is not None:
                return found
        return cuda_calls.call_ufunc(ufunc, method, inputs, settings)

    def __array_function__(self, function: Any, types: object, args: Any, settings: Any) -> Any:
        """Return what a function of numpy's gives on the GPU."""
        own = cuda_calls.device_function(function)
        return cuda_calls.computed(own, function, args, settings)

    def __array__(self, dtype: object = None, copy: object = None) -> Any:
        """Return a copy in the main memory, for what only numpy can do."""
        cuda_calls.Copies.count += 1
        array = self.get()
        return array if dtype is None else array.astype(dtype)

    def get(self) -> Any:
        """Return a copy of the elements in the main memory."""
        with guarded:
            array = self.inner.get()
        return array.view(self.dtype) if cuda_types.is_held_as_bits(self.dtype) else array

    # -- elements -------------------------------------------------------------------------------

    def __getitem__(self, index: object) -> Any:
        """Return the elements at an index, as numpy's arrays do; fields of a number by name."""
        if isinstance(index, str):
            return CudaArray(getattr(cuda_types.Halves(self.inner), index))
        return CudaArray(cuda_index.elements(self.inner, index), self.dtype)

    def __setitem__(self, index: object, value: object) -> None:
        """Overwrite the elements at an index."""
        if isinstance(index, str):
            cuda_types.write_part(self.inner, index, cuda_calls.inner_of(value))
            return
        cuda_index.write(self.inner, index, inner_as(value, self.dtype))

    def fill(self, value: object) -> None:
        """Overwrite all elements with one value."""
        self[...] = value

    def __len__(self) -> int:
        return len(self.inner)

    def __iter__(self) -> Iterator["CudaArray"]:
        return (self[place] for place in range(len(self.inner)))

    # -- numbers: each of these waits for the GPU --------------------------------------------

    def __index__(self) -> int:
        return int(self.get().__index__())

    def __contains__(self, value: object) -> bool:
        return value in self.get()

    def item(self, *place: int) -> Any:
        """Return one element as a Python number."""
        return self.get().item(*place)

    def tolist(self) -> Any:
        """Return the elements as nested lists of Python numbers."""
        return self.get().tolist()

    # -- attributes and methods --------------------------------------------------------------

    shape: tuple[int, ...]
    ndim: int
    size: int
    strides: tuple[int, ...]
    itemsize: int
    nbytes: int
    address = property(lambda self: int(self.inner.data.ptr), doc="Where in its memory it begins.")

    def __getattr__(self, name: str) -> Any:
        """Return a method of numpy's arrays."""
        if name.startswith("__"):
            raise AttributeError(name)
        return cuda_calls.method_of(self, name)

    T = property(lambda self: CudaArray(self.inner.T, self.dtype))

    @property
    def real(self) -> "CudaArray":
        """The real parts, a view where the numbers are complex."""
        return CudaArray(self.inner.real) if self.dtype.kind == "c" else self

    @real.setter
    def real(self, value: object) -> None:
        self.inner.real = cuda_calls.inner_of(value)

    @property
    def imag(self) -> "CudaArray":
        """The imaginary parts, a view where the numbers are complex."""
        return CudaArray(self.inner.imag)

    @imag.setter
    def imag(self, value: object) -> None:
        self.inner.imag = cuda_calls.inner_of(value)

    @property
    def flags(self) -> SimpleNamespace:
        """How the elements lie in memory; it can always be written to."""
        flags = self.inner.flags
        return SimpleNamespace(
            c_contiguous=flags.c_contiguous, f_contiguous=flags.f_contiguous, writeable=True
        )

    @property
    def base(self) -> "CudaArray | None":
        """The array that owns the memory, where it is not this one."""
        return None if self.inner.base is None else CudaArray(self.inner.base, self.dtype)

    def reshape(self, *shape: object, order: str = "C", copy: bool | None = None) -> "CudaArray":
        """Return the elements in another shape, a view where strides allow one.

        Raises:
            ValueError: they do not and `copy` is False, or the shape has another size.
        """
        sizes = shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape
        inner = self.inner.reshape(sizes, order=order)
        if copy is False and inner.data.ptr != self.inner.data.ptr:
            raise ValueError("Unable to avoid creating a copy while reshaping.")
        return CudaArray(inner, self.dtype)

    def astype(self, dtype: Any, copy: bool = True, **order: object) -> "CudaArray":
        """Return the elements converted to a type; the array itself where nothing changes."""
        dtype = np.dtype(dtype)
        if dtype == self.dtype and not copy:
            return self
        with guarded:
            return CudaArray(cuda_types.converted(self.inner, self.dtype, dtype), dtype)

    def view(self, dtype: Any = None) -> "CudaArray":
        """Return the same memory, read as elements of another type of the same width."""
        if dtype is None or dtype is np.ndarray:
            return CudaArray(self.inner.view(), self.dtype)
        dtype = np.dtype(dtype)
        return CudaArray(self.inner.view(cuda_types.held_as(dtype)), dtype)

    def strided(self, shape: Any, strides: Any, skipped: int = 0) -> "CudaArray":
        """Return a view by shape and strides, in bytes, that begins `skipped` bytes further on."""
        memory = self.inner.data + skipped
        inner = library().ndarray(tuple(shape), self.inner.dtype, memory, tuple(strides))
        return CudaArray(inner, self.dtype)


def of_inner(kind: Callable[[Any], object], path: str, doc: str) -> Any:
    """Return the property that is an attribute of CuPy's array, as a plain value."""
    read = attrgetter(path)
    return property(lambda array: kind(read(array.inner)), doc=doc)


for name, kind, doc in (
    ("shape", tuple, "The size along each dimension."),
    ("ndim", int, "The number of dimensions."),
    ("size", int, "The number of elements."),
    ("strides", tuple, "The bytes from one element to the next, along each dimension."),
    ("itemsize", int, "The bytes of one element."),
    ("nbytes", int, "The bytes of all elements."),
):
    setattr(CudaArray, name, of_inner(kind, name, doc))
for number in (bool, int, float, complex):
    setattr(CudaArray, f"__{number.__name__}__", lambda array, kind=number: kind(array.get()))


def plain_answer(ufunc: Any, inputs: tuple[Any, ...]) -> "CudaArray | None":
    """Return what a ufunc gives of plain arrays and numbers; None where a closer look is needed.

    This is what a program spends its time with, so it asks as little as it can.
    """
    function = cuda_calls.device_ufunc(ufunc, "__call__")
    if function is None or ufunc.nout > 1:
        return None
    operands = []
    for value in inputs:
        if value.__class__ is CudaArray:
            if value.dtype.kind == "V":
                return None
            operands.append(value.inner)
        elif value.__class__ is np.ndarray and not value.shape:
            operands.append(value[()])
        else:
            return None
    try:
        return CudaArray(function(*operands))
    except Exception:  # noqa: BLE001  the closer look finds it again
        return None


def on_gpu(array: object, device: Device) -> CudaArray:
    """Return an array on a GPU: itself where it is there.

    Raises:
        AssertionError: there is no GPU.
        RuntimeError: there is, but not with this number.
    """
    library()
    require_first(device.index or 0)
    return array if isinstance(array, CudaArray) else in_order(array, upload)


def upload(array: Any) -> CudaArray:
    """Return a copy of numpy's array on the GPU.

    Raises:
        AssertionError: there is no GPU.
        OutOfMemoryError: it has no room.
    """
    if array.dtype.kind == "O":
        raise TypeError("these are no numbers")
    held = cuda_types.held_as(array.dtype)
    module = library()
    with guarded:
        if held == array.dtype:
            return CudaArray(module.asarray(np.asarray(array, order="C")))
        return CudaArray(module.asarray(np.asarray(array, order="C").view(held)), array.dtype)


def inner_as(value: object, dtype: Any) -> Any:
    """Return what is to be written into an array of a type: an array as that one holds it."""
    if not isinstance(value, CudaArray | np.ndarray | np.generic):
        if not cuda_types.is_held_as_bits(dtype):
            return value
        value = np.asarray(value, cuda_types.computed_as(dtype))
    array = value if isinstance(value, CudaArray) else upload(np.asarray(value))
    return (
        cuda_types.converted(array.inner, array.dtype, dtype)
        if cuda_types.is_held_as_bits(dtype)
        else (cuda_types.decoded(array.inner, array.dtype))
    )


cuda_calls.Making.array, cuda_calls.Making.upload = CudaArray, upload
