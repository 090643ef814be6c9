"""Small parts of SVG pictures: text, boxes, grids, in the theme's colours."""

import io
from html import escape

from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.theme import Theme

from tensorlab.render.look.console import plain_console
from tensorlab.render.look.themes import OF_MARKDOWN, class_of, of_output, picture_rules

CHARACTER, LINE = 8.4, 22  # of the monospaced font at 14 pixels
MARGIN = 20
HIGHEST = 1600  # pixels: what is taller is looked at by nobody
STYLE = f"""
text {{ font: 14px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace }}
rect {{ fill: none }} .edge {{ fill: none; stroke-width: 1.5 }}
{picture_rules()}
""".strip()


def document(parts: list[str], width: float, height: float, title: str) -> str:
    """Return a picture that stands alone: it asks the network for nothing."""
    # what is taller, as the graph of many steps, is drawn smaller
    scale = min(1, HIGHEST / height)
    view = f'viewBox="0 0 {width:.0f} {height:.0f}"'
    size = f'width="{width * scale:.0f}" height="{height * scale:.0f}" {view}'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    ground = f'<rect class="ground" width="{width:.0f}" height="{height:.0f}"/>'
    named = f"<title>{escape(title)}</title>\n<style>{STYLE}</style>"
    return "\n".join([head, named, ground, *parts, "</svg>"])


def text(x: float, y: float, words: str, style: str = "", anchor: str = "start") -> str:
    """Return a line of text."""
    kind = f' class="{class_of(style)}"' if style else ""
    where = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text{kind} {where} xml:space="preserve">{escape(words)}</text>'


def box(x: float, y: float, width: float, height: float, style: str, radius: int = 2) -> str:
    """Return a rectangle."""
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="{style}" {place} rx="{radius}"/>'


def arrow(x1: float, y1: float, x2: float, y2: float, lane: float | None = None) -> str:
    """Return a line with a head at its end; far around, by a lane, where there is one."""
    head = f"M{x2 - 5:.1f} {y2 - 8:.1f} L{x2:.1f} {y2:.1f} L{x2 + 5:.1f} {y2 - 8:.1f}"
    bend = (y1 + y2) / 2
    curve = f"M{x1:.1f} {y1:.1f} C{x1:.1f} {bend:.1f} {x2:.1f} {bend:.1f} {x2:.1f} {y2:.1f}"
    if lane is not None:
        curve = f"M{x1:.1f} {y1:.1f} C{x1:.1f} {y1 + 23:.1f} {lane:.1f} {y1:.1f} {lane:.1f} "
        curve += f"{y1 + 46:.1f} V{y2 - 46:.1f} C{lane:.1f} {y2:.1f} {x2:.1f} {y2 - 23:.1f} "
        curve += f"{x2:.1f} {y2:.1f}"
    return f'<path class="edge" d="{curve}"/><path class="edge" d="{head}"/>'


def text_width(words: str) -> float:
    """Return how wide a text is, about."""
    return len(words) * CHARACTER


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
