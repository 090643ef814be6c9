"""Writing by an index: which source elements were sent to an element, and by which index."""

from collections.abc import Callable
from contextlib import suppress
from functools import reduce
from itertools import product
from math import prod
from operator import add, getitem, mul
from typing import Any

import numpy as np

from tensorlab.engine.dtypes import INTEGER, int64
from tensorlab.engine.shapes import broadcast_shapes
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.explain.arithmetic.numbers import literal, number, unraveled
from tensorlab.explain.arithmetic.terms import ATOM, Term, Writing, as_term, constant, of_element
from tensorlab.explain.calls.call import Call
from tensorlab.explain.meanings.reading import counted, decision, key_deciders, masks_in
from tensorlab.explain.story.frames import Element, Index
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    Explainer,
    Strategy,
    quietly,
)
from tensorlab.explain.strategies.regions import place
from tensorlab.explain.strategies.strategies import checked, served
from tensorlab.frozen import replace

LONGEST = 4096
LISTED = 3  # so many elements are named in a sentence

# An element of the index, or of several, and the element or the number that it sends.
Sending = tuple[Any, Any]
Sent = Callable[[Call, dict[str, Any], Index], list[Sending]]


def by_sending(sent: Sent) -> Strategy:
    """Return the way to tell of a function that writes over elements, or adds to them."""

    def strategy(call: Call) -> Explainer:
        bound = call.bound()
        input = bound["input"]
        named = "add" if call.name.strip("_").endswith("_add") else bound.get("reduce")
        way = {"add": "sum", "multiply": "prod"}.get(named, named) if named else ""
        if not isinstance(input, Tensor) or not input.ndim:
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
                term, words = arrived(own, found, bound, way) if way else written(found)
                explained = replace(checked(call, part, index, term), sentence=words)
            has_choice = input.shape[bound["dim"] % input.ndim] > 1
            spots = tuple(spot for spot, _ in asked) if has_choice else ()
            elements = (*explained.inputs, *spots)
            # then what is sent away may be what stays
            is_itself = bound.get("src") is input
            return replace(explained, inputs=elements, moved=False, derived=True, loose=is_itself)

        return explain

    return strategy


def arrived(
    own: Element, found: list[Sending], bound: dict[str, Any], way: str
) -> tuple[Term, str]:
    """Return an element that something is combined with, and what to say of it."""
    factor: Any = constant(bound.get("alpha", 1))
    terms = [as_sent(value) for _, value in found]
    terms = [as_term(factor * each) for each in terms] if factor.value != 1 else terms
    verb = {"sum": "added to", "prod": "multiplied with", "mean": "averaged with"}.get(way)
    kept = {"amax": ": the largest stays", "amin": ": the smallest stays"}.get(way, "")
    words = f"{reason(found)} {verb or 'compared with'} {place(own)}{kept}."
    if bound.get("include_self", True):
        return combined(way, [of_element(own), *terms]), words
    without = f"; {place(own)} does not count."
    return combined(way, terms), f"{reason(found)} {(verb or 'compared').split()[0]}{kept}{without}"


def combined(way: str, terms: list[Any]) -> Term:
    """Return terms added, multiplied or averaged, or the largest or the smallest of them."""
    if way in {"amax", "amin"}:
        choose, name = (max, "max") if way == "amax" else (min, "min")
        text = f"{name}({', '.join(each.text for each in terms)})" if terms[1:] else terms[0].text
        value = choose(each.value for each in terms)
        return Term(value, text, ATOM, tuple(terms), max(each.scale for each in terms))
    total = reduce(mul if way == "prod" else add, terms)
    return as_term(total / constant(len(terms)) if way == "mean" else total)


def written(found: list[Sending]) -> tuple[Term, str]:
    """Return an element that is written over, and what to say of it."""
    over = f" The last of {len(found)} stays." if found[1:] else ""
    return as_sent(found[-1][1]), f"{reason(found[-1:])} written here.{over}"


def as_sent(value: Any) -> Term:
    """Return what is sent as a term."""
    return of_element(value) if isinstance(value, Element) else constant(value)


def reason(found: list[Sending]) -> str:
    """Return which elements of the index send what."""
    spots = dict.fromkeys(each for spot, _ in found for each in all_of(spot))
    why = listed([f"{place(each)} = {literal(each.value)}" for each in spots])
    what = listed(
        [
            place(value) if isinstance(value, Element) else f"the number {literal(value)}"
            for _, value in found
        ]
    )
    return f"{why}, so {what} {'are' if found[1:] else 'is'}"


def all_of(spot: Element | tuple[Element, ...]) -> tuple[Element, ...]:
    """Return the elements of an index, or of several, that name a place together."""
    return spot if isinstance(spot, tuple) else (spot,)


def by_putting(call: Call) -> Explainer:
    """Tell of index_put and put: indices of whole numbers that name the places of values."""
    bound = call.bound()
    is_flat = "index" in bound  # then it counts through all elements
    input, values = bound["input"], bound["source" if is_flat else "values"]
    indices = [bound["index"]] if is_flat else list(bound["indices"])
    sizes = (input._array.size,) if is_flat else input.shape
    if not all(isinstance(each, Tensor) and each.dtype.category == INTEGER for each in indices):
        raise CannotExplainError
    shape = tuple(broadcast_shapes(*(each.shape for each in indices)))
    if prod(shape) > LONGEST:
        raise CannotExplainError

    def explain(part: int | None, index: Index) -> Explained:
        whole = (int(np.ravel_multi_index(index, input.shape)),) if is_flat else index
        here, rest = whole[: len(indices)], whole[len(indices) :]
        named = {
            at: tuple(call.element(each, served(each.shape, at)) for each in indices)
            for at in product(*map(range, shape))
        }
        found: list[Sending] = [
            (spots, call.element(values, sent_from(values, (*at, *rest), shape, is_flat)))
            for at, spots in named.items()
            if all(
                int(spot.value.real) % size == spot_here
                for spot, size, spot_here in zip(spots, sizes, here, strict=False)
            )
        ]
        own = call.element(input, index)
        every = tuple(dict.fromkeys(each for spots in named.values() for each in spots))
        if not found:
            named_here = f"number {here[0]}" if is_flat else list(here)
            words = f"No indices name {named_here}: {place(own)} stays."
            return Explained(Writing.of(own), (own, *every), words, derived=True)
        adds = bound.get("accumulate")
        term, words = arrived(own, found, {}, "sum") if adds else written(found)
        explained = checked(call, part, index, term)
        inputs = (*explained.inputs, *every)
        return replace(explained, sentence=words, inputs=inputs, moved=False, derived=True)

    return explain


def sent_from(values: Tensor, at: Index, shape: Index, is_flat: bool) -> Index:
    """Return which of the values an index sends: by its place, or by how many are before it."""
    if not is_flat:
        return served(values.shape, at)
    return unraveled(int(np.ravel_multi_index(at, shape)), tuple(values.shape))


def by_key(call: Call) -> Explainer:
    """Tell of `x[i] = y`: what is written to an element, or that it stays."""
    owner, key, value = call.args
    size = owner._array.size
    labels = [wrap(np.arange(size).reshape(owner._array.shape), int64)]
    if isinstance(value, Tensor):
        labels.append(wrap(size + np.arange(value._array.size).reshape(value._array.shape), int64))
    marked = quietly(call.replay, labels[0], key, labels[1] if labels[1:] else size)
    masks, chosen = masks_in(owner, key), pointing_to(call, labels[0])

    def explain(part: int | None, index: Index) -> Explained:
        label = int(number(marked, index).real)
        deciders = [call.element(mask, index[dim : dim + mask.ndim]) for mask, dim in masks]
        deciders += chosen(index)
        why = " and ".join(dict.fromkeys(map(decision, deciders)))
        so = f"{why}, so " if why else ""
        if label < size:
            own = call.element(owner, index)
            words = f"{so}{place(own)} stays."
            return Explained(literal(own.value), (own, *deciders), words, derived=True)
        if not isinstance(value, Tensor):
            text = literal(number(call.result, index))
            words = f"{so or 'Here '}the number {text} is written{' here' * bool(so)}."
            return Explained(text, tuple(deciders), words, derived=True)
        source = call.element(value, unraveled(label - size, tuple(value.shape)))
        words = f"{so}{place(source)} is written here."
        return Explained(literal(source.value), (source, *deciders), words, derived=True)

    return explain


def pointing_to(call: Call, labels: Tensor) -> Callable[[Index], list[Element]]:
    """Return what gives the elements of an index of `x[i] = y` by which an element is written."""
    key, found = call.args[1], {}
    with suppress(CannotExplainError):
        found = key_deciders(call)
    tensors = [each for each in call.tensors if id(each) in found]
    if not tensors:
        return lambda index: []
    part = quietly(getitem, labels, key)
    written = quietly(call.replay, -1 - labels, key, counted(part))

    def chosen(index: Index) -> list[Element]:
        spot = written._array[index]
        if spot < 0:
            return []
        elements = []
        for each in tensors:
            at = int(found[id(each)]._array.flat[spot])
            elements.append(call.element(each, unraveled(at, tuple(each.shape))))
        return elements

    return chosen


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
    if places._array.size > LONGEST:
        raise CannotExplainError
    is_tensor = isinstance(source, Tensor) and source.ndim > 0
    sendings = []
    for number_ in range(places._array.size):
        at = (*index[:dim], number_, *index[dim + 1 :])
        value = call.element(source, at) if is_tensor else plain(call, source)
        sendings.append((call.element(places, (number_,) if places.ndim else ()), value))
    return sendings


def plain(call: Call, source: object) -> Any:
    """Return what is sent everywhere: a number, or the one element of a tensor."""
    return call.element(source, ()) if isinstance(source, Tensor) else source


by_scattering = by_sending(along_index)
by_slices = by_sending(along_line)
