"""Draws docs/architecture.svg from the imports of the code: `python docs/architecture.py` does.

Each stage is a band, the lower ones imported by the higher ones; its folders are the boxes in it.
A line joins two stages where one imports the other, the thicker the more files do.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from html import escape
from pathlib import Path

HERE = Path(__file__).parent
PACKAGE = HERE.parent / "tensorlab"
STAGES = (
    ("commands", "the commands and their options"),
    ("notebook", "the words of a notebook"),
    ("repl", "the prompt"),
    ("pictures", "pictures and pages"),
    ("render", "how it looks"),
    ("batch", "a stream of programs"),
    ("files", "values in files"),
    ("workspace", "what any front end needs, as data"),
    ("course", "lessons as a machine of events"),
    ("explain", "why a result is what it is, as data"),
    ("language", "the safe subset of Python"),
    ("optim", "how networks learn"),
    ("nn", "what networks are made of: classes over the functions"),
    ("utils", "data sets and loaders"),
    ("ops", "what each function does"),
    ("engine", "what a tensor is"),
    ("numerics", "kernels that know no tensors"),
)
WIDTH, BAND, GAP, LEFT = 900, 50, 26, 130
BOX, ROW = 19, 23
LETTER = 7.0  # the width of a letter, by which the boxes are made


def imports(path: Path) -> Iterator[str]:
    """Yield the stages of this package that a file imports, at whatever place of it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tensorlab."):
            yield str(node.module).split(".")[1]


def uses() -> Counter[tuple[str, str]]:
    """Return how many files of a stage import another stage."""
    found: Counter[tuple[str, str]] = Counter()
    names = {name for name, _ in STAGES}
    for name in names:
        for path in (PACKAGE / name).rglob("*.py"):
            found.update((name, other) for other in set(imports(path)) & names if other != name)
    return found


def rooms(stage: str) -> list[str]:
    """Return the folders of a stage."""
    folders = (path for path in (PACKAGE / stage).iterdir() if (path / "__init__.py").exists())
    return sorted(path.name for path in folders)


def placed(names: list[str]) -> tuple[list[tuple[float, int, str]], int]:
    """Return each folder's place in its band, and the number of rows that they fill."""
    x, row, found = 0.0, 0, []
    for name in names:
        width = len(name) * LETTER + 14
        if x + width > WIDTH - LEFT - 150:
            x, row = 0.0, row + 1
        found.append((x, row, name))
        x += width + 6
    return found, row + 1 if names else 0


def band(stage: str, words: str, top: int, height: int) -> Iterator[str]:
    """Yield the drawing of one stage."""
    yield (
        f'<rect class="band" x="{LEFT}" y="{top}" width="{WIDTH - LEFT - 130}" height="{height}" '
        f'rx="6"/><text class="name" x="{LEFT + 12}" y="{top + 20}">{stage}</text>'
        f'<text class="words" x="{LEFT + 100}" y="{top + 20}">{escape(words)}</text>'
    )
    for x, row, name in placed(rooms(stage))[0]:
        y = top + 30 + row * ROW
        width = len(name) * LETTER + 14
        yield (
            f'<rect class="room" x="{LEFT + 12 + x:.0f}" y="{y}" width="{width:.0f}" '
            f'height="{BOX}" rx="3"/>'
            f'<text class="words" x="{LEFT + 19 + x:.0f}" y="{y + 14}">{name}</text>'
        )


def lines(tops: dict[str, int], heights: dict[str, int]) -> Iterator[str]:
    """Yield a curve for each pair of stages: neighbours on the left, the others on the right."""
    order = [name for name, _ in STAGES]
    for (upper, lower), count in sorted(uses().items()):
        distance = order.index(lower) - order.index(upper)
        left = distance == 1
        x = LEFT if left else WIDTH - 130
        begin = tops[upper] + heights[upper] - 12
        end = tops[lower] + 14
        bend = x + (-30 if left else min(16 * distance, 120))
        yield (
            f'<path class="line" d="M{x} {begin} C{bend} {begin} {bend} {end} {x} {end}" '
            f'stroke-width="{1 + count**0.5 / 4:.1f}"><title>{count} files of {upper} import '
            f"{lower}</title></path>"
        )


STYLE = """
svg{font:12px ui-sans-serif,system-ui,sans-serif}
.band{fill:#eef3fb;stroke:#9db4d8}.room{fill:#fff;stroke:#b9c6dc}
.name{font-weight:600;fill:#17325c}.words{fill:#3c4858}
.line{fill:none;stroke:#c0562b;opacity:.55}
"""


def picture() -> str:
    """Return the picture as SVG."""
    tops, heights, top = {}, {}, 10
    for stage, _ in STAGES:
        tops[stage] = top
        heights[stage] = max(BAND - 16, 34 + placed(rooms(stage))[1] * ROW)
        top += heights[stage] + GAP
    label = "The stages of tensorlab, and which imports which"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" role="img">',
        f"<title>{label}</title><style>{STYLE}</style>",
        f'<rect width="{WIDTH}" height="{top}" fill="#fff"/>',
        *lines(tops, heights),
    ]
    for stage, words in STAGES:
        parts += band(stage, words, tops[stage], heights[stage])
    return "\n".join((*parts, "</svg>\n"))


if __name__ == "__main__":
    (HERE / "architecture.svg").write_text(picture(), encoding="utf-8")
