"""Draws what a terminal of 80 by 24 shows, on dark and on light: `python docs/screens.py FOLDER`."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console, RenderableType
from rich.terminal_theme import TerminalTheme
from rich.theme import Theme

from tensorlab.render.themes import GROUNDS, ROLES, of_output

COLUMNS, ROWS = 80, 24
PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {terminal_width} {terminal_height}">
<title>{title}</title>
<style>
.{unique_id}-matrix {{ font: {char_height}px 'DejaVu Sans Mono', Menlo, Consolas, monospace }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect width="{terminal_width}" height="{terminal_height}"/></clipPath>{lines}</defs>
<rect width="100%" height="100%" fill="GROUND"/>
<g clip-path="url(#{unique_id}-clip-terminal)">{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""


def rgb(colour: str) -> tuple[int, int, int]:
    """Return a colour's three numbers."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def picture(screen: RenderableType, theme: str, title: str, rows: int = ROWS) -> str:
    """Return a screen as SVG: what is on a terminal after something was shown."""
    console = Console(
        file=io.StringIO(),
        record=True,
        width=COLUMNS,
        height=rows,
        theme=Theme(of_output(theme)),
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
    )
    console.print(screen)
    words = getattr(ROLES["untouched"], theme)
    terminal = TerminalTheme(rgb(GROUNDS[theme]), rgb(words), [rgb(words)] * 8)
    return console.export_svg(
        title=title, theme=terminal, code_format=PICTURE.replace("GROUND", GROUNDS[theme])
    )
