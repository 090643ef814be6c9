"""torch.load: what PyTorch's files hold, read without running anything that they name."""

from __future__ import annotations

import pickle
import zipfile
from collections import OrderedDict
from io import BytesIO
from typing import Any

import numpy as np

from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DTYPES
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.nn.parameter import Parameter
from tensorlab.ops.loading import find
from tensorlab.serialization.objects import NOT_SAFE, Safe, found_class, public_place
from tensorlab.serialization.storages import TYPE_OF


def load(
    f: Any, map_location: Any = None, pickle_module: Any = None, *, weights_only: bool = True,
    mmap: bool | None = None, **pickle_load_args: Any,
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
        with zipfile.ZipFile(f) as archive:
            found = [name for name in archive.namelist() if name.endswith("/data.pkl")]
            if not found:
                raise pickle.UnpicklingError("torch.load: the archive holds no data.pkl")
            return Reading(archive, found[0], map_location, weights_only).load()
    except zipfile.BadZipFile as error:
        raise pickle.UnpicklingError(
            f"torch.load reads files that torch.save wrote; this is another one: {error}"
        ) from None


class Reading(pickle.Unpickler):
    """One reading of an archive: it makes the values of a closed list, and nothing else."""

    def __init__(
        self, archive: zipfile.ZipFile, entry: str, place: Any, weights_only: bool
    ) -> None:
        super().__init__(BytesIO(archive.read(entry)), encoding="utf-8")
        self.archive = archive
        self.folder = entry.removesuffix("data.pkl")
        self.place = place
        self.weights_only = weights_only
        self.storages: dict[str, Tensor] = {}

    def find_class(self, module: str, name: str) -> Any:
        """Return what a name of the list stands for.

        Raises:
            UnpicklingError: it is not in the list.
        """
        known = KNOWN.get((module, name))
        if known is not None:
            return known
        if module == "torch" and name in DTYPES:
            return DTYPES[name]
        if module in {"torch", "torch.storage"} and name in TYPE_OF:
            return TYPE_OF[name]
        allowed = {public_place(kind): kind for kind in Safe.allowed}
        if (module, name) in allowed:
            return allowed[module, name]
        if not self.weights_only:
            return found_class(module, name)
        raise pickle.UnpicklingError(NOT_SAFE.format(f"{module}.{name}", name))

    def persistent_load(self, pid: Any) -> Tensor:
        """Return a storage as a tensor of one dimension, read when it is first asked for."""
        _, kind, number, _, count = pid
        if number not in self.storages:
            dtype = DTYPES[kind]
            raw = bytearray(self.archive.read(f"{self.folder}data/{number}"))
            elements = np.frombuffer(raw, dtype.carrier, count)
            base = wrap(elements, dtype)
            self.storages[number] = base if self.place is None else base.to(self.place)
        return self.storages[number]


def rebuilt(storage: Tensor, offset: int, size: Any, stride: Any, tracked: bool, *_: Any) -> Tensor:
    """Return the tensor that looks at a storage in this way."""
    seen: Tensor = find("torch", "as_strided")(storage, tuple(size), tuple(stride), offset)
    seen = seen.data
    seen.tracked = bool(tracked)
    return seen


def rebuilt_parameter(data: Tensor, tracked: bool, *_: Any) -> Any:
    """Return the parameter of a tensor."""
    return Parameter(data, tracked)


def encoded(text: str, encoding: str) -> bytes:
    """Return the bytes that a text has for characters: no other encoding is known.

    Raises:
        UnpicklingError: another one is asked for.
    """
    if encoding != "latin1":
        raise pickle.UnpicklingError(f"unknown encoding: {encoding}")
    return text.encode("latin1")


KNOWN: dict[tuple[str, str], Any] = {
    ("_codecs", "encode"): encoded,
    ("__builtin__", "complex"): complex,
    ("__builtin__", "bytearray"): bytearray,
    ("collections", "OrderedDict"): OrderedDict,
    ("__builtin__", "set"): set,
    ("torch", "Size"): Size,
    ("torch", "device"): Device,
    ("torch._utils", "_rebuild_tensor_v2"): rebuilt,
    ("torch._utils", "_rebuild_parameter"): rebuilt_parameter,
}
