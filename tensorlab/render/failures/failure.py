"""A failed run: what PyTorch says, where, with which operands, why, and what may help."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.text import Text

from tensorlab.explain.looking.holes import TYPES, Answer, Fit
from tensorlab.frozen import Frozen
from tensorlab.language.outcome import Alignment, Failure, Operand, Repair, Span
from tensorlab.process.colour import is_for_the_ear
from tensorlab.render.look import remarks
from tensorlab.render.look.highlighting import coloured
from tensorlab.render.look.narration import shape_words
from tensorlab.render.look.remarks import in_place, typed_as
from tensorlab.render.look.tables import badge
from tensorlab.workspace.summary import shape_text, type_and_device

if TYPE_CHECKING:
    from rich.table import Table

MOST_CALLS_SAID = 5


def narrated_failure(failure: Failure) -> str:
    """Return a failure as sentences, one a line."""
    return "\n".join(sentences(failure))


def sentences(failure: Failure) -> Iterator[str]:
    """Yield what failed, where, on what, why, and what works."""
    yield ": ".join(filter(None, (failure.type, failure.message)))
    if failure.span is not None:
        yield f"At line {failure.span.line}, from column {failure.span.column + 1}."
    for call in failure.led_by[:MOST_CALLS_SAID]:
        yield f"It was called by {call}."
    for operand in failure.operands:
        if operand.shape is not None:
            kind = type_and_device(operand)
            yield f"{operand.name} is {shape_words(operand.shape)}, {kind}."
    if failure.alignment is not None and any(failure.alignment.clashes):
        for place, clash in enumerate(failure.alignment.clashes):
            sizes = [sizes[place] for _, sizes in failure.alignment.rows if sizes[place]]
            if clash:
                yield f"These sizes do not fit together: {' and '.join(sizes)}."
    if failure.explanation:
        yield in_place(failure.explanation)
    yield from map(in_place, failure.hints)
    for number, repair in enumerate(failure.repairs, 1):
        shape = "" if repair.shape is None else f", which gives {shape_words(repair.shape)}"
        yield f"Repair {number}: {repair.source}{shape}. {repair.meaning}"
    if failure.code is not None and failure.code.startswith("TL"):
        yield f"The code of this error is {failure.code}."


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


INDENT = 2
MOST_CALLS = 5
CODE_WIDTH = 120  # a longer line of code is cut around what failed


class FailureView:
    """A failure as text; PyTorch's own class and words come first, as in a traceback's last line.

    `name` is that of the program, told only where it helps to find the line; `key` is the one that
    types the repairs.
    """

    def __init__(self, failure: Failure, name: str = "", key: str = "") -> None:
        self.failure = failure
        self.name = name
        self.key = key

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        failure = self.failure
        if is_for_the_ear():
            yield Text(narrated_failure(failure))
            return
        yield remarks.error(failure.type, harmless(failure.message))
        yield from self.place(min(options.max_width, CODE_WIDTH) - INDENT)
        if failure.alignment is not None:
            yield AlignmentView(failure.alignment, INDENT)
        elif failure.operands:
            yield Padding(operand_table(failure.operands), (0, 0, 0, INDENT))
        if failure.explanation:
            yield Text(in_place(failure.explanation))
        for hint in failure.hints:
            yield remarks.hint(in_place(hint))
        if failure.repairs:
            yield RepairsView(failure.repairs, self.key)
        if failure.code is not None and failure.code.startswith("TL"):
            more = typed_as(f"explain {failure.code}")
            yield remarks.quiet(f"{failure.code}: {more} tells more")

    def place(self, width: int) -> Iterator[Text]:
        """Yield the lines that failed, the failing part underlined."""
        span = self.failure.span
        if span is None or not self.failure.source:
            return
        if self.name:
            yield Text(f"{' ' * INDENT}{self.name}, line {span.line}", "quiet")
        yield from self.excerpt(span, width)
        for call in self.failure.led_by[:MOST_CALLS]:
            yield Text(f"{' ' * INDENT}called by {printable(call)}", "quiet")

    def excerpt(self, span: Span, width: int) -> Iterator[Text]:
        """Yield the line that failed, and what underlines the part."""
        for excerpt in excerpts(self.failure.source, span, width):
            line = Text(" " * INDENT, no_wrap=True, overflow="crop")
            yield line.append_text(coloured(excerpt.text))
            underline = f"{' ' * INDENT}{excerpt.underline}"
            yield Text(underline, "error", no_wrap=True, overflow="crop")


def harmless(message: str) -> str:
    """Return a message in which a program's own text cannot steer the terminal."""
    return "\n".join(map(printable, message.split("\n")))


def operand_table(operands: tuple[Operand, ...]) -> "Table":
    """Return the operands by name, their shapes aligned at the right end as broadcasting is."""
    from rich.table import Table  # it loads fractions

    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column(justify="right")
    table.add_column()
    for operand in operands:
        shape = "" if operand.shape is None else shape_text(operand.shape)
        fact = operand.text if operand.shape is None else type_and_device(operand)
        table.add_row(Text(operand.name, "name"), Text(shape, "badge"), Text(fact, "quiet"))
    return table


class RepairsView:
    """Up to three changes to the failing expression, each of which was run.

    `key` is the one that types them, where there is one.
    """

    def __init__(self, repairs: tuple[Repair, ...], key: str = "") -> None:
        self.repairs = repairs
        self.key = key

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(f"These work, {self.key} types them:" if self.key else "These work:", "hint")
        for repair in self.repairs:
            line = coloured(repair.source)
            if repair.shape is not None:
                line.append("  ").append_text(badge(repair.shape, repair.dtype))
            yield Padding(line, (0, 0, 0, 2))
            yield Padding(Text(repair.meaning, "quiet"), (0, 0, 0, 6))


MOST_SHAPES = 6
MARGIN = (0, 0, 0, 2)


class HoleAnswer:
    """The shapes and types that fit, and the variables that do."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(requirement(self.answer))
        for fit in self.answer.fits:
            yield Padding(fit_line(fit), MARGIN)


def requirement(answer: Answer) -> str:
    """Return what the hole must be, in one sentence."""
    if answer.shapes:
        shown = list(answer.shapes[:MOST_SHAPES])
        more = len(answer.shapes) - len(shown)
        shapes = ", ".join(shown[:-1]) + (" or " if len(shown) > 1 else "") + shown[-1]
        tail = f", and {more} more" if more else ""
        every = len(answer.dtypes) == len(TYPES)
        return f"? must be {shapes}{tail}, of {kinds(answer.dtypes) if not every else 'any type'}."
    if answer.any_number:
        return "? can be any whole number."
    if answer.numbers:
        numbers = list(map(str, answer.numbers[:MOST_SHAPES]))
        return f"? must be {' or '.join(numbers)}."
    return "Nothing that was tried fits in place of ?."


def kinds(dtypes: tuple[str, ...]) -> str:
    """Return data types as a choice."""
    return f"type {' or '.join(dtypes)}"


def fit_line(fit: Fit) -> Text:
    """Return a variable that fits, and how."""
    line = coloured(fit.source)
    if fit.is_edited:
        line.append(f" fits; {fit.name} itself is {shape_text(fit.shape)} {fit.dtype}")
    else:
        line.append(f" {shape_text(fit.shape)} {fit.dtype} fits")
    return line
