"""The terminal as Rich sees it: width, colours, and renderables as plain text."""

import io
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
        "code": "none",
        "right": "bold green",
        "wrong": "bold red",
        "error": "bold red",
        "hint": "magenta",
        "question": "bold",
        "active": "bold cyan",
        "current": "bold reverse",
        "markdown.code": "cyan",
        "markdown.h1": "bold",
        "markdown.h2": "bold",
        "markdown.item.bullet": "none",
        "markdown.item.number": "none",
    },
    inherit=True,
)
PLAIN_WIDTH = 80


def terminal_console(stream: TextIO) -> Console:
    """Return the console of a terminal; NO_COLOR and TERM=dumb are Rich's to obey."""
    return Console(file=stream, theme=THEME, highlight=False, markup=False, emoji=False)


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


def show(
    renderable: RenderableType, stream: TextIO | None = None, plain_width: int = PLAIN_WIDTH
) -> None:
    """Write a renderable to a stream, standard output unless another is given.

    Where nobody looks at a terminal the text is plain: no codes, no blanks at the ends of lines,
    and lines as long as asked for.
    """
    stream = sys.stdout if stream is None else stream
    stream.write(drawn(renderable, stream, plain_width))


def drawn(
    renderable: RenderableType, stream: TextIO | None = None, plain_width: int = PLAIN_WIDTH
) -> str:
    """Return what a stream is to be told to show a renderable, standard output unless given."""
    stream = sys.stdout if stream is None else stream
    if not stream.isatty():
        return f"{plain_text(renderable, plain_width)}\n"
    console = terminal_console(stream)
    with console.capture() as capture:
        console.print(renderable)
    return capture.get()
