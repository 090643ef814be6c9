"""What a terminal shows as an SVG picture that stands alone, in colours for light and dark."""

import io
from html import escape

from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.style import Style

from tensorlab.render.console import THEME
from tensorlab.render.svg import CHARACTER, LINE, MARGIN, document

# The terminal's colours, as the picture's style sheet knows them.
CLASSES = {"red": "error", "blue": "code", "cyan": "code", "magenta": "hint", "green": "right"}


def text_svg(renderable: RenderableType, title: str, width: int = 80) -> str:
    """Return a picture of a renderable as a terminal of so many columns shows it."""
    console = Console(
        file=io.StringIO(),
        theme=THEME,
        width=width,
        force_terminal=True,
        highlight=False,
        markup=False,
        emoji=False,
        color_system="standard",
        _environ={},
    )
    lines = console.render_lines(renderable, pad=False)
    parts = [line_of(line, MARGIN + place * LINE + 14) for place, line in enumerate(lines)]
    longest = max((Segment.get_line_length(line) for line in lines), default=0)
    return document(parts, longest * CHARACTER + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN, title)


def line_of(segments: list[Segment], y: float) -> str:
    """Return one line of text, its stretches each in their style."""
    spans = "".join(span(segment.text, segment.style) for segment in segments)
    return f'<text x="{MARGIN}" y="{y:.0f}" xml:space="preserve">{spans}</text>'


def span(text: str, style: Style | None) -> str:
    """Return a stretch of text in its style."""
    classes = [] if style is None else classes_of(style)
    kind = f' class="{" ".join(classes)}"' if classes else ""
    return f"<tspan{kind}>{escape(text)}</tspan>"


def classes_of(style: Style) -> list[str]:
    """Return the classes that stand for a style."""
    classes = ["bold"] if style.bold else []
    classes += ["quiet"] if style.dim else []
    if style.color is not None and style.color.name in CLASSES:
        classes.append(CLASSES[style.color.name])
    return classes
