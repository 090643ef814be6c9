"""On which processors threads run: those that help, not on that of the one they help.

Left to itself a system wakes a thread where the waker runs, if the others have anything to do or
should rather sleep: half of the work then waits until the other half is done.
"""

import os
from collections.abc import Callable, Sequence
from functools import cache


def allowed() -> int:
    """Return how many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except (AttributeError, OSError):  # not told on every system
        return os.cpu_count() or 1


@cache
def teller() -> Callable[[], int] | None:
    """Return what tells on which processor the caller runs; None where nobody does."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    try:
        import ctypes  # noqa: PLC0415  absent where there are no processors to choose from

        told: Callable[[], int] = ctypes.PyDLL(None).sched_getcpu  # too short to let others in
    except (ImportError, OSError, AttributeError):
        return None
    return told


def keep_apart(threads: Sequence[int], before: int) -> int:
    """Keep threads, by the system's numbers, off the processor of who asks; return that one.

    Nothing is done where it is still the one from before.
    """
    here = teller()
    processor = before if here is None else here()
    if processor != before:
        try:
            others = os.sched_getaffinity(0) - {processor}
            for thread in threads if others else ():
                os.sched_setaffinity(thread, others)
        except OSError:  # a system may refuse: then they run anywhere
            pass
    return processor
