"""Claims: what an explanation says of dependence is proven by runs on changed inputs, or not said.

That an element is a constant, that it was copied or drawn, and which elements had a say in it: all
of that is checked here, whichever way of explaining says it.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

import numpy as np

from tensorlab.explain.arithmetic.numbers import literal, number
from tensorlab.explain.calls.call import Call
from tensorlab.explain.dependence.dependence import Dependence
from tensorlab.explain.dependence.halving import first_behind
from tensorlab.explain.story.frames import Element, Index, Number
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    distinct,
    parts_of,
)
from tensorlab.explain.strategies.sentences import place, summary

LISTED = 6  # so many elements are named in a sentence
DRAWN = "Drawn from the random generator"
SEEDED = "torch.manual_seed makes it draw the same."
UNTRIED = "Which elements of the input go into it is not told"


class Claims:
    """Checks what is told of the elements of one call."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self.dependence = Dependence(call)

    def drawn(self, part: int | None, index: Index, value: Number) -> Explained | None:
        """Return what is told of a random number, None where another seed gives the same."""
        if not self.dependence.is_drawn(part, index):
            return None
        explained = Explained(literal(value), sentence=f"{DRAWN}: {literal(value)}; {SEEDED}")
        try:
            return with_deciding(explained, self.dependence.behind(part, index))
        except CannotExplainError:
            return (
                explained
                if not self.call.tensors
                else replace(explained, sentence=f"{explained.sentence} {UNTRIED}.")
            )

    def checked(self, explained: Explained, part: int | None, index: Index) -> Explained:
        """Return a telling with all elements that have a say.

        Raises:
            CannotExplainError: it is not true.
        """
        if not self.call.tensors:
            return explained
        if not self.dependence.is_known:
            compared = (
                self.is_line(explained) and not explained.sentence
            )  # with one value, maybe by chance
            if compared or (explained.moved and not explained.derived):
                raise CannotExplainError
            return explained
        if not self.dependence.is_small:
            if explained.derived or self.dependence.is_all(explained.inputs, part, index):
                return explained
            raise CannotExplainError
        try:
            behind = self.dependence.behind(part, index)
        except CannotExplainError:
            if not explained.derived:
                raise
            rest = without(self.dependence.elements, explained.inputs) if explained.loose else ()
            return with_deciding(explained, rest)
        missing = without(behind, explained.inputs)
        if explained.derived and missing and self.dependence.is_all(explained.inputs, part, index):
            alone = self.dependence.moving(part, index)  # others do once named ones have changed
            missing = without(tuple(map(self.dependence.element, sorted(alone))), explained.inputs)
        if explained.moved and (missing == behind if behind else explained.inputs):
            raise CannotExplainError  # neither a constant, nor copied from there
        is_vain = not behind and all(
            isinstance(element.value, bool) for element in explained.inputs
        )
        if explained.inputs and (explained.loose or is_vain or self.is_line(explained)):
            explained = replace(
                explained, inputs=without(explained.inputs, without(explained.inputs, behind))
            )
            if not behind:
                words = explained.sentence or f"{explained.text}, whatever is changed."
                explained = replace(explained, sentence=f"{words} It depends on no element.")
        return with_deciding(explained, missing)

    def is_line(self, explained: Explained) -> bool:
        """Return whether elements may be named only because they lie on one line with others."""
        elementwise = self.call.operation is not None and self.call.operation.elementwise
        return not (explained.derived or explained.moved or explained.steps or elementwise)

    def last(self, explained: Explained, part: int | None, index: Index) -> Explained:
        """Return what is told where no way of explaining fits: what the element depends on."""
        sentence = summary(self.call)
        if not self.call.tensors:
            stands = isinstance(self.call.result, int | float | complex) and not explained.sentence
            return (
                replace(explained, sentence=f"{sentence} Here it is {explained.text}.")
                if stands
                else explained
            )
        try:
            behind = self.dependence.behind(part, index)
        except CannotExplainError:
            return self.first(explained, part, index)
        if not behind:
            known = [number(each, index) for at, each in parts_of(self.call.result) if at == part]
            text = literal(known[0]) if known else explained.text
            return replace(explained, text=text, sentence=f"{sentence} {self.facts()}")
        won = self.won(explained, part, index, behind)
        if won is not None:
            return replace(won, sentence=f"{sentence} {won.sentence}")
        return replace(
            explained, inputs=behind, sentence=f"{sentence} It depends on {listed(behind)}."
        )

    def won(
        self, explained: Explained, part: int | None, index: Index, behind: tuple[Element, ...]
    ) -> Explained | None:
        """Return what is told of the largest of some elements, or of its place; else None."""
        tensor = self.call.tensors[0]
        if any(element.name != self.call.name_of(tensor) for element in behind) or not behind[1:]:
            return None
        if not tensor.dtype.is_floating_point or not parts_of(self.call.result):
            return None
        best = max(behind, key=lambda element: element.value.real)
        value = number(dict(parts_of(self.call.result))[part], index)
        words = f"{place(best)} = {literal(best.value)} is the largest of {listed(behind)}"
        if value == best.value and part != 1:
            return replace(explained, text=literal(value), inputs=behind, sentence=f"{words}.")
        for dims in range(1, tensor.ndim + 1):
            flat = int(np.ravel_multi_index(best.index[-dims:], tensor.shape[-dims:]))
            if part == 1 and value == flat:
                where = f"its place, counted through the last {dims} dimensions, is {flat}."
                return replace(
                    explained, text=str(flat), inputs=behind, sentence=f"{words}; {where}"
                )
        return None

    def facts(self) -> str:
        """Return what a result that depends on no element may depend on: shapes and types."""
        known = {
            self.call.name_of(each): f"{tuple(each.shape)} {each.dtype.name}"
            for each in self.call.tensors
        }
        words = joined([f"{name} is {fact}" for name, fact in known.items()])
        return f"It depends on no element: {words}."

    def first(self, explained: Explained, part: int | None, index: Index) -> Explained:
        """Return what is told of a large call where no way of explaining fits."""
        sentence = summary(self.call)
        try:
            behind, is_all = first_behind(self.dependence, part, index)
        except CannotExplainError:
            return replace(explained, sentence=f"{sentence} {UNTRIED}.")
        rest = "" if is_all else "; more were not tried"
        words = f"It depends on {listed(behind)}{rest}." if behind else "It depends on no element."
        return replace(explained, inputs=behind, sentence=f"{sentence} {words}")


def without(elements: Sequence[Element], named: Sequence[Element]) -> tuple[Element, ...]:
    """Return the elements that are not among those named."""
    known = {(element.name, element.index) for element in named}
    return tuple(element for element in elements if (element.name, element.index) not in known)


def with_deciding(explained: Explained, missing: tuple[Element, ...]) -> Explained:
    """Return a telling that also names the elements which have a say beside those named."""
    if not missing:
        return explained
    return replace(
        explained, inputs=distinct((*explained.inputs, *missing)), deciding=listed(missing)
    )


def listed(elements: Sequence[Element]) -> str:
    """Return elements in words: each by its name, many as how many of which tensor."""
    if len(elements) <= LISTED:
        return joined([place(element) for element in elements])
    parts = []
    for name, group in groupby(elements, key=lambda element: element.name):
        own = list(group)
        names = [place(element) for element in own]
        parts += (
            names if len(own) < 3 else [f"{len(own)} elements of {name}, {names[0]} to {names[-1]}"]
        )
    return joined(parts)


def joined(words: list[str]) -> str:
    """Return words in a row: a, b and c."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
