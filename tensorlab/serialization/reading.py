"""torch.load: what PyTorch's files hold, read without running anything that they name."""

import pickle
import zipfile
from argparse import Namespace
from collections import Counter, OrderedDict, defaultdict, deque
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import numpy as np

from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DTYPES, DType
from tensorlab.engine.promotion import Defaults
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.engine.warning import in_full
from tensorlab.nn.parameter import Parameter
from tensorlab.ops.loading import find
from tensorlab.ops.tensor.storages import mapped
from tensorlab.serialization import making
from tensorlab.serialization.making import require_data
from tensorlab.serialization.naming import TYPE_OF, Safe, named, public_place
from tensorlab.serialization.unpickling import Unpickler


def load(
    f: Any, map_location: object = None, pickle_module: object = None, *, weights_only: bool = True,
    mmap: bool | None = None, **pickle_load_args: object,
) -> Any:  # fmt: skip
    """Return what torch.save wrote: tensors, and lists, tuples and dicts of them.

    Where weights_only is False, modules too, and objects of the program's own classes.

    >>> import io
    >>> file = io.BytesIO()
    >>> torch.save([torch.tensor(1), "text"], file)
    >>> _ = file.seek(0)
    >>> torch.load(file)
    [tensor(1), 'text']

    Raises:
        UnpicklingError: the file is another one, or holds what is no data.
    """
    try:
        # as of a file that is read right after it was written
        if hasattr(f, "read") and not f.read(1):
            raise EOFError
        with zipfile.ZipFile(f) as archive:
            found = [name for name in archive.namelist() if name.endswith("/data.pkl")]
            if not found:
                raise pickle.UnpicklingError("torch.load: the archive holds no data.pkl")
            return Reading(archive, found[0], map_location, weights_only).load()
    except AttributeError as error:
        raise AttributeError(in_full("{}. You can only torch.load", error)) from None
    except zipfile.BadZipFile as error:
        whole = f.read() if hasattr(f, "seek") and not f.seek(0) else b""
        if whole.startswith(b"PK"):  # an archive that was cut short
            why = "failed finding central directory" if whole[21:] else "not a ZIP archive"
            raise RuntimeError(in_full("PytorchStreamReader failed", why)) from None
        raise pickle.UnpicklingError(in_full("torch.load reads files", error)) from None


class Reading(Unpickler):
    """One reading of an archive: it makes the values of a closed list, and nothing else."""

    def __init__(
        self, archive: zipfile.ZipFile, entry: str, place: object, weights_only: bool
    ) -> None:
        self.archive = archive
        self.folder = entry.removesuffix("data.pkl")
        self.place = place
        self.weights_only = weights_only
        self.storages: dict[str, Tensor] = {}
        makers = [*KNOWN.values(), *(() if weights_only else PARTS.values())]
        super().__init__(BytesIO(self.stored(entry)), makers, Safe.allowed)

    def stored(self, entry: str) -> bytes:
        """Return the bytes of an entry, which are stored as they are.

        Raises:
            UnpicklingError: they are packed, so that few could become more than memory holds.
        """
        if self.archive.getinfo(entry).compress_type != zipfile.ZIP_STORED:
            raise pickle.UnpicklingError(f"torch.load: {entry} is compressed")
        return self.archive.read(entry)

    def find_class(self, module: str, name: str) -> Any:
        """Return what a name of the list stands for.

        Raises:
            UnpicklingError: it is not in the list.
        """
        module = OLDER.get(module, module)
        of_tensors = DTYPES | TYPE_OF if module in {"torch", "torch.storage"} else {}
        allowed = {public_place(kind): kind for kind in Safe.allowed}
        known = KNOWN.get((module, name)) or of_tensors.get(name) or allowed.get((module, name))
        if known is not None:
            return known
        if self.weights_only:
            whole = f"{module}.{name}".removeprefix("builtins.")
            raise pickle.UnpicklingError(in_full("Weights only load failed.", whole))
        return PARTS.get((module, name)) or TYPES.get((module, name)) or named(module, name)

    def persistent_load(self, pid: Any) -> Tensor:
        """Return a storage as a tensor of one dimension, read when it is first asked for."""
        require_data(pid)
        _, kind, number, where, count = pid
        if number not in self.storages:
            dtype = DTYPES[kind]
            raw = bytearray(self.stored(f"{self.folder}data/{number}"))
            elements = np.frombuffer(raw, dtype.carrier, count)
            base = wrap(elements, dtype)
            self.storages[number] = placed(base, self.place, where)
        return self.storages[number]


def placed(base: Tensor, place: Any, where: Any) -> Any:
    """Return a storage where `map_location` says that it is to be; `where` is where it was.

    Raises:
        RuntimeError: that is a GPU, and there is none.
    """
    if not isinstance(place, str | Device | dict | None):
        moved = place(base, where)
        return base if moved is None else moved
    device = place.get(where, where) if isinstance(place, dict) else place or where
    require_here(device)
    return base.to(device)


def require_here(device: object) -> None:
    """Refuse a GPU where there is none.

    Raises:
        RuntimeError: it is one.
    """
    named = isinstance(device, str | Device) and str(device).startswith("cuda")
    if named and not find("torch.cuda", "is_available")():
        raise RuntimeError(in_full("Attempting to deserialize"))


def rebuilt(storage: Tensor, offset: int, size: Any, stride: Any, tracked: bool, *_: Any) -> Tensor:
    """Return the tensor that looks at a storage in this way.

    Raises:
        UnpicklingError: its size is of something else than numbers.
    """
    if any(type(number) is not int for number in (offset, *size, *stride)):
        raise pickle.UnpicklingError("torch.load: the size of a tensor is of whole numbers")
    seen: Tensor = find("torch", "as_strided")(storage, tuple(size), tuple(stride), offset)
    return seen.data.requires_grad_(tracked)


def encoded(text: str, encoding: str) -> bytes:
    """Return the bytes that a text has for characters: no other encoding is known.

    Raises:
        UnpicklingError: another one is asked for.
    """
    if encoding != "latin1":
        raise pickle.UnpicklingError(f"unknown encoding: {encoding}")
    return text.encode("latin1")


def bytes_to_change(data: bytes) -> bytearray:
    """Return bytes that can be changed; a number of them would be any size.

    Raises:
        UnpicklingError: they are made of another thing.
    """
    if not isinstance(data, bytes):
        raise pickle.UnpicklingError("torch.load: a bytearray is made of bytes")
    return bytearray(data)


def table_with_usual(usual: type | None = None) -> defaultdict[Any, Any]:
    """Return a table that makes what is missing by a type of Python's.

    Raises:
        UnpicklingError: it is to call another thing.
    """
    if usual is not None and not any(usual is kind for kind in TYPES.values()):
        raise pickle.UnpicklingError("torch.load: a defaultdict calls a type of Python's")
    return defaultdict(usual)


NUMPY = "numpy._core.multiarray"
# Python 2's names, in every file, and numpy's of then
OLDER = {"__builtin__": "builtins", "copy_reg": "copyreg", "numpy.core.multiarray": NUMPY}
# What makes the values that files of weights hold.
KNOWN: dict[tuple[str, str], Any] = {
    ("_codecs", "encode"): encoded,
    ("builtins", "bytearray"): bytes_to_change,
    **{(kind.__module__, kind.__name__): kind for kind in (complex, set, OrderedDict, Counter)},
    ("torch", "Size"): Size,
    ("torch", "device"): Device,
    ("torch._utils", "_rebuild_tensor_v2"): rebuilt,
    ("torch._utils", "_rebuild_parameter"): lambda data, tracked, *_: Parameter(data, tracked),
}
# What makes values of Python's in whole objects.
PARTS: dict[tuple[str, str], Any] = {
    **{(kind.__module__, kind.__name__): kind for kind in (deque, SimpleNamespace, Namespace)},
    ("builtins", "frozenset"): frozenset,
    ("builtins", "getattr"): making.attribute,
    ("collections", "defaultdict"): table_with_usual,
    ("numpy", "dtype"): making.type_of_elements,
    (NUMPY, "scalar"): making.array_element,
    (NUMPY, "_reconstruct"): lambda *_: np.ndarray(0),
}
# Types that are named, as what a table makes of a missing key, and not called.
TYPES = {
    ("torch._C", "_VariableFunctionsClass"): making.CompiledFunctions,
    ("builtins", "long"): int,  # Python 2's
    ("numpy", "ndarray"): list,  # which stands for it
    **{("builtins", kind.__name__): kind for kind in (bool, dict, float, int, list, str, tuple)},
}


def from_file(
    filename: str, shared: bool | None = None, size: int | None = 0, *,
    dtype: DType | None = None, layout: Any = None, device: Any = None, pin_memory: bool = False,
) -> Tensor:  # fmt: skip
    """Return the first elements of a file; where it is shared, writing changes the file.

    Raises:
        RuntimeError: there is no such file, or it is too short.
    """
    dtype = dtype or Defaults.floating
    return wrap(mapped(filename, shared, dtype.compute, size or 0), dtype)
