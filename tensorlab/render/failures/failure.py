"""A failed run: what PyTorch says, where, with which operands, why, and what may help."""

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tensorlab.language.outcome import Failure, Operand, Repair, Span
from tensorlab.process.colour import is_for_the_ear
from tensorlab.render.commands import in_place, typed_as
from tensorlab.render.failures.excerpt import AlignmentView, excerpts, printable
from tensorlab.render.failures.narrated_failure import narrated_failure
from tensorlab.render.look import remarks
from tensorlab.render.look.highlighting import coloured
from tensorlab.render.look.tables import badge
from tensorlab.workspace.summary import shape_text, type_and_device

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


def operand_table(operands: tuple[Operand, ...]) -> Table:
    """Return the operands by name, their shapes aligned at the right end as broadcasting is."""
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
