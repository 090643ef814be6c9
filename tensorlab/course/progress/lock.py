"""A lock between processes, held while a file is rewritten; it ends with its process."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Seconds: a writer holds the lock for milliseconds, and on a machine at its limits for seconds.
PATIENCE = 10.0
PAUSE = 0.01


@contextmanager
def locked(path: Path) -> Iterator[bool]:
    """Hold the lock file `path` for a block; go on without it, False, where locks do not work."""
    with path.open("ab") as file:
        yield is_taken(file.fileno())  # closing the file gives the lock back


def is_taken(descriptor: int) -> bool:
    """Wait for the lock on an open file; return whether it was taken."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            take(descriptor)
        except (BlockingIOError, PermissionError):  # as Windows calls it
            if time.monotonic() > end:
                return False
            time.sleep(PAUSE)
        except (ImportError, OSError):  # neither Windows nor POSIX; a folder of the network
            return False
        else:
            return True


def take(descriptor: int) -> None:
    """Lock an open file.

    Raises:
        OSError: another process has it, or such a file cannot be locked.
        ImportError: the system has no locks.
    """
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl  # noqa: PLC0415

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
