"""A tensor as a piece of an HTML page: what it is, then its elements as tables with places."""

from html import escape

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.story.tensor_grid import Facet, grid
from tensorlab.render.look.text_html import piece
from tensorlab.render.tensors.view import label, left_out
from tensorlab.workspace.summary import SEPARATOR, tensor_facts


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
