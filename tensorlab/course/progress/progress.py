"""A learner's progress on disk: never lost to a crash, a second process or a damaged file."""

import errno
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from tensorlab.course.lessons.lesson import short_hash
from tensorlab.course.progress import record as stored
from tensorlab.frozen import replace
from tensorlab.process.paths import state_directory

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
        except (ImportError, OSError):
            # neither Windows nor POSIX; a folder of the network
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


Change = Callable[[stored.LessonRecord], stored.LessonRecord]
PAUSES = (0.01, 0.05, 0.2)  # seconds
MOST_BYTES = 16 << 20
UNFINISHED = ".new"
UNREAD = "Your progress cannot be read ({}), and will not be saved."
UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, RecursionError)


class Progress:
    """What was done in each lesson; `path=None` remembers it only while the process lives.

    Every change is read, merged and written under a lock, so two processes add up. What cannot be
    read counts as not there, what cannot be written is kept in memory: each with one notice.
    """

    def __init__(self, path: Path | None, clock: Callable[[], datetime] | None = None) -> None:
        self.path = path
        self.clock = clock or partial(datetime.now, UTC)
        self.real = self  # what is saved, where this stands for a while in its place
        self.notices: list[str] = []
        self.records: stored.Records = {}
        self.records = self._read()

    def lesson(self, name: str) -> stored.LessonRecord:
        """Return what is known of a lesson."""
        return self.records.get(name, stored.LessonRecord())

    def answered(self, lesson: str, item: str, record: stored.ItemRecord) -> None:
        """Add one answer, or one skip, of a question."""

        def change(old: stored.LessonRecord) -> stored.LessonRecord:
            before = old.items.get(item)
            merged = before.after(record) if before else record
            return replace(old, items={**old.items, item: merged})

        self._change(lesson, change)

    def reached(self, lesson: str, step: int, content_hash: str) -> None:
        """Remember the step at which to resume."""
        self._change(lesson, lambda old: replace(old, step=step, content_hash=content_hash))

    def finished(self, lesson: str) -> None:
        """Remember that the lesson was taken to its end."""
        self._change(lesson, lambda old: replace(old, step=0, finished=self.now()))

    def restart(self, lesson: str) -> None:
        """Forget all that was done in a lesson."""
        self._change(lesson, lambda old: stored.LessonRecord())

    def now(self) -> str:
        """Return the time, in UTC, as ISO 8601."""
        return self.clock().isoformat(timespec="seconds")

    def take_notices(self) -> list[str]:
        """Return the notices since the last call."""
        notices, self.notices = self.notices, []
        return notices

    def _change(self, lesson: str, change: Change) -> None:
        if self.path is None:
            self.records = {**self.records, lesson: change(self.lesson(lesson))}
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with locked(self.path.with_suffix(".lock")) as held:
                if held:
                    remove_unfinished(self.path)
                self.records = self._read()
                self.records = {**self.records, lesson: change(self.lesson(lesson))}
                if self.path:
                    write_atomically(self.path, json.dumps(stored.to_json(self.records), indent=1))
        except OSError as error:
            self.records = {**self.records, lesson: change(self.lesson(lesson))}
            self._memory_only(f"Your progress cannot be saved ({said(error)}).")

    def _read(self) -> stored.Records:
        """Return the records on disk; those in memory where there is no file to read."""
        if self.path is None:
            return self.records
        try:
            return stored.from_json(json.loads(beginning(self.path).decode("utf-8")))
        except FileNotFoundError:
            return {}
        except stored.SchemaError:
            self._memory_only(
                f"{self.path} was written by a newer tensorlab. It is left alone, "
                "so this time your progress is not saved."
            )
        except UNREADABLE:
            self._set_aside(self.path)
        except OSError as error:
            self._memory_only(UNREAD.format(said(error)))
        return self.records

    def _set_aside(self, path: Path) -> None:
        """Move a damaged file away, so that nothing in it is overwritten."""
        aside = path.with_name(f"{path.name}.unreadable-{datetime.now(UTC):%Y%m%dT%H%M%S%f}")
        try:
            path.replace(aside)
        except OSError as error:
            self._memory_only(UNREAD.format(said(error)))
        else:
            self.notices.append(
                f"The progress file could not be understood. It is kept as {aside}; "
                "your progress starts over."
            )

    def _memory_only(self, notice: str) -> None:
        self.notices.append(notice)
        self.path = None


def said(error: OSError) -> str:
    """Return where the system refused what, without its numbers."""
    return f"{error.filename}: {error.strerror}" if error.strerror else str(error)


def beginning(path: Path) -> bytes:
    """Return what a file holds.

    Raises:
        ValueError: that is far more than any progress.
        OSError: it cannot be read.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        # reading might never end
        raise OSError(errno.EINVAL, "It is not a file", str(path))
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ValueError(path)
    return content


def saved_progress(learner: str = "") -> Progress:
    """Return the progress of this user on this machine, or of a learner with a name there."""
    return Progress(learner_directory(learner) / "progress.json")


def learner_directory(learner: str) -> Path:
    """Return the folder of what is remembered of a learner; it need not exist."""
    readable = re.sub(r"\W", "_", learner)[:40]
    names = ("learners", f"{readable}-{short_hash(learner)}") if learner else ()
    return state_directory().joinpath(*names)


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that at every moment the old or the new one is whole.

    Raises:
        OSError: it cannot be written; the old file is as it was.
    """
    import tempfile  # noqa: PLC0415  only who saves pays

    path = path.resolve()  # a link stays a link
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=UNFINISHED)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            # A rename may reach the disk before the data does.
            os.fsync(stream.fileno())
        replace_patiently(Path(temporary), path)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise


def remove_unfinished(path: Path) -> None:
    """Remove what processes left behind that were killed while they wrote a file."""
    for left in path.resolve().parent.glob(f"{path.resolve().name}*{UNFINISHED}"):
        with suppress(OSError):
            left.unlink()


def replace_patiently(new: Path, old: Path) -> None:
    """Put a file in another's place; Windows refuses while someone reads the old one.

    Raises:
        OSError: it is refused for longer than a reader takes.
    """
    for pause in PAUSES:
        try:
            new.replace(old)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    new.replace(old)
