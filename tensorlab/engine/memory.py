"""How much memory a program may still take: claims come before allocations."""

import gc
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress

import numpy as np

from tensorlab.engine.work import Work
from tensorlab.errors import LimitReached

# What Python and the linear algebra library may take on their own account.
SLACK = 256 << 20
# So much is written in the time of a step, which is about that of adding two numbers.
FILLED_PER_STEP = 256
# bytes that the C library learns to keep, less its own
LARGEST = (1 << 25) - (1 << 16)


class Allowance:
    """A limit on the memory taken since a starting point.

    `room` bytes can be claimed before the process has to be measured again: what is in use can
    only be less than what was measured then plus what was claimed since. A thousandth of the
    limit is granted unmeasured: most programs never need more.
    """

    def __init__(self, limit: int, start: int, measure: Callable[[], int]) -> None:
        self.limit = limit
        self.start = start
        self.measure = measure
        self.room = limit // 1000

    def in_use(self) -> int:
        """Return the bytes in use now, beyond the starting point."""
        return max(self.measure() - self.start, 0)

    def reserve_memory(self, count: int) -> None:
        """Reserve bytes, or refuse before anything was allocated."""
        self.room -= count
        if self.room < 0:
            self.remeasure(count)

    def check(self) -> None:
        """Find out what is in use, whoever took it."""
        self.room = self.limit - self.in_use()
        if self.room < 0:
            self.remeasure(0)

    def remeasure(self, count: int) -> None:
        """Find out what was given back since the last measurement, then claim again."""
        if count <= self.limit:
            used = self.in_use()
            if used + count > self.limit:
                gc.collect()
                give_back()
                used = self.in_use()
            self.room = self.limit - used - count
            if self.room >= 0:
                return
        self.room = 0
        needed = f"this needs {in_words(count)} more" if count else "there is none left"
        raise LimitReached("memory", f"{needed}, and the limit is {in_words(self.limit)} in all")


def in_words(count: int) -> str:
    """Return a number of bytes as people say it: 3.7 GiB."""
    size = float(count)
    for unit in ("bytes", "KiB", "MiB", "GiB", "TiB"):
        if size < 1024 or unit == "TiB":
            break
        size /= 1024
    if size >= 100_000:
        return f"{size:.2g} {unit}"
    return f"{size:.0f} {unit}" if size == int(size) else f"{size:.1f} {unit}"


allowance: Allowance | None = None


def reserve_memory(count: int) -> None:
    """Ask for bytes, and for the work of filling them, before they are allocated.

    Free when no limit is set.

    Raises:
        LimitReached: a limit would be passed.
    """
    if allowance is not None:
        allowance.reserve_memory(count)
    if count >= FILLED_PER_STEP:
        Work.spend(count // FILLED_PER_STEP)


def check() -> None:
    """Stop when more is in use than the limit allows, claimed or not.

    Raises:
        LimitReached: the limit was passed.
    """
    if allowance is not None:
        allowance.check()


class Limit:
    """Refuses to take more than `count` bytes while it lasts, counted from `start`.

    A `hard` limit is the system's too, for what passes every claim.
    """

    __slots__ = ("before", "count", "hard", "lowered", "start")

    def __init__(self, count: int | None, start: int | None = None, *, hard: bool = False) -> None:
        self.count = count
        self.start = start
        self.hard = hard
        self.lowered: tuple[int, int] | None = None

    def __enter__(self) -> None:
        global allowance
        self.before = allowance
        if self.count is not None:
            start = in_process() if self.start is None else self.start
            allowance = Allowance(self.count, start, in_process)
            self.lowered = lower_system_limit(allowance) if self.hard else None

    def __exit__(self, *error: object) -> None:
        global allowance
        allowance = self.before
        if self.lowered is not None:
            set_system_limit(self.lowered)


def lower_system_limit(allowed: Allowance) -> tuple[int, int] | None:
    """Let Linux refuse what is beyond a limit: numpy then raises MemoryError, and nothing dies.

    Return what the system's limit was; None where it has none.
    """
    if in_process is not linux_bytes or "cupy" in sys.modules:
        return None
    try:
        import resource  # noqa: PLC0415  only limited runs need it
    except ImportError:
        # Python in a browser has no such limits: claims alone hold there
        return None
    before = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = allowed.start + allowed.limit + SLACK
    if before[1] != resource.RLIM_INFINITY:
        wanted = min(wanted, before[1])
    set_system_limit((wanted, before[1]))
    return before


def set_system_limit(bounds: tuple[int, int]) -> None:
    """Set the limit that Linux sees to, and its own bound."""
    import resource  # noqa: PLC0415  only where it is known to be there

    resource.setrlimit(resource.RLIMIT_DATA, bounds)


def linux_bytes() -> int:
    """Return the private memory of this process, touched or not."""
    # a stream would take twice the time
    statm = os.open("/proc/self/statm", os.O_RDONLY)
    try:
        return int(os.read(statm, 200).split()[5]) * PAGE
    finally:
        os.close(statm)


def windows_bytes() -> int:
    """Return the private memory that Windows has committed to this process."""
    import ctypes  # noqa: PLC0415  elsewhere nobody needs it
    from ctypes import wintypes  # noqa: PLC0415

    class Counters(ctypes.Structure):
        _fields_ = (
            ("cb", wintypes.DWORD),
            ("PageFaultCount", wintypes.DWORD),
            *((f"size{index}", ctypes.c_size_t) for index in range(8)),
            ("PrivateUsage", ctypes.c_size_t),
        )

    counters = Counters()
    counters.cb = ctypes.sizeof(counters)
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]  # on Windows only
    kernel.GetCurrentProcess.restype = wintypes.HANDLE
    kernel.K32GetProcessMemoryInfo.argtypes = (
        wintypes.HANDLE,
        ctypes.POINTER(Counters),
        wintypes.DWORD,
    )
    kernel.K32GetProcessMemoryInfo(kernel.GetCurrentProcess(), ctypes.byref(counters), counters.cb)
    return int(counters.PrivateUsage)


def peak_bytes() -> int:
    """Return the most memory this process has had: never too low, but it never falls."""
    import resource  # noqa: PLC0415  absent on Windows and in a browser

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def choose_measure() -> Callable[[], int]:
    """Return the way to measure this process that its system offers."""
    if sys.platform == "win32":
        return windows_bytes
    for measure in (linux_bytes, peak_bytes):
        try:
            measure()
        except (OSError, ValueError, IndexError, ImportError):
            continue
        return measure
    return lambda: 0  # where no process can be measured, claims alone count


class Lately:
    """What was in use when it was last measured, and how long that counts."""

    measured = 0
    until = 0.0


def lately() -> int:
    """Return the bytes in use as they were a twentieth of a second ago at most.

    Sessions that follow one another more quickly begin with the same.
    """
    now = time.monotonic()
    if now > Lately.until:
        Lately.measured, Lately.until = in_process(), now + 0.05
    return Lately.measured


PAGE = 4096 if sys.platform == "win32" else os.sysconf("SC_PAGE_SIZE")
in_process = choose_measure()


def keep_large_blocks() -> None:
    """Teach the C library to keep blocks of memory for what is asked for next; none is touched.

    glibc hands large blocks back to the system one by one. Each page of the next block costs a
    fault then: for steps on a million elements two or three times the arithmetic. It learns from
    the largest block that was ever given back, of up to 32 MB, to keep as large ones, and twice as
    much in all.
    """
    if sys.platform == "linux":
        with suppress(MemoryError):
            np.empty(LARGEST, np.uint8)


def give_back() -> None:
    """Hand all that is kept back to the system."""
    # Not every C library keeps any, and Windows' has none that goes without a name.
    with suppress(ImportError, OSError, AttributeError, TypeError):
        import ctypes  # noqa: PLC0415  only where a limit is near

        ctypes.CDLL(None).malloc_trim(0)


keep_large_blocks()
