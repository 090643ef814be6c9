"""Where elements are: nonzero, and the numbers that stand in a tensor: unique, bincount, histc."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import numpy as np

from tensorlab.engine.naming import STRIDED
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import literal, number
from tensorlab.explain.arithmetic.terms import of_element
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Element, Index, Number
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    Explainer,
    part_of,
)
from tensorlab.explain.strategies.regions import ordinal, place, the_nth
from tensorlab.wording import counted, joined

LONGEST = 4096
WRITTEN = 12  # so many elements stand in the text
LISTED = 6  # so many are named in a sentence


def elements_of(call: Call, tensor: object) -> list[Element]:
    """Return all elements of a tensor in reading order.

    Raises:
        CannotExplainError: there are too many.
    """
    if (
        not isinstance(tensor, Tensor)
        or tensor.layout is not STRIDED
        or tensor._array.size > LONGEST
    ):
        raise CannotExplainError
    return call.elements(tensor)


def by_nonzero(call: Call) -> Explainer:
    """Tell of nonzero, argwhere and where(condition): the place of the k-th element that counts."""
    bound = call.bound()
    if bound.get("other") is not None:
        raise CannotExplainError
    elements = elements_of(call, bound.get("condition", bound.get("input")))
    found = [element for element in elements if element.value != 0]

    def explain(part: int | None, index: Index) -> Explained:
        rank, dim = index if part is None else (index[0], part)
        element = found[rank]
        if not element.index:  # a number alone counts as a row of one
            words = f"{place(element)} is {literal(element.value)}: one number, so its place is 0."
            return Explained("0", (element,), words, derived=True)
        kind = "True" if isinstance(element.value, bool) else "other than zero"
        words = the_nth(element, rank, kind)
        before = elements[: elements.index(element) + 1]
        spot, inputs = element.index[dim], (element, *before[:-1])
        words = f"{words}: along dimension {dim} its place is {spot}."
        return Explained(str(spot), inputs, words, derived=True)

    return explain


def by_run(call: Call) -> Explainer:
    """Tell of unique_consecutive: where each run of equal elements begins, and how long it is."""
    bound = call.bound()
    if call.name != "unique_consecutive" or bound.get("dim") is not None:
        raise CannotExplainError
    elements = elements_of(call, bound["input"])
    runs = [list(group) for _, group in groupby(elements, key=lambda element: element.value)]

    def explain(part: int | None, index: Index) -> Explained:
        if part == 1 and bound.get("return_inverse"):
            raise CannotExplainError
        run = runs[index[0]]
        count = counted(len(run), "element")
        words = f"The {ordinal(index[0])} run of equal elements: {named(run)}, {count}."
        before = [element for each in runs[: index[0]] for element in each]
        if part in {None, 0}:
            return Explained(literal(run[0].value), (run[0], *before), words, derived=True)
        ending = [each[0] for each in runs[index[0] + 1 : index[0] + 2]]
        return Explained(str(len(run)), (*run, *before, *ending), words, derived=True)

    return explain


def by_value(call: Call) -> Explainer:
    """Tell of unique: the values in order, where each went, and how often it stands there."""
    bound = call.bound()
    if call.name != "unique" or bound.get("dim") is not None:
        raise CannotExplainError
    elements = elements_of(call, bound["input"])
    values: Any = call.result if isinstance(call.result, Tensor) else call.result[0]

    def explain(part: int | None, index: Index) -> Explained:
        result = part_of(call.result, part)
        if tuple(result.shape) == tuple(bound["input"].shape) and part == 1:
            own = next(element for element in elements if element.index == index)
            at = int(number(result, index).real)
            order = f"the {ordinal(at)} of the values in order: number {at}"
            words = f"{place(own)} = {literal(own.value)} is {order}."
            others = tuple(element for element in elements if element is not own)
            return Explained(str(at), (own, *others), words, derived=True)
        value = number(values, index)
        group = [element for element in elements if element.value == value]
        where = named(group)
        others = tuple(element for element in elements if element.value != value)
        if part in {None, 0}:
            order = f"the {ordinal(index[0])} value in order"
            words = f"{literal(value)} is {order}: it stands at {where}."
            return Explained(literal(value), (*group, *others), words, derived=True)
        words = f"{literal(value)} stands at {where}: {counted(len(group), 'time')}."
        # a single one stands there once anyway
        known = tuple(elements) if elements[1:] else ()
        return Explained(count_text(elements, group, value), known, words, derived=True)

    return explain


def by_slice(call: Call) -> Explainer:
    """Tell of unique along a dimension: which slice each one in order is, how many are equal."""
    bound = call.bound()
    input, dim = bound["input"], bound.get("dim")
    if call.name != "unique" or dim is None:
        raise CannotExplainError
    elements, dim = elements_of(call, input), dim % input.ndim
    values: Any = call.result if isinstance(call.result, Tensor) else call.result[0]
    lines, different = (np.moveaxis(each._array, dim, 0) for each in (input, values))
    kind = ("row", "column")[dim] if input.ndim == 2 else f"slice along dimension {dim}"

    def explain(part: int | None, index: Index) -> Explained:
        rank = index[0] if part else index[dim]
        is_inverse = part == 1 and bound.get("return_inverse")
        rank = int(number(call.result[1], index).real) if is_inverse else rank
        places = np.flatnonzero((lines == different[rank]).reshape(len(lines), -1).all(1)).tolist()
        where = f"in {call.name_of(input)} it stands at {joined(map(str, places))}"
        words = f"The {ordinal(rank)} different {kind} in order: {where}."
        text = str(rank if is_inverse else len(places))
        if not part:
            own = call.element(input, (*index[:dim], places[0], *index[dim + 1 :]))
            text = literal(own.value)
        return Explained(text, tuple(elements), words, derived=True)

    return explain


def by_bin(call: Call) -> Explainer:
    """Explain bincount and histc: which elements fall into a bin, one each, or their weights."""
    bound = call.bound()
    if call.name not in {"bincount", "histc"}:
        raise CannotExplainError
    elements = elements_of(call, bound["input"])
    given = bound.get("weights")
    weights = None if given is None else elements_of(call, given)
    edges = edges_of(call, bound, [float(element.value.real) for element in elements])

    def explain(part: int | None, index: Index) -> Explained:
        which = index[0]
        if edges is None:
            group = [element for element in elements if element.value == which]
            what = f"equal to {which}"
        else:
            group = in_bin(elements, edges, which)
            ends = (literal(float(f"{edge:.7g}")) for edge in edges[which : which + 2])
            what = f"between {' and '.join(ends)}"
        if weights is None and len(group) != number(call.result, index):
            raise CannotExplainError
        many = counted(len(group), "element") if group else "No element"
        words = f"{many} {'are' if group[1:] else 'is'} {what}"
        words = f"{words}: {named(group)}." if 0 < len(group) <= LISTED else f"{words}."
        if weights is not None:
            own: list[Any] = [of_element(weights[each.index[0]]) for each in group]
            text = sum(own[1:], own[0]).text if own else "0.0"
            words += " The weights there are added up." if own[1:] else ""
            counted_with = (*elements, *(each for term in own for each in term.elements))
            return Explained(text, counted_with, words, derived=True)
        bare = literal(number(call.result, index))
        text = count_text(elements, group, which) if edges is None else bare
        return Explained(text, tuple(elements), words, derived=True, loose=True)

    return explain


def in_bin(elements: Sequence[Element], edges: list[float], which: int) -> list[Element]:
    """Return the elements in a bin, which its upper edge is not in, but for the last one."""
    low, high = edges[which], edges[which + 1]
    last = which == len(edges) - 2
    return [
        element
        for element in elements
        if low <= float(element.value.real) < high or (last and float(element.value.real) == high)
    ]


def edges_of(call: Call, bound: dict[str, Any], values: list[float]) -> list[float] | None:
    """Return the edges of a histogram's bins; those of bincount are the whole numbers."""
    if call.name != "histc":
        return None
    bins, low, high = bound.get("bins", 100), bound.get("min", 0), bound.get("max", 0)
    if low == high:
        low, high = min(values), max(values)
    if low == high:
        low, high = low - 1, high + 1
    return [*(low + (high - low) * at / bins for at in range(bins)), high]


def count_text(elements: list[Element], group: list[Element], value: Number) -> str:
    """Return how many elements equal a number as comparisons added up, where these can be read."""
    if not 1 < len(elements) <= WRITTEN:
        return str(len(group))
    return " + ".join(f"({literal(each.value)} == {literal(value)})" for each in elements)


def named(group: list[Element]) -> str:
    """Return the names of elements, of many their number."""
    names = [place(element) for element in group]
    return joined(names) if len(names) <= LISTED else f"{len(names)} elements"
