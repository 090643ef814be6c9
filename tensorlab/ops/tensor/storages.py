"""The memory behind tensors: as bytes, and as elements of one type."""

from collections.abc import Iterator
from copy import copy
from typing import Any

import numpy as np

from tensorlab.engine.backend import is_array
from tensorlab.engine.declaring import Array, composite, warn_once
from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DTYPES, DType, float32
from tensorlab.engine.layout import address, storage_of
from tensorlab.engine.naming import Named
from tensorlab.engine.shapes import reserve_elements
from tensorlab.engine.signatures.combination import class_name
from tensorlab.engine.tensor import device_of, wrap
from tensorlab.engine.warning import in_full

UINT8 = DTYPES["uint8"]


def is_size(value: object) -> bool:
    """Return whether a value is a whole number that fits into 64 bits.

    Raises:
        ValueError: it does not fit.
    """
    if value.__class__ is int and not -(2**63) <= value < 2**63:
        raise ValueError("Overflow when unpacking long long")
    return value.__class__ is int


def zeros(size: int) -> Array:
    """Return so many bytes, which are 0.

    Raises:
        RuntimeError: the number is negative.
    """
    if size < 0:
        raise RuntimeError(in_full("[enforce fail at alloc_cpu.cpp:98]", size % 2**64))
    reserve_elements((size,), 1)
    return np.zeros(size, np.uint8)


def mapped(filename: Any, shared: bool | None, dtype: Any, count: int) -> Array:
    """Return the first elements of a file; where it is shared, writing changes the file.

    Raises:
        RuntimeError: the file cannot be opened, or it is too short.
    """
    size = count * np.dtype(dtype).itemsize
    try:
        with open(filename, "rb+" if shared else "rb") as file:  # noqa: PTH123  shown as it was given
            there = file.seek(0, 2)
            if there < size and not shared:
                raise RuntimeError(
                    f"file <{filename}> size <{there}> is smaller than the required mapping size "
                    f"<{size}>"
                )
            return np.memmap(file, dtype, "r+" if shared else "c", shape=(count,)).view(np.ndarray)
    except OSError as error:
        mode = "read-write" if shared else "read-only"
        raise RuntimeError(
            f"unable to open file <{filename}> in {mode} mode: {error.strerror} ({error.errno})"
        ) from None


class Storage:
    """Memory that a tensor and its views share, seen as a row of elements."""

    def __init__(self, array: Any = 0, dtype: DType = UINT8) -> None:
        self.is_own = not is_array(array)  # no tensor looks into it
        if self.is_own and is_size(array):
            array = zeros(array * dtype.itemsize).view(dtype.carrier)
        elif self.is_own:
            if dtype is UINT8:
                kind = class_name(array)
                raise TypeError(f"UntypedStorage is made of a number of bytes, not of a {kind}")
            array = np.array(array, dtype.compute)
        self._array = array  # the one that owns the memory

    elements: Any  # a row, in which writes are seen by all tensors

    @property
    def device(self) -> Device:
        """Where the memory is."""
        return device_of(self._array)

    @property
    def is_cuda(self) -> bool:
        """Whether the memory is an NVIDIA GPU's."""
        return self.device.type == "cuda"

    def data_ptr(self) -> int:
        """Return the address of the first byte."""
        return address(self._array) if self._array.size else 0

    def nbytes(self) -> int:
        """Return the number of bytes."""
        return int(self._array.nbytes)

    def element_size(self) -> int:
        """Return the bytes of one element."""
        return int(self.elements.itemsize)

    def size(self) -> int:
        """Return the number of elements."""
        return len(self.elements)

    __len__ = size

    def tolist(self) -> list[Any]:
        """Return the elements as Python's numbers."""
        return [self.number(element) for element in self.elements]

    def __iter__(self) -> Iterator[Any]:
        return map(self.number, self.elements)

    def number(self, element: Any) -> Any:
        """Return an element as Python's number."""
        return element.item()

    def clone(self) -> "Storage":
        """Return a storage of its own with the same elements."""
        made = copy(self)
        made._array, made.is_own = self._array.copy(), True
        return made

    def fill_(self, value: float) -> "Storage":
        """Return this storage, each element now a number."""
        self.elements[...] = value
        return self

    def resize_(self, size: int) -> "Storage":
        """Return this storage with so many elements: the first stay, further ones are 0.

        Raises:
            RuntimeError: this is no size, or a tensor looks into the memory.
        """
        if not is_size(size):
            raise RuntimeError(f"resize_ expects an int, but got {class_name(size)}")
        if not self.is_own and size != self.size():
            raise RuntimeError("Trying to resize storage that is not resizable")
        if self.is_own:
            array = zeros(size * self.element_size()).view(self._array.dtype)
            kept = self._array[: len(array)]
            array[: len(kept)] = kept
            self._array = array
        return self

    def __getitem__(self, index: Any) -> Any:
        return self.number(self.elements[self.place(index)])

    def place(self, index: Any) -> int:
        """Return an index counted from the front.

        Raises:
            IndexError: there is no such element.
        """
        size = self.size()
        if not -size <= index < size:
            raise IndexError(f"index {index} out of range for storage of size {size}")
        return int(index) % size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, self.__class__) and other.data_ptr() == self.data_ptr()

    def __hash__(self) -> int:
        return id(self._array)

    def shown(self, kind: str) -> str:
        """Return the elements, one a line, and below them what they are."""
        rows = "\n ".join(map(str, self.tolist()))
        return f" {rows}\n[torch.storage.{kind}device={self.device.type}) of size {self.size()}]"


class UntypedStorage(Storage, metaclass=Named):
    """The bytes of the memory that a tensor and its views share."""

    torch_name = "torch.storage.UntypedStorage"

    elements = property(lambda self: self._array.reshape(-1, order="A").view(np.uint8))

    @classmethod
    def from_file(cls, filename: Any, shared: bool = False, nbytes: int = 0) -> "UntypedStorage":
        """Return the first bytes of a file; where it is shared, writing changes the file.

        Raises:
            RuntimeError: the file cannot be opened, or it is too short.
        """
        return cls(mapped(filename, shared, np.uint8, nbytes))

    def untyped(self) -> "UntypedStorage":
        """Return this storage, which is of bytes."""
        return self

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return UntypedStorage(self.elements[index])
        if not is_size(index):
            raise TypeError(f"can't index a torch.UntypedStorage with {class_name(index)}")
        return super().__getitem__(index)

    def __repr__(self) -> str:
        return self.shown("UntypedStorage(")


class TypedStorage(Storage, metaclass=Named):
    """The elements of the memory that a tensor and its views share."""

    torch_name = "torch.storage.TypedStorage"

    def __init__(self, array: Array, dtype: DType = float32) -> None:
        super().__init__(array, dtype)
        self.dtype = dtype

    elements = property(lambda self: self._array.reshape(-1, order="A"))

    def number(self, element: Any) -> Any:
        """Return an element as Python's number."""
        return self.dtype.decode(np.asarray(element)).item()

    def __getitem__(self, index: Any) -> Any:
        if not is_size(index):
            raise RuntimeError(f"can't index a {type(self)} with {type(index)}")
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        wrap(self.elements, self.dtype)[index] = value

    def untyped(self) -> UntypedStorage:
        """Return the same memory as bytes."""
        return UntypedStorage(self._array)

    def pickle_storage_type(self) -> str:
        """Return what PyTorch's files call a storage of the type."""
        return f"{self.dtype.scalar_name}Storage"

    def type(self) -> str:
        """Return the name of the days before dtypes."""
        return f"torch.{self.pickle_storage_type()}"

    def __repr__(self) -> str:
        return self.shown(f"TypedStorage(dtype={self.dtype!r}, ")


@composite(function=False)
def untyped_storage(input: Array) -> UntypedStorage:
    """Return the bytes of the memory that the tensor and its views share.

    >>> x = torch.zeros(2, 3)
    >>> x[1].untyped_storage().nbytes()
    24
    """
    return UntypedStorage(storage_of(input._array))


@composite(function=False, related=("untyped_storage",))
def storage(input: Array) -> TypedStorage:
    """Return the elements of the memory that the tensor and its views share.

    >>> torch.tensor([1, 2], dtype=torch.int16).untyped_storage().tolist()  # as bytes
    [1, 0, 2, 0]
    """
    warn_once(in_full("TypedStorage is deprecated"))
    return TypedStorage(storage_of(input._array), input.dtype)
