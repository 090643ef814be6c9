"""A tensor as tables of a page: labels at the edges, a button for each element to ask about."""

import math
from collections.abc import Collection, Iterable
from html import escape

from tensorlab.explain.story.chapters import shown_elements
from tensorlab.explain.story.facets import Facet, facets
from tensorlab.explain.story.frames import Index, Operand
from tensorlab.explain.story.pictures import GAP, brief
from tensorlab.render.tensors.value import role_of

MOST_ELEMENTS = 400  # of one tensor; a page draws of a larger one what its elements are made of


def figure(operand: Operand, kept: Iterable[Index], title: str, asked: Collection[Index]) -> str:
    """Return a tensor with its name and facts; `asked` are the elements that answer a click."""
    kind = "outcome" if asked else "operand"
    drawn = set(kept)
    tables = "".join(
        table(facet, min(len(operand.shape), 2), asked) for facet in facets(operand, drawn)
    )
    left = math.prod(operand.shape) - len(drawn)
    note = f' <span class="quiet">{left} more elements</span>' if left else ""
    return (
        f'<figure class="{kind}" data-of="{escape(operand.name)}"><figcaption>'
        f"<code>{escape(title)}</code> {badges(operand.shape, operand.dtype)}{note}</figcaption>"
        f'<div class="facets">{tables}</div></figure>'
    )


def badges(shape: Index, dtype: str) -> str:
    """Return a shape and a type as badges."""
    words = (str(tuple(shape)), dtype.removeprefix("torch."))
    return " ".join(f'<span class="badge">{escape(word)}</span>' for word in words)


def table(facet: Facet, rank: int, asked: Collection[Index]) -> str:
    """Return a matrix, a row of a vector, or one number as a table with its elements' places."""
    head = f"<tr>{'<th></th>' * (rank > 1)}{''.join(map(label, facet.columns))}</tr>"
    front = ", ".join(map(str, facet.front))
    rows = "".join(
        f"<tr>{label(row, 'row') if rank > 1 else ''}"
        f"{''.join(entry(facet, row, column, rank, asked) for column in facet.columns)}</tr>"
        for row in facet.rows
    )
    return (
        f'<table data-front="{front.replace(",", "")}"'
        f' data-rows="{places(facet.rows) if rank > 1 else ""}"'
        f' data-columns="{places(facet.columns) if rank else ""}">'
        f"{f'<caption>[{front}]</caption>' if front else ''}"
        f"{f'<thead>{head}</thead>' if rank else ''}<tbody>{rows}</tbody></table>"
    )


def entry(
    facet: Facet, row: int | None, column: int | None, rank: int, asked: Collection[Index]
) -> str:
    """Return one element of a table."""
    value = None if row is None or column is None else facet.elements.get((row, column))
    if value is None or row is None or column is None:
        return f'<td class="gap">{GAP}</td>'
    words, kind = escape(brief(value)), role_of(brief(value))
    if (*facet.front, *(row, column)[2 - rank :]) in asked:
        words = f'<button type="button">{words}</button>'
    return f'<td class="{kind}">{words}</td>' if kind != "untouched" else f"<td>{words}</td>"


def label(place: int | None, of: str = "col") -> str:
    """Return the number of a row or a column at the edge."""
    return f'<th class="index" scope="{of}">{GAP if place is None else place}</th>'


def places(numbers: Iterable[int | None]) -> str:
    """Return the numbers of rows or columns as the script reads them."""
    return " ".join("-" if number is None else str(number) for number in numbers)


def shown(operand: Operand, wanted: Iterable[Index]) -> list[Index]:
    """Return the elements of a tensor that a page draws: all, or of a large one those wanted."""
    if len(operand.elements) <= MOST_ELEMENTS:
        return list(operand.elements)
    ordered = dict.fromkeys([*wanted, *shown_elements(operand.shape)])
    return [index for index in ordered if index in operand.elements][:MOST_ELEMENTS]
