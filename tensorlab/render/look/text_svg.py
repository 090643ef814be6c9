"""What a terminal shows as an SVG picture that stands alone, in colours for light and dark."""

import io
from html import escape

from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.theme import Theme

from tensorlab.render.look.console import plain_console
from tensorlab.render.look.style_sheet import class_of
from tensorlab.render.look.svg import CHARACTER, LINE, MARGIN, document
from tensorlab.render.look.themes import OF_MARKDOWN, of_output

ROLE = "role"
# Each style remembers its role: what stands for it in the picture is that role's class.
REMEMBERING = Theme(
    {
        name: Style.parse(style) + Style(meta={ROLE: OF_MARKDOWN.get(name, name)})
        for name, style in of_output("auto").items()
    }
)


def text_svg(renderable: RenderableType, title: str, width: int = 80) -> str:
    """Return a picture of a renderable as a terminal of so many columns shows it."""
    lines = lines_of(renderable, width)
    parts = [line_of(line, MARGIN + place * LINE + 14) for place, line in enumerate(lines)]
    longest = max((Segment.get_line_length(line) for line in lines), default=0)
    return document(parts, longest * CHARACTER + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN, title)


def lines_of(renderable: RenderableType, width: int) -> list[list[Segment]]:
    """Return the lines that a terminal shows, their stretches each with its role."""
    console = plain_console(
        io.StringIO(),
        REMEMBERING,
        width=width,
        force_terminal=True,
        color_system="standard",
        _environ={},
    )
    return console.render_lines(renderable, pad=False)


def line_of(segments: list[Segment], y: float, x: float = MARGIN) -> str:
    """Return one line of text, its stretches each in their style."""
    spans = "".join(span(segment.text, segment.style) for segment in segments)
    return f'<text x="{x}" y="{y:.0f}" xml:space="preserve">{spans}</text>'


def span(text: str, style: Style | None) -> str:
    """Return a stretch of text in the class of its role."""
    role = "" if style is None else style.meta.get(ROLE, "")
    kind = f' class="{class_of(role)}"' if role else ""
    return f"<tspan{kind}>{escape(text)}</tspan>"
