"""What is kept on disk of a prompt: the history that all share, and a log of what is shown."""

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from prompt_toolkit.history import FileHistory

from tensorlab.process.lifecycle import visible


class PrivateHistory(FileHistory):
    """Entries in a file that nobody else may read.

    A file that cannot be used leaves a history in memory, and `problem` says why, once.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
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
            return super().load_history_strings()
        except OSError as error:
            self.note(f"the history in {self.path} cannot be read: {error.strerror}")
            return []

    def store_string(self, string: str) -> None:
        """Append an entry to the file; what is no character becomes a question mark."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.touch(0o600)  # what people type can be private
            super().store_string(string.encode("utf-8", "replace").decode())
        except OSError as error:
            self.note(f"the history in {self.path} cannot be written: {error.strerror}")


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
