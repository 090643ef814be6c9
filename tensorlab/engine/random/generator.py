"""The random generator: PyTorch's stream of numbers on the CPU, its seeds and its saved state."""

import os
import struct
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from tensorlab.engine.addresses import object_text
from tensorlab.engine.device import CPU, Device
from tensorlab.engine.dtypes import uint8
from tensorlab.engine.naming import Fixed, Signed, named_in_c
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.engine.warning import in_full

if TYPE_CHECKING:
    from tensorlab.engine.random.mersenne import MersenneTwister

DEFAULT_SEED = 67280421310721  # of generators that a program makes
# Seed, words left, seeded, next word; the words; spare normal x, y, rho, is valid; float's spare.
STATE = struct.Struct("<QiiQ624Q3diifi")


def require_generator(kind: str) -> None:
    """Refuse a device that draws nothing.

    Raises:
        RuntimeError: there is no such device.
    """
    from tensorlab.engine.cuda.cupy_backend import obstacle  # noqa: PLC0415  seldom asked

    if kind == "cuda" and obstacle() is None:
        return
    known = kind in {"cuda", "xpu"}
    raise RuntimeError(
        f"Cannot get {kind.upper()} generator without ATen_{kind} library."
        if known
        else f"{kind.upper()} device type not an accelerator."
    )


class Generator(Fixed, metaclass=Signed):
    """A reproducible source of random numbers, the same as PyTorch's for the same seed.

    The numbers are drawn on the host whatever the device, so that a seed means the same on each.
    """

    torch_name = "torch._C.Generator"
    signatures = ("(torch.device device = None)",)

    def __init__(self, device: Device | str | None = None) -> None:
        self.device = CPU if device is None else Device(device)
        if self.device.type != "cpu":
            require_generator(self.device.type)
        elif self.device.index is not None:
            self.device = CPU
        self.manual_seed(DEFAULT_SEED)

    @classmethod
    def fresh(cls) -> "Generator":
        """Return a generator whose stream nobody knows beforehand."""
        generator = cls.__new__(cls)
        generator.device = CPU
        generator.seed()
        return generator

    def manual_seed(self, seed: int, /) -> "Generator":
        """Return this generator, begun anew.

        Raises:
            RuntimeError: the seed is no whole number.
            ValueError: the seed does not fit into 64 bits, signed or unsigned.
        """
        if seed.__class__ is not int:
            raise RuntimeError(f"manual_seed expected a long, but got {named_in_c(seed)}")
        if not -(2**63) <= seed < 2**64:
            raise ValueError("Overflow when unpacking long long")
        self.seed_value = seed % 2**64
        self.spare_normal: float | None = None  # normal numbers come in pairs
        self.__dict__.pop("twister", None)
        return self

    @cached_property
    def twister(self) -> "MersenneTwister":
        """The words, made when the first is drawn: programs without chance do not wait for it."""
        from tensorlab.engine.random.mersenne import MersenneTwister  # noqa: PLC0415

        return MersenneTwister(self.seed_value)

    def seed(self) -> int:
        """Return a seed of the operating system's chance, from which the stream now begins."""
        seed = int.from_bytes(os.urandom(8), "little")
        self.manual_seed(seed)
        return seed

    def initial_seed(self) -> int:
        """Return the seed from which the stream began."""
        return self.seed_value

    def get_state(self) -> Tensor:
        """Return the whole state as PyTorch's 5056 bytes."""
        twister = self.twister
        words, gone = twister.save()
        left, position = (1, 0) if twister.fresh else (625 - gone, gone)
        spare = self.spare_normal
        fields = (self.seed_value, left, 1, position, *words, 0.0, spare or 0.0, 0.0)
        packed = STATE.pack(*fields, spare is not None, 0, 0.0, 0)
        return wrap(np.frombuffer(bytearray(packed), np.uint8), uint8)

    def set_state(self, new_state: Tensor, /) -> "Generator":
        """Return this generator, continuing from a saved state.

        Raises:
            TypeError: this is no tensor of bytes.
            RuntimeError: these bytes are no state.
        """
        if not isinstance(new_state, Tensor):
            raise TypeError(f"expected a torch.ByteTensor, but got {named_in_c(new_state)}")
        if new_state.dtype is not uint8:
            raise TypeError("RNG state must be a torch.ByteTensor")
        if new_state._array.size != STATE.size:
            size = new_state._array.size
            raise RuntimeError(in_full("Expected a CPUGeneratorImplState", STATE.size, size))
        seed, left, seeded, position, *rest = STATE.unpack(new_state._array.tobytes())
        if not (seeded and 0 < left <= 624 and position <= 624):
            raise RuntimeError("Invalid mt19937 state")
        self.manual_seed(seed)
        fresh = left == 1 and position == 0
        self.twister.load(tuple(rest[:624]), 624 if fresh else position)
        self.twister.fresh = fresh
        self.spare_normal = rest[625] if rest[627] else None
        return self

    def clone_state(self) -> "Generator":
        """Return a new generator that goes on as this one does."""
        return Generator(self.device).set_state(self.get_state())

    def __repr__(self) -> str:
        return object_text("torch._C.Generator", self)


default_generator = Generator.fresh()
