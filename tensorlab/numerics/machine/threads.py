"""Long computations in several threads: numpy lets go of the interpreter meanwhile.

Two threads take a million exponentials, or running sums, in little more than half of the time.
Nothing is gained where memory is the limit, as in sums of two tensors. BLAS has threads of its own.
"""

import _thread
import os
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from queue import SimpleQueue

# elements from which on handing out the parts costs less than it gains
MANY = 1 << 19
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
    busy: ClassVar[bool] = False  # with parts of something

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
        cls.made, cls.parts, cls.busy = 0, None, False


def serve(parts: "SimpleQueue[Part]") -> None:
    """Work off what is handed out, for ever."""
    while True:
        parts.get()()


def elementwise(ufunc: Any, array: NDArray[Any]) -> Any:
    """Return a ufunc of an array of many elements side by side, in as many threads as are wanted.

    A ufunc of numbers in the main memory raises nothing, so that all parts come to their end.
    """
    count = Threads.count()
    plain = array.__class__ is np.ndarray and array.flags.c_contiguous
    if array.size < MANY or count == 1 or not plain:
        return ufunc(array)
    given = array.reshape(-1)
    found = np.empty(array.size, ufunc(given[:1]).dtype)
    size = -(-array.size // count)

    def work(begin: int) -> None:
        ufunc(given[begin : begin + size], found[begin : begin + size])

    in_threads(work, range(0, array.size, size))
    return found.reshape(array.shape)


def in_threads(work: Callable[[int], object], places: Iterable[int]) -> None:
    """Do the work of each place, in as many threads as are wanted; each takes the next one.

    Raises:
        BaseException: what the work of a place raised.
    """
    # who waits for another part would keep its thread
    if Threads.busy or Threads.count() == 1:
        for place in places:
            work(place)
        return
    from queue import SimpleQueue  # noqa: PLC0415

    ahead, done = iter(places), SimpleQueue[BaseException | None]()

    def part() -> None:
        try:
            for place in ahead:
                work(place)
        except BaseException as error:  # noqa: BLE001  raised again where it was asked for
            done.put(error)
        else:
            done.put(None)

    Threads.busy = True
    try:
        for _ in range(Threads.count() - 1):
            Threads.hand_out(part)
        part()
        errors = [done.get() for _ in range(Threads.count())]
    finally:
        Threads.busy = False
    for error in errors:
        if error is not None:
            raise error


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=Threads.forget)
