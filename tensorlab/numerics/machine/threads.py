"""Many elementary functions in several threads: numpy lets go of the interpreter meanwhile.

Two threads take a million exponentials in two thirds of the time. Nothing is gained where memory is
the limit, as in sums of two tensors, nor where a function takes several steps, which wait for the
interpreter after each. BLAS has threads of its own.
"""

import _thread
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

if TYPE_CHECKING:
    from queue import SimpleQueue

MANY = 1 << 19  # elements from which on handing out the parts costs less than it gains
Part = Callable[[], object]


def allowed() -> int:
    """Return how many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except (AttributeError, OSError):  # not told on every system
        return os.cpu_count() or 1


class Threads:
    """How many threads compute, and what they wait for; they are made when first needed."""

    most: ClassVar[int] = 1 if sys.platform == "emscripten" else allowed()
    asked: ClassVar[int] = most  # what a program wants
    made: ClassVar[int] = 0  # beside the one that asks
    parts: "ClassVar[SimpleQueue[Part] | None]" = None

    @classmethod
    def count(cls) -> int:
        """Return how many compute: more than there are processors would only wait."""
        return min(cls.asked, cls.most)

    @classmethod
    def hand_out(cls, part: Part) -> None:
        """Have a part worked off by the next thread that is free."""
        from queue import SimpleQueue  # noqa: PLC0415  a millisecond that few programs need

        cls.parts = cls.parts or SimpleQueue()
        while cls.made < cls.count() - 1:
            _thread.start_new_thread(serve, (cls.parts,))
            cls.made += 1
        cls.parts.put(part)

    @classmethod
    def forget(cls) -> None:
        """Begin anew in a forked process, which has none of them."""
        cls.made, cls.parts = 0, None


def serve(parts: "SimpleQueue[Part]") -> None:
    """Work off what is handed out, for ever."""
    while True:
        parts.get()()


def elementwise(ufunc: Any, array: "NDArray[Any]") -> Any:
    """Return a ufunc of an array of many elements side by side, in as many threads as are wanted.

    A ufunc of numbers in the main memory raises nothing, so that all parts come to their end.
    """
    count = Threads.count()
    plain = array.__class__ is np.ndarray and array.flags.c_contiguous
    if array.size < MANY or count == 1 or not plain:
        return ufunc(array)
    from queue import SimpleQueue  # noqa: PLC0415

    given, done = array.reshape(-1), SimpleQueue[None]()
    found = np.empty(array.size, ufunc(given[:1]).dtype)
    size = -(-array.size // count)

    def work(begin: int) -> None:
        ufunc(given[begin : begin + size], found[begin : begin + size])
        done.put(None)

    for begin in range(size, array.size, size):
        Threads.hand_out(partial(work, begin))
    work(0)
    for _ in range(0, array.size, size):
        done.get()
    return found.reshape(array.shape)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=Threads.forget)
