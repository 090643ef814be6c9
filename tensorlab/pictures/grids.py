"""Blocks of a picture: a tensor as grids with numbers at their edges, lines of text, boxes."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import accumulate
from typing import Any, NamedTuple

from tensorlab.explain.story.frames import Index, Number, Operand
from tensorlab.explain.story.pictures import GAP, axis, brief
from tensorlab.explain.story.pictures import placed as at_row
from tensorlab.pictures.seen import Mark, Seen
from tensorlab.render.look.svg import LINE, box, text, text_width
from tensorlab.render.look.themes import BOXED
from tensorlab.render.tensors.value import role_of
from tensorlab.wording import counted

HEIGHT = 26  # of a row
PADDING = 9  # between a number and the border of its box
MOST_ROWS, MOST_COLUMNS, MOST_FACETS = 8, 24, 4
MOST_CHARACTERS = 110  # of a row
BETWEEN = 30
WIDEST = 540  # of the matrices of one tensor, side by side
LONGEST_TITLE = 34
CALL = re.compile(r"(?<=[\w\]])\((?!\.\.\.\)|\))")  # where it begins


class Block(NamedTuple):
    """A part of a picture with its size; it is drawn at the origin."""

    width: float
    height: float
    parts: list[str]


def inline(block: Block, title: str) -> str:
    """Return a block as a picture on a page of ours, whose styles it has."""
    size = f"{block.width + 2:.0f} {block.height + 2:.0f}"
    head = f'<svg width="{block.width + 2:.0f}" viewBox="-1 -1 {size}" role="img">'
    return f"{head}<title>{escape(title)}</title>{''.join(block.parts)}</svg>"


def placed(block: Block, x: float, y: float) -> str:
    """Return a block with its upper left corner at a place."""
    return f'<g transform="translate({x:.1f} {y:.1f})">{"".join(block.parts)}</g>'


def below(blocks: Iterable[Block], gap: float = 0) -> Block:
    """Return blocks one below the other."""
    y = width = 0.0
    parts = []
    for block in blocks:
        parts.append(placed(block, 0, y))
        y += block.height + gap
        width = max(width, block.width)
    return Block(width, max(y - gap, 0), parts)


def beside(blocks: Iterable[Block], room: float, gap: float = BETWEEN) -> Block:
    """Return blocks side by side, and below each other where there is no more room."""
    x = y = width = height = 0.0
    parts = []
    for block in blocks:
        if x and x + block.width > room:
            x, y, height = 0.0, y + height + LINE / 2, 0.0
        parts.append(placed(block, x, y))
        x += block.width + gap
        width, height = max(width, x - gap), max(height, block.height)
    return Block(width, y + height, parts)


def line(words: str, role: str = "") -> Block:
    """Return a line of text."""
    return Block(text_width(words), LINE, [text(0, 15, words, role)])


def tensor(seen: Seen, kind: str, sign: str = "") -> Block:
    """Return a tensor: its name behind a sign, its shape and type, its matrices side by side.

    A page finds it by its kind and name, and its elements by their places.
    """
    heads = [line(shortened(f"{sign} {seen.title}".strip()), "name"), line(facts(seen), "badge")]
    found = [] if seen.is_named_only else [*facets(seen.tensor, kept(seen))]
    drawn = [matrix(facet, seen) for facet in found[:MOST_FACETS]]
    more = len(found) - MOST_FACETS
    rest = [line(counted(more, "more matrix", "more matrices"), "quiet")] if more > 0 else []
    whole = below([*heads, beside(drawn, WIDEST, LINE), *rest])
    known = f'<g class="{kind}" data-of="{escape(seen.tensor.name)}">'
    return whole._replace(parts=[known, *whole.parts, "</g>"])


def shortened(words: str) -> str:
    """Return words that make no block too wide: calls without what they are given.

    What a name ends in tells a weight from a bias.
    """
    while len(words) > LONGEST_TITLE and (call := CALL.search(words)):
        depths = accumulate((char == "(") - (char == ")") for char in words[call.start() :])
        length = next((at for at, depth in enumerate(depths) if not depth), len(words))
        words = f"{words[: call.end()]}...{words[call.start() + length :]}"
    half = LONGEST_TITLE // 2 - 2
    return words if len(words) <= LONGEST_TITLE else f"{words[:half]}...{words[-half:]}"


def facts(seen: Seen) -> str:
    """Return the shape and the type of a tensor, and how it is read where that is larger."""
    own = seen.stretched or seen.tensor
    read = f"read as {seen.tensor.shape}" if seen.stretched else ""
    return f"{own.shape} {own.dtype.removeprefix('torch.')} {read}".strip()


def kept(seen: Seen) -> list[Index]:
    """Return the elements that are drawn: of many rows and columns those marked, and the first."""
    elements = seen.tensor.elements
    marked = [index for index, mark in seen.marks.items() if mark.role and index in elements]
    # terms come first
    marked.sort(key=lambda index: seen.marks[index].role == "active")
    widest = max((len(brief(value)) for value in elements.values()), default=1)
    most_columns = min(MOST_COLUMNS, max(2, MOST_CHARACTERS // (widest + 2)))
    rows, columns = (
        set(list(dict.fromkeys(index[axis] for index in (*marked, *elements)))[:most])
        for axis, most in ((slice(-2, -1), MOST_ROWS), (slice(-1, None), most_columns))
    )
    return [index for index in elements if index[-2:-1] in rows and index[-1:] in columns]


class Facet(NamedTuple):
    """One matrix of a tensor; None in place of a row or a column stands for those left out."""

    front: Index
    rows: Sequence[int | None]
    columns: Sequence[int | None]
    elements: dict[Any, Number]  # by row and column


def facets(operand: Operand, kept: Iterable[Index]) -> Iterator[Facet]:
    """Yield the matrices of a tensor with the elements that are kept; of a vector its one row."""
    matrices: dict[Index, dict[Index, Number]] = {}
    for index in sorted(set(kept)):
        matrices.setdefault(index[:-2], {})[at_row(index)] = operand.elements[index]
    for front, elements in matrices.items():
        rows = axis(elements, 0, operand.shape[-2:-1])
        yield Facet(front, rows, axis(elements, 1, operand.shape[-1:]), elements)


def matrix(facet: Facet, seen: Seen) -> Block:
    """Return a matrix, a row of a vector, or one number, with the numbers of rows and columns."""
    rank = len(seen.tensor.shape)
    title = [line(f"[{', '.join(map(str, facet.front))}]", "index")] if facet.front else []
    sizes = (0, 0, *seen.tensor.shape)[-2:]
    edges = [edge(row, sizes[0], HEIGHT) for row in facet.rows] if rank > 1 else []
    columns = [below([Block(0, LINE, []), *edges])] if edges else []
    for column in facet.columns:
        places: Any = [(*facet.front, row, column)[-rank:] if rank else () for row in facet.rows]
        found = [facet.elements.get((row, column)) for row in facet.rows]
        drawn = list(zip(places, found, strict=True))
        width = max(text_width(words_of(seen, *each)) for each in drawn) + 2 * PADDING
        head = [edge(column, sizes[1], LINE, width)] if rank else []
        columns.append(below([*head, *(element(seen, *each, width) for each in drawn)]))
    return below([*title, beside(columns, math.inf, 0)])


def edge(place: int | None, size: int, height: float, width: float | None = None) -> Block:
    """Return the number of a row, or of a column above its middle; beyond the last is none."""
    words = GAP if place is None else str(place) * (0 <= place < size)
    if width is None:
        return Block(text_width(words) + PADDING, height, [text(0, 18, words, "index")])
    return Block(width, height, [text(width / 2, height - 6, words, "index", "middle")])


def words_of(seen: Seen, at: Index, value: Number | None) -> str:
    """Return what is written for an element; dots stand for rows and columns left out."""
    return GAP * (None in at) if value is None else seen.marks.get(at, Mark()).text or brief(value)


def element(seen: Seen, at: Index, value: Number | None, width: float) -> Block:
    """Return one element: its number in a box, faintly where it is a copy."""
    words = words_of(seen, at, value)
    if value is None:
        empty = box(0, 0, width, HEIGHT, "cell pale") if words != GAP else ""
        return Block(width, HEIGHT, [empty, text(width / 2, 18, words, "quiet", "middle")])
    mark = seen.marks.get(at, Mark())
    is_boxed = mark.role in BOXED
    kinds = ["cell", "pale" * mark.is_pale, mark.role * (not is_boxed)]
    boxes = [box(0, 0, width, HEIGHT, " ".join(filter(None, kinds)))]
    boxes += [box(1.5, 1.5, width - 3, HEIGHT - 3, mark.role)] if is_boxed else []
    plain = "quiet" if mark.is_pale else role_of(words)
    style = "winner" if mark.wins else mark.role * is_boxed if mark.role else plain
    known = f'<g class="element" data-at="{dotted(at)}">'
    number = text(width - PADDING, 18, words, style, "end")
    return Block(width, HEIGHT, [known, *boxes, number, "</g>"])


def dotted(index: Index) -> str:
    """Return a place as a page's script reads it."""
    return ".".join(map(str, index))
