"""The random generator: PyTorch's stream of numbers on the CPU, its seeds and its saved state."""

import os
import struct
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tensorlab.engine.mersenne import MersenneTwister

DEFAULT_SEED = 67280421310721
STATE_SIZE = 5056
# Seed, words left, seeded, next word; the words; spare normal x, y, rho, is valid; float's spare.
STATE = struct.Struct("<QiiQ624Q3diifi")


class Generator:
    """A reproducible source of random numbers, the same as PyTorch's for the same seed."""

    def __init__(self, seed: int = DEFAULT_SEED) -> None:
        self.manual_seed(seed)

    def manual_seed(self, seed: int) -> "Generator":
        """Return this generator, begun anew.

        Raises:
            ValueError: the seed does not fit into 64 bits, signed or unsigned.
        """
        if not -(2**63) <= seed < 2**64:
            raise ValueError("Overflow when unpacking long long")
        self.seed_value = seed % 2**64
        self.spare_normal: float | None = None  # normal numbers come in pairs
        self.__dict__.pop("twister", None)
        return self

    @cached_property
    def twister(self) -> "MersenneTwister":
        """The words, made when the first is drawn: programs without chance do not wait for it."""
        from tensorlab.engine.mersenne import MersenneTwister  # noqa: PLC0415

        return MersenneTwister(self.seed_value)

    def seed(self) -> int:
        """Return a seed of the operating system's chance, from which the stream now begins."""
        seed = int.from_bytes(os.urandom(8), "little") & (2**53 - 1)
        self.manual_seed(seed)
        return seed

    def initial_seed(self) -> int:
        """Return the seed from which the stream began."""
        return self.seed_value

    def get_state(self) -> "NDArray[np.uint8]":
        """Return the whole state as PyTorch's 5056 bytes."""
        twister = self.twister
        left, position = (1, 0) if twister.fresh else (625 - twister.position, twister.position)
        spare = self.spare_normal
        fields = (self.seed_value, left, 1, position, *twister.save(), 0.0, spare or 0.0, 0.0)
        packed = STATE.pack(*fields, spare is not None, 0, 0.0, 0)
        return np.frombuffer(bytearray(packed), np.uint8)

    def set_state(self, state: "NDArray[np.uint8]") -> "Generator":
        """Return this generator, continuing from a saved state.

        Raises:
            RuntimeError: these bytes are no state.
        """
        if state.size != STATE_SIZE:
            raise RuntimeError(
                f"Expected a CPUGeneratorImplState of size {STATE_SIZE} but found the input RNG "
                f"state size to be {state.size}"
            )
        seed, left, seeded, position, *rest = STATE.unpack(state.tobytes())
        if not (seeded and 0 < left <= 624 and position <= 624):
            raise RuntimeError("Invalid mt19937 state")
        self.manual_seed(seed)
        fresh = left == 1 and position == 0
        self.twister.load(tuple(rest[:624]), 624 if fresh else position)
        self.twister.fresh = fresh
        self.spare_normal = rest[625] if rest[627] else None
        return self


default_generator = Generator()
