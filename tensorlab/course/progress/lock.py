"""A lock between processes, held while a file is rewritten; it ends with its process."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Seconds: a writer holds the lock for milliseconds, and on a machine at its limits for seconds.
PATIENCE = 10.0
PAUSE = 0.01


@contextmanager
def locked(path: Path) -> Iterator[bool]:
    """Hold the lock file `path` for a block; go on without it, False, where locks do not work."""
    from filelock import FileLock, Timeout  # noqa: PLC0415  only who saves pays

    lock = FileLock(path)
    try:
        lock.acquire(timeout=PATIENCE, poll_interval=PAUSE)
    except (Timeout, NotImplementedError):
        yield False
        return
    try:
        yield True
    finally:
        lock.release()
