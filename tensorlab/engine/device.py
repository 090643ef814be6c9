"""Where a tensor's elements live, and what tells an array on a GPU from others."""

import re
from typing import Any, ClassVar, Self

from tensorlab.engine.naming import Fixed, Signed
from tensorlab.engine.warning import in_full

HERE = ("cpu", "cuda", "meta")  # the others can be named, and hold nothing
PYTORCH_KNOWS = (
    "cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, "
    "mps, meta, hpu, mtia, privateuseone"
)

MOST = 127  # an index has eight bits


class Device(Fixed, metaclass=Signed):
    """A kind of memory and, where there are several of the kind, its number."""

    __slots__ = ("index", "type")
    torch_name = "torch.device"
    signatures = ("(torch.device device)", "(str type, int index = -1)")
    type: str
    index: int | None

    def __init__(self, type: "str | int | Device", index: int | None = None) -> None:
        if isinstance(type, Device) and index is None:
            self.type, self.index = type.type, type.index
            return
        numbers = type.__class__ is int and index is None
        no_index = isinstance(index, bool) or not (index is None or hasattr(index, "__index__"))
        if no_index or not (numbers or isinstance(type, str)):
            raise TypeError("no device")  # in PyTorch's words where classes are called
        if (index or 0) < 0 or (isinstance(type, int) and type < 0):
            raise RuntimeError("Device index must not be negative")
        if type == "":
            raise RuntimeError("Device string must not be empty")
        if isinstance(type, int):
            self.type, self.index = "cuda", numbered(type)
            return
        name = str(type)
        match = re.fullmatch(r"([A-Za-z_]+)(?::(0|[1-9]\d*))?", name)
        if match is None:
            raise RuntimeError(f"Invalid device string: '{name}'")
        if match[1] not in HERE and match[1] not in PYTORCH_KNOWS.split(", "):
            raise RuntimeError(in_full("Expected one", PYTORCH_KNOWS, match[1]))
        if match[2] is not None and index is not None:
            raise RuntimeError(in_full("type (string) must", name))
        self.type = match[1]
        self.index = index if match[2] is None else index_of(match[2], name)

    def __enter__(self) -> Self:
        """Let functions that make tensors put them here."""
        Placement.before.append(Placement.device)
        Placement.device = None if self.type == "cpu" else self
        return self

    def __exit__(self, *error: object) -> None:
        Placement.device = Placement.before.pop()

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


def not_here(kind: str) -> Exception:
    """Return PyTorch's refusal to reach a kind of device that it was built without."""
    if kind in {"xpu", "mtia"}:
        return AssertionError(f"Torch not compiled with {kind.upper()} enabled")
    if kind in {"hpu", "privateuseone"}:
        return ModuleNotFoundError(f"No module named 'torch.{kind}'", name=f"torch.{kind}")
    return RuntimeError(f"PyTorch is not linked with support for {kind} devices")


def index_of(digits: str, name: str) -> int:
    """Return the number of a device, of those that there can be.

    Raises:
        RuntimeError: it is too large.
    """
    if len(digits) > len(str(MOST)) or int(digits) > MOST:
        raise RuntimeError(f"Could not parse device index '{digits}' in device string '{name}'")
    return int(digits)


def numbered(number: int) -> int:
    """Return the number of a GPU that is named by nothing else.

    Raises:
        RuntimeError: there is none, or there can't be so many.
    """
    from tensorlab.engine.cuda.cupy_backend import obstacle  # noqa: PLC0415  seldom asked

    if obstacle() is not None:
        raise RuntimeError("Cannot access accelerator device when none is available.")
    return index_of(str(number), f"cuda:{number}")


CPU = Device("cpu")
META = Device("meta")


def is_main(device: object) -> bool:
    """Return whether a device is said to be the main memory, without a number."""
    if device.__class__ is Device:
        return device.type == "cpu" and device.index is None
    return device.__class__ is str and device == "cpu"


class Placement:
    """Where functions that make tensors put them; None is the main memory."""

    device: Device | None = None
    chosen: Device | None = None  # where programs begin, as their user chose it
    # outside of the `with` blocks of devices
    before: ClassVar[list[Device | None]] = []


class GpuArray:
    """An array in a GPU's memory; its class proper is loaded with the first of them."""

    __slots__ = ()
    inner: Any  # CuPy's array
    dtype: Any
    get: Any  # a copy in the main memory
    __setitem__: Any
