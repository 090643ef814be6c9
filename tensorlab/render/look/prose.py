"""The words of a lesson on a terminal; most are plain paragraphs, for which no parser is loaded."""

import re
from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from rich.text import Text

from tensorlab.frozen import pattern

CODE = pattern(r"`(?! )[^`\n]+(?<! )`")
# What Markdown takes for anything but words, beside code.
MARKUP = pattern(r"[`*_\[<&\\~|\t]|^\s*(?:[-+>#=]|\d+[.)])|^ {4}|  $", re.MULTILINE)
BETWEEN_PARAGRAPHS = pattern(r"\n\s*\n")


class Prose:
    """Markdown as Rich draws it."""

    def __init__(self, markdown: str, style: str = "untouched") -> None:
        self.markdown = markdown
        self.style = style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if MARKUP.search(CODE.sub("", self.markdown)):
            from tensorlab.render.look.markdown import WholeMarkdown  # it takes 30 ms

            yield WholeMarkdown(self.markdown, self.style)
            return
        for place, text in enumerate(self.paragraphs(console)):
            if place:
                yield Segment.line()
            yield from console.render(text, options.update(height=None))

    def paragraphs(self, console: Console) -> Iterator[Text]:
        """Yield the paragraphs of plain words, in which every second part is code."""
        words = console.get_style(self.style, default="none")
        code = console.get_style("markdown.code")
        for paragraph in filter(None, BETWEEN_PARAGRAPHS.split(self.markdown.strip())):
            text = Text(justify="left")
            for line in paragraph.split("\n"):
                text.append(" " * bool(text), words)
                for number, part in enumerate(line.strip().split("`")):
                    text.append(part, words + code if number % 2 else words)
            yield text
