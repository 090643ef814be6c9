"""torch.save: values written as PyTorch writes them, a zip archive of a pickle and of storages."""

import struct
import zipfile
from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType
from tensorlab.engine.layout import address, storage_of
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.serialization.making import write_object
from tensorlab.serialization.naming import STORAGE_OF

PLAIN = {None: b"N", True: b"\x88", False: b"\x89"}
ENTRIES = {".format_version": "1", ".storage_alignment": "64", "byteorder": "little"}

DEFAULT_PROTOCOL = 2  # of what is pickled in a file


def save(
    obj: object, f: Any, pickle_module: object = None, pickle_protocol: int = DEFAULT_PROTOCOL,
    _use_new_zipfile_serialization: bool = True,
) -> None:  # fmt: skip
    """Write tensors, numbers, texts, lists, tuples and dicts of them, or a module, to a file.

    >>> import io
    >>> file = io.BytesIO()
    >>> torch.save({"weight": torch.ones(2)}, file)
    >>> _ = file.seek(0)
    >>> torch.load(file)
    {'weight': tensor([1., 1.])}

    Raises:
        AttributeError: a value's class was made within a function.
    """
    if not (isinstance(f, str | Path) or hasattr(f, "write")):
        raise AttributeError(in_full("expected 'f' to be string"))
    writing = Writing()
    writing.write(obj)
    name = Path(f).stem if isinstance(f, str | Path) else "archive"
    with zipfile.ZipFile(f, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(f"{name}/data.pkl", b"\x80\x02" + b"".join(writing.parts) + b".")
        for entry, text in ENTRIES.items():
            archive.writestr(f"{name}/{entry}", text)
        for number, elements in enumerate(writing.storages):
            archive.writestr(f"{name}/data/{number}", elements)
        archive.writestr(f"{name}/version", "3\n")


def plainly_a(value: object, kind: type) -> bool:
    """Return whether a value is no more than its kind says: it has no class of its own."""
    return kind in (Tensor, Size, Device) or type(value) in (kind, OrderedDict)


class Writing:
    """The parts of one pickle, and the storages that its tensors look at."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.storages: list[bytes] = []
        # where a storage lies in memory: its number
        self.number_of: dict[int, int] = {}
        self.written: dict[int, int] = {}  # by the objects' addresses
        self.kept: list[Any] = []  # so that no other object gets one of these
        # what is being written holds what is written now
        self.around: list[int] = []

    def write(self, value: Any) -> None:
        """Write any value.

        Raises:
            AttributeError: it is of a class made within a function.
            PicklingError: its class is not where it says.
            ValueError: it holds itself.
        """
        if id(value) in self.written:
            self.parts.append(b"j" + struct.pack("<I", self.written[id(value)]))
            return
        if id(value) in self.around:
            raise ValueError("torch.save: a list or a dict that holds itself can't be written")
        self.around.append(id(value))
        for kind, write in WAYS.items():
            if isinstance(value, kind) and plainly_a(value, kind):
                write(self, value)
                break
        else:
            write_object(self, value)
        self.around.pop()

    def remember(self, value: object) -> None:
        """Give the object just written a number, by which it is named from now on."""
        self.written[id(value)] = len(self.written)
        self.kept.append(value)
        self.parts.append(b"r" + struct.pack("<I", self.written[id(value)]))

    def plain(self, value: Any) -> None:
        """Write None, True or False."""
        self.parts.append(PLAIN[value])

    def whole(self, value: int) -> None:
        """Write a whole number."""
        if -(2**31) <= value < 2**31:
            self.parts.append(b"J" + struct.pack("<i", value))
            return
        digits = value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
        self.parts.append(b"\x8a" + struct.pack("<B", len(digits)) + digits)

    def text(self, value: str) -> None:
        """Write a text."""
        letters = value.encode("utf-8", "surrogatepass")
        self.parts.append(b"X" + struct.pack("<I", len(letters)) + letters)

    def known(self, module: str, name: str) -> None:
        """Write a name that PyTorch knows."""
        self.parts.append(f"c{module}\n{name}\n".encode())

    def several(self, begin: bytes, values: Any, end: bytes) -> None:
        """Write values between two marks."""
        self.parts.append(begin)
        for value in values:
            self.write(value)
        self.parts.append(end)

    def made(self, module: str, name: str, *arguments: object) -> None:
        """Write what a function that PyTorch knows makes of arguments."""
        self.known(module, name)
        self.several(b"(", arguments, b"tR")

    def table(self, value: dict[Any, Any]) -> None:
        """Write a dict: keys and values in turn."""
        if isinstance(value, OrderedDict):
            self.made("collections", "OrderedDict")
        else:
            self.parts.append(b"}")
        self.several(b"(", (part for pair in value.items() for part in pair), b"u")

    def byte_string(self, value: bytes) -> None:
        """Write bytes as the text that has them for characters."""
        self.made("_codecs", "encode", value.decode("latin1"), "latin1")

    def tensor(self, value: Tensor) -> None:
        """Write a tensor: its storage once, and how it looks at it."""
        is_parameter = getattr(value, "_is_param", False)
        if is_parameter:
            self.known("torch._utils", "_rebuild_parameter")
            self.parts.append(b"(")
        self.elements(value.detach().cpu(), tracked=value._tracked and not is_parameter)
        if is_parameter:
            self.write(value._tracked)
            self.made("collections", "OrderedDict")
            self.parts.append(b"tR")
            self.remember(value)

    def elements(self, value: Tensor, *, tracked: bool) -> None:
        """Write how a tensor looks at its storage."""
        kind = STORAGE_OF.get(value.dtype.name)
        if kind is None or value.layout is not STRIDED:
            raise TypeError(f"torch.save has no way to write a {value.dtype} tensor of this layout")
        whole = storage_of(value._array)
        width = value.dtype.itemsize
        offset = (address(value._array) - address(whole)) // width
        self.known("torch._utils", "_rebuild_tensor_v2")
        self.parts.append(b"((")
        self.text("storage")
        self.known("torch", kind)
        self.text(str(self.number(whole)))
        self.text("cpu")
        self.whole(whole.nbytes // width)
        self.parts.append(b"tQ")
        for part in (offset, tuple(value.shape), tuple(value.stride()), tracked):
            self.write(part)
        self.made("collections", "OrderedDict")
        self.parts.append(b"tR")

    def number(self, whole: NDArray[Any]) -> int:
        """Return the number of a storage, its bytes noted the first time."""
        place = address(whole)
        if place not in self.number_of:
            self.number_of[place] = len(self.storages)
            self.storages.append(np.ravel(whole, order="K").tobytes())
        return self.number_of[place]


WAYS: dict[type, Any] = {
    type(None): Writing.plain, bool: Writing.plain, int: Writing.whole,
    float: lambda writing, value: writing.parts.append(b"G" + struct.pack(">d", value)),
    str: Writing.text, Tensor: Writing.tensor, dict: Writing.table, bytes: Writing.byte_string,
    list: lambda writing, value: writing.several(b"](", value, b"e"),
    Size: lambda writing, value: writing.made("torch", "Size", tuple(value)),
    tuple: lambda writing, value: writing.several(b"(", value, b"t"),
    complex: lambda writing, value: writing.made("__builtin__", "complex", value.real, value.imag),
    set: lambda writing, value: writing.made("__builtin__", "set", list(value)),
    DType: lambda writing, value: writing.known("torch", value.name),
    Device: lambda writing, value: writing.made("torch", "device", str(value)),
    bytearray: lambda writing, value: writing.made("__builtin__", "bytearray", bytes(value)),
}  # fmt: skip
