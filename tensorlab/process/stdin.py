"""Standard input as it arrives, for who answers line by line."""

import os
import select
import sys

from tensorlab.process.lifecycle import WrongUsageError
from tensorlab.process.program_text import MOST_BYTES, decode

BREATH = 0.005  # seconds in which whoever writes without end has written more


class Arrivals:
    """Standard input as it arrives, in whole lines; it is read no further than any program goes."""

    def __init__(self) -> None:
        self.ended = False
        self.length = 0  # of all that has arrived
        self.rest = b""  # of the line that is still arriving

    def take(self, patience: float | None) -> str | None:
        """Return the lines that are there, None where none come within so many seconds.

        Raises:
            NotTextError: they are no text.
        """
        content = self.rest
        while not self.ended and self.length + len(content) <= MOST_BYTES:
            if b"\n" in content and not self.is_ready(BREATH):
                break
            if not self.is_ready(patience):
                self.rest = content
                return None
            part = self.part()
            self.ended = not part
            content += part
        lines = content if self.ended else content[: content.rfind(b"\n") + 1]
        self.rest = content[len(lines) :]
        self.length += len(lines)
        return decode(lines, "<stdin>")

    @staticmethod
    def part() -> bytes:
        """Return some of what there is, nothing at the end.

        Raises:
            WrongUsageError: it cannot be read.
        """
        try:
            return os.read(sys.stdin.fileno(), 1 << 16)
        except OSError as error:
            raise WrongUsageError(f"cannot read standard input: {error.strerror}") from None

    @staticmethod
    def is_ready(patience: float | None) -> bool:
        """Return whether something arrives in time; where nobody can tell, it is waited for."""
        if os.name != "posix":
            return True
        return bool(select.select([sys.stdin.fileno()], [], [], patience)[0])
