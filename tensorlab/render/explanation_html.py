"""An explanation as one HTML page that stands alone: it plays, steps, and answers clicks on cells.

Without a script all cells are told below each other.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from html import escape
from importlib.resources import files

from tensorlab.explain.arithmetic import Arithmetic, arithmetic_of, operator_of
from tensorlab.explain.frames import Cell, Chapter, Explanation, Frame, Operand
from tensorlab.explain.numbers import literal
from tensorlab.explain.pictures import brief, more_cells, place_text
from tensorlab.render.code_parts import code_parts
from tensorlab.render.explanation_plain import equation
from tensorlab.render.page_tables import badges, figure, shown
from tensorlab.render.style_sheet import class_of, page_rules

MOST_LIT = 64  # cells that one cell lights, if its text has not all of them
CELL = 40  # characters of a table for one cell, about
ROOM = 70_000  # characters for what is told of cells; the page stays below 100 KB with the rest
KEYS = "left and right: cells · with Shift: terms · space: play · click a cell of a result"


def explanation_html(explanation: Explanation, title: str = "", above: str = "") -> str:
    """Return a page on which one steps through an explanation, with HTML of ours above it."""
    title = title or (explanation.chapters[-1].source if explanation.chapters else "tensorlab")
    body = "\n".join(chapters(explanation))
    here = files("tensorlab.render")
    style, script = (here.joinpath(name).read_text("utf-8") for name in ("page.css", "page.js"))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{page_rules()}
{style}</style>
</head>
<body>
<main>
{above}{body}
</main>
<nav id="controls" hidden aria-label="Steps">
<button id="back" type="button">Back</button>
<button id="play" type="button">Play</button>
<button id="next" type="button">Next</button>
<button id="term" type="button">Term by term</button>
<span id="where"></span> <span class="quiet">{KEYS}</span>
</nav>
<p id="ear" class="ear" aria-live="polite"></p>
<script>
{script}</script>
</body>
</html>"""


def chapters(explanation: Explanation) -> list[str]:
    """Return a section for each operation: where room is short, the last ones have it."""
    page = Page()
    numbered = list(enumerate(explanation.chapters))
    last = len(numbered) - 1
    return [page.chapter(each, at, is_last=at == last) for at, each in reversed(numbered)][::-1]


class Page:
    """Writes the chapters of a page, each step once, and no more than there is room for."""

    def __init__(self) -> None:
        self.room = ROOM
        self.told: dict[str, str] = {}  # the steps that stand on the page, with their places

    def chapter(self, chapter: Chapter, number: int, *, is_last: bool) -> str:
        """Return a section on an operation; of one that wrote numbers down its headline."""
        head = (
            f'<h2>{code(chapter.source)} <span class="quiet">{escape(chapter.operation)}</span> '
            f"{badges(chapter.shape, chapter.dtype)}</h2>"
            + "".join(f'<p class="quiet">{escape(note)}</p>' for note in chapter.notes)
        )
        if (chapter.is_made_of_nothing or self.room < 0) and not is_last:
            return f'<section class="plain">{head}</section>'
        drawn = Drawn(chapter)
        self.room -= drawn.size
        told = list(self.cells(drawn))
        left = len(chapter.frames) - len(told) + chapter.hidden
        more = f'<p class="quiet">{more_cells(left)}; --cell asks for one of them</p>'
        return (
            f'<section class="chapter" id="c{number}">{head}'
            f'<div class="stage">{drawn.stage(len(told))}</div>'
            f'<ol class="cells">{"".join(told)}</ol>{more if left else ""}</section>'
        )

    def cells(self, drawn: "Drawn") -> Iterator[str]:
        """Yield what is told of each cell, as far as there is room."""
        for frame, found in zip(drawn.chapter.frames, drawn.arithmetic, strict=True):
            told = told_cell(frame, found, drawn.lit(frame, found), self.steps(frame))
            self.room -= len(told.encode())
            yield told
            if self.room < 0:
                return

    def steps(self, frame: Frame) -> str:
        """Return the steps on the way to a cell; one that was told before is only named."""
        fresh, places = [], []
        for step in frame.steps:
            words = f"<code>{escape(equation(step))}</code> &ensp;{escape(step.sentence)}"
            if words not in self.told:
                self.told[words] = f"s{len(self.told)}"
                fresh.append(f'<li id="{self.told[words]}">{words}</li>')
            places.append(self.told[words])
        if not places:
            return ""
        before = len(places) - len(fresh)
        again = f'<li class="quiet">and {before} steps told at other cells</li>' if before else ""
        return f'<ol class="steps" data-from="{" ".join(places)}">{"".join(fresh)}{again}</ol>'


class Drawn:
    """The tensors of an operation, and which of their cells each cell of the result lights."""

    def __init__(self, chapter: Chapter) -> None:
        self.chapter = chapter
        self.arithmetic = [arithmetic_of(frame) for frame in chapter.frames]
        self.operands = [operand for operand in chapter.operands if operand.cells]
        self.numbers = {operand.name: number for number, operand in enumerate(self.operands)}

    @cached_property
    def cells(self) -> list[set[tuple[int, ...]]]:
        """The cells of each operand that are drawn."""
        wanted: list[list[tuple[int, ...]]] = [[] for _ in self.operands]
        for found in self.arithmetic:
            for name, index in [*found.terms, *([found.winner] if found.winner else [])]:
                if name in self.numbers:
                    wanted[self.numbers[name]].append(index)
        return [set(shown(each, first)) for each, first in zip(self.operands, wanted, strict=True)]

    @property
    def size(self) -> int:
        """About how many characters its tables take."""
        drawn = sum(map(len, self.cells)) + sum(len(part.cells) for part in self.chapter.parts)
        return CELL * drawn

    def stage(self, told: int) -> str:
        """Return the operands, the sign between them, and the result with its cells to click."""
        sign = operator_of(self.chapter)
        between = f'<span class="operator">{escape(sign)}</span>' if sign else ""
        figures = [
            figure(operand, cells, operand.name, ())
            for operand, cells in zip(self.operands, self.cells, strict=True)
        ]
        equals = '<span class="operator">=</span>' if figures else ""
        return between.join(figures) + "".join(
            equals + self.result(part, number, told)
            for number, part in enumerate(self.chapter.parts)
        )

    def result(self, part: Operand, number: int, told: int) -> str:
        """Return one of the results."""
        asked = {frame.index for frame in self.chapter.frames[:told] if (frame.part or 0) == number}
        title = "result" if len(self.chapter.parts) == 1 else f"result[{number}]"
        return figure(part, shown(part, sorted(asked)), title, asked)

    def lit(self, frame: Frame, found: Arithmetic) -> Iterator[str]:
        """Yield the cells that a cell lights, as the script reads them: tensor, place, term."""
        by_number: dict[int, list[Cell]] = {}
        for cell in frame.inputs:
            if cell.name in self.numbers:
                by_number.setdefault(self.numbers[cell.name], []).append(cell)
        for number, cells in by_number.items():
            places = [(c.name, c.index) for c in cells if c.index in self.cells[number]]
            written = [place for place in places if place in found.terms]
            if not written and len(places) == len(self.cells[number]):
                yield f"{number}:*"
                continue
            if len(cells) > MOST_LIT and written:
                places = written  # the others are in the middle that is not written out
            for name, index in places:
                term = found.terms.get((name, index), "")
                mark = "w" if (name, index) == found.winner else term
                yield f"{number}:{'.'.join(map(str, index))}:{mark}"


def told_cell(frame: Frame, found: Arithmetic, lit: Iterable[str], steps: str) -> str:
    """Return what is told of a cell, with what the script is to know of it."""
    facts = {
        "at": ".".join(map(str, frame.index)),
        "part": "" if frame.part is None else str(frame.part),
        "lit": " ".join(lit),
        "sums": " ".join(map(brief, found.sums)),
    }
    known = "".join(f' data-{name}="{value}"' for name, value in facts.items() if value)
    sentence = f'<p class="sentence">{escape(frame.sentence)}</p>'
    return f"<li{known}>{sum_of(frame, found)}{sentence}{steps}</li>"


def sum_of(frame: Frame, found: Arithmetic) -> str:
    """Return the arithmetic of a cell, each term by itself, and its value."""
    left, value = escape(place_text(frame) or "result"), escape(literal(frame.value))
    made = "".join(
        escape(piece.text)
        if piece.term is None
        else f'<span data-term="{piece.term}">{escape(piece.text)}</span>'
        for piece in found.pieces
    )
    between = "" if frame.text == literal(frame.value) else f"{made} = "
    return (
        f'<p class="sum">{left} = {between}<b class="value">{value}</b> '
        '<span class="far quiet"></span></p>'
    )


def code(source: str) -> str:
    """Return a program's text in the colours of its parts."""
    return "<code>{}</code>".format(
        "".join(
            escape(text)
            if role == "code" or not text.strip()
            else f'<span class="{class_of(role)}">{escape(text)}</span>'
            for text, role in code_parts(source)
        )
    )
