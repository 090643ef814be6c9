"""The border to the terminal: whatever is shown passes here, and no text of others controls it.

A text may come from a program, a file or its name. What would move the cursor, colour, set a title
or turn the order of letters is shown as Python would write it in quotes. Codes of our own stand in
what was drawn, whose texts have passed here before they were coloured.
"""

import io
from typing import Any, ClassVar, TextIO

# Control characters, but for the tab and the end of a line, and what turns the order of letters.
CONTROLS = (
    *range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0), 0x061C, 0x200E, 0x200F,
    *range(0x2028, 0x202F), *range(0x2066, 0x206A),
)  # fmt: skip
VISIBLE = {code: repr(chr(code))[1:-1] for code in CONTROLS}


def visible(text: str) -> str:
    """Return a text with its control characters written out."""
    return text.translate(VISIBLE)


class Drawn(str):
    """A text with codes of our own, in which all else is visible."""

    __slots__ = ()


class Border(io.TextIOWrapper):
    """A stream to somebody who reads: it writes out the control characters of others."""

    is_open: ClassVar[bool] = False  # whether all may pass, as where plain Python runs

    def write(self, text: str) -> int:
        """Write a text."""
        passes = self.is_open or isinstance(text, Drawn)
        return super().write(text if passes else visible(text))


class Canvas:
    """What a library draws on: a stream that takes its codes as ours."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write what was drawn."""
        return self.stream.write(Drawn(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)
