"""Panels of elements side by side, or below each other where the window is narrow.

Active elements stand in brackets and in the hue of the term in which they are combined, the winner
between arrows, so that the picture reads without colour too.
"""

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from tensorlab.explain.story.pictures import GAP, Mark, Panel, Slot
from tensorlab.frozen import replace
from tensorlab.render.look.tables import side_by_side
from tensorlab.render.look.themes import hue
from tensorlab.render.tensors.value import odd_role

GAP_WIDTH = len(GAP) + 3
STYLES: dict[Mark, str] = {"current": "result", "waiting": "quiet", "gap": "quiet"}


class PanelsView:
    """The operands, an equals sign, the result; of each at most so many rows."""

    def __init__(
        self,
        panels: Sequence[Panel],
        most_rows: int | None = None,
        indent: int = 2,
        *,
        is_tight: bool = False,
    ) -> None:
        self.panels = [flattened(panel, most_rows) for panel in panels] if most_rows else panels
        self.indent = " " * indent
        self.is_tight = is_tight
        # blank lines, where there is all room
        self.between = 0 if most_rows or is_tight else 1

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = options.max_width - len(self.indent)
        blocks = [block(narrowed(panel, room), is_tight=self.is_tight) for panel in self.panels]
        for line in side_by_side(blocks, room, between=self.between):
            yield Text(self.indent, no_wrap=True, overflow="crop").append_text(line)


def flattened(panel: Panel, most: int) -> Panel:
    """Return a panel with at most so many rows, those with active elements first of all."""
    if len(panel.rows) <= most:
        return panel
    marked = [at for at, row in enumerate(panel.rows) if any(is_marked(slot) for slot in row)]
    above = min(marked, default=0) - (most - 1) // 2
    first = max(0, min(above, len(panel.rows) - most))
    last = first + most
    first -= first == 1  # one row takes no more room than a gap
    last += last == len(panel.rows) - 1
    gap = tuple(Slot(GAP, "gap") for _ in panel.column_labels)
    before, behind = first > 0, last < len(panel.rows)
    return replace(
        panel,
        rows=(*[gap] * before, *panel.rows[first:last], *[gap] * behind),
        row_labels=(*[GAP] * before, *panel.row_labels[first:last], *[GAP] * behind),
    )


def is_marked(slot: Slot) -> bool:
    """Return whether an element takes part in the frame."""
    return slot.mark in {"active", "current"}


def narrowed(panel: Panel, room: int) -> Panel:
    """Return a panel with as many columns as there is room for: those around active elements."""
    widths = column_widths(panel)
    margin = max(map(len, panel.row_labels), default=0) + 1
    if margin + sum(widths) <= room or not panel.rows:
        return panel
    marked = [at for row in panel.rows for at, slot in enumerate(row) if is_marked(slot)]
    first = last = min(marked, default=0)
    left = room - margin - 2 * GAP_WIDTH - widths[first]
    while True:
        if last + 1 < len(widths) and widths[last + 1] <= left:
            last += 1
            left -= widths[last]
        elif first and widths[first - 1] <= left:
            first -= 1
            left -= widths[first]
        else:
            break
    return with_columns(panel, first, last)


def with_columns(panel: Panel, first: int, last: int) -> Panel:
    """Return a panel with a stretch of its columns, and a gap where others are left out."""
    gap = Slot(GAP, "gap")
    before, behind = first > 0, last + 1 < len(panel.column_labels)
    rows = tuple((*[gap] * before, *row[first : last + 1], *[gap] * behind) for row in panel.rows)
    labels = (*[GAP] * before, *panel.column_labels[first : last + 1], *[GAP] * behind)
    return replace(panel, column_labels=labels, rows=rows)


def block(panel: Panel, *, is_tight: bool = False) -> list[Text]:
    """Return a panel as lines: its name, its facts, labels for the columns, rows."""
    sign = "=" if panel.is_result else panel.operator
    head = Text(f"{sign} " if sign else "", "operator").append(panel.title, "name")
    facts = Text(panel.facts, "badge")
    lines = [head.append(" ").append_text(facts)] if is_tight else [head, facts]
    margin = max(map(len, panel.row_labels), default=0)
    widths = column_widths(panel)
    if any(panel.column_labels):
        pairs = zip(panel.column_labels, widths, strict=True)
        labels = "".join(label.rjust(width - 1) + " " for label, width in pairs)
        lines.append(Text(" " * margin + " " + labels.rstrip(), "index"))
    for label, row in zip(panel.row_labels, panel.rows, strict=True):
        line = Text(label.rjust(margin) + " ", "index")
        for slot, width in zip(row, widths, strict=True):
            text = marked(slot)
            line.append(" " * (width - len(text))).append(text, style_of(slot))
        lines.append(line)
    return lines


def column_widths(panel: Panel) -> list[int]:
    """Return the width of each column, with room for brackets."""
    if not panel.rows:
        return [len(label) + 2 for label in panel.column_labels]
    return [
        max(len(label) + 1, *(max(len(slot.text), slot.width) + 2 for slot in column)) + 1
        for label, column in zip(panel.column_labels, zip(*panel.rows, strict=True), strict=True)
    ]


def style_of(slot: Slot) -> str:
    """Return the role of an element: the hue of its term, the winner's, or its number's."""
    if slot.wins:
        return "winner"
    if slot.mark in {"active", "past"} and slot.term is not None:
        return hue(slot.term)
    return STYLES.get(slot.mark, "active") if slot.mark else odd_role(slot.text)


def marked(slot: Slot) -> str:
    """Return an element with the brackets of an active one, or blanks in their place."""
    if slot.wins:
        return f">{slot.text}<"
    if slot.mark in {"active", "current"}:
        return f"[{slot.text}]"
    return f" {slot.text} "
