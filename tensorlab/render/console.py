"""The terminal as Rich sees it: width, colours, and renderables as plain text."""

import io
import sys
from typing import TextIO

from rich.console import Console, RenderableType
from rich.theme import Theme

from tensorlab.colour import Colour, is_terminal, wish
from tensorlab.render.themes import of_output

THEME = Theme(of_output("auto"), inherit=True)
PLAIN_WIDTH = 80


def terminal_console(stream: TextIO) -> Console:
    """Return the console of a terminal; TERM=dumb is Rich's to obey."""
    wanted = wish()
    return Console(
        file=stream,
        theme=Theme(of_output(Colour.theme), inherit=True),
        force_terminal=True if wanted == "always" else None,
        force_jupyter=False,  # a notebook is told by us
        no_color=True if wanted == "never" else False if wanted == "always" else None,
        highlight=False,
        markup=False,
        emoji=False,
    )


def plain_text(renderable: RenderableType, width: int = PLAIN_WIDTH) -> str:
    """Return what a renderable looks like without colours at a fixed width."""
    stream = io.StringIO()
    console = Console(
        file=stream,
        theme=THEME,
        width=width,
        force_jupyter=False,
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
    if not is_terminal(stream):
        return f"{plain_text(renderable, plain_width)}\n"
    console = terminal_console(stream)
    with console.capture() as capture:
        console.print(renderable)
    return capture.get()
