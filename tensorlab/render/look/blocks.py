"""Blocks of text side by side as far as the width allows, then below each other."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.text import Text

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
