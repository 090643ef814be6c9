"""Draws what somebody sees while typing, on dark and on light: the real prompt, in a terminal.

`python -m docs.prompt_screens FOLDER [NAME...]` writes a picture for each name.
"""

import re
import sys
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from docs.screens import COLUMNS, ROWS, picture
from tensorlab.render.look.themes import GROUNDS, ROLES
from tests.repl.terminal import PseudoTerminal

# Keys that are pressed one after the other, and what is to be seen before the picture is taken.
TYPED: dict[str, tuple[tuple[str, ...], str]] = {
    "prompt": (("x = torch.rand(2, 3)\r", "for row in x:  # 'each'\r", "print(row, 42)"), "42)"),
    "completion": (("weights = torch.ones(2)\r", "weights.cum\t", "\t"), "cumprod"),
    "signature": (("x = torch.ones(3)\r", "F.pad(x, (1, 1), "), "mode="),
    "ghost": (("total = 20 + 22\r", "tot"), "total"),
    "search": (("total = 20 + 22\r", "y = 1\r", "\x12tot"), "I-search"),
    "slip": (("x = (1,,2)\r",), "SyntaxError"),
    "selection": (("x = 1 + 2", "\x1b[1;2D\x1b[1;2D\x1b[1;2D"), "+"),
}
STYLES = {"bold": "bold", "underscore": "underline", "italics": "italic"}


def of_prompt(name: str, theme: str) -> RenderableType:
    """Return what is on the terminal of somebody who types."""
    keys, seen = TYPED[name]
    environment = {"COLORTERM": "truecolor", "TENSORLAB_THEME": theme}
    with TemporaryDirectory() as folder:
        terminal = PseudoTerminal(
            Path(folder), "repl", columns=COLUMNS, rows=ROWS - 2, environment=environment
        )
        terminal.wait_for("leaves")
        for part in keys:
            terminal.type(part)
            terminal.read_until_quiet()
        terminal.see(lambda screen: seen in "\n".join(screen.lines))
        terminal.kill()
    return Group(*(line_of(terminal.glass, row, theme) for row in range(len(terminal.lines))))


def line_of(glass: Any, row: int, theme: str) -> Text:
    """Return a line of a terminal with its letters as they look."""
    line = Text(no_wrap=True)
    cells = [glass.buffer[row][column] for column in range(glass.columns)]
    styles = [style_of(cell, (row, at) == (glass.cursor.y, glass.cursor.x), theme)
              for at, cell in enumerate(cells)]  # fmt: skip
    for style, alike in groupby(zip(styles, cells, strict=True), itemgetter(0)):
        line.append("".join(cell.data for _, cell in alike), style)
    return line


def style_of(cell: Any, has_cursor: bool, theme: str) -> str:
    """Return the style of a cell of the screen; the cursor turns its colours round."""
    ink = colour(cell.fg, getattr(ROLES["untouched"], theme))
    ground = colour(cell.bg, GROUNDS[theme])
    if cell.reverse != has_cursor:
        ink, ground = ground, ink
    words = [word for name, word in STYLES.items() if getattr(cell, name)]
    return " ".join([*words, ink, "on", ground])


def colour(of_cell: str, usual: str) -> str:
    """Return the colour of a cell, the terminal's own where it has none."""
    return f"#{of_cell}" if re.fullmatch("[0-9a-f]{6}", of_cell) else usual


def main(folder: Path, names: list[str]) -> None:
    """Write the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names or TYPED:
        for theme in GROUNDS:
            drawn = picture(of_prompt(name, theme), theme, name)
            (folder / f"{name}-{theme}.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
