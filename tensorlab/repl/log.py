"""A file that keeps what is typed and what is shown, without the codes that colour it."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tensorlab.process.lifecycle import visible

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
