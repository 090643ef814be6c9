"""Tables without lines, badges and bars, and blocks of text beside or below each other."""

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from tensorlab.wording import SEPARATOR

GAP = 2


class Pairs:
    """Names with what is said about them, in two columns; no blanks at the ends of lines.

    Where the names take half of the window and what is said has too little room beside them, it
    stands below each name.
    """

    def __init__(
        self,
        rows: Iterable[tuple[str | Text, str | Text]],
        style: str = "name",
        # columns for the names, where several tables stand below each other
        least: int = 0,
    ) -> None:
        self.least = least
        self.rows = [(styled(name, style), styled(text, "untouched")) for name, text in rows]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        column = max((name.cell_len for name, _ in self.rows), default=0)
        column = max(column, self.least) + GAP
        room = options.max_width - column
        stacked = column > room and any(text.cell_len > room for _, text in self.rows)
        margin = GAP if stacked else column
        for name, text in self.rows:
            lines = text.wrap(console, max(options.max_width - margin, 1)) or [Text()]
            if stacked:
                yield name
            else:
                lead = Text().append_text(name).append(" " * (column - name.cell_len))
                yield lead.append_text(lines.pop(0)) if text else name
            for line in lines:
                yield Text(" " * margin).append_text(line)


def styled(text: str | Text, style: str) -> Text:
    """Return a text that has a style, its own or the usual one."""
    return text if isinstance(text, Text) else Text(text, style)


BAR_WIDTH = 20
# a thick line and a thin one: they differ without colour
DONE, REST = "\u2501", "\u2500"


def badge(shape: Iterable[int], dtype: str | None = None) -> Text:
    """Return a shape and a data type."""
    # a list waits for no numpy
    from tensorlab.workspace.summary import shape_text, short_dtype

    return Text(f"{shape_text(shape)} {short_dtype(dtype)}".rstrip(), "badge")


def fact_line(facts: Sequence[str]) -> Text:
    """Return what is known of a value in one line: what is usual is quiet, the rest is not."""
    text = Text(SEPARATOR, "quiet").join(Text(fact, "badge") for fact in facts)
    for odd in ("nan", "inf"):
        text.highlight_words([odd], odd)
    return text


def bar(done: int, of: int, width: int = BAR_WIDTH) -> Text:
    """Return how much of something is done as the length of a line."""
    filled = round(width * done / of) if of else 0
    return Text(DONE * filled, "progress").append(REST * (width - filled), "progress.rest")


Block = list[Text]
CUT = " ..."


def side_by_side(
    blocks: Sequence[Block], width: int, gap: str = "   ", between: int = 0
) -> Iterator[Text]:
    """Yield the lines of blocks in rows; `between` blank lines part the rows.

    A line that does not fit alone is cut between two words, and marked there.
    """
    row: list[Block] = []
    for block in blocks:
        if row and sum(widest(each) + len(gap) for each in row) + widest(block) > width:
            yield from (fitted(line, width) for line in joined(row, gap))
            yield from [Text()] * between
            row = []
        row.append(block)
    yield from (fitted(line, width) for line in joined(row, gap))


def fitted(line: Text, width: int) -> Text:
    """Return a line that is cut between two words where it is too long, and says so."""
    if line.cell_len <= width:
        return line
    ends = [place for place, character in enumerate(line.plain) if character == " "]
    room = width - len(CUT)
    end = max((place for place in ends if cell_len(line.plain[:place]) <= room), default=0)
    return line[:end].append(CUT, "quiet") if end else Text(CUT.strip(), "quiet")


def joined(row: Sequence[Block], gap: str) -> Iterator[Text]:
    """Yield the lines of blocks that stand side by side."""
    for place in range(max(map(len, row), default=0)):
        line = Text(no_wrap=True, overflow="crop")
        for number, block in enumerate(row):
            part = block[place] if place < len(block) else Text()
            line.append_text(part)
            if number < len(row) - 1:
                line.append(" " * (widest(block) - part.cell_len) + gap)
        yield line


def widest(block: Block) -> int:
    """Return the width of a block."""
    return max((line.cell_len for line in block), default=0)
