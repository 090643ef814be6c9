"""Large arrays in parts, which several threads take in turn: numpy lets go of the interpreter.

What comes out does not depend on the number of threads: parts are cells that know nothing of each
other. The threads are made when they are first needed. Nobody waits for one that the system has not
woken yet: whoever is free takes the next part, the one that asked among them. Between calls that
follow each other soon they stay awake.
"""

import _thread
import os
import sys
from collections.abc import Callable, Iterable
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tensorlab.numerics.machine.buffers import short_buffers
from tensorlab.numerics.machine.processors import allowed, keep_apart

if TYPE_CHECKING:
    from queue import SimpleQueue

    from tensorlab.numerics.machine.signs import Signs

MANY = 1 << 19  # cells from which on handing out the parts costs less than it gains
BLOCK = 1 << 15  # cells that stay in the nearest cache
LEAST = 8  # parts that each thread would take if all were as small as the last ones
SOON = 100e-6  # seconds between calls that follow each other
Work = Callable[[int, int], None]
Parts = tuple[tuple[int, int], ...]
Help = Callable[["Signs"], None]


class Threads:
    """How many threads compute, and those that wait for work beside the one that asks."""

    most: ClassVar[int] = 1 if sys.platform == "emscripten" else allowed()
    asked: ClassVar[int] = most  # what a program wants
    waiting: "ClassVar[SimpleQueue[Help] | None]" = None
    made: ClassVar[list[int]] = []  # by the system's numbers
    signs: ClassVar["list[Signs]"] = []  # that they and who asks give each other
    awake: ClassVar[bool] = False  # whether they wait awake for what follows
    ended: ClassVar[float] = 0.0  # when they were last needed
    processor: ClassVar[int] = -1  # of the one that asks, which the others keep off

    @classmethod
    def count(cls) -> int:
        """Return how many compute: more than there are processors would only wait."""
        return min(cls.asked, cls.most)

    @classmethod
    def forget(cls) -> None:
        """Begin anew in a forked process, which has none of them."""
        cls.waiting, cls.made, cls.signs, cls.processor = None, [], [], -1

    @classmethod
    def ready(cls, count: int) -> "SimpleQueue[Help]":
        """Return where threads wait for work, so many of them at least."""
        waiting = cls.waiting
        if waiting is None or len(cls.made) < count:
            waiting = cls.make(count)
        cls.processor = keep_apart(cls.made, cls.processor)
        return waiting

    @classmethod
    def make(cls, count: int) -> "SimpleQueue[Help]":
        """Make threads until there are so many."""
        from queue import SimpleQueue  # noqa: PLC0415  a millisecond that few programs need

        from tensorlab.numerics.machine.signs import Signs  # noqa: PLC0415

        waiting = cls.waiting = cls.waiting or SimpleQueue()
        while len(cls.made) < count:
            told: SimpleQueue[int] = SimpleQueue()
            cls.signs.append(Signs())
            _thread.start_new_thread(serve, (waiting, told, cls.signs[-1]))
            cls.made.append(told.get())
            cls.processor = -1
        return waiting


def serve(waiting: "SimpleQueue[Help]", told: "SimpleQueue[int]", signs: "Signs") -> None:
    """Work off what is asked for, for ever."""
    told.put(_thread.get_native_id())
    while True:
        if Threads.awake:
            signs.await_work()
        waiting.get()(signs)


class Share:
    """Work in parts, and who has begun to take some."""

    __slots__ = ("done", "failures", "helpers", "left", "work")

    def __init__(self, parts: Parts, work: Work, done: "SimpleQueue[Any]") -> None:
        self.left = iter(parts)  # which all take from
        self.work, self.done = work, done
        self.helpers: list[Signs] = []
        self.failures: list[BaseException] = []

    def help(self, signs: "Signs") -> None:
        """Take parts in another thread, and say that it is done with them."""
        signs.begin()
        self.helpers.append(signs)  # before a part is taken: who asked looks when none is left
        self.take()
        self.done.put(None)

    def take(self) -> None:
        """Work off parts until none is left, or one fails."""
        try:
            for begin, end in self.left:
                self.work(begin, end)
        except BaseException as error:  # noqa: BLE001  raised again where it was asked for
            self.failures.append(error)
            list(self.left)  # none is left


@lru_cache(maxsize=64)
def parts_of(size: int, count: int, align: int) -> Parts:
    """Return parts that make up range(size): smaller and smaller, so that all end at one time."""
    parts, begin, least = [], 0, -(-size // (count * LEAST * align))
    while begin < size:
        part = max(least, (size - begin) // (2 * count * align)) * align
        parts.append((begin, min(begin + part, size)))
        begin += part
    return tuple(parts)


def in_parts(size: int, work: Work, align: int = 1) -> None:
    """Do work(begin, end) for parts that make up range(size), in as many threads as are wanted.

    Each part but the last is a multiple of `align` long. The first exception is raised again.
    """
    count = Threads.count()
    parts = parts_of(size, count, align)
    helpers = min(count, len(parts)) - 1
    if helpers < 1:
        work(0, size)
        return
    waiting = Threads.ready(helpers)
    Threads.awake = perf_counter() - Threads.ended < SOON
    share = Share(parts, work, waiting.__class__())
    for signs in Threads.signs[:helpers]:
        signs.ask()
    for _ in range(helpers):
        waiting.put(share.help)
    share.take()
    for signs in share.helpers:
        if Threads.awake:
            signs.await_end()
        share.done.get()
    del share.work  # with the memory it writes to, which a helper would keep for a moment
    Threads.ended = perf_counter()
    if share.failures:
        raise share.failures[0]


def share_out(size: int, work: Work, cells: int, align: int = 1) -> None:
    """Do work(begin, end) over range(size), in parts if it has many cells to go through."""
    if cells < MANY or Threads.count() == 1:
        work(0, size)
    else:
        in_parts(size, work, align)


def cellwise(ufunc: Any, *arrays: Any, out: Any = None) -> Any:
    """Return a ufunc of arrays of many cells; those that lie cell by cell in parts."""
    shape = arrays[0].shape
    if Threads.count() == 1 or not isinstance(ufunc, np.ufunc) or not are_dense(arrays):
        return ufunc(*arrays) if out is None else ufunc(*arrays, out=out)
    for array in arrays:
        if array.shape != shape and array.ndim:
            return row_by_row(ufunc, arrays, out)
    if out is None:
        out = np.empty(shape, kind_of(ufunc, *[array.dtype for array in arrays]))
    cells = out.reshape(-1)
    lines = [array.reshape(-1) if array.ndim else array for array in arrays]

    def work(begin: int, end: int) -> None:
        parts = [line[begin:end] if line.ndim else line for line in lines]
        ufunc(*parts, cells[begin:end])

    in_parts(cells.size, work)
    return out


@lru_cache(maxsize=256)
def kind_of(ufunc: np.ufunc, *kinds: Any) -> Any:
    """Return the type of a ufunc's results for arrays of such types."""
    return ufunc(*[np.ones(1, kind) for kind in kinds]).dtype


def in_blocks(function: Callable[..., Any], *arrays: Any) -> Any:
    """Return a function of the cells of arrays of one shape, and of numbers, for blocks of them."""
    shape = arrays[0].shape
    if not are_dense(arrays) or any(array.ndim and array.shape != shape for array in arrays):
        return function(*arrays)
    lines = [array.reshape(-1) if array.ndim else array for array in arrays]

    def of(block: slice) -> Any:
        return function(*[line[block] if line.ndim else line for line in lines])

    begun = of(slice(BLOCK))
    result = np.empty(shape, begun.dtype)
    cells = result.reshape(-1)
    cells[:BLOCK] = begun

    def work(begin: int, end: int) -> None:
        for start in range(begin + BLOCK, end + BLOCK, BLOCK):
            # A short block would be computed as few cells are: the last one begins earlier, and
            # with whole vectors.
            first, stop = min(start, (cells.size - BLOCK) & -64), min(start + BLOCK, end + BLOCK)
            found = of(slice(first, max(stop, first + BLOCK)))
            cells[start:stop] = found[start - first : stop - first]

    share_out(max(cells.size - BLOCK, 0), work, cells.size, BLOCK)
    return result


def are_dense(arrays: Iterable[Any]) -> bool:
    """Return whether arrays are numpy's and lie cell by cell."""
    for array in arrays:  # a generator would take twice as long
        if array.__class__ is not np.ndarray or not array.flags.c_contiguous:
            return False
    return True


def row_by_row(ufunc: np.ufunc, arrays: tuple[Any, ...], out: Any) -> Any:
    """Return a ufunc of arrays that are stretched over each other, in parts of the first axis."""
    shape = np.broadcast_shapes(*[array.shape for array in arrays])
    if out is None:
        out = np.empty(shape, kind_of(ufunc, *[array.dtype for array in arrays]))
    whole = [array.ndim == len(shape) and len(array) == shape[0] for array in arrays]

    def work(begin: int, end: int) -> None:
        parts = zip(arrays, whole, strict=True)
        with short_buffers(shape[-1]):
            ufunc(*[array[begin:end] if cut else array for array, cut in parts], out=out[begin:end])

    in_parts(shape[0], work)
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


def recast(array: Any, kind: Any) -> Any:
    """Return the cells of an array, which lie cell by cell, in another type."""
    if array.size < MANY or array.__class__ is not np.ndarray or array.dtype == kind:
        return array.astype(kind, copy=False)
    result = np.empty(array.shape, kind)
    copied(array.reshape(-1), result.reshape(-1))
    return result


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=Threads.forget)
