"""Small parts of SVG pictures: text, boxes, grids; colours that everybody can tell apart."""

from html import escape

from tensorlab.explain.pictures import Mark, Panel

CHARACTER, LINE = 8.4, 22  # of the monospaced font at 14 pixels
MARGIN = 20

# Okabe and Ito's colours: blue and orange differ for every eye, and in grey.
STYLE = """
text { font: 14px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #1a1a1a }
.title, .bold { font-weight: bold }
.quiet { fill: #666 } .code { fill: #0072b2 } .error { fill: #b03a00 } .hint { fill: #9a3f7a }
.right { fill: #00704f }
.ground { fill: #ffffff } .cell { fill: none; stroke: #bbb }
.active { fill: #cfe6f5; stroke: #0072b2; stroke-width: 2 }
.current { fill: #ffe3a8; stroke: #d17a00; stroke-width: 2 }
.edge { stroke: #666; fill: none; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
  text { fill: #eee } .quiet { fill: #aaa } .code { fill: #7cc4f0 } .error { fill: #ff9a6b }
  .hint { fill: #e3a6cd } .right { fill: #4ec9a0 }
  .ground { fill: #16181d } .cell { stroke: #555 } .edge { stroke: #aaa }
  .active { fill: #12405c; stroke: #56b4e9 } .current { fill: #5c3d00; stroke: #e69f00 }
}
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
    kind = f' class="{style}"' if style else ""
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


BOXES: dict[Mark, str] = {"active": "active", "current": "current"}


def panel_size(panel: Panel) -> tuple[float, float]:
    """Return the width and the height of a panel."""
    columns = sum(column_widths(panel)) + label_width(panel)
    width = max(columns, text_width(panel.title), text_width(panel.facts))
    return width, LINE * (len(panel.rows) + 3)


def label_width(panel: Panel) -> float:
    """Return the room for the numbers of the rows."""
    return text_width("0" * max(map(len, panel.row_labels), default=0)) + 8


def column_widths(panel: Panel) -> list[float]:
    """Return the width of each column of cells."""
    if not panel.rows:
        return []
    return [
        text_width("0" * max(max(len(slot.text), slot.width) for slot in column)) + 16
        for column in zip(*panel.rows, strict=True)
    ]


def draw_panel(panel: Panel, x: float, y: float) -> list[str]:
    """Return a panel with its upper left corner at a place."""
    parts = [text(x, y + 14, panel.title, "title"), text(x, y + 14 + LINE, panel.facts, "quiet")]
    left = x + label_width(panel)
    top = y + 3 * LINE
    widths = column_widths(panel)
    for at, (label, width) in enumerate(zip(panel.column_labels, widths, strict=False)):
        middle = left + sum(widths[:at]) + width / 2
        parts.append(text(middle, top - 6, label, "quiet", "middle"))
    for line, (label, row) in enumerate(zip(panel.row_labels, panel.rows, strict=True)):
        cell_y = top + line * LINE
        parts.append(text(left - 8, cell_y + 16, label, "quiet", "end"))
        for at, (slot, width) in enumerate(zip(row, widths, strict=True)):
            cell_x = left + sum(widths[:at])
            strong = slot.mark in BOXES
            parts.append(box(cell_x, cell_y, width, LINE, BOXES.get(slot.mark, "cell")))
            style = "bold" if strong else "quiet" if slot.mark else ""
            parts.append(text(cell_x + width - 8, cell_y + 16, slot.text, style, "end"))
    return parts
