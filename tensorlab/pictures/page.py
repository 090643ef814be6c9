"""An explanation as one HTML page that stands alone: it plays, steps, and answers clicks.

Without a script all elements are told below each other.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from string import Template

from tensorlab.explain.arithmetic.arithmetic import Arithmetic, arithmetic_of, so_far
from tensorlab.explain.arithmetic.numbers import literal, shown
from tensorlab.explain.gradients.graph import GraphWalk
from tensorlab.explain.story.frames import Chapter, Explanation, Frame
from tensorlab.explain.story.pictures import brief, more_elements, place_text
from tensorlab.frozen import lines_beside
from tensorlab.pictures.graph import graph_svg
from tensorlab.pictures.grids import dotted, inline, kept
from tensorlab.pictures.matching import scene
from tensorlab.pictures.svg import flow, operations, tensors
from tensorlab.render.explanations.equation_view import equation_text
from tensorlab.render.look.highlighting import coloured
from tensorlab.render.look.svg import STYLE, lines_of
from tensorlab.render.look.text_html import span
from tensorlab.render.look.themes import page_rules
from tensorlab.wording import counted

MOST_LIT = 64  # elements that one element lights, if its text has not all of them


class Drawn:
    """The picture of an operation, and which of its elements each element of the result lights."""

    def __init__(self, chapter: Chapter) -> None:
        self.chapter = chapter
        self.arithmetic = [arithmetic_of(frame) for frame in chapter.frames]
        self.inputs, results, _ = scene(chapter)
        self.shown = [set(kept(seen)) for seen in self.inputs]
        self.stage = inline(tensors(chapter, self.inputs, results), chapter.source)

    def lit(self, frame: Frame, found: Arithmetic) -> Iterator[str]:
        """Yield what an element lights, as the script reads it: tensor, place, term."""
        for number, (seen, drawn) in enumerate(zip(self.inputs, self.shown, strict=True)):
            name = seen.tensor.name
            # also numbers of steps
            read = dict.fromkeys((*frame.inputs, *frame.counted))
            places = [each.index for each in read if each.name == name]
            if seen.stretched and places:  # its copies stand where they are read
                yield f"{number}:{dotted(frame.index)}:{found.terms.get((name, places[0]), '')}"
                continue
            written = [index for index in places if (name, index) in found.terms]
            places = written if written and len(places) > MOST_LIT else places
            if not written and len(places) == len(seen.tensor.elements):
                yield f"{number}:*"
                continue
            for index in places:
                if index in drawn:
                    term = found.terms.get((name, index), "")
                    mark = "w" if (name, index) == found.winner else term
                    yield f"{number}:{dotted(index)}:{mark}"


# characters for what is told of elements; the page stays below 100 KB with the rest
ROOM = 65_000


def graph_html(walk: GraphWalk) -> str:
    """Return a page on which one steps through a graph, its picture above."""
    title = f"autograd graph of {walk.nodes[0].text or walk.nodes[0].label}"
    return explanation_html(walk.explanation, title, graph_svg(walk.nodes), walk.steps)


def explanation_html(
    explanation: Explanation, title: str = "", above: str = "", steps: Sequence[int] = ()
) -> str:
    """Return a page on which one steps through an explanation, with a picture of ours above it.

    `steps` says for each chapter which part of the picture it is about.
    """
    title = title or (explanation.chapters[-1].source if explanation.chapters else "tensorlab")
    ways = operations(explanation)
    page, style, script = (
        "\n".join(lines_beside(__file__, f"page.{each}")) for each in ("html", "css", "js")
    )
    return Template(page).substitute(
        title=escape(title),
        colours=page_rules(),
        drawn=STYLE,
        style=style,
        above=above,
        way=inline(flow(ways), "The operations in order") if len(ways) > 1 else "",
        told="\n".join(chapters(explanation, steps)),
        script=script,
    )


def chapters(explanation: Explanation, steps: Sequence[int]) -> list[str]:
    """Return a section for each operation: where room is short, the last ones have it."""
    page = Page(steps)
    numbered = reversed([*enumerate(explanation.chapters)])
    return [page.chapter(each, at) for at, each in numbered][::-1]


class Page:
    """Writes the chapters of a page, each step once, and no more than there is room for."""

    def __init__(self, about: Sequence[int] = ()) -> None:
        self.about = about
        self.room = ROOM
        self.count = 0  # of the steps on the page
        self.told: dict[str, str] = {}  # those of the operation, with their places

    def chapter(self, chapter: Chapter, number: int) -> str:
        """Return a section on an operation; of one that wrote numbers down its headline."""
        head = (
            f'<h2>{code(chapter.source)} <span class="quiet">{escape(chapter.operation)}</span> '
            f'<span class="badge">{chapter.shape}</span> '
            f'<span class="badge">{chapter.dtype.removeprefix("torch.")}</span></h2>'
            + "".join(f'<p class="quiet">{escape(note)}</p>' for note in chapter.words)
        )
        if (chapter.is_made_of_nothing or self.room < 0) and self.room < ROOM:
            return f'<section class="plain">{head}</section>'
        drawn = Drawn(chapter)
        self.room -= len(drawn.stage)
        self.told = {}
        told = list(self.elements(drawn))
        left = len(chapter.frames) - len(told) + chapter.hidden
        about = f' data-about="{self.about[number]}"' if self.about else ""
        more = f'<p class="quiet">{more_elements(left)}; --element asks for one of them</p>'
        return (
            f'<section class="chapter"{about}>{head}'
            f'<div class="stage">{drawn.stage}</div>'
            f'<ol class="cells">{"".join(told)}</ol>{more if left else ""}</section>'
        )

    def elements(self, drawn: Drawn) -> Iterator[str]:
        """Yield what is told of each element, as far as there is room."""
        for frame, found in zip(drawn.chapter.frames, drawn.arithmetic, strict=True):
            told = told_element(frame, found, drawn.lit(frame, found), self.steps(frame, drawn))
            self.room -= len(told.encode())
            yield told
            if self.room < 0:
                return

    def steps(self, frame: Frame, drawn: Drawn) -> str:
        """Return the steps on the way to an element; one that was told before is only named."""
        fresh, places = [], []
        for step in frame.steps:
            meaning = f"{escape(step.sentence)}<br/>" if step.sentence else ""
            words = f"{meaning}<code>{escape(equation_text(step).plain)}</code>"
            if words not in self.told:
                self.told[words] = f"s{self.count}"
                self.count += 1
                lit = " ".join(drawn.lit(step, arithmetic_of(step)))
                fresh.append(f'<li id="{self.told[words]}" data-lit="{lit}">{words}</li>')
            places.append(self.told[words])
        if not places:
            return ""
        before = len(places) - len(fresh)
        words = f"and {counted(before, 'step')} shown at other elements"
        again = f'<li class="quiet">{words}</li>' if before else ""
        return f'<ol class="steps" data-from="{" ".join(places)}">{"".join(fresh)}{again}</ol>'


def told_element(frame: Frame, found: Arithmetic, lit: Iterable[str], steps: str) -> str:
    """Return what is told of an element, with what the script is to know of it."""
    facts = {
        "at": ".".join(map(str, frame.index)),
        "part": "" if frame.part is None else str(frame.part),
        "lit": " ".join(lit),
        "sums": " ".join(sums_of(found)),
    }
    known = "".join(f' data-{name}="{value}"' for name, value in facts.items() if value)
    sentence = f'<p class="sentence">{escape(frame.sentence)}</p>'
    return f"<li{known}>{sum_of(frame, found)}{sentence}{steps}</li>"


def sums_of(found: Arithmetic) -> Iterator[str]:
    """Yield how far a sum is behind each of its terms but the last, where that is known."""
    for term in range(found.count - 1):
        made = so_far(found, term)
        if made is None:
            return
        yield brief(made)


def sum_of(frame: Frame, found: Arithmetic) -> str:
    """Return the arithmetic of an element, each term by itself, and its value."""
    left, value = escape(place_text(frame) or "result"), escape(shown(literal(frame.value)))
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
    (words,) = lines_of(coloured(source), 2 * len(source))
    return f"<code>{''.join(map(span, words))}</code>"
