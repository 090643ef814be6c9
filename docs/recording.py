"""Records the prompt and a lesson as they are typed: `python -m docs.recording` writes it anew.

Each frame is what a real terminal showed; a picture goes through them for ever, without a script.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rich.console import Group, RenderableType

from docs.prompt_screens import line_of
from docs.screens import COLUMNS, ROWS, picture
from docs.working import long_work
from tensorlab.render.look.themes import GROUNDS
from tests.repl.terminal import F2, PseudoTerminal

FOLDER = Path(__file__).parent
DOWN = "\x1b[B"
PRODUCT = "a = torch.tensor([[1, 2], [3, 4]])\nb = torch.tensor([[5, 6], [7, 8]])\na @ b"


class Scene(NamedTuple):
    """A command with what is waited for, then keys: what is typed, and the seconds it is shown."""

    command: tuple[str, ...]
    begins: str
    keys: tuple[tuple[str, float], ...]


SCENES = (
    Scene(
        ("repl",),
        "leaves",
        (
            ("a = torch.tensor([[1, 2, 3], [4, 5, 6]])", 1.0),
            ("\r", 0.5),
            ("a @ a", 1.0),
            ("\r", 4.0),
            (F2, 2.0),
            ("\r", 3.0),
            (":why _[0, 1]", 1.5),
            ("\r", 4.0),
        ),
    ),
    Scene(
        ("explain", "--element", "0,1", PRODUCT),
        "q: end",
        ((DOWN, 1.5), (DOWN, 1.5), (DOWN, 2.5)),
    ),
    Scene(
        ("lesson", "broadcasting"),
        "answer>",
        (("[[11, 12, 13], [24, 25, 26]]", 1.5), ("\r", 5.0), ("\r", 3.0)),
    ),
)


def frames(scene: Scene, theme: str) -> Iterator[tuple[RenderableType, float]]:
    """Yield what a terminal shows after each key, and for how many seconds."""
    surroundings = {"COLORTERM": "truecolor", "TENSORLAB_THEME": theme}
    with TemporaryDirectory() as folder:
        terminal = PseudoTerminal(
            Path(folder), *scene.command, columns=COLUMNS, rows=ROWS - 2, environment=surroundings
        )
        try:
            terminal.wait_for(scene.begins)
            for key, seconds in (("", 2.0), *scene.keys):
                terminal.type(key)
                terminal.read_until_quiet()
                rows = range(len(terminal.lines))
                yield Group(*(line_of(terminal.glass, row, theme) for row in rows)), seconds
        finally:
            terminal.kill()


def recording(theme: str) -> str:
    """Return all scenes as one SVG: a group for each frame, seen in its turn."""
    drawn = []
    with long_work(f"{theme}, keys", sum(len(scene.keys) + 1 for scene in SCENES)) as done:
        for scene in SCENES:
            for screen, seconds in frames(scene, theme):
                drawn.append((picture(screen, theme, "tensorlab"), seconds))
                done()
    whole = sum(seconds for _, seconds in drawn)
    parts, rules, begins = [], [], 0.0
    for number, (svg, seconds) in enumerate(drawn):
        name, first, end = f"f{number}", 100 * begins / whole, 100 * (begins + seconds) / whole
        rules.append(
            f"@keyframes {name}{{0%,{first:.2f}%{{visibility:hidden}}"
            f"{first + 0.01:.2f}%,{end:.2f}%{{visibility:visible}}"
            f"{min(end + 0.01, 100):.2f}%,100%{{visibility:hidden}}}}"
            f"#{name}{{visibility:hidden;animation:{name} {whole:.1f}s step-end infinite}}"
        )
        body = re.sub(r"^.*?<svg[^>]*>|</svg>\s*$", "", svg, flags=re.DOTALL)
        body = re.sub(r"<title>.*?</title>", "", body)
        parts.append(f'<g id="{name}">{body}</g>')
        begins += seconds
    # Without animation the last frame of the first scene stands still.
    last = f"#f{len(SCENES[0].keys)}"
    still = f"@media(prefers-reduced-motion){{{last}{{animation:none;visibility:visible}}}}"
    head = re.match(r".*?<svg[^>]*>", drawn[0][0], re.DOTALL)
    opening = head[0] if head else "<svg>"
    title = "<title>An error with a repair, an element explained, a question of a lesson</title>"
    return f"{opening}{title}<style>{''.join(rules)}{still}</style>{''.join(parts)}</svg>\n"


if __name__ == "__main__":
    for theme in sys.argv[1:] or GROUNDS:
        (FOLDER / f"recording-{theme}.svg").write_text(recording(theme), encoding="utf-8")
