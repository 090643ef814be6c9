"""Explaining by recipe: each element through the steps of a run that led to it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any, Protocol

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.composing import filled, with_numbers
from tensorlab.explain.arithmetic.numbers import literal, number, same
from tensorlab.explain.arithmetic.terms import mark, marked_elements
from tensorlab.explain.calls.call import Call
from tensorlab.explain.recipes.recipes import followed, recipe_of, widened
from tensorlab.explain.recipes.run import Run
from tensorlab.explain.story.frames import Element, Frame, Index, Number
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    Explainer,
    Strategy,
    distinct,
    part_of,
)
from tensorlab.explain.strategies.sentences import made_of, place, words_for

MOST_ELEMENTS = 9000  # of steps that lead to one element
PLAIN = 64  # a text that is no longer needs no steps beside it
LONGEST = 100  # a text that is longer shows only the last step
SHOWN = 4  # so many elements of one step are shown


class StepExplainer(Protocol):
    """What tells of the elements of one call."""

    def explained(self, part: int | None, index: Index, value: Number) -> Explained:
        """Return how an element came about."""


Explainers = Callable[[Call], StepExplainer]


Place = tuple[int, Index]  # which tensor, and which of its elements


class Steps:
    """The elements of a run that were told, each once."""

    def __init__(self, run: Run, explainers: Explainers) -> None:
        self.run = run
        self.explainers = explainers
        self.strategies: dict[int, StepExplainer] = {}
        self.known: dict[Place, Explained] = {}
        self.written: dict[Place, str] = {}
        self.is_too_long = False  # whether so many elements lead to one that nobody would follow

    def explained(self, tensor: Tensor, index: Index) -> Explained:
        """Return how an element of a step came about, from the elements of the steps before it."""
        spot = (id(tensor), index)
        if spot not in self.known:
            call, part = self.run.step_to(tensor)
            if id(call.result) not in self.strategies:
                self.strategies[id(call.result)] = self.explainers(call)
            with marked_elements():
                found = self.strategies[id(call.result)].explained(
                    part, index, number(tensor, index)
                )
            sentence = found.sentence or words_for(call, found, number(tensor, index))
            text = mark(found.inputs[0]) if is_read(found) else found.text
            sentence = f"{sentence} {found.note}".rstrip()
            self.known[spot] = replace(found, text=text, sentence=sentence)
        return self.known[spot]

    def is_moved(self, tensor: Tensor, index: Index) -> bool:
        """Return whether an element is another one, moved without anything that decides on it."""
        explained = self.explained(tensor, index)
        return explained.moved and len(explained.inputs) < 2

    def source(self, tensor: Tensor, index: Index) -> tuple[Tensor, Index]:
        """Return an element, or the one that it was copied from by steps that only move."""
        while id(tensor) not in self.run.given and self.explained(tensor, index).moved:
            before = list(self.before(tensor, index))
            if len(before) != 1:
                break
            tensor, index = before[0]
        return tensor, index

    def origin(self, tensor: Tensor, index: Index) -> Element:
        """Return where an element was copied from by steps that only move, if it was."""
        tensor, index = self.source(tensor, index)
        return Element(self.run.names[id(tensor)], index, number(tensor, index))

    def inputs(self, tensor: Tensor, index: Index) -> dict[Element, Element]:
        """Return the elements that an element was made of, and where each was copied from."""
        explained = self.explained(tensor, index)
        origins = (self.origin(*each) for each in self.before(tensor, index))
        return dict(zip(explained.inputs, origins, strict=True))

    def sentence(self, tensor: Tensor, index: Index) -> str:
        """Return the words on an element, about elements where they were before they were moved."""
        explained = self.explained(tensor, index)
        text = explained.sentence
        for element, origin in self.inputs(tensor, index).items():
            if element.index and element != origin:
                text = re.sub(rf"(?<![\w.)\]]){re.escape(place(element))}", place(origin), text)
        if re.search(r"\d", text):
            return text
        inputs = tuple(self.inputs(tensor, index).values())
        return f"{text} {made_of(replace(explained, inputs=inputs))}"

    def text(self, tensor: Tensor, index: Index) -> str:
        """Return the arithmetic of a step on the numbers that it was given."""
        explained = self.explained(tensor, index)
        return with_numbers(explained.text, explained.inputs)

    def composed(self, tensor: Tensor, index: Index) -> str:
        """Return an element's arithmetic with that of the steps before it, down to the inputs."""
        tensor, index = self.source(tensor, index)
        spot = (id(tensor), index)
        if id(tensor) in self.run.given:
            return literal(number(tensor, index))
        if spot not in self.written:
            explained = self.explained(tensor, index)
            inside = {
                mark(element): self.composed(other, at)
                for element, (other, at) in zip(
                    explained.inputs, self.before(tensor, index), strict=True
                )
                if mark(element) in explained.text
            }
            text = filled(explained.text, inside)
            longer = len(text) > LONGEST or not explained.inputs
            self.written[spot] = literal(number(tensor, index)) if longer else text
        return self.written[spot]

    def is_whole(self, places: list[tuple[Tensor, Index]]) -> bool:
        """Return whether the arithmetic of elements was written down to the inputs."""
        return all(
            self.written.get((id(tensor), index), "") != literal(number(tensor, index))
            for tensor, index in places
            if id(tensor) not in self.run.given
            and self.explained(tensor, index).inputs
            and not self.is_moved(tensor, index)
        )

    def before(self, tensor: Tensor, index: Index) -> Iterator[tuple[Tensor, Index]]:
        """Yield the elements of other tensors that an element was made of."""
        call, _ = self.run.step_to(tensor)
        owners = {call.name_of(each): each for each in call.tensors}
        for element in self.explained(tensor, index).inputs:
            yield owners[element.name], element.index

    def leading_to(self, tensor: Tensor, index: Index) -> list[tuple[Tensor, Index]]:
        """Return the elements that lead to one, each behind those that it was made of."""
        found: dict[Place, tuple[Tensor, Index]] = {}

        def visit(tensor: Tensor, index: Index) -> None:
            if (id(tensor), index) in found:
                return
            self.is_too_long |= len(found) > MOST_ELEMENTS
            if self.is_too_long:
                raise CannotExplainError
            if id(tensor) not in self.run.given:
                for other, at in self.before(tensor, index):
                    visit(other, at)
            found[id(tensor), index] = (tensor, index)

        visit(tensor, index)
        return list(found.values())

    def frames(self, places: list[tuple[Tensor, Index]]) -> Iterator[Frame]:
        """Yield a frame for each element that was computed, a few of those that are alike."""
        computed = [
            (tensor, index)
            for tensor, index in places
            if id(tensor) not in self.run.given and not self.is_moved(tensor, index)
        ]
        order = {id(tensor): at for at, (tensor, _) in reversed(list(enumerate(computed)))}
        computed.sort(key=lambda each: (order[id(each[0])], each[1]))
        for _, group in groupby(computed, key=lambda each: id(each[0])):
            elements = list(group)
            shown = elements if len(elements) <= SHOWN else [*elements[: SHOWN - 1], elements[-1]]
            for tensor, index in shown:
                frame = self.frame(tensor, index)
                if len(shown) < len(elements) and index == shown[-1][1]:
                    more = f" Likewise {len(elements) - len(shown)} more elements of {frame.name}."
                    frame = replace(frame, sentence=frame.sentence + more)
                yield frame

    def frame(self, tensor: Tensor, index: Index) -> Frame:
        """Return the frame of one element on the way."""
        name = self.run.names[id(tensor)]
        return Frame(
            index,
            number(tensor, index),
            tuple(self.inputs(tensor, index).values()),
            self.text(tensor, index),
            self.sentence(tensor, index),
            name=name,
        )


def is_read(explained: Explained) -> bool:
    """Return whether an element is another one as it was."""
    return (
        explained.moved
        and bool(explained.inputs)
        and explained.text == literal(explained.inputs[0].value)
    )


def by_recipe(explainers: Explainers, *, also_moves: bool = False) -> Strategy:
    """Return the way to tell of a function by its recipe, each step told as tellers do.

    What a recipe only moves, other ways tell better: it is told where none of them fits.
    """

    def strategy(call: Call) -> Explainer:
        recipe = recipe_of(call.operation)
        if recipe is None:
            raise CannotExplainError
        wide = widened(call)
        run = Run(wide, followed(wide, recipe), recipe.source)
        steps = Steps(run, explainers)

        def explain(part: int | None, index: Index) -> Explained:
            found = same_element(call.result, run.outcome.value, part, index)
            last, at = steps.source(found, index)
            if id(last) in run.given and not also_moves:
                raise CannotExplainError
            return explained_of(steps, last, at, also_moves=also_moves)

        return explain

    return strategy


def same_element(result: Any, given: Any, part: int | None, index: Index) -> Tensor:
    """Return what a recipe gives for a tensor of a result; a plain number it gives as a tensor.

    Raises:
        CannotExplainError: the element has another value.
    """
    found: Tensor = given if part is None else given[part]
    if not isinstance(result, Tensor | tuple | list):
        if found.shape or number(found, ()) != result:
            raise CannotExplainError
        return found
    actual = part_of(result, part)
    if tuple(found.shape) != tuple(actual.shape):
        raise CannotExplainError
    if not same(number(found, index), number(actual, index), actual.dtype, scale_of(actual)):
        raise CannotExplainError
    return found


def scale_of(result: Tensor) -> float:
    """Return to what errors are relative: parts of complex numbers cancel out among others."""
    if not result.dtype.is_complex or not result.array.size:
        return 1.0
    return max(1.0, float(np.nan_to_num(abs(result.dtype.decode(result.array)), posinf=1).max()))


def explained_of(steps: Steps, last: Tensor, at: Index, *, also_moves: bool) -> Explained:
    """Return what is told of the element of a recipe's result."""
    value = literal(number(last, at))
    if id(last) in steps.run.given:
        return Explained(
            value, (Element(steps.run.given[id(last)], at, number(last, at)),), moved=True
        )
    places = steps.leading_to(last, at)
    elements = tuple(
        Element(steps.run.given[id(tensor)], at, number(tensor, at))
        for tensor, at in places
        if id(tensor) in steps.run.given
    )
    if not elements:
        words = f"{value} is put there, and no number is worked out for it." if also_moves else ""
        return Explained(value, sentence=words, moved=not also_moves, derived=also_moves)
    frames = tuple(steps.frames(places[:-1]))
    text = steps.composed(last, at)
    if text == value:
        text = steps.text(last, at)
    elif len(text) <= PLAIN and steps.is_whole(places):
        return Explained(text, distinct(elements), derived=True, loose=True)  # the text says it all
    words = steps.sentence(last, at)
    return Explained(text, distinct(elements), words, frames, derived=True, loose=True)
