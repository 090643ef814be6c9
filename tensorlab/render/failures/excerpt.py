"""A line of source with a stretch underlined, and shapes with the columns that clash."""

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from tensorlab.frozen import Frozen
from tensorlab.language.outcome import Alignment, Span

TAB = "    "
ELLIPSIS = "..."
# More of a long expression would push the message off the screen.
LINES_SHOWN = 3


class Excerpt(Frozen):
    """One line of source, with the columns (in characters) that are underlined."""

    text: str
    start: int
    end: int

    @property
    def underline(self) -> str:
        """The carets to write below the text, in terminal elements."""
        blank = " " * cell_len(self.text[: self.start])
        if self.text == ELLIPSIS:
            return ""
        return blank + "^" * max(1, cell_len(self.text[self.start : self.end]))


def excerpts(source: str, span: Span, width: int) -> list[Excerpt]:
    """Return the lines of a span, each with its part of the span underlined."""
    lines = source.split("\n")[span.line - 1 : span.end_line]
    shown = []
    for number, line in enumerate(lines[:LINES_SHOWN], span.line):
        start = span.column if number == span.line else indentation(line)
        end = span.end_column if number == span.end_line else len(line.rstrip())
        shown.append(fitted(expanded(line, start, end), width))
    if len(lines) > LINES_SHOWN:
        shown.append(Excerpt(ELLIPSIS, 0, 0))
    return shown


def indentation(line: str) -> int:
    """Return how many characters of blank a line begins with."""
    return len(line) - len(line.lstrip())


def expanded(line: str, start: int, end: int) -> Excerpt:
    """Return the excerpt with every tab as blanks and nothing that moves the cursor."""
    parts = (line[:start], line[start:end], line[end:].rstrip())
    before, marked, after = (printable(part.replace("\t", TAB)) for part in parts)
    return Excerpt(before + marked + after, len(before), len(before) + len(marked))


def printable(text: str) -> str:
    """Return the text with control characters written as escapes."""
    return "".join(
        character if character.isprintable() else repr(character)[1:-1] for character in text
    )


def fitted(excerpt: Excerpt, width: int) -> Excerpt:
    """Return the part of a long line around what is underlined."""
    if cell_len(excerpt.text) <= width:
        return excerpt
    room = max(width - 2 * len(ELLIPSIS), 1)
    length = min(excerpt.end - excerpt.start, room)
    first = max(excerpt.start - (room - length) // 2, 0)
    last = first + room
    front = ELLIPSIS if first else ""
    back = ELLIPSIS if last < len(excerpt.text) else ""
    start = excerpt.start - first + len(front)
    return Excerpt(front + excerpt.text[first:last] + back, start, start + length)


GAP = 2
LONGEST_NAME = 24
ELLIPSIS = "..."


class AlignmentView:
    """The shapes of operands aligned as they are compared."""

    def __init__(self, alignment: Alignment, indent: int = 2) -> None:
        self.alignment = alignment
        self.indent = " " * indent

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        sizes_of = [sizes for _, sizes in self.alignment.rows]
        columns = [max(map(len, sizes)) for sizes in zip(*sizes_of, strict=True)]
        room = options.max_width - len(self.indent) - sum(columns) - GAP * len(columns)
        longest = max(min(LONGEST_NAME, room), len(ELLIPSIS) + 1)
        rows = [(shortened(name, longest), sizes) for name, sizes in self.alignment.rows]
        width = max((len(name) for name, _ in rows), default=0)
        for name, sizes in rows:
            line = Text(self.indent).append(name.ljust(width), "name")
            for size, column, clash in zip(sizes, columns, self.alignment.clashes, strict=True):
                line.append(" " * GAP).append(size.rjust(column), "error" if clash else "badge")
            yield line
        marks = "".join(
            " " * GAP + ("^" if clash else " ").rjust(column)
            for column, clash in zip(columns, self.alignment.clashes, strict=True)
        ).rstrip()
        if marks:
            yield Text(self.indent + " " * width + marks, "error")


def shortened(name: str, longest: int) -> str:
    """Return a name that leaves room for the sizes."""
    return name if len(name) <= longest else name[: longest - len(ELLIPSIS)] + ELLIPSIS
