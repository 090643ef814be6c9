"""A tensor as grids: labels for every axis, facets side by side, dots where nothing is stored."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.pictures import brief
from tensorlab.explain.tensor_grid import Facet, grid
from tensorlab.render.blocks import side_by_side
from tensorlab.render.value import SEPARATOR, tensor_facts

BETWEEN = "    "
# Blues from light to dark: they differ in brightness, so they read in grey too.
SHADES = ("on grey93", "on light_sky_blue1", "on sky_blue2", "on steel_blue1", "on dodger_blue3",
          "on blue3")  # fmt: skip
LIGHT_TEXT_FROM = 4


class TensorView:
    """What a tensor is, then its cells; with `heat` on a scale of colours that says its range."""

    def __init__(self, tensor: Tensor, *, heat: bool = False) -> None:
        self.tensor = tensor
        self.heat = heat

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        facts = tensor_facts(self.tensor)
        if self.tensor.is_meta or not self.tensor.shape.numel():
            yield Text(SEPARATOR.join([*facts, "no values"]), "fact")
            return
        made = grid(self.tensor)
        yield Text(SEPARATOR.join(facts), "fact")
        blocks = [block(facet, heat=self.heat) for facet in made.facets]
        yield from side_by_side(blocks, options.max_width, BETWEEN, between=1)
        if self.heat and made.lowest is not None and made.highest is not None:
            yield scale(made.lowest, made.highest)


def block(facet: Facet, *, heat: bool) -> list[Text]:
    """Return a facet as lines: where it is, the labels of its columns, its rows."""
    lines = []
    if facet.index:
        lines.append(Text(f"[{', '.join(map(str, facet.index))}, :, :]", "name"))
    labels = [label(at) for at in facet.columns]
    width = max([len(word) for row in facet.words for word in row] + [len(each) for each in labels])
    margin = max((len(label(row)) for row in facet.rows), default=0)
    lead = " " * (margin + 1) if margin else ""
    if labels:
        lines.append(Text(lead + " ".join(each.rjust(width) for each in labels), "quiet"))
    names = [label(row) for row in facet.rows] or [""]
    for name, words, shades in zip(names, facet.words, facet.shades, strict=True):
        line = Text(f"{name.rjust(margin)} " if margin else "", "quiet")
        for place, (word, shade) in enumerate(zip(words, shades, strict=True)):
            line.append(" " * (place > 0)).append(word.rjust(width), shade_style(shade, heat=heat))
        lines.append(line)
    return lines


def label(place: int | None) -> str:
    """Return the number of a row or a column."""
    return "..." if place is None else str(place)


def shade_style(shade: float | None, *, heat: bool) -> str:
    """Return the style of a number on the scale of colours."""
    if not heat or shade is None:
        return "none"
    level = min(int(shade * len(SHADES)), len(SHADES) - 1)
    return f"{'white' if level >= LIGHT_TEXT_FROM else 'black'} {SHADES[level]}"


def scale(lowest: float, highest: float) -> Text:
    """Return the colours with the numbers at their ends."""
    text = Text(f"{brief(lowest)} ")
    for style in SHADES:
        text.append("  ", style)
    return text.append(f" {brief(highest)}")
