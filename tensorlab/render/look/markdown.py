"""Markdown on a terminal: flush left, no boxes, code in the colour that code has elsewhere."""

from itertools import dropwhile
from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown, MarkdownElement
from rich.padding import Padding
from rich.segment import Segment
from rich.text import Text

from tensorlab.render.look.highlighting import coloured

MARGIN = (0, 0, 0, 2)


class PlainHeading(Heading):
    """A heading as a bold line at the left."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.text.justify = "left"
        yield self.text


class PlainCode(CodeBlock):
    """A block of code, indented, with no background of its own."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        words = str(self.text).rstrip()
        is_text = self.lexer_name == "text"
        yield Padding(Text(words, "code") if is_text else coloured(words), MARGIN)


class WholeMarkdown(Markdown):
    """Words with all that Markdown has, in our look."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": PlainHeading,
        "fence": PlainCode,
        "code_block": PlainCode,
    }

    def __init__(self, markdown: str, style: str = "untouched") -> None:
        super().__init__(markdown, style=style, hyperlinks=False)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        # as Rich draws one before a list, the first part or not
        is_blank = Segment.line().__eq__
        yield from dropwhile(is_blank, super().__rich_console__(console, options))
