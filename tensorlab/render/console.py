"""The terminal as Rich sees it: width, colours, and renderables as plain text."""

import io
import os
import sys
from typing import TextIO

from rich.console import Console, RenderableType
from rich.theme import Theme

# The sixteen colours of the terminal's own theme: readable on light and on dark backgrounds.
THEME = Theme(
    {
        "fact": "cyan",
        "quiet": "dim",
        "name": "bold",
        "code": "blue",
        "right": "bold green",
        "wrong": "bold red",
        "error": "bold red",
        "hint": "magenta",
        "number": "default",
    },
    inherit=True,
)
PLAIN_WIDTH = 80


def terminal_console(stream: TextIO | None = None) -> Console:
    """Return the console of a stream, standard output unless another is given.

    Colours appear on terminals only, and nowhere where NO_COLOR or TERM=dumb asks for none. A
    stream that is not a terminal has 80 columns, whatever the terminal beside it has.
    """
    stream = sys.stdout if stream is None else stream
    width = None if stream.isatty() else PLAIN_WIDTH
    return Console(
        file=stream,
        theme=THEME,
        width=width,
        highlight=False,
        markup=False,
        emoji=False,
        safe_box=True,
        no_color=True if os.environ.get("NO_COLOR") or not stream.isatty() else None,
    )


def plain_text(renderable: RenderableType, width: int = PLAIN_WIDTH) -> str:
    """Return what a renderable looks like without colours at a fixed width."""
    stream = io.StringIO()
    console = Console(
        file=stream,
        theme=THEME,
        width=width,
        color_system=None,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
    )
    console.print(renderable)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines())
