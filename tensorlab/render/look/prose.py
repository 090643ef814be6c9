"""The words of a lesson on a terminal; most are plain paragraphs, for which no parser is loaded."""

import re
from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from tensorlab.frozen import pattern

WORDS = r"[^\W_](?:[^`*_\[<&\\~|\t\n]*[^\W_])?"
# Code, and words that are stressed.
STYLED = pattern(rf"(`(?! )[^`\n]+(?<! )`|\*\*{WORDS}\*\*|\*{WORDS}\*)")
STYLES = {"`": "markdown.code", "**": "markdown.strong", "*": "markdown.em"}
# What Markdown takes for anything but words, beside these.
MARKUP = pattern(r"[`*_<&\\~|\t]|\][(\[:]|^\s*(?:[-+>#=]|\d+[.)])|^ {4}|  $", re.MULTILINE)
HEADING = pattern(r"(?:\A|(?<=\n\n))(#{1,6}) ([^\s#][^#\n]*)(?=\n\n|\s*\Z)")
BETWEEN_PARAGRAPHS = pattern(r"\n\s*\n")


class Prose:
    """Markdown as Rich draws it."""

    def __init__(self, markdown: str, style: str = "untouched") -> None:
        self.markdown = markdown
        self.style = style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if needs_parser(self.markdown):
            from tensorlab.render.look.markdown import WholeMarkdown  # it takes 30 ms

            yield WholeMarkdown(self.markdown, self.style)
            return
        for place, text in enumerate(self.paragraphs(console)):
            if place:
                yield Segment.line()
            yield from console.render(text, options.update(height=None))

    def paragraphs(self, console: Console) -> Iterator[Text]:
        """Yield the headings and the paragraphs of plain words."""
        usual = console.get_style(self.style, default="none")
        for paragraph in filter(None, BETWEEN_PARAGRAPHS.split(self.markdown.strip())):
            heading = HEADING.fullmatch(paragraph)
            own = f"markdown.h{len(heading[1])}" if heading else "none"
            yield styled(
                heading[2] if heading else paragraph, usual + console.get_style(own), console
            )


def needs_parser(markdown: str) -> bool:
    """Return whether there is more than headings, paragraphs, code and stress."""
    return bool(MARKUP.search(STYLED.sub("", HEADING.sub(r"\2", markdown))))


def styled(paragraph: str, usual: Style, console: Console) -> Text:
    """Return plain words, of which every second part has a style of its own."""
    text = Text(justify="left")
    for line in paragraph.split("\n"):
        text.append(" " * bool(text), usual)
        for number, part in enumerate(STYLED.split(line.strip())):
            mark = next(filter(part.startswith, STYLES), "") if number % 2 else ""
            style = console.get_style(STYLES.get(mark, "none"))
            text.append(part[len(mark) : len(part) - len(mark)], usual + style)
    return text
