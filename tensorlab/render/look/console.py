"""The terminal as Rich sees it: width, colours, and renderables as plain text."""

import io
import os
import sys
from collections.abc import Iterable
from shutil import get_terminal_size
from typing import Any, NamedTuple, TextIO, cast

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.theme import Theme

from tensorlab.process.colour import Colour, is_terminal, wish
from tensorlab.process.lifecycle import Canvas, Drawn, visible
from tensorlab.process.paths import configuration_directory
from tensorlab.render.look.themes import of_output

THEME = Theme(of_output("auto"), inherit=True)
PLAIN_WIDTH = 80


class Size(NamedTuple):
    """The size of a window."""

    columns: int
    rows: int


def chosen_theme() -> str:
    """Return the theme of the settings, which the prompt has read; most people have none."""
    if not Colour.theme:
        Colour.theme = "auto"
        if "TENSORLAB_THEME" in os.environ or (configuration_directory() / "config.toml").exists():
            from tensorlab.render.configuration import usual_configuration

            Colour.theme = usual_configuration().theme
    return Colour.theme


class SafeConsole(Console):
    """A console whose codes are all our own: those in the texts that it draws are written out."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Yield the parts of what is drawn."""
        for part in super().render(renderable, options):
            plain = part.control or part.text.isprintable()
            yield part if plain else part._replace(text=visible(part.text))


def plain_console(stream: TextIO, theme: Theme, **settings: Any) -> Console:
    """Return a console that writes to a stream what it is given, and marks nothing by itself."""
    return SafeConsole(
        file=cast("TextIO", Canvas(stream)),
        theme=theme,
        force_jupyter=False,  # a notebook is told by us
        highlight=False,
        markup=False,
        emoji=False,
        **settings,
    )


def terminal_console(stream: TextIO, size: Size | None = None) -> Console:
    """Return the console of a terminal, of its size unless another is given, dumb or not.

    With a size, the stream keeps what a window of that size is to show.
    """
    theme = Theme(of_output(chosen_theme()), inherit=True)
    wanted = wish()
    # Rich takes every dumb terminal to be 80 columns wide.
    window = size or (Size(*get_terminal_size()) if os.environ.get("TERM") == "dumb" else None)
    return plain_console(
        stream,
        theme,
        width=window.columns if window else None,
        height=window.rows if window else None,
        force_terminal=True if size or wanted == "always" else None,
        no_color=True if wanted == "never" else False if wanted == "always" else None,
    )


def plain_text(renderable: RenderableType, width: int = PLAIN_WIDTH) -> str:
    """Return what a renderable looks like without colours at a fixed width."""
    stream = io.StringIO()
    console = plain_console(
        stream, THEME, width=width, color_system=None, legacy_windows=False, _environ={}
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
    # Blanks at the ends of lines would wrap where a window becomes narrower.
    return Drawn("\n".join(line.rstrip(" ") for line in capture.get().split("\n")))
