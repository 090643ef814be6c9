"""An explanation on a terminal: operations with pictures, elements with their arithmetic."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.segment import Segment
from rich.text import Text

from tensorlab.explain.story.frames import Chapter, Explanation
from tensorlab.explain.story.pictures import Panel, more_elements, panels
from tensorlab.render.explanations.equation_view import MARGIN, Folded, equation_text, steps_view
from tensorlab.render.explanations.panels import PanelsView
from tensorlab.render.look.highlighting import coloured
from tensorlab.render.look.tables import badge
from tensorlab.wording import joined

CUT = " ... "
MOST_LOST = 12  # characters at the end of a line, where a word does not fit any more
EVERY = 1000  # more panels than there are


class Detail(NamedTuple):
    """How much is shown: rows of each tensor, steps, panels, lines of text; None is all."""

    rows: int | None = None
    steps: int | None = None
    panels: int = EVERY
    is_tight: bool = False  # no blank lines, notes left out, facts beside the names
    head_lines: int | None = None
    equation_lines: int | None = None
    sentence_lines: int | None = None


def details() -> Iterator[Detail]:
    """Yield what is shown, from what is wanted to what fits a very small window."""
    for rows in (None, 8, 5, 3):
        for steps in (None, 16, 8, 4) if rows is None else (8, 4):
            yield Detail(rows, steps)
    for rows in (3, 2, 1):
        for steps in (4, 2, 1):
            yield Detail(rows, steps, is_tight=True, head_lines=2)
    for many in (EVERY, 4, 3, 2, 1):
        for lines in (3, 2, 1):
            yield Detail(1, 1, many, True, 1, lines, lines)


DETAILS = tuple(details())


def worth_trying(whole: Detail, room: int) -> Iterable[Detail]:
    """Return the details that differ where there are so many rows and panels, and steps or none."""
    tried = {}
    tallest = whole.rows or 0
    for detail in DETAILS:
        rows = None if detail.rows is None or detail.rows >= tallest else detail.rows
        steps = None if whole.steps is None else detail.steps
        panels = min(detail.panels, whole.panels)
        if tallest <= room or rows is not None:
            tried[detail._replace(rows=rows, steps=steps, panels=panels)] = True
    return tried


class Fitted:
    """What is drawn in the first detail that has at most so many lines, else cut to them."""

    def __init__(
        self, draw: Callable[[Detail], Iterable[RenderableType]], room: int, whole: Detail
    ) -> None:
        self.draw = draw
        self.room = max(room, 1)
        self.whole = whole  # how much there is

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines: list[list[Segment]] = []
        for detail in worth_trying(self.whole, self.room):
            lines = [
                line
                for part in self.draw(detail)
                for line in console.render_lines(part, options, pad=False)
            ]
            if len(lines) <= self.room:
                break
        yield from written(lines[: self.room])


def shortened(text: Text, width: int, lines: int | None) -> Text:
    """Return a text that takes at most so many lines: a longer one is cut in the middle."""
    if lines is None:
        return text
    kept = width * lines - (lines - 1) * MOST_LOST - len(CUT)
    if text.cell_len <= width * lines - (lines - 1) * MOST_LOST or kept < 2:
        return text if kept >= 2 else text[:width]
    before = kept // 2
    return text[:before].append(CUT, "quiet").append_text(text[len(text) - (kept - before) :])


MOST_OTHERS = 12  # elements that are told in a line each, beside the one that is drawn
BELOW = 2  # lines of a window: the prompt and its bar
LEAST = 12  # lines that the last operation of several has at least, where there are so many
Lines = list[list[Segment]]
ALSO = 5  # lines of a window: the prompt, its bar, the title of the others, how many are left


def headline_text(chapter: Chapter) -> Text:
    """Return what an operation is and gives."""
    text = Text().append(f"{chapter.operation}:", "heading").append(" ")
    text.append_text(coloured(chapter.source)).append(" -> ", "quiet")
    parts = chapter.parts if chapter.parts[1:] else (chapter,)
    return text.append(joined([badge(each.shape, each.dtype).plain for each in parts]), "badge")


class FrameView:
    """One frame: the operands and the result with the active elements marked, and the words.

    On a terminal it has at most as many lines as there is `room` for, those of the window unless
    told otherwise; `beat` is the term or the step that is played.
    """

    def __init__(
        self, chapter: Chapter, position: int, room: int | None = None, beat: int | None = None
    ) -> None:
        self.chapter = chapter
        self.position = position
        self.room = room
        self.beat = beat

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = self.room
        if room is None and console.is_terminal:
            room = console.height - BELOW
        if room is None:
            yield from self.parts(DETAILS[0], options.max_width)
        else:
            yield Fitted(lambda detail: self.parts(detail, options.max_width), room, self.whole())

    @cached_property
    def drawn(self) -> tuple[Panel, ...]:
        """The panels of the frame."""
        return panels(self.chapter, self.position, self.beat)

    @cached_property
    def equation(self) -> Text:
        """The arithmetic of the frame."""
        frame = self.chapter.frames[self.position]
        return equation_text(frame, None if frame.steps else self.beat)

    def whole(self) -> Detail:
        """Return how many rows, steps and panels there are."""
        if not self.chapter.frames:
            return Detail(0, 0, 0)
        steps = len(self.chapter.frames[self.position].steps) or None
        return Detail(
            max((len(each.rows) for each in self.drawn), default=0), steps, len(self.drawn)
        )

    def parts(self, detail: Detail, width: int) -> Iterator[RenderableType]:
        """Yield the operation, its panels and its words in as much detail as is wanted."""
        yield from self.picture(detail, width)
        if not self.chapter.frames:
            return
        frame = self.chapter.frames[self.position]
        inner = width - MARGIN[-1]
        sentence = Text(frame.sentence)
        for text, most in (self.equation, detail.equation_lines), (sentence, detail.sentence_lines):
            yield Padding(Folded(shortened(text, inner, most)), MARGIN, expand=False)
        yield from steps_view(frame, self.beat, detail.steps)

    def picture(self, detail: Detail, width: int) -> Iterator[RenderableType]:
        """Yield the operation and its panels."""
        chapter = self.chapter
        yield Folded(shortened(headline_text(chapter), width, detail.head_lines))
        if not detail.is_tight:
            for note in chapter.words:
                yield Padding(Folded(Text(note, "quiet")), MARGIN, expand=False)
        if not chapter.frames:
            if 0 in chapter.shape:
                yield Padding(Text("There are no elements.", "quiet"), MARGIN, expand=False)
            return
        if not detail.is_tight:
            yield Text()
        yield PanelsView(self.drawn[-detail.panels :], detail.rows, is_tight=detail.is_tight)
        if not detail.is_tight:
            yield Text()


class ExplanationView:
    """Every chapter with its last element drawn and told, and the arithmetic of others in a line.

    On a terminal all of it has room in the window: what came before the last chapter is told in two
    lines each where there is no more, and what is `above` is left out where there is least. `keys`
    says how to walk through all chapters.
    """

    def __init__(
        self, explanation: Explanation, above: RenderableType | None = None, keys: str = ""
    ) -> None:
        self.explanation = explanation
        self.above = above
        self.keys = keys

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        def lines(part: RenderableType) -> Lines:
            return console.render_lines(part, options, pad=False)

        *before, last = self.explanation.chapters
        head = [] if self.above is None else lines(self.above)
        if not console.is_terminal:
            yield from written(head)
            yield Group(*self.everything(options.max_width - MARGIN[-1]))
            return
        room = console.height - ALSO - len(head)
        if room < LEAST:
            head, room = [], console.height - ALSO
        drawn = [*head, *chain(*self.fitting(before, room - LEAST, lines))]
        is_one = len(last.frames) < 2 and not last.hidden
        below = BELOW if is_one else BELOW + 1  # how many elements are left
        view = lines(last_element(last, max(console.height - below - len(drawn), 1)))
        yield from written([*drawn, *view])
        left = max(console.height - ALSO - len(drawn) - len(view), 0)
        yield from others(last, left, options.max_width - MARGIN[-1])

    def everything(self, width: int) -> Iterator[RenderableType]:
        """Yield the chapters as if there were no end of room."""
        for number, chapter in enumerate(self.explanation.chapters):
            if number:
                yield Text()
            if chapter.is_made_of_nothing and chapter is not self.explanation.chapters[-1]:
                yield headline_text(chapter)
            else:
                yield last_element(chapter)
                yield from others(chapter, MOST_OTHERS, width)

    def fitting(
        self, chapters: Sequence[Chapter], room: int, lines: Callable[[RenderableType], Lines]
    ) -> list[Lines]:
        """Return chapters in so many lines: whole if they have room, in short, or the latest."""
        whole = [lines(Group(whole_view(each), Text())) for each in chapters]
        if sum(map(len, whole)) <= room:
            return whole
        short = [lines(short_view(each)) for each in chapters]
        while True:
            hidden = len(chapters) - len(short)
            words = [f"... {hidden} before"] if hidden else []
            note = lines(Text("; ".join([*words, *filter(None, [self.keys])]), "quiet"))
            if not short or len(note) + sum(map(len, short)) + 1 <= room:
                return [note, *short, lines(Text())]
            del short[0]


def whole_view(chapter: Chapter) -> RenderableType:
    """Return an operation with its last element; one that only wrote numbers as its headline."""
    return headline_text(chapter) if chapter.is_made_of_nothing else last_element(chapter)


def last_element(chapter: Chapter, room: int | None = None) -> FrameView:
    """Return an operation with its last element drawn and told."""
    return FrameView(chapter, max(len(chapter.frames) - 1, 0), room)


def short_view(chapter: Chapter) -> RenderableType:
    """Return an operation in a line, and the arithmetic of its last element in another."""
    head = ShortLine(headline_text(chapter))
    if chapter.is_made_of_nothing or not chapter.frames:
        return head
    return Group(head, Padding(ShortLine(equation_text(chapter.frames[-1], None, "name")), MARGIN))


class ShortLine:
    """A text in one line, cut in the middle where it is longer."""

    def __init__(self, text: Text) -> None:
        self.text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield shortened(self.text, options.max_width, 1)


def written(lines: Lines) -> Iterator[Segment]:
    """Yield lines one below the other."""
    for line in lines:
        yield from line
        yield Segment.line()


def others(chapter: Chapter, most: int, width: int) -> Iterator[RenderableType]:
    """Yield the arithmetic of so many of the other elements, a line each, and how many are left."""
    elements = chapter.frames[:-1]
    told = elements[: min(most, MOST_OTHERS)]
    if told:
        yield Padding(Text("The other elements:", "quiet"), MARGIN, expand=False)
    for frame in told:
        yield Padding(shortened(equation_text(frame, None, "name"), width, 1), MARGIN, expand=False)
    if hidden := chapter.hidden + len(elements) - len(told):
        yield Padding(Text(more_elements(hidden), "quiet"), MARGIN, expand=False)
