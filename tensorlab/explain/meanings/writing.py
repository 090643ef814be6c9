"""Writing by an index: which source elements were sent to an element, and by which index."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import literal
from tensorlab.explain.arithmetic.terms import Term, Writing, as_term, constant, of_element
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Element, Index
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    Explainer,
    Strategy,
)
from tensorlab.explain.strategies.regions import place
from tensorlab.explain.strategies.strategies import checked

LONGEST = 4096
LISTED = 3  # so many elements are named in a sentence

Sending = tuple[
    Element, Any
]  # an element of the index, and the element or the number that it sends
Sent = Callable[[Call, dict[str, Any], Index], list[Sending]]


def by_sending(sent: Sent) -> Strategy:
    """Return the way to tell of a function that writes over elements, or adds to them."""

    def strategy(call: Call) -> Explainer:
        bound = call.bound()
        input = bound["input"]
        adds = call.name.endswith("_add")
        if bound.get("reduce") is not None or not isinstance(input, Tensor) or not input.ndim:
            raise CannotExplainError

        def explain(part: int | None, index: Index) -> Explained:
            asked = sent(call, bound, index)
            here = index[bound["dim"] % input.ndim]
            found = [each for each in asked if wanted(each[0], input, bound) == here]
            own = call.element(input, index)
            if not found:
                words = (
                    f"No element of {call.name_of(bound['index'])} that could reach it is {here}"
                )
                explained = Explained(Writing.of(own), (own,), f"{words}: {place(own)} stays.")
            else:
                term, words = arrived(own, found, bound) if adds else written(found)
                explained = replace(checked(call, part, index, term), sentence=words)
            has_choice = input.shape[bound["dim"] % input.ndim] > 1
            spots = tuple(spot for spot, _ in asked) if has_choice else ()
            elements = (*explained.inputs, *spots)
            is_itself = bound.get("src") is input  # then what is sent away may be what stays
            return replace(explained, inputs=elements, moved=False, derived=True, loose=is_itself)

        return explain

    return strategy


def arrived(own: Element, found: list[Sending], bound: dict[str, Any]) -> tuple[Term, str]:
    """Return an element that something is added to, and what to say of it."""
    return added(own, found, bound.get("alpha", 1)), f"{reason(found)} added to {place(own)}."


def written(found: list[Sending]) -> tuple[Term, str]:
    """Return an element that is written over, and what to say of it."""
    over = f" The last of {len(found)} stays." if found[1:] else ""
    return as_sent(found[-1][1]), f"{reason(found[-1:])} written here.{over}"


def added(own: Element, found: list[Sending], alpha: Any) -> Term:
    """Return an element with all that is sent to it added."""
    total: Any = of_element(own)
    factor: Any = constant(alpha)
    for _, value in found:
        total = total + (as_sent(value) if alpha == 1 else factor * as_sent(value))
    return as_term(total)


def as_sent(value: Any) -> Term:
    """Return what is sent as a term."""
    return of_element(value) if isinstance(value, Element) else constant(value)


def reason(found: list[Sending]) -> str:
    """Return which elements of the index send what."""
    why = listed([f"{place(spot)} = {literal(spot.value)}" for spot, _ in found])
    what = listed(
        [
            place(value) if isinstance(value, Element) else f"the number {literal(value)}"
            for _, value in found
        ]
    )
    return f"{why}, so {what} {'are' if found[1:] else 'is'}"


def wanted(spot: Element, input: Tensor, bound: dict[str, Any]) -> int:
    """Return the place along the dimension that an element of the index names."""
    size = input.shape[bound["dim"] % input.ndim]
    return int(spot.value.real) % size if size else -1


def listed(words: list[str]) -> str:
    """Return words in a row, of many the first and the last."""
    if len(words) > LISTED:
        return f"{words[0]} to {words[-1]}"
    return " and ".join(words)


def along_index(call: Call, bound: dict[str, Any], index: Index) -> list[Sending]:
    """Return what the index of scatter, which is as large as the source's part, may send."""
    places, dim = bound["index"], bound["dim"] % bound["input"].ndim
    source: Any = bound.get("src", bound.get("value"))
    beside = [axis for axis in range(places.ndim) if axis != dim]
    if places.shape[dim] > LONGEST:
        raise CannotExplainError
    if any(index[axis] >= places.shape[axis] for axis in beside):
        return []
    spots = [(*index[:dim], at, *index[dim + 1 :]) for at in range(places.shape[dim])]
    is_tensor = isinstance(source, Tensor) and source.ndim > 0
    return [
        (call.element(places, at), call.element(source, at) if is_tensor else plain(call, source))
        for at in spots
    ]


def along_line(call: Call, bound: dict[str, Any], index: Index) -> list[Sending]:
    """Return what the index of index_add, one number for each slice, may send."""
    places, dim = bound["index"], bound["dim"] % bound["input"].ndim
    source: Any = bound.get("source", bound.get("value"))
    if places.array.size > LONGEST:
        raise CannotExplainError
    is_tensor = isinstance(source, Tensor) and source.ndim > 0
    sendings = []
    for number_ in range(places.array.size):
        at = (*index[:dim], number_, *index[dim + 1 :])
        value = call.element(source, at) if is_tensor else plain(call, source)
        sendings.append((call.element(places, (number_,) if places.ndim else ()), value))
    return sendings


def plain(call: Call, source: Any) -> Any:
    """Return what is sent everywhere: a number, or the one element of a tensor."""
    return call.element(source, ()) if isinstance(source, Tensor) else source


by_scattering = by_sending(along_index)
by_slices = by_sending(along_line)
