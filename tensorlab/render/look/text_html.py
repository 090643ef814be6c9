"""What a terminal shows as a piece of an HTML page, in colours for light and dark."""

from collections.abc import Mapping
from html import escape

from rich.console import RenderableType
from rich.segment import Segment

from tensorlab.render.look.console import plain_text
from tensorlab.render.look.style_sheet import DARK, class_of, colours, of_words
from tensorlab.render.look.text_svg import ROLE, lines_of
from tensorlab.render.look.themes import ROLES

WIDTH = 100
# Notebooks tell their theme on the page, whatever the system prefers.
LIGHT_PAGES = "[data-jp-theme-light=true] .tensorlab,.vscode-light .tensorlab"
DARK_PAGES = "[data-jp-theme-light=false] .tensorlab,.vscode-dark .tensorlab"
TABLES = (
    "table{display:inline-table;vertical-align:top;border-collapse:collapse;margin:0 1.5em .5em 0;"
    "font-family:monospace}caption,td,th{text-align:right;padding:0 .4em}"
    "caption{text-align:left}th{font-weight:normal}"
)


class Shown:
    """Something of ours as a notebook shows it: as HTML, else as the text of a terminal."""

    def __init__(self, content: RenderableType) -> None:
        self.content = content

    def __repr__(self) -> str:
        return plain_text(self.content)

    def _repr_html_(self) -> str:
        return text_html(self.content)

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> Mapping[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}


def text_html(renderable: RenderableType, width: int = WIDTH) -> str:
    """Return a renderable as a terminal of so many columns shows it, as HTML."""
    lines = ("".join(map(span, line)).rstrip() for line in lines_of(renderable, width))
    return piece("<pre>{}</pre>".format("\n".join(lines)))


def span(segment: Segment) -> str:
    """Return a stretch of text in the class of its role."""
    role = "" if segment.style is None else segment.style.meta.get(ROLE, "")
    text = escape(segment.text)
    return f'<span class="{class_of(role)}">{text}</span>' if role and text.strip() else text


def piece(content: str) -> str:
    """Return HTML of ours with the rules for its colours, which hold in it alone."""
    light, dark = ("".join(colours(ground)) for ground in ("light", "dark"))
    rules = "".join(map(of_words, ROLES))
    return (
        f"<style>.tensorlab{{{light}{TABLES}{rules}}}{DARK}{{.tensorlab{{{dark}}}}}"
        f"{LIGHT_PAGES}{{{light}}}{DARK_PAGES}{{{dark}}}</style>"
        f'<div class="tensorlab">{content}</div>'
    )
