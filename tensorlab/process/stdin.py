"""Standard input as it arrives, for who answers line by line."""

import os
import sys
from queue import Empty, SimpleQueue
from threading import Thread

from tensorlab.process.lifecycle import WrongUsageError
from tensorlab.process.program_text import MOST_BYTES, decode

BREATH = 0.005  # seconds in which whoever writes without end has written more


class Arrivals:
    """Standard input as it arrives, in whole lines; it is read no further than any program goes.

    Another thread waits for it: not every system tells whether something is there to be read.
    """

    def __init__(self) -> None:
        self.ended = False
        self.length = 0  # of all that has arrived
        self.rest = b""  # of the line that is still arriving
        self.parts: SimpleQueue[bytes | OSError] = SimpleQueue()
        self.reads = False  # whether the other thread waits, or has found what nobody took yet

    def take(self, patience: float | None) -> str | None:
        """Return the lines that are there, None where none come within so many seconds.

        Raises:
            NotTextError, WrongUsageError: they are no text, or cannot be read.
        """
        while not (self.ended or self.is_too_long()):
            part = self.part(BREATH if b"\n" in self.rest else patience)
            if part is None:
                break
            self.ended = not part
            self.rest += part
        whole = self.ended or self.is_too_long()
        end = len(self.rest) if whole else self.rest.rfind(b"\n") + 1
        lines, self.rest = self.rest[:end], self.rest[end:]
        self.length += end
        return decode(lines, "<stdin>") if lines or whole else None

    def is_too_long(self) -> bool:
        """Return whether more has arrived than any program has."""
        return self.length + len(self.rest) > MOST_BYTES

    def part(self, patience: float | None) -> bytes | None:
        """Return some of what there is, nothing at the end; None where nothing comes in time."""
        if not self.reads:
            self.reads = True
            Thread(target=lambda: self.parts.put(some()), daemon=True).start()
        try:
            found = self.parts.get(timeout=patience)
        except Empty:
            return None
        self.reads = False
        if isinstance(found, OSError):
            raise WrongUsageError(f"cannot read standard input: {found.strerror}")
        return found


def some() -> bytes | OSError:
    """Return what there is to read, nothing at the end; or why it cannot be read."""
    try:
        return os.read(sys.stdin.fileno(), 1 << 16)
    except OSError as error:
        return error
