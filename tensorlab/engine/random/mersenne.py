"""The Mersenne twister: 32-bit words from a seed, and its whole state."""

import random
import sys
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

if TYPE_CHECKING:
    from numpy.random import MT19937
    from numpy.typing import NDArray

BLOCK = 624  # words between two twists, and words of state
# blocks that a longer stream makes at once, as what becomes of their words
AHEAD = 8
CHUNK = 1 << 15  # words whose fractions stay in the processor's cache
# From here on numpy.random, twice as fast, pays back some of the 20 ms of its import.
PAID = 1 << 20  # words that have cost Python half as much as that import
SOME = 1 << 12  # words of one stream, once it is loaded
# As arrays and types, which numpy takes more quickly than numbers and classes.
LOW_24, SCALE_24 = np.array(2**24 - 1, np.uint32), np.array(2**-24, np.float32)
SIGNED, SINGLE = np.dtype(np.int32), np.dtype(np.float32)


@lru_cache(maxsize=16)
def spread_seed(seed: int) -> tuple[int, ...]:
    """Return the state that a seed's low 32 bits stand for.

    Source: Matsumoto and Nishimura, mt19937ar.c (2002), init_genrand.
    """
    word = seed & 0xFFFFFFFF
    words = [word]
    for index in range(1, BLOCK):
        word = (1812433253 * (word ^ (word >> 30)) + index) & 0xFFFFFFFF
        words.append(word)
    return tuple(words)


class MersenneTwister:
    """A stream of uniformly distributed 32-bit words, made a block at a time, later some blocks.

    `position` counts the words of the current block or blocks that are gone. A fresh seed has no
    block yet: its state must be twisted before the first word.
    """

    made: ClassVar[int] = 0  # words of all streams, but the first few of each

    def __init__(self, seed: int) -> None:
        # The standard library's twister: numpy.random would cost each program's start 20 ms.
        self.source = random.Random()  # noqa: S311  a reproducible stream, not a secret
        self.load(spread_seed(seed), BLOCK)
        self.fresh = True

    def load(self, state: tuple[int, ...], position: int) -> None:
        """Continue from a state of 624 words, `position` of which are gone."""
        self.numpys: MT19937 | None = None
        self.drawn = 0  # words of this stream
        self.source.setstate((3, (*state, 0), None))
        self.position = position
        self.lead = 0  # words of the current ones that an earlier twist made
        self.fresh = False
        self.turn(self.generate(BLOCK))

    def save(self) -> tuple[tuple[int, ...], int]:
        """Return the state whose words are the block in use, and how many of these are gone."""
        begin = self.lead + max(self.position - self.lead - 1, 0) // BLOCK * BLOCK
        state = state_of(self.block[begin : begin + BLOCK])
        return tuple(state.tolist()), self.position - begin

    def generate(self, count: int) -> "NDArray[np.uint32]":
        """Return the next whole blocks' words."""
        self.drawn += count
        if self.numpys is None and self.drawn >= SOME:
            MersenneTwister.made += count
            if self.made >= PAID or "numpy.random" in sys.modules:
                self.change_source()
        if self.numpys is not None:
            return self.numpys.random_raw(count).astype(np.uint32)
        raw = self.source.getrandbits(32 * count).to_bytes(4 * count, "little")
        return np.frombuffer(raw, "<u4")

    def change_source(self) -> None:
        """Let numpy's twister go on with the stream: it is quicker from now on."""
        from numpy.random import MT19937  # noqa: PLC0415  20 ms that small programs need not spend

        twister = MT19937(0)
        key = state_of(self.block[-BLOCK:])
        twister.state = {"bit_generator": "MT19937", "state": {"key": key, "pos": BLOCK}}
        self.numpys = twister

    def turn(self, block: "NDArray[np.uint32]") -> None:
        """Make words the current ones: a block, or some."""
        self.block = block
        self.fractions: NDArray[np.float32] | None = None
        self.doubles: dict[int, list[float]] = {}
        self.waves: tuple[NDArray[Any], NDArray[Any]] | None = None  # of normal numbers

    def take(self, count: int) -> int:
        """Return where the next words of the stream begin in `block`, and be past them."""
        begin = self.position
        missing = begin + count - self.block.size
        if missing > 0:
            rest = self.block[begin:]
            blocks = max(-(-missing // BLOCK), AHEAD if self.drawn >= SOME else 1)
            fresh = self.generate(blocks * BLOCK)
            self.turn(np.concatenate((rest, fresh)) if rest.size else fresh)
            self.lead, self.fresh, begin = rest.size, False, 0
        self.position = begin + count
        return begin

    def words(self, count: int) -> "NDArray[np.uint32]":
        """Return the next words of the stream; the caller must not write to them."""
        begin = self.take(count)
        return self.block[begin : begin + count]

    def words64(self, count: int) -> "NDArray[np.uint64]":
        """Return the next 64-bit words, each of two words, the high one first."""
        return swapped(self.words(2 * count).view("<u8"))

    def uniform24(self, count: int) -> "NDArray[np.float32]":
        """Return the next numbers in [0, 1), of 24 random bits each."""
        if count <= CHUNK:
            return self.shown24(count).copy()
        numbers = np.empty(count, SINGLE)
        for begin in range(0, count, CHUNK):
            numbers[begin : begin + CHUNK] = self.shown24(min(CHUNK, count - begin))
        return numbers

    def shown24(self, count: int) -> "NDArray[np.float32]":
        """Return what `uniform24` does; the caller must not write to it."""
        begin = self.take(count)
        return self.of_block()[begin : begin + count]

    def of_block(self) -> "NDArray[np.float32]":
        """Return the current block as fractions: small draws take their share of it."""
        if self.fractions is None:
            self.fractions = to_fractions(self.block)
        return self.fractions

    def few53(self, count: int) -> list[float]:
        """Return a few of the numbers that `uniform53` gives.

        They are their share of a block converted once: from its first word on, or its second.
        """
        begin = self.take(2 * count)
        odd = begin & 1
        found = self.doubles.get(odd)
        if found is None:
            pairs = self.block[odd : odd + (self.block.size - odd) // 2 * 2].view("<u8")
            found = doubles(pairs).tolist()
            self.doubles[odd] = found
        begin >>= 1
        return found[begin : begin + count]

    def uniform53(self, count: int) -> "NDArray[np.float64]":
        """Return the next numbers in [0, 1), of 53 random bits each."""
        return doubles(self.words(2 * count).view("<u8"))


def state_of(words: "NDArray[np.uint32]") -> "NDArray[np.uint32]":
    """Return the state whose words these are: what the twister did to each number, undone.

    Source: Matsumoto and Nishimura, mt19937ar.c (2002), genrand_int32.
    """
    words = words ^ (words >> np.uint32(18))
    words ^= (words << np.uint32(15)) & np.uint32(0xEFC60000)
    state = words
    for _ in range(4):  # each time seven more bits are known
        state = words ^ ((state << np.uint32(7)) & np.uint32(0x9D2C5680))
    first = state ^ (state >> np.uint32(11))
    return state ^ (first >> np.uint32(11))


def swapped(pairs: "NDArray[np.uint64]") -> "NDArray[np.uint64]":
    """Return pairs of words as numbers of 64 bits, the first word the high one."""
    return (pairs << np.uint64(32)) | (pairs >> np.uint64(32))


def doubles(pairs: "NDArray[np.uint64]") -> "NDArray[np.float64]":
    """Return the low 53 bits of pairs of words as numbers in [0, 1)."""
    fractions = (swapped(pairs) & np.uint64(2**53 - 1)).astype(np.float64)
    fractions *= 2.0**-53
    return fractions


def to_fractions(words: "NDArray[np.uint32]") -> "NDArray[np.float32]":
    """Return the low 24 bits of words as numbers in [0, 1)."""
    # signed: converted in half the time
    fractions = (words & LOW_24).view(SIGNED).astype(SINGLE)
    fractions *= SCALE_24
    return fractions
