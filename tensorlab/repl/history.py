"""What is kept on disk of a prompt: the history that all share, and a log of what is shown."""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from prompt_toolkit.history import History

from tensorlab.process.lifecycle import visible

# More is not read: a history that grew for years must not slow the start.
BYTES_READ = 1 << 20
ENTRY = "+"


class FileHistory(History):
    """Entries in a file: each line of one begins with a plus sign, a blank line ends it.

    Every entry is one append, so that prompts side by side do not tear each other's. A file that
    cannot be used leaves a history in memory, and `problem` says why, once.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.problem = ""
        self.told: set[str] = set()

    def note(self, problem: str) -> None:
        """Keep a problem that is new for who asks."""
        if problem not in self.told:
            self.told.add(problem)
            self.problem = problem

    def load_history_strings(self) -> Iterable[str]:
        """Return the entries, the newest first."""
        try:
            text = tail(self.path)
        except FileNotFoundError:
            return []
        except OSError as error:
            self.note(f"the history in {self.path} cannot be read: {error.strerror}")
            return []
        return reversed(entries_of(text))

    def store_string(self, string: str) -> None:
        """Append an entry to the file."""
        lines = "".join(f"{ENTRY}{line}\n" for line in string.split("\n"))
        content = f"{lines}\n".encode("utf-8", "replace")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # What people type can be private: nobody else may read it.
            descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                os.write(descriptor, content)
            finally:
                os.close(descriptor)
        except OSError as error:
            self.note(f"the history in {self.path} cannot be written: {error.strerror}")


def tail(path: Path) -> str:
    """Return the end of a text file, whatever its bytes are."""
    with path.open("rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(file.tell() - BYTES_READ, 0))
        return file.read().replace(b"\0", b"").decode("utf-8", "replace")


def entries_of(text: str) -> list[str]:
    """Return the entries in a history's text, the oldest first; other lines are passed over."""
    entries: list[str] = []
    lines: list[str] = []
    for line in [*text.split("\n"), ""]:
        if line.startswith(ENTRY):
            lines.append(line[len(ENTRY) :])
        elif lines:
            entries.append("\n".join(lines))
            lines = []
    return entries


CODES = re.compile(r"\x1b(?:\[[0-9;?]*[a-zA-Z]|\][^\x07\x1b]*(?:\x07|\x1b\\))")


class Log:
    """A new file that grows while somebody works."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.open("x", encoding="utf-8").close()

    def keep(self, text: str) -> None:
        """Append a text; a disk that is full is no reason to fail."""
        with suppress(OSError), self.path.open("a", encoding="utf-8") as file:
            file.write(visible(CODES.sub("", text)))

    def note(self, source: str) -> None:
        """Keep what was typed."""
        first, *more = source.rstrip().split("\n")
        self.keep("".join([f">>> {first}\n", *(f"... {line}\n" for line in more)]))

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Keep what is shown meanwhile."""
        streams = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = (Both(stream, self) for stream in streams)
        try:
            yield
        finally:
            sys.stdout, sys.stderr = streams


class Both:
    """A stream whose text is kept in a log, too."""

    def __init__(self, stream: Any, log: Log) -> None:
        self.stream = stream
        self.log = log

    def write(self, text: str) -> int:
        """Write a text to both."""
        self.log.keep(text)
        return int(self.stream.write(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)
