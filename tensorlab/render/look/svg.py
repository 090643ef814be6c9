"""Small parts of SVG pictures: text, boxes, grids, in the theme's colours."""

from html import escape

from tensorlab.explain.story.pictures import Panel, Slot
from tensorlab.render.look.style_sheet import BOXED, class_of, picture_rules
from tensorlab.render.look.themes import hue

CHARACTER, LINE = 8.4, 22  # of the monospaced font at 14 pixels
MARGIN = 20
STYLE = f"""
text {{ font: 14px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace }}
rect {{ fill: none }} .edge {{ fill: none; stroke-width: 1.5 }}
{picture_rules()}
""".strip()


def document(parts: list[str], width: float, height: float, title: str) -> str:
    """Return a picture that stands alone: it asks the network for nothing."""
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style>",
            f'<rect class="ground" width="{width:.0f}" height="{height:.0f}"/>',
            *parts,
            "</svg>",
        ]
    )


def text(x: float, y: float, words: str, style: str = "", anchor: str = "start") -> str:
    """Return a line of text."""
    kind = f' class="{class_of(style)}"' if style else ""
    where = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text{kind} {where} xml:space="preserve">{escape(words)}</text>'


def box(x: float, y: float, width: float, height: float, style: str, radius: int = 2) -> str:
    """Return a rectangle."""
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="{style}" {place} rx="{radius}"/>'


def arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    """Return a line with a head at its end."""
    head = f"M{x2 - 5:.1f} {y2 - 8:.1f} L{x2:.1f} {y2:.1f} L{x2 + 5:.1f} {y2 - 8:.1f}"
    bend = (y1 + y2) / 2
    curve = f"M{x1:.1f} {y1:.1f} C{x1:.1f} {bend:.1f} {x2:.1f} {bend:.1f} {x2:.1f} {y2:.1f}"
    return f'<path class="edge" d="{curve}"/><path class="edge" d="{head}"/>'


def text_width(words: str) -> float:
    """Return how wide a text is, about."""
    return len(words) * CHARACTER


def role_of(slot: Slot) -> str:
    """Return the role of an element: the result's, the winner's, or the hue of its term."""
    if slot.mark == "current":
        return "result"
    if slot.mark != "active":
        return "quiet" if slot.mark else "untouched"
    if slot.wins:
        return "winner"
    return "active" if slot.term is None else hue(slot.term)


def panel_size(panel: Panel) -> tuple[float, float]:
    """Return the width and the height of a panel."""
    columns = sum(column_widths(panel)) + label_width(panel)
    width = max(columns, text_width(panel.title), text_width(panel.facts))
    return width, LINE * (len(panel.rows) + 3)


def label_width(panel: Panel) -> float:
    """Return the room for the numbers of the rows."""
    return text_width("0" * max(map(len, panel.row_labels), default=0)) + 8


def column_widths(panel: Panel) -> list[float]:
    """Return the width of each column of elements."""
    if not panel.rows:
        return []
    return [
        text_width("0" * max(max(len(slot.text), slot.width) for slot in column)) + 16
        for column in zip(*panel.rows, strict=True)
    ]


def draw_panel(panel: Panel, x: float, y: float) -> list[str]:
    """Return a panel with its upper left corner at a place."""
    parts = [text(x, y + 14, panel.title, "name"), text(x, y + 14 + LINE, panel.facts, "badge")]
    left = x + label_width(panel)
    top = y + 3 * LINE
    widths = column_widths(panel)
    for at, (label, width) in enumerate(zip(panel.column_labels, widths, strict=False)):
        middle = left + sum(widths[:at]) + width / 2
        parts.append(text(middle, top - 6, label, "index", "middle"))
    for line, (label, row) in enumerate(zip(panel.row_labels, panel.rows, strict=True)):
        element_y = top + line * LINE
        parts.append(text(left - 8, element_y + 16, label, "index", "end"))
        for at, (slot, width) in enumerate(zip(row, widths, strict=True)):
            parts += draw_slot(slot, left + sum(widths[:at]), element_y, width)
    return parts


def draw_slot(slot: Slot, x: float, y: float, width: float) -> list[str]:
    """Return one element: a marked one in a box of its own kind, the winner with an arrow too."""
    role = role_of(slot)
    parts = [] if slot.mark == "gap" else [box(x, y, width, LINE, "cell")]
    if role in BOXED:
        parts = [box(x + 1.5, y + 1.5, width - 3, LINE - 3, role)]
    words = f">{slot.text}" if slot.wins else slot.text
    return [*parts, text(x + width - 8, y + 16, words, role, "end")]
