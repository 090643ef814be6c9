"""An explanation as one SVG picture: the tensors of each operation once, then a few elements."""

import math
from collections.abc import Collection, Iterator, Sequence
from html import escape
from itertools import groupby, product

from tensorlab.explain.arithmetic.arithmetic import operator_of
from tensorlab.explain.story.frames import Chapter, Explanation, Frame, Operand
from tensorlab.explain.story.pictures import headline, more_elements
from tensorlab.language.outcome import Failure
from tensorlab.pictures.grids import PADDING, Block, below, beside, line, placed, shortened, tensor
from tensorlab.pictures.matching import MOST_WORKED, is_copy, scene
from tensorlab.pictures.seen import Seen
from tensorlab.render.explanations.equation_view import Folded, equation_text
from tensorlab.render.explanations.plain import folded
from tensorlab.render.failures.failure import FailureView
from tensorlab.render.look import svg

ROOM = 1080  # pixels from left to right
COLUMNS = 100
BEFORE, ARROW = 34, "\N{RIGHTWARDS ARROW}"
MOST_NAMED = 4  # tensors without numbers, above each other
MOST_WAYS = 4  # that meet, drawn above each other


def explanation_svg(explanation: Explanation, worked: int = MOST_WORKED) -> str:
    """Return a picture of all chapters, or of the last ones, with so many elements worked out."""
    chapters = operations(explanation)
    fewer = [most for most in (worked, worked // 2, 1) if most <= worked]
    for kept, most in product(range(len(chapters), 0, -1), fewer):
        block = whole(chapters, kept, most)
        if block.height + 2 * svg.MARGIN <= svg.HIGHEST:
            break
    title = "; ".join(map(headline, chapters))
    part = placed(block, svg.MARGIN, svg.MARGIN)
    return svg.document([part], block.width + 2 * svg.MARGIN, block.height + 2 * svg.MARGIN, title)


def operations(explanation: Explanation) -> list[Chapter]:
    """Return the operations to draw; where all only wrote numbers down, these."""
    drawn = [each for each in explanation.chapters if not each.is_made_of_nothing]
    return drawn or list(explanation.chapters)


def whole(chapters: Sequence[Chapter], kept: int, worked: int) -> Block:
    """Return the last operations, with the way through all of them above where there are many."""
    head = [flow(chapters)] if any(map(goes_into, chapters, chapters[1:])) else []
    if kept < len(chapters):
        head.append(line(f"Left out below: {len(chapters) - kept} of these operations.", "quiet"))
    shown = chapters[-kept:]
    drawn = [operation(each, min(worked, 1)) for each in shown[:-1]]
    last = operation(shown[-1], max(worked - len(drawn), min(worked, 1)))
    return below([*head, *drawn, last], svg.LINE * 1.5)


def flow(chapters: Sequence[Chapter]) -> Block:
    """Return the operations with the shapes they give, a row for each way to the next one.

    A way whose result waits for another's ends with the operation that reads both.
    """
    ways: list[list[Chapter]] = [[]]
    for chapter in chapters:
        if ways[-1] and not goes_into(ways[-1][-1], chapter):
            ways.append([])
        ways[-1].append(chapter)
    ends = [[each for each in chapters if goes_into(one[-1], each)][:1] for one in ways]
    drawn = [way(one + end) for one, end in zip(ways, ends, strict=True)]
    return below(drawn[-MOST_WAYS:], PADDING)


def way(chapters: Sequence[Chapter]) -> Block:
    """Return operations of which each reads the result of the one before, as boxes and arrows."""
    begun = sorted(chapters[0].operands, key=lambda each: not each.name.startswith("grad of "))[:1]
    stops = [(each.name, each.shape) for each in begun]
    stops += [(chapter.operation, chapter.shape) for chapter in chapters]
    drawn = [station(name, str(shape), BEFORE * (at > 0)) for at, (name, shape) in enumerate(stops)]
    return beside(drawn, ROOM, 0)


def goes_into(before: Chapter, chapter: Chapter) -> bool:
    """Return whether an operation reads the result of the one before."""
    return any(is_of(each, before) for each in chapter.operands)


def is_of(operand: Operand, before: Chapter) -> bool:
    """Return whether an operand is an operation's result, as its text or a new name tells."""
    if before.source in {operand.name, operand.name[1:-1]}:
        return True
    known = [(each.name, each.elements) for each in before.operands]
    is_new = operand.name.isidentifier() and (operand.name, operand.elements) not in known
    return is_new and any(operand.elements == part.elements for part in before.parts)


def station(name: str, shape: str, left: int) -> Block:
    """Return one operation of a way: its name and the shape it gives, after room for an arrow."""
    width = max(svg.text_width(shortened(name)), svg.text_width(shape)) + 2 * PADDING
    height = 2 * svg.LINE + 6
    parts = [
        svg.text(left / 2, height / 2 + 5, ARROW * bool(left), "operator", "middle"),
        svg.box(left, 0, width, height, "cell", 6),
        svg.text(left + width / 2, 19, shortened(name), "name", "middle"),
        svg.text(left + width / 2, 19 + svg.LINE, shape, "badge", "middle"),
    ]
    return Block(left + width, height, parts)


def operation(chapter: Chapter, worked: int) -> Block:
    """Return an operation: what it is, its tensors, and some elements of its result worked out."""
    inputs, results, frame = scene(chapter)
    heads = [*lines(headline(chapter), "heading")]
    heads += [each for note in chapter.words for each in lines(note, "quiet")]
    if any(seen.stretched for seen in inputs):
        heads.append(line("Pale: the same number, read again.", "quiet"))
    told = below(elements(chapter, frame, worked, {seen.title for seen in inputs}))
    parts = [below(heads), tensors(chapter, inputs, results), told]
    return below((part for part in parts if part.height), svg.LINE / 2)


def tensors(chapter: Chapter, inputs: Sequence[Seen], results: Sequence[Seen]) -> Block:
    """Return what goes into an operation and what comes out, each once."""
    sign = operator_of(chapter)
    drawn: list[Block] = []
    numbered = enumerate(inputs)
    for is_named_only, group in groupby(numbered, key=lambda each: each[1].is_named_only):
        blocks = [tensor(seen, "operand", sign * (at == 1)) for at, seen in group]
        most = MOST_NAMED if is_named_only else 1
        drawn += [below(blocks[at : at + most], PADDING) for at in range(0, len(blocks), most)]
    drawn += [tensor(seen, "outcome", "=" * bool(inputs)) for seen in results]
    return beside(drawn, ROOM)


def elements(
    chapter: Chapter, shown: Frame | None, worked: int, drawn: Collection[str]
) -> Iterator[Block]:
    """Yield elements worked out, the marked one first and in words, and how many are left."""
    is_asked = chapter.is_asked and len(chapter.frames) < math.prod(chapter.shape)
    is_told = is_asked or any(it.inputs[1:] or not is_copy(it) for it in chapter.frames)
    told = sorted(chapter.frames, key=lambda frame: frame is not shown) if is_told else []
    for number, frame in enumerate(told[:worked]):
        yield from equation(frame)
        if not number or is_copy(frame):
            yield from lines(frame.sentence, "quiet")
        yield from steps(() if number else frame.steps, drawn)
    left = len(chapter.frames) - min(len(told), worked) + chapter.hidden
    if left and (told or chapter.hidden):
        yield line(more_elements(left), "quiet")


def steps(steps: Sequence[Frame], drawn: Collection[str]) -> Iterator[Block]:
    """Yield what the steps to an element mean, and the arithmetic of those that are not drawn."""
    for step in (each for each in steps if each.name.isidentifier()):
        if step.sentence:
            yield from lines(step.sentence, "quiet")
        # in this case it is so
        if step.name not in drawn or step.sentence.endswith(":"):
            yield from equation(step)


def equation(frame: Frame) -> Iterator[Block]:
    """Yield the arithmetic of an element in lines."""
    for words in svg.lines_of(Folded(equation_text(frame)), int(ROOM / svg.CHARACTER)):
        width = svg.text_width("".join(each.text for each in words))
        yield Block(width, svg.LINE, [svg.line_of(words, 15, 0)])


def lines(words: str, role: str = "") -> list[Block]:
    """Return a text in lines."""
    return [line(each, role) for each in folded(words, COLUMNS, further="")]


def failure_picture(failure: Failure, form: str) -> str:
    """Return what is said of a failure, as SVG or as an HTML page around it."""
    title = f"{failure.type}: {failure.message}"
    picture = svg.text_svg(FailureView(failure), title, width=90)
    if form == "svg":
        return picture
    head = '<meta charset="utf-8"><meta name="color-scheme" content="light dark">'
    head += f"<title>{escape(title)}</title>"
    return f'<!doctype html>\n<html lang="en">{head}\n<body>{picture}</body></html>'
