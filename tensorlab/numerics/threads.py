"""Large arrays in parts, a thread for each: numpy lets go of the interpreter while it computes.

What comes out does not depend on the number of threads: parts are cells that know nothing of each
other. The threads are made when they are first needed.
"""

import _thread
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

if TYPE_CHECKING:
    from queue import SimpleQueue

MANY = 1 << 19  # cells from which on handing out the parts costs less than it gains
Work = Callable[[int, int], None]


class Threads:
    """How many threads compute, and those that wait for work beside the one that asks."""

    most: ClassVar[int] = 1 if sys.platform == "emscripten" else os.cpu_count() or 1
    asked: ClassVar[int] = most  # what a program wants
    waiting: "ClassVar[SimpleQueue[Callable[[], None]] | None]" = None
    made: ClassVar[int] = 0

    @classmethod
    def count(cls) -> int:
        """Return how many compute: more than there are processors would only wait."""
        return min(cls.asked, cls.most)

    @classmethod
    def forget(cls) -> None:
        """Begin anew in a forked process, which has none of them."""
        cls.waiting, cls.made = None, 0

    @classmethod
    def ready(cls, count: int) -> "SimpleQueue[Callable[[], None]]":
        """Return where threads wait for work, so many of them at least."""
        from queue import SimpleQueue  # noqa: PLC0415  a millisecond that few programs need

        if cls.waiting is None:
            cls.waiting = SimpleQueue()
        while cls.made < count:
            _thread.start_new_thread(serve, (cls.waiting,))
            cls.made += 1
        return cls.waiting


def serve(waiting: "SimpleQueue[Callable[[], None]]") -> None:
    """Work off what is asked for, for ever."""
    while True:
        waiting.get()()


def nothing() -> None:
    """Do nothing: the word that a part is done."""


def in_parts(size: int, work: Work, align: int = 1) -> None:
    """Do work(begin, end) for parts that make up range(size), all but one in other threads.

    Each part but the last is a multiple of `align` long. The first exception is raised again.
    """
    share = -(-size // Threads.count())
    share = -(-share // align) * align
    parts = [(begin, min(begin + share, size)) for begin in range(0, size, share)]
    waiting = Threads.ready(len(parts) - 1)
    failures: list[BaseException] = []
    done = waiting.__class__()

    def do(begin: int, end: int) -> None:
        try:
            work(begin, end)
        except BaseException as error:  # noqa: BLE001  raised again where it was asked for
            failures.append(error)
        done.put(nothing)

    for begin, end in parts[1:]:
        waiting.put(lambda begin=begin, end=end: do(begin, end))  # type: ignore[misc]  # mypy knows no lambda's defaults
    do(*parts[0])
    for _ in parts:
        done.get()
    if failures:
        raise failures[0]


def cellwise(ufunc: Any, *arrays: Any, out: Any = None) -> Any:
    """Return a ufunc of arrays of many cells; those of one shape, side by side, in parts."""
    shape = arrays[0].shape
    if Threads.count() == 1 or not isinstance(ufunc, np.ufunc):
        return ufunc(*arrays) if out is None else ufunc(*arrays, out=out)
    for array in arrays:
        plain = array.__class__ is np.ndarray and array.flags.c_contiguous
        if not plain or (array.ndim and array.shape != shape):
            return ufunc(*arrays) if out is None else ufunc(*arrays, out=out)
    lines = [array.reshape(-1) if array.ndim else array for array in arrays]
    if out is None:
        one = ufunc(*[line[:1] if line.ndim else line for line in lines])
        out = np.empty(shape, one.dtype)
    cells = out.reshape(-1)

    def work(begin: int, end: int) -> None:
        parts = [line[begin:end] if line.ndim else line for line in lines]
        ufunc(*parts, out=cells[begin:end])

    in_parts(cells.size, work)
    return out


def copied(source: Any, target: Any) -> None:
    """Copy an array of many rows, or one number, into another array, in parts of its rows."""
    if target.size < MANY or Threads.count() == 1 or target.__class__ is not np.ndarray:
        target[...] = source
        return
    same = getattr(source, "shape", None) == target.shape

    def work(begin: int, end: int) -> None:
        target[begin:end] = source[begin:end] if same else source

    in_parts(len(target), work)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=Threads.forget)
