"""What a terminal shows as a piece of an HTML page, in colours for light and dark."""

from collections.abc import Mapping
from html import escape

from rich.console import RenderableType
from rich.segment import Segment

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.story.tensor_grid import Facet, grid
from tensorlab.render.look.console import plain_text
from tensorlab.render.look.svg import ROLE, lines_of
from tensorlab.render.look.themes import DARK, ROLES, class_of, colours, of_words
from tensorlab.render.tensors.view import label, left_out
from tensorlab.wording import SEPARATOR
from tensorlab.workspace.summary import tensor_facts

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


def tensor_html(tensor: Tensor) -> str:
    """Return a tensor as HTML; of a large one the edges, and how much is left out."""
    facts = tensor_facts(tensor)
    if tensor.is_meta or not tensor.shape.numel():
        return piece(paragraph(SEPARATOR.join([*facts, "no values"]), "badge"))
    facets = grid(tensor).facets
    tables = "".join(table(facet) for facet in facets)
    notes = "".join(paragraph(note, "quiet") for note in left_out(tensor, facets))
    return piece(f"{paragraph(SEPARATOR.join(facts), 'badge')}<div>{tables}</div>{notes}")


def paragraph(text: str, role: str) -> str:
    """Return words in the colour of their role."""
    return f'<div class="{role}">{escape(text)}</div>'


def table(facet: Facet) -> str:
    """Return the last two dimensions at one place of the others as a table."""
    if None in facet.index:
        return f'<span class="quiet">{label(None)}</span>'
    place = f"<caption>[{', '.join(map(str, facet.index))}, :, :]</caption>" if facet.index else ""
    corner = "<td></td>" if facet.rows else ""
    heads = "".join(f'<th scope="col" class="quiet">{label(at)}</th>' for at in facet.columns)
    names = [f'<th scope="row" class="quiet">{label(row)}</th>' for row in facet.rows] or [""]
    rows = "".join(
        f"<tr>{name}{''.join(f'<td>{escape(word)}</td>' for word in words)}</tr>"
        for name, words in zip(names, facet.words, strict=True)
    )
    head = f"<tr>{corner}{heads}</tr>" if heads else ""
    return f"<table>{place}{head}{rows}</table>"
