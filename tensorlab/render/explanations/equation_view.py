"""An element's arithmetic in words: terms in the hues of their elements, the value as result."""

import re
from collections.abc import Iterator, Sequence

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.text import Text

from tensorlab.explain.arithmetic.arithmetic import Piece, arithmetic_of, so_far, up_to
from tensorlab.explain.arithmetic.numbers import literal, shown
from tensorlab.explain.story.frames import Frame
from tensorlab.explain.story.pictures import brief, place_text
from tensorlab.render.look.highlighting import coloured
from tensorlab.render.look.themes import hue

MARGIN = (0, 0, 0, 2)
STEP_MARGIN = (0, 0, 0, 4)
INNER_MARGIN = (0, 0, 0, 6)
SIGNS = {"+", "-"}
NOW = "> "  # before the step that is played
# a place as [0, 2], a shape, a difference
BRACKETS = re.compile(r"[\[(][^\[\]()]{,24}[\])]")
# the last stands on no line alone
LAST_WORDS = re.compile(r"(?<= )([^ ]{1,24}) (?=[^ ]{1,12}$)")
UNBROKEN = "\ue000"  # in the place of a blank at which no line ends


def unbroken(text: str) -> str:
    """Return a text with marks for the blanks within places, and for the one before its end."""
    text = BRACKETS.sub(lambda found: found[0].replace(" ", UNBROKEN), text)
    return LAST_WORDS.sub(rf"\1{UNBROKEN}", text)


class Folded:
    """A text in lines of which none ends within a place, and the last has no short word alone."""

    def __init__(self, text: Text) -> None:
        self.text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        marked = self.text.copy()
        marked.plain = unbroken(marked.plain)
        for line in marked.wrap(console, options.max_width):
            line.plain = line.plain.rstrip().replace(UNBROKEN, " ")
            yield line


def equation_text(frame: Frame, beat: int | None = None, value_role: str = "result") -> Text:
    """Return what an element is made of and its value; up to a beat, what the terms make so far."""
    name_role = "name" if value_role == "result" else "code"
    text = Text().append(place_text(frame) or "result", name_role).append(" = ", "operator")
    value = shown(literal(frame.value))
    if shown(frame.text) == value:
        return text.append(value, value_role)
    read = arithmetic_of(frame)
    if beat is None or beat >= read.count - 1:
        text.append_text(pieces_text(read.pieces, set(read.terms.values())))
        return text.append(" = ", "operator").append(value, value_role)
    text.append_text(pieces_text(up_to(read, beat), {*range(read.count)}))
    made = so_far(read, beat)
    return text.append("" if made is None else f"   {brief(made)} so far", "quiet")


def pieces_text(pieces: Sequence[Piece], marked: set[int]) -> Text:
    """Return arithmetic with the terms in the hues of the elements in them."""
    text = Text()
    for piece in pieces:
        if piece.term in marked and piece.term is not None:
            text.append(piece.text, hue(piece.term))
        elif piece.text.strip() in SIGNS:
            text.append(piece.text, "operator")
        else:
            text.append_text(coloured(piece.text))
    return text


def steps_view(frame: Frame, beat: int | None, most_told: int | None) -> Iterator[RenderableType]:
    """Yield the steps on the way to an element, at most so many: those around the played one.

    What a step means is said of the one that is played, and of all where there is room for all.
    """
    count = len(frame.steps)
    most = count if most_told is None else min(most_told, count)
    at = count - 1 if beat is None else min(beat, count - 1)
    first = max(0, min(at - most // 2, count - most))
    if first:
        yield Padding(Text(f"... {first} before", "quiet"), STEP_MARGIN, expand=False)
    for place in range(first, first + most):
        if frame.steps[place].sentence and (most_told is None or place == beat):
            words = Folded(Text(frame.steps[place].sentence, "quiet"))
            yield Padding(words, STEP_MARGIN, expand=False)
        line = equation_text(frame.steps[place], None, "name")
        if beat is not None:
            now = NOW if place == beat else " " * len(NOW)
            line = Text().append(now, "name").append_text(line)
        yield Padding(Folded(line), INNER_MARGIN, expand=False)
    if rest := count - first - most:
        yield Padding(Text(f"... {rest} more", "quiet"), STEP_MARGIN, expand=False)
