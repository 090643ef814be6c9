"""A lock between processes, held while a file is rewritten; it ends with its process."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE = 2.0  # seconds; a writer holds the lock for milliseconds
PAUSE = 0.01


@contextmanager
def locked(path: Path) -> Iterator[bool]:
    """Hold the lock file `path` for a block; go on without it, False, where locks do not work."""
    with path.open("a+b") as stream:
        held = acquire(stream)
        try:
            yield held
        finally:
            if held:
                with suppress(OSError):
                    release(stream)


def acquire(stream: IO[bytes]) -> bool:
    """Return whether the lock was had within our patience."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            lock_now(stream)
        except OSError:
            if time.monotonic() > deadline:
                return False
            time.sleep(PAUSE)
        else:
            return True


if sys.platform == "win32":
    import msvcrt

    def lock_now(stream: IO[bytes]) -> None:
        """Take the lock or raise OSError."""
        stream.seek(0)
        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)

    def release(stream: IO[bytes]) -> None:
        """Give the lock back."""
        stream.seek(0)
        msvcrt.locking(stream.fileno(), msvcrt.LK_UNLCK, 1)

else:
    try:
        import fcntl
    except ImportError:  # Python in a browser has no locks, and no other process to lock out

        def lock_now(stream: IO[bytes]) -> None:
            """Take no lock."""

        def release(stream: IO[bytes]) -> None:
            """Give nothing back."""

    else:

        def lock_now(stream: IO[bytes]) -> None:
            """Take the lock or raise OSError."""
            fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)

        def release(stream: IO[bytes]) -> None:
            """Give the lock back."""
            fcntl.flock(stream.fileno(), fcntl.LOCK_UN)
