"""A tensor as grids, and an expression with the shape and the type of each part underneath."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.text import Text

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.looking.memory import Occupant, Storage
from tensorlab.explain.looking.subexpressions import Part
from tensorlab.explain.story.pictures import brief
from tensorlab.explain.story.tensor_grid import Facet, grid
from tensorlab.frozen import replace
from tensorlab.process.colour import is_for_the_ear
from tensorlab.render.look.highlighting import coloured
from tensorlab.render.look.narration import shape_words
from tensorlab.render.look.tables import Pairs, fact_line, side_by_side
from tensorlab.render.look.themes import HEAT
from tensorlab.render.tensors.value import role_of
from tensorlab.wording import counted
from tensorlab.workspace.summary import shape_text, short_dtype, tensor_facts

Element = TypeVar("Element")
BETWEEN = "    "


class TensorView:
    """What a tensor is, then its elements; with `heat` on a colour scale that says its range."""

    def __init__(self, tensor: Tensor, *, heat: bool = False) -> None:
        self.tensor = tensor
        self.heat = heat

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        facts = tensor_facts(self.tensor)
        if self.tensor.is_meta or not self.tensor.shape.numel():
            yield fact_line([*facts, "no values"])
            return
        made = grid(self.tensor)
        yield fact_line(facts)
        facets = [narrowed(facet, options.max_width) for facet in made.facets]
        blocks = [block(facet, heat=self.heat) for facet in facets]
        yield from side_by_side(blocks, options.max_width, BETWEEN, between=1)
        for note in left_out(self.tensor, facets):
            yield Text(note, "quiet")
        if self.heat and made.lowest is not None and made.highest is not None:
            yield scale(made.lowest, made.highest)


def narrowed(facet: Facet, room: int) -> Facet:
    """Return a facet with no more columns than there is room for: the first and the last ones."""
    width = element_width(facet)
    most = (room - label_width(facet)) // (width + 1)
    if len(facet.columns) <= most:
        return facet
    numbered = [at for at, column in enumerate(facet.columns) if column is not None]
    width = max(width, len(label(None)))
    kept = max((room - label_width(facet)) // (width + 1) - 1, 0)
    before = numbered[: (kept + 1) // 2]
    behind = numbered[len(numbered) - kept // 2 :]

    def cut(elements: Sequence[Element], mark: Element) -> tuple[Element, ...]:
        return (*(elements[at] for at in before), mark, *(elements[at] for at in behind))

    return replace(
        facet,
        columns=cut(facet.columns, None),
        words=tuple(cut(row, "...") for row in facet.words),
        shades=tuple(cut(row, None) for row in facet.shades),
    )


def left_out(tensor: Tensor, facets: Sequence[Facet]) -> Iterator[str]:
    """Yield how much of a tensor is not shown: the places that dots stand for."""
    shown = [facet for facet in facets if None not in facet.index]
    for size, places, name in (
        (tensor.shape[:-2].numel(), [facet.index for facet in shown], "matrices"),
        (tensor.shape[-2] if tensor.ndim > 1 else 1, shown[0].rows or (0,), "rows"),
        (tensor.shape[-1] if tensor.ndim else 1, shown[0].columns or (0,), "columns"),
    ):
        missing = size - sum(place is not None for place in places)
        if missing:
            yield f"{missing} of {size} {name} {'is' if missing == 1 else 'are'} not shown."


def element_width(facet: Facet) -> int:
    """Return how wide the widest column of a facet is; all of them are drawn so."""
    words = [word for row in facet.words for word in row]
    return max(map(len, [*words, *map(label, facet.columns)]), default=0)


def label_width(facet: Facet) -> int:
    """Return how wide the labels of the rows are."""
    return max((len(label(row)) for row in facet.rows), default=0)


def block(facet: Facet, *, heat: bool) -> list[Text]:
    """Return a facet as lines: where it is, the labels of its columns, its rows."""
    if None in facet.index:
        return [Text(label(None), "quiet")]
    lines = []
    if facet.index:
        lines.append(Text(f"[{', '.join(map(str, facet.index))}, :, :]", "name"))
    labels = [label(at) for at in facet.columns]
    width = element_width(facet)
    margin = label_width(facet)
    lead = " " * (margin + 1) if margin else ""
    if labels:
        lines.append(Text(lead + " ".join(each.rjust(width) for each in labels), "index"))
    names = [label(row) for row in facet.rows] or [""]
    for name, words, shades in zip(names, facet.words, facet.shades, strict=True):
        line = Text(f"{name.rjust(margin)} " if margin else "", "index")
        for place, (word, shade) in enumerate(zip(words, shades, strict=True)):
            style = shade_style(shade) if heat and shade is not None else role_of(word)
            if heat:
                line.append(" " * (place > 0)).append(word.rjust(width), style)
            else:
                own = word.strip()  # the room before it is not underlined
                line.append(" " * (width - len(own) + (place > 0))).append(own, style)
        lines.append(line)
    return lines


def label(place: int | None) -> str:
    """Return the number of a row or a column."""
    return "..." if place is None else str(place)


def shade_style(shade: float) -> str:
    """Return the role of a number on the scale of colours."""
    return f"heat.{min(int(shade * len(HEAT)), len(HEAT) - 1)}"


def scale(lowest: float, highest: float) -> Text:
    """Return the colours with the numbers at their ends."""
    text = Text(f"{brief(lowest)} ")
    for level in range(len(HEAT)):
        text.append("  ", f"heat.{level}")
    return text.append(f" {brief(highest)}")


ROOM = 24  # for a shape and a type behind the underlines


class ShapeLines:
    """Underlines below the source, or a table where the source is too wide for that."""

    def __init__(self, source: str, parts: tuple[Part, ...]) -> None:
        self.source = source
        self.parts = parts

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if is_for_the_ear():
            for part in self.parts:
                kind = short_dtype(part.dtype)
                yield Text(f"{part.source} is {shape_words(part.shape)}, {kind}.")
            return
        if "\n" in self.source or len(self.source) + ROOM > options.max_width:
            yield Pairs((part.source, facts(part)) for part in self.parts)
            return
        yield coloured(self.source)
        for part in self.parts:
            start, end = part.span.column, part.span.end_column
            mark = (" " * start + "^" * (end - start)).ljust(len(self.source))
            yield Text.assemble((mark, "name"), (f"  {facts(part)}", "badge"))


def facts(part: Part) -> str:
    """Return a part's shape and type."""
    return f"{shape_text(part.shape)} {short_dtype(part.dtype)}"


class MemoryMap:
    """Storages with their names, shapes, strides and index formulas."""

    def __init__(self, storages: tuple[Storage, ...]) -> None:
        self.storages = storages

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for storage in self.storages:
            names = ", ".join(occupant.name for occupant in storage.occupants)
            shared = " share" if len(storage.occupants) > 1 else ":"
            held = counted(storage.elements * storage.itemsize, "byte")
            size = f"{storage.elements} x {storage.dtype}, {held}"
            yield Text.assemble((names, "name"), (f"{shared} {size}", "badge"))
            for occupant in storage.occupants:
                yield Padding(line(occupant), (0, 0, 0, 2))


def line(occupant: Occupant) -> Text:
    """Return what there is to know of one name."""
    order = "contiguous" if occupant.contiguous else "not contiguous"
    facts = f"{shape_text(occupant.shape)} strides {shape_text(occupant.strides)} {order}"
    return Text().append(occupant.formula, "code").append(f"  {facts}", "badge")
