"""Where a tensor's elements live."""

import re
from typing import Any, Self

from tensorlab.engine.naming import Named

KNOWN = ("cpu", "cuda", "meta")
PYTORCH_KNOWS = (
    "cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, "
    "mps, meta, hpu, mtia, privateuseone"
)

UNKNOWN = """\
device() received an invalid combination of arguments - got ({kind}), but expected one of:
 * (torch.device device)
      didn't match because some of the arguments have invalid types: (!{kind}!)
 * (str type, int index = -1)
"""
MOST = 127  # an index has eight bits


class Device(metaclass=Named):
    """A kind of memory and, where there are several of the kind, its number."""

    __slots__ = ("index", "type")
    torch_name = "torch.device"
    type: str
    index: int | None

    def __init__(self, type: "str | int | Device", index: int | None = None) -> None:
        if isinstance(type, Device):
            self.type, self.index = type.type, type.index
            return
        if not isinstance(type, str | int):
            raise TypeError(UNKNOWN.format(kind=type.__class__.__name__))
        if not (index is None or isinstance(index, int)):
            kind = index.__class__.__name__
            raise TypeError(f"device(): argument 'index' (position 2) must be int, not {kind}")
        if (index or 0) < 0 or (isinstance(type, int) and type < 0):
            raise RuntimeError("Device index must not be negative")
        name = f"cuda:{type}" if isinstance(type, int) else type
        match = re.fullmatch(r"([a-z_]+)(?::(\d+))?", name)
        if match is None:
            raise RuntimeError(f"Invalid device string: '{name}'")
        if match[1] not in KNOWN:
            raise RuntimeError(
                f"Expected one of {PYTORCH_KNOWS} device type at start of device string: {match[1]}"
            )
        self.type = match[1]
        self.index = index if match[2] is None else index_of(match[2], name)

    def __enter__(self) -> Self:
        """Let functions that make tensors put them here."""
        from tensorlab.engine.promotion import Defaults  # noqa: PLC0415  a cycle otherwise

        Defaults.devices_before.append(Defaults.device)
        Defaults.device = None if self.type == "cpu" else self
        return self

    def __exit__(self, *error: object) -> None:
        from tensorlab.engine.promotion import Defaults  # noqa: PLC0415

        Defaults.device = Defaults.devices_before.pop()

    def means(self, other: "Device") -> bool:
        """Return whether another device is meant: a kind without a number is the one in use."""
        return self == other or (self.index is None and self.type == other.type)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self) -> int:
        return hash((self.type, self.index))

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __repr__(self) -> str:
        index = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{index})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Device, (self.type, self.index)


def index_of(digits: str, name: str) -> int:
    """Return the number of a device, of those that there can be.

    Raises:
        RuntimeError: it is too large.
    """
    if len(digits) > len(str(MOST)) or int(digits) > MOST:
        raise RuntimeError(f"Could not parse device index '{digits}' in device string '{name}'")
    return int(digits)


CPU = Device("cpu")
META = Device("meta")
